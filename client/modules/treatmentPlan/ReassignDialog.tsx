import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { id } from '../../../shared/text.ts';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog } from '../../ui/index.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';
import { Overtaken } from './Overtaken.tsx';
import type { PlanMoves } from './usePlanMoves.ts';

const assignment = z.object({ assigneeId: id });

interface ReassignDialogProps {
  plan: TreatmentPlan;
  moves: PlanMoves;
  onClose: () => void;
}

/** Gives a plan to somebody else. */
export function ReassignDialog({ plan, moves, onClose }: ReassignDialogProps) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'treatmentPlan.write' }, { staleTime: 60_000 });
  return (
    <Dialog open onClose={onClose} width={480} title={t('dialog.reassign.title')}>
      <Form
        schema={assignment}
        label={t('dialog.reassign.title')}
        defaultValues={{ assigneeId: plan.assignee?.id ?? '' }}
        onSubmit={async ({ assigneeId }) => {
          await moves.reassign(assigneeId);
          onClose();
        }}
      >
        <Overtaken plan={plan} move="reassign" />
        <SelectField
          name="assigneeId"
          label={t('column.assignee')}
          help={t('dialog.reassign.help')}
          required
          query={people}
          options={(people.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        />
        <FormActions submitLabel={t('act.reassign')} />
      </Form>
    </Dialog>
  );
}
