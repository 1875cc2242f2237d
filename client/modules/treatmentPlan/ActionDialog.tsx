import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import { moment } from '../../../shared/incident/fields.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import { ACTION_FILE } from '../../../shared/treatmentPlan/file.ts';
import type { RecordedAction, TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { currentMinute, isAhead } from '../../clock/typedMoment.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { formatTime, today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { Dialog, useFormat } from '../../ui/index.ts';
import { DateTimeField, FileField, FormActions, TextArea } from '../../ui/form/index.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { PlanEditing } from './PlanEditing.tsx';
import type { ActionInput, PlanMoves } from './usePlanMoves.ts';

const schema = z.object({
  at: z
    .string()
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !isAhead(at), { error: 'treatmentPlan:refusal.future' }),
  detail: requiredText(LONG_TEXT_LIMIT),
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
  /** Of a new one: stored with its draft, so that sending again after a lost answer does not record it twice. */
  key: z.string().optional(),
});
type Values = z.output<typeof schema>;

const valuesOf = ({ happenedAt, detail, file }: RecordedAction): Values => ({
  at: happenedAt,
  detail,
  file: file && { id: file.id, name: file.name, size: file.size },
});
/** The form values as the procedures' input: day and time in Bangkok. */
const sent = ({ at, detail, file }: Values): ActionInput => ({
  date: bangkokDay(new Date(at)),
  time: formatTime(at),
  detail,
  fileId: file?.id ?? null,
});

interface ActionDialogProps {
  plan: TreatmentPlan;
  /** Null: a new one. */
  action: RecordedAction | null;
  moves: PlanMoves;
  onClose: () => void;
}

/** Records or corrects an action of a plan; merged with concurrent changes of colleagues. */
export default function ActionDialog(props: ActionDialogProps) {
  const { plan, action, onClose } = props;
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const form = useActionForm(props);
  const title = t(action ? 'actions.editTitle' : 'actions.add');
  return (
    <Dialog open onClose={onClose} width={640} title={title}>
      <RecordForm
        form={form}
        schema={schema as never}
        label={title}
        lost={t('lost')}
        over={!plan.allowed.includes('act') && t('overtaken')}
        notice={<PlanEditing id={plan.id} />}
      >
        <DateTimeField name="at" label={t('actions.at')} max={today()} required />
        <TextArea name="detail" label={t('actions.detail')} rows={5} required />
        <FileField
          name="file"
          label={t('actions.file')}
          help={t('actions.fileHelp')}
          accept={endingsOf(ACTION_FILE)
            .map((ending) => `.${ending}`)
            .join(',')}
          maxBytes={ACTION_FILE.limit}
          upload={uploadTo(ws, ACTION_FILE)}
          href={(file) => fileUrl(ws, file.id)}
        />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** The form of an existing action, or of a new one. */
function useActionForm({ plan, action, moves, onClose }: ActionDialogProps) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const [opened] = useState(() => action ?? undefined);
  const [initial] = useState<Values>(() => ({
    at: currentMinute(),
    detail: '',
    file: null,
    key: randomId(),
  }));
  // An action removed by somebody else remains open in the form.
  const record = opened && (plan.actions.find(({ id }) => id === opened.id) ?? opened);
  const saved = (after: TreatmentPlan, isIt: (one: RecordedAction) => boolean) => after.actions.find(isIt)!;
  return useRecordForm<RecordedAction, Values>({
    record,
    draftKey: `${ws}.treatmentPlan.${plan.id}.action.${opened?.id ?? 'new'}`,
    valuesOf,
    initial,
    fields: () => [
      { key: 'at', label: t('actions.at'), text: ({ at }) => dateTime(at) },
      { key: 'detail', label: t('actions.detail'), text: ({ detail }) => detail, long: true },
      { key: 'file', label: t('actions.file'), text: ({ file }) => file?.name ?? '' },
    ],
    update: async (values, rowVersion) => {
      const { id } = opened!;
      return saved(await moves.updateAction(id, rowVersion, sent(values)), (one) => one.id === id);
    },
    create: async ({ key, ...values }) =>
      saved(await moves.addAction({ ...sent(values), key }), ({ id }) => id === key),
    cache: () => {},
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('done.act') },
  });
}
