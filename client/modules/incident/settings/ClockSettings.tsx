import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type IncidentSettings, incidentSettingsFields } from '../../../../shared/incident.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Card, Stack, toast, useFormat } from '../../../ui/index.ts';
import { forgetDraft } from '../../../ui/form/draft.ts';
import { Form, FormActions, NumberField, RadioCardsField, useFormContext, useWatch } from '../../../ui/form/index.ts';
import { useStaleEdit } from '../../record/useStaleEdit.tsx';
import { AlertHours } from './AlertHours.tsx';

/** Hours of the act, section 37(4). */
const STATUTORY_HOURS = 72;

const schema = incidentSettingsFields.omit({ publicForm: true });
type Values = z.output<typeof schema>;
const FIELDS = ['authorityHours', 'basis', 'alertHours'] as const;
const valuesOf = ({ authorityHours, basis, alertHours }: IncidentSettings): Values => ({ authorityHours, basis, alertHours });

/** Hours, start and alerts of the deadline to tell the authority. */
export function ClockSettings({ newest }: { newest: IncidentSettings }) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.incident.settings.update.useMutation();
  // What was opened stays under the hands of whoever types; untouched, it follows what others save.
  const [opened, setOpened] = useState({ settings: newest, round: 0 });
  const [typed, setTyped] = useState<Values>(valuesOf(newest));
  const dirty = useRef(false);
  const draftKey = `${ws}.incidentSettings`;
  const open = (settings: IncidentSettings) => {
    dirty.current = false;
    setOpened(({ round }) => ({ settings, round: round + 1 }));
  };
  useEffect(() => {
    const sameFields = JSON.stringify(valuesOf(newest)) === JSON.stringify(valuesOf(opened.settings));
    if (newest.rowVersion <= opened.settings.rowVersion) return;
    // The public form alone was changed: nothing of what is typed here is older for it.
    if (sameFields) setOpened(({ round }) => ({ settings: newest, round }));
    else if (!dirty.current) open(newest);
  }, [newest, opened.settings]);

  const words = (field: (typeof FIELDS)[number], values: Values) =>
    field === 'basis' ? t(`clock.${values.basis}`) : field === 'alertHours' ? values.alertHours.map((hours) => t(hours === 1 ? 'clock.alertOne' : 'clock.alert', { hours })).join(', ') || t('clock.noAlerts') : `${values.authorityHours} ${t(values.authorityHours === 1 ? 'clock.hourUnit' : 'clock.hoursUnit')}`;
  const reopen = (settings: IncidentSettings) => {
    forgetDraft(draftKey);
    cache.incident.settings.get.setData({ ws }, settings);
    void cache.incident.invalidate();
    open(settings);
  };
  const saved = useRef<IncidentSettings>(null);
  const stale = useStaleEdit<IncidentSettings>({
    fields: (theirs) => FIELDS.map((field) => ({ key: field, label: t(`clock.${field === 'authorityHours' ? 'hours' : field}`), before: words(field, valuesOf(theirs)), after: words(field, typed) })),
    takeTheirs: () => void cache.incident.settings.get.fetch({ ws }, { staleTime: 0 }).then(reopen),
    keptMine: () => {
      if (saved.current) reopen(saved.current);
      toast.success(t('clock.saved'));
    },
  });
  const save = async (values: Values) => {
    setTyped(values);
    await stale.guard(async (rowVersion) => {
      saved.current = await update.mutateAsync({ ws, ...values, publicForm: newest.publicForm, rowVersion });
    }, opened.settings.rowVersion);
    if (saved.current) reopen(saved.current);
    toast.success(t('clock.saved'));
  };

  return (
    <Card title={t('clock.title')}>
      <Stack gap="5">
        <Banner tone="info">{t('clock.law')}</Banner>
        <Form key={opened.round} schema={schema} label={t('clock.title')} defaultValues={valuesOf(opened.settings)} draftKey={draftKey} onSubmit={save}>
          <NumberField name="authorityHours" label={t('clock.hours')} help={t('clock.hoursHelp')} unit={t('clock.hoursUnit')} max={9999} required />
          <LongerThanTheAct />
          <RadioCardsField
            name="basis"
            label={t('clock.basis')}
            help={t('clock.basisHelp')}
            required
            cards={(['creation', 'awareness'] as const).map((value) => ({ value, label: t(`clock.${value}`), description: t(`clock.${value}Means`) }))}
          />
          <AlertHours />
          <Moves settings={opened.settings} dirty={dirty} />
          <FormActions />
        </Form>
      </Stack>
      {stale.dialog}
    </Card>
  );
}

function LongerThanTheAct() {
  const { t } = useTranslation('incidentSettings');
  const hours = useWatch({ name: 'authorityHours' }) as number | null;
  return (hours ?? 0) > STATUTORY_HOURS ? <Banner tone="warn" role="status">{t('clock.longer')}</Banner> : null;
}

/** Says what saving will do to clocks that run, while hours or start are being changed. */
function Moves({ settings, dirty }: { settings: IncidentSettings; dirty: RefObject<boolean> }) {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const { number } = useFormat();
  const { formState } = useFormContext();
  const [hours, basis] = useWatch({ name: ['authorityHours', 'basis'] }) as [number | null, string];
  const { isDirty } = formState;
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty, dirty]);
  const moves = hours !== settings.authorityHours || basis !== settings.basis;
  const clocks = trpc.incident.clocks.useQuery({ ws }, { enabled: moves });
  if (!moves || !clocks.data) return null;
  const { total } = clocks.data;
  return (
    <Banner tone={total > 0 ? 'warn' : 'info'} role="status">
      {total > 0 ? t('clock.moves', { number: number(total) }) : t('clock.movesNone')}
    </Banner>
  );
}
