import { useTranslation } from 'react-i18next';
import type { ConsentLevel } from '../../../../shared/consent/settings.ts';
import { Banner } from '../../../ui/index.ts';

/** What the form's level asks of whoever connects; `calls`: without the script, which keeps a handle by itself. */
export function LevelNote({ level, calls = false }: { level: ConsentLevel; calls?: boolean }) {
  const { t } = useTranslation('consentGuide');
  return (
    <Banner tone={level === 'open' ? 'warn' : 'info'} title={t(`level.${level}`)}>
      {t(calls && level === 'browser' ? 'level.browserCalls' : `level.${level}Note`)}
    </Banner>
  );
}
