import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ACTIVITY_PHASES, type ActivityPhase, type IncidentActivity } from '../../../shared/incident/activity.ts';
import { moment } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import { serverNow } from '../../clock/serverTime.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { DateTimeField, Form, FormActions, SelectField, TextArea, useFormContext } from '../../ui/form/index.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { Editors, useEditing } from '../../records/useEditing.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';

const AHEAD_MS = 60_000;
const schema = z.object({
  phase: z.enum(ACTIVITY_PHASES, { error: 'errors:required' }),
  at: z
    .string()
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !(Date.parse(at) > serverNow() + AHEAD_MS), { error: 'incident:inFuture' }),
  detail: requiredText(LONG_TEXT_LIMIT),
  /** Of a new one: kept with its draft, so that saving again after a lost answer makes no second one. */
  key: z.string().optional(),
});
type Values = z.output<typeof schema>;

/** What is edited: an activity that is there, or a new one of a phase. */
export type ActivityTarget = { activity: IncidentActivity } | { phase: ActivityPhase };

/** To the minute, as it is typed. */
const thisMinute = () => new Date(Math.floor(serverNow() / 60_000) * 60_000).toISOString();

/** Records one activity of the response, or changes one; merged with what a colleague has changed meanwhile. */
export function ActivityDialog({
  record,
  target,
  onClose,
}: {
  record: Incident;
  target: ActivityTarget;
  onClose: () => void;
}) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const key = { ws, id: record.id };
  const add = trpc.incident.activities.add.useMutation();
  const update = trpc.incident.activities.update.useMutation();
  const activity = 'activity' in target ? target.activity : null;
  const [start] = useState<Values>(() =>
    activity
      ? { phase: activity.phase, at: activity.at, detail: activity.detail }
      : { phase: (target as { phase: ActivityPhase }).phase, at: thisMinute(), detail: '', key: randomId() },
  );
  const newest = activity && record.activities.find(({ id }) => id === activity.id);
  const draftKey = `${ws}.incident.${record.id}.activity.${activity?.id ?? start.phase}`;
  const done = (words: 'added' | 'updated') => {
    forgetDraft(draftKey);
    void cache.incident.get.invalidate(key);
    void cache.activityLog.invalidate();
    toast.success(t(`activity.${words}`));
    onClose();
  };
  const stale = useStaleEdit<IncidentActivity, Values>({
    record: activity,
    valuesOf: ({ phase, at, detail }) => ({ phase, at, detail }),
    draftKey,
    fields: () => [
      { key: 'phase', label: t('activity.phase'), text: ({ phase }) => t(`phase.${phase}`) },
      { key: 'at', label: t('activity.at'), text: ({ at }) => dateTime(at) },
      { key: 'detail', label: t('activity.detail'), text: ({ detail }) => detail, long: true },
    ],
    save: (values, rowVersion) =>
      update.mutateAsync({ ...key, aid: (activity as IncidentActivity).id, rowVersion, ...values }),
    saved: () => done('updated'),
    takeTheirs: () => {
      forgetDraft(draftKey);
      void cache.incident.get.invalidate(key);
      onClose();
    },
  });
  const title = t(activity ? 'activity.editTitle' : 'activity.add');
  return (
    <>
      <Dialog open onClose={onClose} width={640} title={title}>
        <Form
          schema={schema}
          label={title}
          draftKey={draftKey}
          defaultValues={start}
          {...(!activity && { lost: t('lost') })}
          onSubmit={async (values) => {
            if (!activity) {
              await add.mutateAsync({ ...key, ...values });
              return done('added');
            }
            await stale.save(values);
            done('updated');
          }}
        >
          {activity && <Presence id={activity.id} />}
          <NewerRecord edit={stale.edit} newest={newest} over={!record.allowed.includes('respond') && t('overtaken')} />
          <SelectField
            name="phase"
            label={t('activity.phase')}
            help={t(`phaseLead.${start.phase}`)}
            required
            options={ACTIVITY_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))}
          />
          <DateTimeField name="at" label={t('activity.at')} max={today(serverNow())} required />
          <TextArea name="detail" label={t('activity.detail')} rows={5} required />
          <FormActions />
        </Form>
      </Dialog>
      {stale.dialog}
    </>
  );
}

/** Tells the others that this activity is being changed, and who else is at it. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'incidentActivity', id, dirty: useFormContext().formState.isDirty });
  return <Editors entity="incidentActivity" id={id} />;
}
