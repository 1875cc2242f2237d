import { DoorClosed, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { FIRST_WORKSPACES } from '../../shared/shell/firstWorkspaces.ts';
import { useLive } from '../live/live.ts';
import WorkspaceChooser from './bars/WorkspaceChooser.tsx';
import { PageError } from './ErrorPages.tsx';
import { CALM } from './session.tsx';
import { trpc } from '../trpc.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  ConfirmDialog,
  LinkButton,
  RelativeTime,
  SkeletonPage,
  Text,
  toast,
  useFormat,
} from '../ui/index.ts';
import { showTitle } from '../ui/pageTitle.ts';

/** A live event reports the reopening; should the connection be lost, the page polls. */
const LOOK_MS = 60_000;

/** In place of every page of a workspace that is being deleted: the dates, who requested it, and how to undo it. */
export default function ClosedWorkspace({ ws }: { ws: string }) {
  const { t } = useTranslation(['workspace', 'pages']);
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const query = trpc.workspace.deletion.get.useQuery({ ws }, { staleTime: 0, refetchInterval: LOOK_MS });
  const undo = trpc.workspace.deletion.undo.useMutation();
  const list = trpc.workspace.list.useQuery(FIRST_WORKSPACES, CALM);
  const hasOther = list.data?.collection.some(({ uuid }) => uuid !== ws) ?? false;
  useLive(ws);
  const open = query.data === null;
  useEffect(() => {
    if (open) void cache.invalidate();
  }, [open, cache]);
  const name = query.data?.name;
  useEffect(() => {
    if (name) showTitle(t('closedTitle', { name }));
  }, [name, t]);

  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonPage />;
  const { organization, requestedAt, requestedBy, dueAt, canUndo, isOver: over } = query.data;
  return (
    <Box maxWidth="form" mx="auto" display="grid" gap="6" py={{ base: '4', md: '10' }}>
      <Card>
        <chakra.div display="grid" gap="4">
          <chakra.div color="muted" css={{ '& svg': { display: 'block' } }}>
            <DoorClosed size={32} aria-hidden />
          </chakra.div>
          <chakra.h1 textStyle="display" overflowWrap="anywhere">
            {t('closedTitle', { name })}
          </chakra.h1>
          <Text overflowWrap="anywhere">
            {t('closedBody', { by: requestedBy, at: dateTime(requestedAt, 'long'), organization })}
          </Text>
          <DueTime dueAt={dueAt} over={over} />
          <Text>{t(over ? 'closedOver' : canUndo ? 'closedAdmin' : 'closedMember')}</Text>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {canUndo && (
              <Button look="main" icon={<Undo2 aria-hidden />} onClick={() => setAsking(true)}>
                {t('undo')}
              </Button>
            )}
            <LinkButton href={pageAddress('logout')}>{t('pages:logout')}</LinkButton>
          </chakra.div>
        </chakra.div>
      </Card>
      {hasOther && (
        <Card flush title={t('ownWorkspaces')}>
          <WorkspaceChooser current={ws} manage={false} />
        </Card>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('undoTitle', { name })}
        body={t('undoBody')}
        confirmLabel={t('undo')}
        onConfirm={async () => {
          await undo.mutateAsync({ ws });
          toast.success(t('undone'));
          void cache.invalidate();
        }}
      />
    </Box>
  );
}

/** When the workspace is deleted permanently. */
function DueTime({ dueAt, over }: { dueAt: string; over: boolean }) {
  const { t } = useTranslation('workspace');
  const { dateTime } = useFormat();
  return (
    <chakra.div borderTopWidth="1px" borderBottomWidth="1px" py="3">
      <Text textStyle="dense" color="muted">
        {t('closedDue')}
      </Text>
      <Text textStyle="title" data-numeric="">
        {dateTime(dueAt, 'long')}{' '}
        <chakra.span textStyle="dense" fontWeight="normal" color="muted">
          {t('closedHours')}
        </chakra.span>
      </Text>
      {!over && (
        <Text textStyle="dense" color="muted">
          <RelativeTime value={dueAt} />
        </Text>
      )}
    </chakra.div>
  );
}
