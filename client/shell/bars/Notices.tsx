import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { NOTIFICATION_MODULE, NOTIFICATION_PAGE_SIZE } from '../../../shared/constants.ts';
import type { Notification } from '../../../shared/notification/schema.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { AppLink, Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { useNow } from '../../ui/ticker.ts';
import { useFormat } from '../../ui/useFormat.ts';
import { recordPathFor } from '../recordPath.ts';
import { useCan, useSession } from '../session.tsx';
import { titleOf } from './noticeTitle.ts';
import { Unloaded } from './Unloaded.tsx';

/** The notifications of the bell, newest first, more on demand. */
export default function Notices({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation('shell');
  const utils = trpc.useUtils();
  const { ws } = useSession();
  const readsLog = useCan('activityLog.read');
  const list = trpc.notification.list.useInfiniteQuery(
    { ws, module: NOTIFICATION_MODULE, pageSize: NOTIFICATION_PAGE_SIZE },
    { getNextPageParam: (last) => last.nextCursor ?? undefined },
  );
  const rows = list.data?.pages.flatMap(({ collection }) => collection) ?? [];
  const { mutateAsync: markRead } = trpc.notification.markRead.useMutation();
  const newest = rows[0]?.createdAt;
  /** Marks as read what is displayed, and what is older; not what arrived since. */
  const read = async () => {
    await markRead({ ws, ...(newest && { upTo: newest }) }).catch(() => {});
    await Promise.all([utils.notification.unread.invalidate({ ws }), utils.notification.list.invalidate({ ws })]);
  };
  const [leaving, setLeaving] = useState(false);
  const open = () => {
    setLeaving(true);
    onOpened();
    void read();
  };
  if (list.data ? list.error && rows.length === 0 : list.errorUpdateCount > 0)
    return <Unloaded text={t('bell.failed')} loading={list.isFetching} onRetry={list.refetch} />;
  if (list.isPending && !leaving) {
    return (
      <chakra.div p="4">
        <SkeletonText lines={4} />
      </chakra.div>
    );
  }
  if (rows.length === 0) {
    return (
      <chakra.div p="5" textAlign="center" tabIndex={0}>
        <chakra.p fontWeight="semibold">{t('bell.none')}</chakra.p>
        <chakra.p color="muted" textStyle="dense" mt="1">
          {t(readsLog ? 'bell.noneHint' : 'bell.noneHintOwn')}
        </chakra.p>
      </chakra.div>
    );
  }
  return (
    <chakra.div>
      {rows.some(({ unread }) => unread) && (
        <chakra.div px="3" py="2" textAlign="end" borderBottomWidth="1px">
          <Button look="text" textStyle="dense" onClick={() => void read()}>
            {t('bell.readAll')}
          </Button>
        </chakra.div>
      )}
      <chakra.ul listStyle="none">
        {rows.map((row) => (
          <Line key={row.id} row={row} onOpen={open} />
        ))}
      </chakra.ul>
      <Foot readsLog={readsLog} list={list} onLeave={open} />
    </chakra.div>
  );
}

interface FootProps {
  readsLog: boolean;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  onLeave: () => void;
}

/** Fetches older ones, and links to the activity log. */
function Foot({ readsLog, list, onLeave }: FootProps) {
  const { t } = useTranslation('shell');
  return (
    <chakra.div
      display={readsLog || list.hasNextPage ? 'flex' : 'none'}
      justifyContent="space-between"
      gap="3"
      px="3"
      py="2"
      position="sticky"
      bottom="0"
      bg="surface"
      borderTopWidth="1px"
      textStyle="dense"
    >
      {list.hasNextPage ? (
        <Button
          look="text"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          textStyle="dense"
        >
          {t('workspace.more')}
        </Button>
      ) : (
        <span />
      )}
      {readsLog && (
        <Link href={pageAddress('activityLogs')} onClick={onLeave}>
          {t('bell.all')}
        </Link>
      )}
    </chakra.div>
  );
}

const Row = chakra(AppLink, {
  base: {
    display: 'grid',
    gridTemplateColumns: '10px minmax(0, 1fr)',
    columnGap: '2.5',
    px: '3',
    py: '2.5',
    borderBottomWidth: '1px',
    textStyle: 'dense',
    _hover: { bg: 'subtle' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

function Line({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const { relative, dateTime } = useFormat();
  const { standing } = useSession();
  useNow(60_000);
  return (
    <li>
      <Row href={recordPathFor(standing, row)} onClick={onOpen}>
        <chakra.span
          mt="1.5"
          boxSize="2"
          borderRadius="full"
          bg={row.unread ? 'live' : 'transparent'}
          role={row.unread ? 'img' : undefined}
          aria-label={row.unread ? t('bell.fresh') : undefined}
        />
        <span>
          <chakra.span display="block" overflowWrap="anywhere" fontWeight={row.unread ? 'semibold' : 'normal'}>
            {titleOf(row.text)}
          </chakra.span>
          <chakra.time dateTime={row.createdAt} title={dateTime(row.createdAt, 'long')} color="muted" textStyle="small">
            {relative(row.createdAt)}
          </chakra.time>
        </span>
      </Row>
    </li>
  );
}
