import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Banner, Button, Text, useFormat } from '../../ui/index.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';

/**
 * Displayed when the incident has changed since its form was opened, or since the input of its draft: the server
 * refuses the input until the user has checked the newer incident.
 */
export function NewerIncident({ record, onContinue }: { record: Incident; onContinue: () => void }) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  const [decision] = record.decisions;
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('newer.title')}
      action={
        <Button size="sm" onClick={onContinue}>
          {t('newer.continue')}
        </Button>
      }
    >
      <Text>{t('newer.body', { time: dateTime(record.updatedAt) })}</Text>
      {decision && (
        <Text>{t('newer.risk', { level: t(`riskLevel.${decision.riskLevel}`), time: dateTime(decision.at) })}</Text>
      )}
    </Banner>
  );
}

/**
 * The same inside a form that has the version it was opened with as its value `rowVersion`, so that its draft has it.
 */
export function NewerInForm({ record }: { record: Incident }) {
  const { setValue } = useFormContext();
  const opened = useWatch({ name: 'rowVersion' }) as number;
  if (opened === record.rowVersion) return null;
  return <NewerIncident record={record} onContinue={() => setValue('rowVersion', record.rowVersion)} />;
}
