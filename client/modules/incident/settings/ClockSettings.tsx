import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type IncidentSettings, incidentSettingsFields } from '../../../../shared/incident/settings.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Card, Stack } from '../../../ui/index.ts';
import { FormActions, NumberField, RadioCardsField, useWatch } from '../../../ui/form/index.ts';
import { RecordForm, useRecordForm } from '../../../records/RecordForm.tsx';
import { AlertHours } from './AlertHours.tsx';

/** Hours of the act, section 37(4). */
const STATUTORY_HOURS = 72;

const schema = incidentSettingsFields.omit({ publicForm: true });
type Values = z.output<typeof schema>;
const valuesOf = ({ authorityHours, basis, alertHours }: IncidentSettings): Values => ({
  authorityHours,
  basis,
  alertHours,
});

/** Hours, start and alerts of the deadline for notifying the authority. */
export function ClockSettings({ newest }: { newest: IncidentSettings }) {
  const { t } = useTranslation('incidentSettings');
  const form = useClockForm(newest);
  return (
    <Card title={t('clock.title')}>
      <Stack gap="5">
        <Banner tone="info">{t('clock.law')}</Banner>
        <RecordForm form={form} schema={schema as never} label={t('clock.title')}>
          <NumberField
            name="authorityHours"
            label={t('clock.hours')}
            help={t('clock.hoursHelp')}
            unit={t('clock.hoursUnit')}
            max={9999}
            required
          />
          <LongerThanTheAct />
          <RadioCardsField
            name="basis"
            label={t('clock.basis')}
            help={t('clock.basisHelp')}
            required
            cards={(['creation', 'awareness'] as const).map((value) => ({
              value,
              label: t(`clock.${value}`),
              description: t(`clock.${value}Means`),
            }))}
          />
          <AlertHours />
          <Moves began={form.stale.edit.base.values} />
          <FormActions />
        </RecordForm>
      </Stack>
    </Card>
  );
}

/** Saving of the settings, merged with concurrent changes of colleagues. */
function useClockForm(newest: IncidentSettings) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.incident.settings.update.useMutation();
  return useRecordForm<IncidentSettings, Values>({
    record: newest,
    draftKey: `${ws}.incidentSettings`,
    valuesOf,
    fields: () => [
      {
        key: 'authorityHours',
        label: t('clock.hours'),
        text: ({ authorityHours }) =>
          `${authorityHours} ${t(authorityHours === 1 ? 'clock.hourUnit' : 'clock.hoursUnit')}`,
      },
      { key: 'basis', label: t('clock.basis'), text: ({ basis }) => t(`clock.${basis}`) },
      {
        key: 'alertHours',
        label: t('clock.alertHours'),
        members: 'set',
        text: ({ alertHours }) =>
          alertHours.map((hours) => t('clock.alert', { count: hours, hours })).join(', ') || t('clock.noAlerts'),
      },
    ],
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, publicForm: newest.publicForm, rowVersion }),
    cache: (settings) => {
      cache.incident.settings.get.setData({ ws }, settings);
      void cache.incident.invalidate();
    },
    messages: { saved: t('clock.saved') },
  });
}

function LongerThanTheAct() {
  const { t } = useTranslation('incidentSettings');
  const hours = useWatch({ name: 'authorityHours' }) as number | null;
  return (hours ?? 0) > STATUTORY_HOURS ? (
    <Banner tone="warn" role="status">
      {t('clock.longer')}
    </Banner>
  ) : null;
}

/** Warns that saving will move deadlines, while the hours are being changed: the earlier start leads in any case. */
function Moves({ began }: { began: Values }) {
  const { t } = useTranslation('incidentSettings');
  const hours = useWatch({ name: 'authorityHours' }) as number | null;
  return hours === began.authorityHours ? null : (
    <Banner tone="warn" role="status">
      {t('clock.moves')}
    </Banner>
  );
}
