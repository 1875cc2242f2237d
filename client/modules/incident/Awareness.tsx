import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { today } from '../../format.ts';
import { chakra, Stack, useFormat } from '../../ui/index.ts';
import { DateTimeField, useWatch } from '../../ui/form/index.ts';

interface AwarenessProps {
  record: Incident;
  /** ISO 8601, or as typed while it is incomplete. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/**
 * Asks when the organisation became aware of what a public report states, since its reporter can only state when they
 * did (docs/decisions/146): with the PDPC deadline that follows from it beside that of the receipt.
 */
export function Awareness({ record, value, onChange, error }: AwarenessProps) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  const form = useForm({ defaultValues: { discoveredAt: value } });
  useEffect(() => {
    if (error) form.setError('discoveredAt', { type: 'server', message: error });
    else form.clearErrors('discoveredAt');
  }, [error, form]);
  const { clock, createdAt, reporterAwareAt } = record;
  const span = Date.parse(clock.dueAt) - Date.parse(clock.startedAt);
  const due = (start: string) => dateTime(new Date(Date.parse(start) + span).toISOString());
  const lines = [
    ...(reporterAwareAt ? [t('awareness.reporter', { time: dateTime(reporterAwareAt) })] : []),
    t('awareness.fromReceipt', { time: dateTime(createdAt), due: due(createdAt) }),
    ...(Number.isNaN(Date.parse(value)) ? [] : [t('awareness.fromStated', { time: dateTime(value), due: due(value) })]),
    t('awareness.earlier'),
  ];
  return (
    <FormProvider {...form}>
      <Stack gap="2">
        <DateTimeField
          name="discoveredAt"
          label={t('awareness.label')}
          help={t('awareness.help')}
          max={today()}
          required
        />
        <div role="status">
          <chakra.ul listStyle="none" display="grid" gap="0.5" textStyle="dense">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </chakra.ul>
        </div>
      </Stack>
      <Typed value={value} onChange={onChange} />
    </FormProvider>
  );
}

function Typed({ value, onChange }: Pick<AwarenessProps, 'value' | 'onChange'>) {
  const typed = useWatch({ name: 'discoveredAt' }) as string;
  useEffect(() => {
    if (typed !== value) onChange(typed);
  }, [typed, value, onChange]);
  return null;
}
