import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/index.ts';
import type { Guide } from './guide.ts';

/** What the form's level asks of whoever connects; `calls`: without the script, which keeps a handle by itself. */
export function LevelNote({ guide: { level }, calls = false }: { guide: Guide; calls?: boolean }) {
  const { t } = useTranslation('consentGuide');
  return (
    <Banner tone={level === 'open' ? 'warn' : 'info'} title={t(`level.${level}`)}>
      {t(calls && level === 'browser' ? 'level.browserCalls' : `level.${level}Note`)}
    </Banner>
  );
}
