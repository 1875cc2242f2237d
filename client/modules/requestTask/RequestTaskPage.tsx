import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { StatedKey } from '../../../shared/request/schema.ts';
import { ON_CONSENT_STORE } from '../../../shared/requestTask/kinds.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
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
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { LIST } from './address.ts';
import { DoneCard } from './DoneCard.tsx';
import { RegisterView } from './RegisterView.tsx';
import { useTaskMoves } from './useTaskMoves.ts';
import { WorkCard } from './WorkCard.tsx';
import { TaskStatusTag, useTaskName } from './words.tsx';

const CloseDialog = lazyScreen(() => import('./CloseDialog.tsx'));
const ConsentDialog = lazyScreen(() => import('./ConsentDialog.tsx'));

const useRequestTask = (key: RecordKey) => trpc.requestTask.get.useQuery(key);

function TaskView({ record: task }: { record: RequestTask }) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const moves = useTaskMoves(task);
  const name = useTaskName()(task);
  const isWorkedOn = task.allowed.includes('finish');
  const [typing, setTyping] = useState(false);
  return (
    <>
      <PageHeader
        title={task.application ? `${name}: ${task.application.name}` : name}
        trail={[{ label: t('list.title'), href: LIST }]}
        state={<TaskStatusTag status={task.status} />}
        description={`${requestReference(task.request.number)} · ${text(task.right.name)}`}
        action={
          task.opensRequest && (
            <LinkButton href={recordAddress('request', task.request.id)}>{t('action.openRequest')}</LinkButton>
          )
        }
      />
      <SideRail rail={<Rail task={task} />}>
        <Stack gap="4">
          <Acts task={task} moves={moves} />
          <SubjectCard task={task} />
          {task.register && (
            <Card title={t('register.title')}>
              <RegisterView register={task.register} version={task.registerVersion} />
            </Card>
          )}
          {(!isWorkedOn || task.receipts.length > 0) && <DoneCard task={task} />}
          {(isWorkedOn || typing) && <WorkCard task={task} moves={moves} onTyping={setTyping} />}
        </Stack>
      </SideRail>
    </>
  );
}

/** The next actions on a task, beside recording the result. */
function Acts({ task, moves }: { task: RequestTask; moves: ReturnType<typeof useTaskMoves> }) {
  const { t } = useTranslation('requestTask');
  const [open, setOpen] = useState<'refuse' | 'skip' | 'reopen' | 'consent' | null>(null);
  const may = (move: string) => task.allowed.includes(move);
  const start = () => moves.start().catch((error: unknown) => toast.error(messageOf(error)));
  const close = () => setOpen(null);
  if (task.allowed.length === 0) return null;
  return (
    <Flex gap="2" flexWrap="wrap">
      {may('start') && (
        <Button look="main" onClick={() => void start()}>
          {t('action.start')}
        </Button>
      )}
      {isTaskOpen(task.status) && ON_CONSENT_STORE.includes(task.kind) && (
        <Button onClick={() => setOpen('consent')}>{t('action.consent')}</Button>
      )}
      {(['refuse', 'skip', 'reopen'] as const).map(
        (move) =>
          may(move) && (
            <Button key={move} onClick={() => setOpen(move)}>
              {t(`action.${move}`)}
            </Button>
          ),
      )}
      <Suspense fallback={null}>
        {open === 'consent' && <ConsentDialog task={task} onClose={close} />}
        {open !== null && open !== 'consent' && <CloseDialog task={task} move={open} moves={moves} onClose={close} />}
      </Suspense>
    </Flex>
  );
}

/** When the right is due, and who is assigned. */
function Rail({ task }: { task: RequestTask }) {
  const { t } = useTranslation('requestTask');
  return (
    <Card title={t('subject.due')}>
      <Stack gap="2">
        <div>{task.clock && <DaysLeft clock={task.clock} />}</div>
        <Text>{t('subject.assignee', { name: task.assignee?.name ?? t('panel.nobody') })}</Text>
      </Stack>
    </Card>
  );
}

/** The data subject to look for, and what they asked for. */
function SubjectCard({ task }: { task: RequestTask }) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const { subject, knownKeys, wish } = task;
  const stated = (key: StatedKey) =>
    subject[key] === '' || knownKeys.includes(key) ? subject[key] : `${subject[key]} (${t('subject.stated')})`;
  const facts: [string, string][] = [
    [t('subject.name'), `${subject.firstName} ${subject.lastName}`],
    [t('subject.uid'), stated('uid')],
    [t('subject.email'), stated('email')],
    [t('subject.telephone'), stated('telephone')],
    [t('subject.options'), wish.options.map(text).join('\n')],
    [t('subject.additional'), wish.additional],
    [t('subject.detail'), wish.detail],
  ];
  return (
    <Card title={t('subject.title')}>
      <Facts layout="columns" rows={facts} />
    </Card>
  );
}

/** One task of a request: which data is found where, the data subject, and the recorded result. */
export default recordPage(useRequestTask, TaskView);
