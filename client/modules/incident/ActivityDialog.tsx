import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ACTIVITY_PHASES, type ActivityPhase, type Incident, type IncidentActivity, moment } from '../../../shared/incident.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import { serverNow } from '../../clock/serverTime.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { DateTimeField, Form, FormActions, SelectField, TextArea } from '../../ui/form/index.ts';
import { useStaleEdit } from '../record/useStaleEdit.tsx';

const AHEAD_MS = 60_000;
const schema = z.object({
  phase: z.enum(ACTIVITY_PHASES, { error: 'errors:required' }),
  at: z
    .string()
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !(Date.parse(at) > serverNow() + AHEAD_MS), { error: 'incident:inFuture' }),
  detail: requiredText(LONG_TEXT_LIMIT),
});
type Values = z.output<typeof schema>;

/** What is edited: an activity that is there, or a new one of a phase. */
export type ActivityTarget = { activity: IncidentActivity } | { phase: ActivityPhase };

/** To the minute, as it is typed. */
const thisMinute = () => new Date(Math.floor(serverNow() / 60_000) * 60_000).toISOString();

/** Records one activity of the response, or changes one; with both texts where a colleague has changed the same meanwhile. */
export function ActivityDialog({ record, target, onClose }: { record: Incident; target: ActivityTarget; onClose: () => void }) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const key = { ws, id: record.id };
  const add = trpc.incident.activities.add.useMutation();
  const update = trpc.incident.activities.update.useMutation();
  const activity = 'activity' in target ? target.activity : null;
  // The dialog keeps what it was opened with: a colleague's change is told on saving, not put under one's hands.
  const [start] = useState<Values>(() => (activity ? { phase: activity.phase, at: activity.at, detail: activity.detail } : { phase: (target as { phase: ActivityPhase }).phase, at: thisMinute(), detail: '' }));
  const [typed, setTyped] = useState(start);
  const draftKey = `${ws}.incident.${record.id}.activity.${activity?.id ?? start.phase}`;
  const done = (words: 'added' | 'updated') => {
    forgetDraft(draftKey);
    void cache.incident.get.invalidate(key);
    void cache.activityLog.invalidate();
    toast.success(t(`activity.${words}`));
    onClose();
  };
  const said = ({ phase, at, detail }: Values) => ({ phase: t(`phase.${phase}`), at: dateTime(at), detail });
  const stale = useStaleEdit<IncidentActivity>({
    takeTheirs: () => {
      forgetDraft(draftKey);
      void cache.incident.get.invalidate(key);
      onClose();
    },
    keptMine: () => done('updated'),
    fields: (theirs) => {
      const mine = said(typed);
      return (['phase', 'at', 'detail'] as const).map((field) => ({ key: field, label: t(`activity.${field}`), before: said(theirs)[field], after: mine[field] }));
    },
  });
  const title = t(activity ? 'activity.editTitle' : 'activity.add');
  return (
    <>
      <Dialog open onClose={onClose} persistent width={640} title={title}>
        <Form
          schema={schema}
          label={title}
          unguarded
          draftKey={draftKey}
          defaultValues={start}
          onSubmit={async (values) => {
            setTyped(values);
            if (!activity) {
              await add.mutateAsync({ ...key, ...values });
              return done('added');
            }
            await stale.guard((rowVersion) => update.mutateAsync({ ...key, aid: activity.id, rowVersion, ...values }), activity.rowVersion);
            done('updated');
          }}
        >
          <SelectField name="phase" label={t('activity.phase')} help={t(`phaseLead.${start.phase}`)} required options={ACTIVITY_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))} />
          <DateTimeField name="at" label={t('activity.at')} max={today(serverNow())} required />
          <TextArea name="detail" label={t('activity.detail')} rows={5} required />
          <FormActions onCancel={onClose} />
        </Form>
      </Dialog>
      {stale.dialog}
    </>
  );
}
