import { useTranslation } from 'react-i18next';
import { IMPORTED_STAGES, type RequestImport } from '../../../shared/requestImport/schema.ts';
import { AcceptedRows, EffectCard, RowNotes } from '../../imports/effect.tsx';
import { Banner, Text, useFormat } from '../../ui/index.ts';

/** The effect of the import as text. */
export function Effect({ record, done = false }: { record: RequestImport; done?: boolean }) {
  const { t } = useTranslation(['requestImport', 'import', 'request']);
  const { number, dateTime, locale } = useFormat();
  const { summary, form } = record;
  const stages = IMPORTED_STAGES.flatMap((stage) => {
    const rows = summary.stages[stage];
    return rows ? [t('checked.stageRows', { stage: t(`request:stage.${stage}`), rows: number(rows) })] : [];
  });
  return (
    <>
      <EffectCard done={done}>
        <Text fontWeight="semibold">
          {t('checked.summary', { count: summary.accepted, rows: number(summary.accepted), form: form.name })}
        </Text>
        {summary.from && summary.to && (
          <Text>{t('checked.period', { from: dateTime(summary.from), to: dateTime(summary.to) })}</Text>
        )}
        {stages.length > 0 && <Text>{t('checked.stages', { list: new Intl.ListFormat(locale).format(stages) })}</Text>}
        <Text color="muted">{t('checked.noMail')}</Text>
      </EffectCard>
      {!done && summary.overdue > 0 && (
        <Banner tone="warn">
          {t('checked.overdueNote', { count: summary.overdue, rows: number(summary.overdue) })}
        </Banner>
      )}
      <RowNotes
        notes={[
          summary.unchanged > 0 &&
            t('checked.unchangedNote', { count: summary.unchanged, rows: number(summary.unchanged) }),
          summary.skipped > 0 &&
            t('import:checked.skippedNote', { count: summary.skipped, rows: number(summary.skipped) }),
        ]}
      />
    </>
  );
}

/** The result of the check: what would be imported, or why nothing can be. */
export const CheckedEffect = ({ record }: { record: RequestImport }) => (
  <AcceptedRows summary={record.summary}>
    <Effect record={record} />
  </AcceptedRows>
);

export function DoneLead({ record: { summary, form } }: { record: RequestImport }) {
  const { t } = useTranslation(['requestImport', 'import']);
  const { number } = useFormat();
  return (
    <>
      <Text>{t('done.lead', { count: summary.accepted, accepted: number(summary.accepted), form: form.name })}</Text>
      <Text textStyle="small" color="muted">
        {t('import:done.fileRemoved')}
      </Text>
    </>
  );
}
