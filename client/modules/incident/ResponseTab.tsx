import { EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_PHASES, type ActivityPhase, type IncidentActivity } from '../../../shared/incident/activity.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Flex,
  IconButton,
  Menu,
  Stack,
  Tag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { ActivityDialog, type ActivityTarget } from './ActivityDialog.tsx';
import { Timeline } from './Timeline.tsx';

const byTime = (one: IncidentActivity, other: IncidentActivity) => Date.parse(one.at) - Date.parse(other.at);

/** The activities of the response, by phase, and all in chronological order. */
export function ResponseTab({
  record,
  onWriting,
}: {
  record: Incident;
  /** Called with whether an activity is being written, false once this is gone. */ onWriting: (on: boolean) => void;
}) {
  const { t } = useTranslation(['incident', 'ui']);
  const may = record.allowed.includes('respond');
  const [target, setTarget] = useState<ActivityTarget | null>(null);
  const [removing, setRemoving] = useState<IncidentActivity | null>(null);
  const remove = useRemove(record);
  const writing = target !== null;
  useEffect(() => {
    onWriting(writing);
    return () => onWriting(false);
  }, [writing, onWriting]);
  const early = record.acceptedAt === null;
  return (
    <Stack gap="4">
      {early && <Banner tone="info">{t('activity.notYet')}</Banner>}
      {ACTIVITY_PHASES.map((phase) => (
        <Phase
          key={phase}
          phase={phase}
          activities={record.activities.filter((one) => one.phase === phase).sort(byTime)}
          may={may}
          onAdd={() => setTarget({ phase })}
          onEdit={(activity) => setTarget({ activity })}
          onRemove={setRemoving}
        />
      ))}
      {record.resolution && (
        <Card title={t('field.resolution')}>
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
            {record.resolution}
          </Text>
        </Card>
      )}
      <Timeline record={record} />
      {target && <ActivityDialog record={record} target={target} onClose={() => setTarget(null)} />}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('activity.removeTitle')}
        body={<Text whiteSpace="pre-wrap">{removing?.detail}</Text>}
        confirmLabel={t('ui:remove')}
        destructive
        onConfirm={async () => removing && remove(removing)}
      />
    </Stack>
  );
}

interface PhaseProps {
  phase: ActivityPhase;
  activities: readonly IncidentActivity[];
  may: boolean;
  onAdd: () => void;
  onEdit: (activity: IncidentActivity) => void;
  onRemove: (activity: IncidentActivity) => void;
}

function Phase({ phase, activities, may, onAdd, onEdit, onRemove }: PhaseProps) {
  const { t } = useTranslation(['incident', 'ui']);
  const { dateTime } = useFormat();
  return (
    <Card
      title={
        <>
          {t(`phase.${phase}`)} <Tag>{activities.length}</Tag>
        </>
      }
      actions={
        may && (
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            aria-label={t('activity.addTo', { phase: t(`phase.${phase}`) })}
            onClick={onAdd}
          >
            {t('activity.add')}
          </Button>
        )
      }
    >
      {activities.length === 0 ? (
        <Box color="muted" textStyle="dense">
          <p>{t('activity.none')}</p>
          <p>{t(`phaseLead.${phase}`)}</p>
        </Box>
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="4">
          {activities.map((activity) => (
            <li key={activity.id}>
              <Flex gap="3" alignItems="flex-start">
                <Box flex="1" minWidth="0">
                  <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                    {activity.detail}
                  </Text>
                  <Text textStyle="dense" color="muted">
                    {dateTime(activity.at)}
                    {activity.by && ` · ${t('activity.by', { name: activity.by.name })}`}
                  </Text>
                </Box>
                {may && (
                  <Menu
                    label={t('activity.actionsOf', { time: dateTime(activity.at) })}
                    items={[
                      {
                        key: 'edit',
                        label: t('activity.edit'),
                        icon: <Pencil aria-hidden />,
                        onSelect: () => onEdit(activity),
                      },
                      {
                        key: 'remove',
                        label: t('ui:remove'),
                        icon: <Trash2 aria-hidden />,
                        danger: true,
                        separated: true,
                        onSelect: () => onRemove(activity),
                      },
                    ]}
                    trigger={(props) => (
                      <IconButton
                        size="sm"
                        label={t('activity.actionsOf', { time: dateTime(activity.at) })}
                        icon={<EllipsisVertical aria-hidden />}
                        {...props}
                      />
                    )}
                  />
                )}
              </Flex>
            </li>
          ))}
        </chakra.ol>
      )}
    </Card>
  );
}

/** Removes an activity from the page immediately, and restores it if the server refuses. */
function useRemove(record: Incident) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, id: record.id };
  const remove = trpc.incident.activities.remove.useMutation({
    onMutate: async ({ aid }) => {
      await cache.incident.get.cancel(key);
      const before = cache.incident.get.getData(key);
      if (before)
        cache.incident.get.setData(key, { ...before, activities: before.activities.filter(({ id }) => id !== aid) });
      return { before };
    },
    onError: (_error, _input, context) => context?.before && cache.incident.get.setData(key, context.before),
    onSuccess: () => toast.success(t('activity.removed')),
    onSettled: () => {
      void cache.incident.get.invalidate(key);
      void cache.activityLog.invalidate();
    },
  });
  return (activity: IncidentActivity) =>
    remove.mutateAsync({ ...key, aid: activity.id, rowVersion: activity.rowVersion });
}
