import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { exceedsExpected, needsPlan, RISK_LEVELS, type RiskLevel } from '../../../shared/dpia/risk.ts';
import { LONG_TEXT_LIMIT, requiredText } from '../../../shared/text.ts';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { ConfirmDialog, Dialog, Grid } from '../../ui/index.ts';
import { Form, FormActions, SelectField, TextArea } from '../../ui/form/index.ts';
import { type DialogMove, FOUND } from './found.ts';
import { Overtaken } from './Overtaken.tsx';
import { PlanEditing } from './PlanEditing.tsx';
import { ReassignDialog } from './ReassignDialog.tsx';
import type { PlanMoves } from './usePlanMoves.ts';

const REASONS = { revert: 'revert', reject: 'reject', reopen: 'reopen' } as const;
const reasoned = z.object({ reason: requiredText(LONG_TEXT_LIMIT) });
const level = z.enum(RISK_LEVELS, { error: 'errors:required' });
const found = z.object({ p: level, m: level, d: level, detail: requiredText(LONG_TEXT_LIMIT) });
type Found = z.output<typeof found>;

interface MoveDialogProps {
  plan: TreatmentPlan;
  move: DialogMove;
  moves: PlanMoves;
  onClose: () => void;
}

/** Asks for the input of a move; the input is stored as a draft until the move is made. */
export default function MoveDialog(props: MoveDialogProps) {
  const { move, moves, onClose } = props;
  const { t } = useTranslation('treatmentPlanScreen');
  if (move === 'approve')
    return isAboveExpected(props.plan) ? (
      <Accept {...props} />
    ) : (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('dialog.approve.title')}
        body={t('dialog.approve.body')}
        confirmLabel={t('act.approve')}
        onConfirm={() => moves.move('approve')}
      />
    );
  if (move === 'resolve') return <Resolve {...props} />;
  return move === 'reassign' ? <ReassignDialog {...props} /> : <Reason {...props} move={REASONS[move]} />;
}

const isAboveExpected = ({ residual, expectedRisk }: TreatmentPlan): boolean =>
  residual !== null && exceedsExpected(residual.level, expectedRisk);

/** Approving a plan that left more risk than expected: why it is accepted. */
function Accept({ plan, moves, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['treatmentPlanScreen', 'dpiaAssessment']);
  const level = (risk: RiskLevel | null) => t(`dpiaAssessment:risk.${risk ?? 'none'}`);
  const found = plan.residual?.level ?? null;
  // Without approval lines the reason states who accepted it (docs/decisions/137).
  const needsApproval = useCan('approval.write') && needsPlan(found);
  return (
    <ReasonDialog
      plan={plan}
      move="approve"
      words="accept"
      body={t(`dialog.accept.${needsApproval ? 'high' : 'body'}`, {
        found: level(found),
        expected: level(plan.expectedRisk),
      })}
      moves={moves}
      onClose={onClose}
    />
  );
}

function Reason(props: MoveDialogProps & { move: keyof typeof REASONS }) {
  const { t } = useTranslation('treatmentPlanScreen');
  return <ReasonDialog {...props} words={props.move} body={t(`dialog.${props.move}.body`)} />;
}

interface ReasonDialogProps extends Omit<MoveDialogProps, 'move'> {
  move: keyof typeof REASONS | 'approve';
  /** Key of its title and of its button. */
  words: keyof typeof REASONS | 'accept';
  body: string;
}

/** Asks for the reason of a move. */
function ReasonDialog({ plan, move, words, body, moves, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const title = t(`dialog.${words}.title`);
  return (
    <Dialog open onClose={onClose} title={title} description={body}>
      <Form
        schema={reasoned}
        label={title}
        draftKey={`${ws}.treatmentPlan.${plan.id}.${move}`}
        defaultValues={{ reason: '' }}
        onSubmit={async ({ reason }) => {
          await moves.move(move, reason);
          onClose();
        }}
      >
        <PlanEditing id={plan.id} />
        <Overtaken plan={plan} move={move} />
        <TextArea name="reason" label={t('field.reason')} required />
        <FormActions submitLabel={t(`act.${words}`)} destructive={move === 'reject'} />
      </Form>
    </Dialog>
  );
}

function Resolve({ plan, moves, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['treatmentPlanScreen', 'dpiaAssessment']);
  const { ws } = useSession();
  const levels = RISK_LEVELS.map((value) => ({ value, label: t(`dpiaAssessment:risk.${value}`) }));
  return (
    <Dialog open onClose={onClose} width={720} title={t('dialog.resolve.title')} description={t('dialog.resolve.body')}>
      <Form
        schema={found}
        label={t('dialog.resolve.title')}
        draftKey={`${ws}.treatmentPlan.${plan.id}.resolve`}
        defaultValues={{ ...plan.residual, detail: plan.resolution } as Partial<Found> as Found}
        onSubmit={async (values) => {
          await moves.resolve(values);
          onClose();
        }}
      >
        <PlanEditing id={plan.id} />
        <Overtaken plan={plan} move="resolve" />
        <Grid gap="3" alignItems="start" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}>
          {FOUND.map((one) => (
            <SelectField
              key={one}
              name={one}
              label={t(`found.${one}`)}
              help={t(`foundHelp.${one}`)}
              required
              options={levels}
            />
          ))}
        </Grid>
        <TextArea name="detail" label={t('field.resolution')} help={t('field.resolutionHelp')} rows={6} required />
        <FormActions submitLabel={t('act.resolve')} />
      </Form>
    </Dialog>
  );
}
