import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ACTIVITY_PHASES, type ActivityPhase, type IncidentActivity } from '../../../shared/incident/activity.ts';
import { moment } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import { currentMinute, isAhead } from '../../clock/typedMoment.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, useFormat } from '../../ui/index.ts';
import { DateTimeField, FormActions, SelectField, TextArea, useFormContext } from '../../ui/form/index.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { Editors, useEditing } from '../../records/useEditing.tsx';

const schema = z.object({
  phase: z.enum(ACTIVITY_PHASES, { error: 'errors:required' }),
  at: z
    .string()
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !isAhead(at), { error: 'incident:inFuture' }),
  detail: requiredText(LONG_TEXT_LIMIT),
  /**
   * Of a new activity: stored with its draft, so that saving again after a lost response does not create a second one.
   */
  key: z.string().optional(),
});
type Values = z.output<typeof schema>;
const valuesOf = ({ phase, at, detail }: IncidentActivity): Values => ({ phase, at, detail });

/** What is edited: an existing activity, or a new one of a phase. */
export type ActivityTarget = { activity: IncidentActivity } | { phase: ActivityPhase };

interface ActivityDialogProps {
  record: Incident;
  target: ActivityTarget;
  onClose: () => void;
}

/** Creates or edits an activity of the response; merged with concurrent changes of colleagues. */
export function ActivityDialog(props: ActivityDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('incident');
  const { form, phase } = useActivityForm(props);
  const { record: activity } = form;
  const title = t(activity ? 'activity.editTitle' : 'activity.add');
  return (
    <Dialog open onClose={onClose} width={640} title={title}>
      <RecordForm
        form={form}
        schema={schema as never}
        label={title}
        lost={t('lost')}
        over={!record.allowed.includes('respond') && t('overtaken')}
        notice={activity && <Presence id={activity.id} />}
      >
        <SelectField
          name="phase"
          label={t('activity.phase')}
          help={t(`phaseLead.${phase}`)}
          required
          options={ACTIVITY_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))}
        />
        <DateTimeField name="at" label={t('activity.at')} max={today()} required />
        <TextArea name="detail" label={t('activity.detail')} rows={5} required />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** The form of an existing activity, or of a new one of a phase. */
function useActivityForm({ record, target, onClose }: ActivityDialogProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const key = { ws, id: record.id };
  const add = trpc.incident.activities.add.useMutation();
  const update = trpc.incident.activities.update.useMutation();
  const [opened] = useState(() => ('activity' in target ? target.activity : undefined));
  const [initial] = useState<Values>(() => ({
    phase: 'activity' in target ? target.activity.phase : target.phase,
    at: currentMinute(),
    detail: '',
    key: randomId(),
  }));
  // An activity removed by somebody else remains open in the form.
  const activity = record.activities.find(({ id }) => id === opened?.id) ?? opened;
  const form = useRecordForm<IncidentActivity, Values>({
    record: activity,
    draftKey: `${ws}.incident.${record.id}.activity.${activity?.id ?? initial.phase}`,
    valuesOf,
    initial,
    fields: () => [
      { key: 'phase', label: t('activity.phase'), text: ({ phase }) => t(`phase.${phase}`) },
      { key: 'at', label: t('activity.at'), text: ({ at }) => dateTime(at) },
      { key: 'detail', label: t('activity.detail'), text: ({ detail }) => detail, long: true },
    ],
    update: (values, rowVersion) =>
      update.mutateAsync({ ...key, aid: (activity as IncidentActivity).id, rowVersion, ...values }),
    create: (values) => add.mutateAsync({ ...key, ...values }),
    cache: () => Promise.all([cache.incident.get.invalidate(key), cache.activityLog.invalidate()]),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('activity.updated'), created: t('activity.added') },
  });
  return { form, phase: initial.phase };
}

/** Tells other users that this activity is being edited, and shows who else is editing it. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'incidentActivity', id, dirty: useFormContext().formState.isDirty });
  return <Editors entity="incidentActivity" id={id} />;
}
