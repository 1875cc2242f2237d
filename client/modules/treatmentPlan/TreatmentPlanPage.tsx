import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  Card,
  chakra,
  Facts,
  Flex,
  LinkButton,
  PageHeader,
  SideRail,
  Stack,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { Editors } from '../../records/useEditing.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { dpiaAddress } from '../../../shared/dpia/addresses.ts';
import { RiskTag } from '../dpia/riskWords.tsx';
import { ActionsCard } from './ActionsCard.tsx';
import { LIST } from './address.ts';
import { type DialogMove, FOUND } from './found.ts';
import { PlanRail } from './PlanRail.tsx';
import { usePlanMoves } from './usePlanMoves.ts';
import { PlanStatusTag } from './words.tsx';

const MoveDialog = lazyScreen(() => import('./MoveDialog.tsx'));

const useTreatmentPlan = (key: RecordKey) => trpc.treatmentPlan.get.useQuery(key);

function PlanView({ record: plan }: { record: TreatmentPlan }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { text } = useFormat();
  const readsDpias = useCan('dpia.read');
  const moves = usePlanMoves(plan);
  const [dialog, setDialog] = useState<DialogMove | null>(null);
  return (
    <>
      <PageHeader
        title={text(plan.title)}
        trail={[{ label: t('title'), href: LIST }]}
        state={<PlanStatusTag status={plan.status} />}
        description={plan.dpia.name}
        updatedAt={plan.updatedAt}
        action={
          readsDpias && (
            <LinkButton href={`${dpiaAddress(plan.dpia.variant, plan.dpia.id)}?tab=plan`}>
              {t('act.openAssessment')}
            </LinkButton>
          )
        }
      />
      <SideRail rail={<PlanRail plan={plan} onReassign={() => setDialog('reassign')} />}>
        <Stack gap="4">
          <Editors entity="treatmentPlan" id={plan.id} />
          <NextMove plan={plan} moves={moves} onAsk={setDialog} />
          <Treatment plan={plan} />
          <ActionsCard plan={plan} moves={moves} />
          {plan.residual && <Found plan={plan} residual={plan.residual} />}
        </Stack>
      </SideRail>
      <Suspense fallback={null}>
        {dialog && <MoveDialog plan={plan} move={dialog} moves={moves} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

interface NextMoveProps {
  plan: TreatmentPlan;
  moves: ReturnType<typeof usePlanMoves>;
  onAsk: (move: DialogMove) => void;
}

/** What the plan waits for, from whom, and the moves permitted for the user; the main one is highlighted. */
function NextMove({ plan, moves, onAsk }: NextMoveProps) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { dateTime } = useFormat();
  const { personnel: me } = useSession();
  const [busy, setBusy] = useState(false);
  const may = (move: string) => plan.allowed.includes(move);
  const start = async () => {
    setBusy(true);
    await moves.move('start').catch((error: unknown) => toast.error(messageOf(error)));
    setBusy(false);
  };
  const { status, mine } = plan;
  const isWaitedFor = status === 'PENDING' ? may('approve') && plan.submittedBy?.id !== me.id : mine && may('resolve');
  const name = plan.assignee?.name ?? t('nobody');
  const words = {
    NEW: mine ? t('waits.NEW_mine') : t('waits.NEW', { name }),
    INPROGRESS: mine ? t('waits.INPROGRESS_mine') : t('waits.INPROGRESS', { name }),
    PENDING: t('waits.PENDING', { name: plan.submittedBy?.name ?? name, time: dateTime(plan.submittedAt) }),
    RESOVLED: t('waits.RESOVLED', { time: dateTime(plan.closedAt) }),
    REJECTED: t('waits.REJECTED', { name: plan.closedBy?.name ?? t('nobody') }),
  }[status];
  const tone = status === 'RESOVLED' ? 'ok' : status === 'REJECTED' ? 'warn' : isWaitedFor ? 'live' : 'info';
  const hasAction = plan.actions.length > 0;
  return (
    <Stack gap="3">
      <Banner tone={tone} role="status" title={words}>
        {plan.reason && <div>{t('waits.reason', { reason: plan.reason })}</div>}
        {may('resolve') && !hasAction && <div>{t('waits.actionFirst')}</div>}
      </Banner>
      <Flex gap="2" flexWrap="wrap" data-screen="">
        {may('start') && (
          <Button look="main" loading={busy} onClick={() => void start()}>
            {t('act.start')}
          </Button>
        )}
        {may('resolve') && (
          <Button {...(hasAction && { look: 'main' as const })} disabled={!hasAction} onClick={() => onAsk('resolve')}>
            {t('act.resolve')}
          </Button>
        )}
        {may('approve') && (
          <Button look="main" onClick={() => onAsk('approve')}>
            {t('act.approve')}
          </Button>
        )}
        {(['revert', 'reject', 'reopen'] as const).map(
          (move) =>
            may(move) && (
              <Button key={move} onClick={() => onAsk(move)}>
                {t(`act.${move}`)}
              </Button>
            ),
        )}
      </Flex>
    </Stack>
  );
}

/** The planned treatment of the risk. */
function Treatment({ plan }: { plan: TreatmentPlan }) {
  const { t } = useTranslation(['treatmentPlanScreen', 'dpiaAssessment']);
  return (
    <Card title={t('treatment')}>
      <Facts
        rows={[
          [t('field.method'), t(`dpiaAssessment:method.${plan.method}`)],
          [t('field.detail'), plan.detail],
          [
            t('field.measures'),
            plan.measures.length > 0 && (
              <chakra.ul ps="5" listStyleType="disc">
                {plan.measures.map((measure) => (
                  <li key={measure}>{measure}</li>
                ))}
              </chakra.ul>
            ),
          ],
        ]}
      />
    </Card>
  );
}

/** The assessment recorded when the plan was submitted. */
function Found({ plan, residual }: { plan: TreatmentPlan; residual: NonNullable<TreatmentPlan['residual']> }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { dateTime } = useFormat();
  return (
    <Card title={t('foundTitle')}>
      <Stack gap="3">
        <Facts
          layout="figures"
          rows={[
            ...FOUND.map((one) => [t(`found.${one}`), <RiskTag key={one} level={residual[one]} />] as const),
            [t('foundLevel'), <RiskTag key="level" level={residual.level} />],
          ]}
        />
        <Facts rows={[[t('field.resolution'), plan.resolution]]} />
        {plan.submittedBy && (
          <Text textStyle="dense" color="muted">
            {t('submitted', { name: plan.submittedBy.name, time: dateTime(plan.submittedAt) })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** One treatment plan: the risk it treats, the planned and recorded actions, and the next move. */
export default recordPage(useTreatmentPlan, PlanView);
