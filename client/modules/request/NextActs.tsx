import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRightOverdue } from '../../../shared/request/clock.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { isClosed, type RequestStage } from '../../../shared/request/stage.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Stack, useFormat } from '../../ui/index.ts';
import { AnswerOutstanding, ReleaseAnswer } from '../requestAnswer/AnswerOutstanding.tsx';
import { TaskLinks, useOpenTasks } from '../requestTask/OpenTasks.tsx';
import type { RequestMove } from './useRequestMoves.ts';
import { MINUTE } from '../../../shared/duration.ts';

/** The move that completes the step a right waits for. */
const ANSWER: Partial<Record<RequestStage, RequestMove>> = {
  VERIFY: 'verify',
  ASSIGN: 'assign',
  WORK: 'submit',
  APPROVE: 'approve',
};
const OPEN = ['VERIFY', 'ASSIGN', 'WORK', 'WAITING', 'APPROVE'] as const;
type OpenStage = (typeof OPEN)[number];

interface NextActsProps {
  request: Request;
  onMove: (move: RequestMove) => void;
}

/**
 * What the request waits for, and from whom; addresses the viewer in the second person if it waits for them, with the
 * action beside it.
 */
export function NextActs({ request, onMove }: NextActsProps) {
  const { t } = useTranslation('requestScreen');
  const { dateTime } = useFormat();
  const open = request.rights.filter(({ stage }) => !isClosed(stage));
  const stages = OPEN.filter((stage) => open.some((right) => right.stage === stage));
  const outstanding = request.rights.filter(({ answerOutstanding }) => answerOutstanding);
  const [releasing, setReleasing] = useState<string | null>(null);
  const released = request.rights.find(({ id }) => id === releasing);
  return (
    <>
      <Stack gap="2">
        {open.length === 0 && outstanding.length === 0 && (
          <Banner tone={request.status === 'COMPLETED' ? 'ok' : 'info'} role="status">
            {t(`over.${request.status === 'COMPLETED' ? 'COMPLETED' : 'REJECTED'}`, {
              time: dateTime(request.closedAt),
            })}
          </Banner>
        )}
        {stages.map((stage) => (
          <Waits key={stage} request={request} stage={stage} onMove={onMove} />
        ))}
        {outstanding.map((right) => (
          <AnswerOutstanding key={right.id} request={request} right={right} onRelease={() => setReleasing(right.id)} />
        ))}
      </Stack>
      {/* Not part of what is outstanding, which is gone once it is released: the password would go with it. */}
      {released && <ReleaseAnswer request={request} right={released} onClose={() => setReleasing(null)} />}
    </>
  );
}

function Waits({ request, stage, onMove }: NextActsProps & { stage: OpenStage }) {
  const { t } = useTranslation('requestScreen');
  const { personnel: me, ws } = useSession();
  const { date, text } = useFormat();
  const manages = useCan('request.manage');
  const settings = trpc.request.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  const rights = request.rights.filter((right) => right.stage === stage);
  const now = useServerNow(MINUTE);
  const isOverdue = rights.some((right) => isRightOverdue(right, now));
  const answer = ANSWER[stage];
  const answerable = rights.filter(({ allowed }) => answer !== undefined && allowed.includes(answer));
  const mayAnswer = answerable.length > 0;
  const ownAnswer = manages && stage === 'APPROVE' && rights.every(({ submittedBy }) => submittedBy === me.id);
  const mustLeave = ownAnswer && settings.data?.approveOwn === false;
  const mine = mayAnswer && !mustLeave && (stage !== 'WORK' || rights.some(({ assignee }) => assignee?.id === me.id));
  const names = [...new Set(rights.flatMap(({ assignee }) => assignee?.name ?? []))].join(', ');
  const tasks = useOpenTasks(request, stage === 'WORK' ? answerable : []);
  const isBlocked = mine && answerable.every(({ id }) => tasks.some((task) => task.right.id === id));
  const key = mustLeave ? 'waits.APPROVE_own' : (`waits.${stage}${mine ? '_mine' : ''}` as 'waits.WORK');
  // A request that somebody could not be written to does not close by itself.
  const isPastConfirming = stage === 'VERIFY' && Date.parse(request.verifyBy) < now;
  const values = { name: names || t('nobody'), date: date(request.verifyBy, 'long') };
  return (
    <Banner
      tone={isOverdue ? 'danger' : mine ? 'live' : 'info'}
      role="status"
      title={[
        isOverdue && t('overdue'),
        isBlocked
          ? t('waits.WORK_tasks', { count: tasks.length })
          : t(isPastConfirming ? 'waits.VERIFY_still' : key, values),
      ]
        .filter(Boolean)
        .join(' ')}
      action={
        !isBlocked &&
        answer &&
        mayAnswer &&
        !mustLeave &&
        (mine || manages) && (
          <Button size="sm" {...(mine && { look: 'main' as const })} onClick={() => onMove(answer)}>
            {t(`act.${answer}`)}
          </Button>
        )
      }
    >
      {request.rights.length > 1 && rights.map(({ name }) => text(name)).join(', ')}
      {mine && tasks.length > 0 && <TaskLinks tasks={tasks} />}
    </Banner>
  );
}
