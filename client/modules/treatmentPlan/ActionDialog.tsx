import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import { moment } from '../../../shared/incident/fields.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import { ACTION_FILE } from '../../../shared/treatmentPlan/file.ts';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { serverNow } from '../../clock/serverTime.ts';
import { localDay, today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { fileHref } from '../../fileHref.ts';
import { uploadTo } from '../../upload.ts';
import { Banner, Dialog } from '../../ui/index.ts';
import { DateTimeField, FileField, Form, FormActions, TextArea } from '../../ui/form/index.ts';
import { PlanEditing } from './PlanEditing.tsx';
import type { PlanActionItem } from './ActionsCard.tsx';
import type { ActionInput, PlanMoves } from './usePlanMoves.ts';

const AHEAD_MS = 60_000;
const BANGKOK_MS = 7 * 3_600_000;

const schema = z.object({
  at: z
    .string()
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !(Date.parse(at) > serverNow() + AHEAD_MS), { error: 'treatmentPlan:refusal.future' }),
  detail: requiredText(LONG_TEXT_LIMIT),
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
type Values = z.output<typeof schema>;

/** The form values as the procedures' input: day and time in Bangkok. */
const sent = ({ at, detail, file }: Values): ActionInput => ({
  date: localDay(new Date(at)),
  time: new Date(Date.parse(at) + BANGKOK_MS).toISOString().slice(11, 16),
  detail,
  fileId: file?.id ?? null,
});

interface ActionDialogProps {
  plan: TreatmentPlan;
  /** Null: a new one. */
  action: PlanActionItem | null;
  moves: PlanMoves;
  onClose: () => void;
}

/** Records or corrects an action of a plan. */
export default function ActionDialog({ plan, action, moves, onClose }: ActionDialogProps) {
  const { t } = useTranslation(['treatmentPlanScreen', 'treatmentPlan']);
  const { ws } = useSession();
  const title = t(action ? 'actions.editTitle' : 'actions.add');
  const [initial] = useState<Values>(() => ({
    at: action?.happenedAt ?? new Date(Math.floor(serverNow() / 60_000) * 60_000).toISOString(),
    detail: action?.detail ?? '',
    file: action?.file ?? null,
  }));
  return (
    <Dialog open onClose={onClose} width={640} title={title}>
      <Form
        schema={schema}
        label={title}
        draftKey={`${ws}.treatmentPlan.${plan.id}.action.${action?.id ?? 'new'}`}
        defaultValues={initial}
        onSubmit={async (values) => {
          await (action ? moves.updateAction(action.id, sent(values)) : moves.addAction(sent(values)));
          onClose();
        }}
      >
        <PlanEditing id={plan.id} />
        {!plan.allowed.includes('act') && (
          <Banner tone="warn" role="status">
            {t('overtaken')}
          </Banner>
        )}
        <DateTimeField name="at" label={t('actions.at')} max={today(serverNow())} required />
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
          href={(file) => fileHref(ws, file.id)}
        />
        <FormActions />
      </Form>
    </Dialog>
  );
}
