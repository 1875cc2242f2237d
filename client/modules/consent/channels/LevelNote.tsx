import { useTranslation } from 'react-i18next';
import type { ConsentLevel } from '../../../../shared/consent/settings.ts';
import { Banner } from '../../../ui/index.ts';

/** Requirements of the form's level for integrators; `calls`: without the script, which stores a handle itself. */
export function LevelNote({ level, calls = false }: { level: ConsentLevel; calls?: boolean }) {
  const { t } = useTranslation('consentGuide');
  return (
    <Banner tone={level === 'open' ? 'warn' : 'info'} title={t(`level.${level}`)}>
      {t(calls && level === 'browser' ? 'level.browserCalls' : `level.${level}Note`)}
    </Banner>
  );
}
