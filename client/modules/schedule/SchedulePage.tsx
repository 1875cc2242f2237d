import { CirclePause, CirclePlay, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { PROBLEMS } from '../../../shared/schedule/problems.ts';
import type { Schedule } from '../../../shared/schedule/schema.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, HStack, PageHeader, SideRail, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleState } from './ScheduleState.tsx';
import { stateOf } from '../../../shared/schedule/status.ts';
import { Tasks } from './Tasks.tsx';

/** A scheduled export: settings, next runs, and its deliveries. */
export default function SchedulePage() {
  const { id } = useParams<{ id: string }>();
  const { ws } = useSession();
  const query = trpc.schedule.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <Existing key={record.id} record={record} />}</LoadedRecord>;
}

function Existing({ record }: { record: Schedule }) {
  const { t } = useTranslation('schedule');
  const isOwn = record.otherWorkspaces === 0;
  return (
    <>
      <PageHeader
        title={record.name}
        trail={[{ label: t('title'), href: pageAddress('schedules') }]}
        state={<ScheduleState schedule={record} />}
        updatedAt={record.updatedAt}
        action={isOwn && record.hostKey !== null && <Actions record={record} />}
      />
      <Stack gap="5">
        {record.stopped && (
          <Banner tone="danger" title={`${PROBLEMS[record.stopped].code}: ${t(`problem.${record.stopped}.title`)}`}>
            {t(`problem.${record.stopped}.action`)} {t('mail.pass', { code: PROBLEMS[record.stopped].code })}
          </Banner>
        )}
        {isOwn && record.hostKey === null && <Banner tone="info">{t('draftBody')}</Banner>}
        {record.resting && <Banner tone="warn">{t('refusal.resting')}</Banner>}
        {!isOwn && <Banner tone="info">{t('refusal.elsewhere')}</Banner>}
        <Tasks id={record.id} isPaused={!record.active && !record.stopped} />
        <SideRail rail={<NextRuns record={record} />}>
          <ScheduleForm record={record} disabled={!isOwn} />
        </SideRail>
      </Stack>
    </>
  );
}

function Actions({ record }: { record: Schedule }) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const settled = {
    onSettled: () => void cache.schedule.invalidate(),
    onError: (error: { message: string }) => void toast.error(error.message),
  };
  const run = trpc.schedule.run.useMutation({ ...settled, onSuccess: () => toast.success(t('queued')) });
  const setActive = trpc.schedule.setActive.useMutation({
    ...settled,
    onSuccess: ({ active: isActive }) => toast.success(t(isActive ? 'resumed' : 'paused')),
  });
  const { id, active, rowVersion } = record;
  return (
    <HStack gap="2">
      <Button
        icon={active ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />}
        loading={setActive.isPending}
        onClick={() => setActive.mutate({ ws, id, active: !active, rowVersion })}
      >
        {t(active ? 'pause' : 'resume')}
      </Button>
      <Button look="main" icon={<Send aria-hidden />} loading={run.isPending} onClick={() => run.mutate({ ws, id })}>
        {t('run')}
      </Button>
    </HStack>
  );
}

function NextRuns({ record }: { record: Schedule }) {
  const { t } = useTranslation('schedule');
  const { dateTime } = useFormat();
  const state = stateOf(record);
  return (
    <Card title={t('nextRuns')}>
      {state !== 'active' ? (
        <Text color="muted">{t(`noRuns.${state}`)}</Text>
      ) : (
        <Stack as="ol" gap="2">
          {record.nextRuns.map((run) => (
            <li key={run}>{dateTime(run)}</li>
          ))}
        </Stack>
      )}
    </Card>
  );
}
