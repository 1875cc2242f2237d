import { ListPlus, Plus, UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKED_ON } from '../../../shared/request/stage.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  Card,
  ErrorState,
  Flex,
  ProgressBar,
  SkeletonText,
  Stack,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { TaskGroups } from './TaskGroups.tsx';

const PlanDialog = lazyScreen(() => import('./PlanDialog.tsx'));
const AddTaskDialog = lazyScreen(() => import('./AddTaskDialog.tsx'));
const AssignDialog = lazyScreen(() => import('./AssignDialog.tsx'));

/**
 * The tasks of one right of a request, by application: their progress, the user's own first; planned by users who
 * manage requests.
 */
export function TasksPanel({ request, right }: { request: Request; right: RequestRight }) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const { ws } = useSession();
  const may = useCan('request.write');
  const query = trpc.requestTask.ofRequest.useQuery({ ws, requestId: request.id }, { enabled: may });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<DialogName | null>(null);
  if (!may) return null;
  const tasks = (query.data?.collection ?? []).filter((task) => task.right.id === right.id);
  const manages = query.data?.manages ?? false;
  const isPlanned = manages && WORKED_ON.includes(right.stage);
  if (query.data && tasks.length === 0 && !isPlanned) return null;
  const done = tasks.filter(({ status }) => !isTaskOpen(status)).length;
  const assignable = chosen.filter((id) => tasks.some((task) => task.id === id && task.allowed.includes('assign')));
  const close = () => setOpen(null);
  return (
    <Card title={t('panel.titleOf', { right: text(right.name) })}>
      {query.error && !query.data ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonText lines={3} />
      ) : (
        <Stack gap="3">
          {isPlanned && (
            <Flex gap="2" flexWrap="wrap">
              <Button size="sm" icon={<ListPlus aria-hidden />} onClick={() => setOpen('plan')}>
                {t('panel.plan')}
              </Button>
              <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen('add')}>
                {t('panel.add')}
              </Button>
            </Flex>
          )}
          {isPlanned && (query.data.outdated ?? 0) > 0 && (
            <Banner
              tone="warn"
              action={
                <Button size="sm" onClick={() => setOpen('plan')}>
                  {t('panel.seeChanges')}
                </Button>
              }
            >
              {t('panel.outdated', { count: query.data.outdated ?? 0 })}
            </Banner>
          )}
          {isPlanned && right.code === 'ERASURE' && (
            <Text textStyle="dense" color="muted">
              {t('panel.publicData')}
            </Text>
          )}
          {tasks.length === 0 ? (
            <Text textStyle="dense" color="muted">
              {t('panel.none')}
            </Text>
          ) : (
            <>
              <Progress done={done} total={tasks.length} />
              <TaskGroups tasks={tasks} chosen={chosen} onChoose={setChosen} />
            </>
          )}
          {assignable.length > 0 && (
            <Chosen count={assignable.length} onAssign={() => setOpen('assign')} onClear={() => setChosen([])} />
          )}
        </Stack>
      )}
      <Dialogs
        open={open}
        request={request}
        right={right}
        taskIds={assignable}
        onClose={close}
        onAssigned={() => {
          setChosen([]);
          close();
        }}
      />
    </Card>
  );
}

type DialogName = 'plan' | 'add' | 'assign';

interface DialogsProps {
  open: DialogName | null;
  request: Request;
  right: RequestRight;
  taskIds: readonly string[];
  onClose: () => void;
  onAssigned: () => void;
}

function Dialogs({ open, request, right, taskIds, onClose, onAssigned }: DialogsProps) {
  return (
    <Suspense fallback={null}>
      {open === 'plan' && <PlanDialog request={request} onClose={onClose} />}
      {open === 'add' && <AddTaskDialog request={request} right={right} onClose={onClose} />}
      {open === 'assign' && (
        <AssignDialog requestId={request.id} taskIds={taskIds} onClose={onClose} onAssigned={onAssigned} />
      )}
    </Suspense>
  );
}

/** The actions on the selected tasks. */
function Chosen({ count, onAssign, onClear }: { count: number; onAssign: () => void; onClear: () => void }) {
  const { t } = useTranslation('requestTask');
  return (
    <Flex gap="2" alignItems="center" flexWrap="wrap">
      <Text textStyle="dense" role="status">
        {t('panel.chosen', { count })}
      </Text>
      <Button size="sm" icon={<UserRoundPlus aria-hidden />} onClick={onAssign}>
        {t('panel.assign')}
      </Button>
      <Button size="sm" look="quiet" onClick={onClear}>
        {t('panel.clear')}
      </Button>
    </Flex>
  );
}

/** The number of closed tasks, as text and as a bar. */
function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation('requestTask');
  const text = t('panel.progress', { done, total });
  return (
    <div>
      <Text textStyle="dense" mb="1">
        {text}
      </Text>
      <ProgressBar label={text} share={total === 0 ? 0 : done / total} marksEnd />
    </div>
  );
}
