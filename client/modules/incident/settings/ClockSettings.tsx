import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type IncidentSettings, incidentSettingsFields } from '../../../../shared/incident/settings.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Card, Stack, toast, useFormat } from '../../../ui/index.ts';
import { forgetDraft } from '../../../ui/form/draft.ts';
import { Form, FormActions, NumberField, RadioCardsField, useWatch } from '../../../ui/form/index.ts';
import { NewerRecord } from '../../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../../records/useStaleEdit.tsx';
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

/** Hours, start and alerts of the deadline to notify the authority. */
export function ClockSettings({ newest }: { newest: IncidentSettings }) {
  const { t } = useTranslation('incidentSettings');
  const { round, draftKey, stale, save } = useClockEdit(newest);
  return (
    <Card title={t('clock.title')}>
      <Stack gap="5">
        <Banner tone="info">{t('clock.law')}</Banner>
        <Form
          key={round}
          schema={schema}
          label={t('clock.title')}
          defaultValues={valuesOf(newest)}
          draftKey={draftKey}
          onSubmit={save}
        >
          <NewerRecord edit={stale.edit} newest={newest} />
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
          <Moves began={stale.edit.base.values} />
          <FormActions />
        </Form>
      </Stack>
      {stale.dialog}
    </Card>
  );
}

/** How the settings are saved, and merged with what a colleague has saved meanwhile. */
function useClockEdit(newest: IncidentSettings) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.incident.settings.update.useMutation();
  const [round, setRound] = useState(0);
  const draftKey = `${ws}.incidentSettings`;
  const saved = (settings: IncidentSettings) => {
    forgetDraft(draftKey);
    cache.incident.settings.get.setData({ ws }, settings);
    void cache.incident.invalidate();
    toast.success(t('clock.saved'));
  };
  const stale = useStaleEdit<IncidentSettings, Values>({
    record: newest,
    valuesOf,
    draftKey,
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
          alertHours.map((hours) => t(hours === 1 ? 'clock.alertOne' : 'clock.alert', { hours })).join(', ') ||
          t('clock.noAlerts'),
      },
    ],
    save: (values, rowVersion) => update.mutateAsync({ ws, ...values, publicForm: newest.publicForm, rowVersion }),
    saved: (settings) => {
      saved(settings);
      setRound((before) => before + 1);
    },
    takeTheirs: (settings) => {
      forgetDraft(draftKey);
      cache.incident.settings.get.setData({ ws }, settings);
      setRound((before) => before + 1);
    },
  });
  const save = async (values: Values) => saved(await stale.save(values));
  return { round, draftKey, stale, save };
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

/** Says what saving will do to clocks that run, while hours or start are being changed. */
function Moves({ began }: { began: Values }) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const { number } = useFormat();
  const [hours, basis] = useWatch({ name: ['authorityHours', 'basis'] }) as [number | null, string];
  const moves = hours !== began.authorityHours || basis !== began.basis;
  const clocks = trpc.incident.clocks.useQuery({ ws }, { enabled: moves });
  if (!moves || !clocks.data) return null;
  const { total } = clocks.data;
  return (
    <Banner tone={total > 0 ? 'warn' : 'info'} role="status">
      {total > 0 ? t('clock.moves', { number: number(total) }) : t('clock.movesNone')}
    </Banner>
  );
}
