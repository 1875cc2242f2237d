import { Bell as BellIcon, BellDot } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_SEPARATOR, NOTIFICATION_MODULE, NOTIFICATION_PAGE_SIZE, NOTIFICATION_POPUP } from '../../../shared/constants.ts';
import type { Notification } from '../../../shared/notification.ts';
import { loadLateTexts } from '../../i18n.ts';
import { trpc } from '../../trpc.ts';
import { announce } from '../../ui/announcer.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { lazyScreen } from '../../ui/chunkReload.ts';
import { AppLink, Link } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { SkeletonText } from '../../ui/Skeleton.tsx';
import { useNow } from '../../ui/ticker.ts';
import { useFormat } from '../../ui/useFormat.ts';
import { recordPathFor } from '../recordPath.ts';
import { useCan, useSession } from '../session.tsx';

/** The part of an activity text after the separator: its title. */
function titleOf(text: string): string {
  const at = text.indexOf(ACTIVITY_SEPARATOR);
  return at < 0 ? text : text.slice(at + ACTIVITY_SEPARATOR.length);
}

/** Clocks that are open, with the code and texts of countdowns: fetched when the bell is opened. */
const OpenClocks = lazyScreen(() => Promise.all([import('../../clock/OpenClocks.tsx'), loadLateTexts()]).then(([clocks]) => clocks));

/** The notification bell: whoever reads the activity log is told of what happens, everybody of what is told to him by name. */
export function Bell() {
  const { t } = useTranslation('shell');
  const { ws } = useSession();
  const utils = trpc.useUtils();
  const of = { ws, module: NOTIFICATION_MODULE } as const;
  const unread = trpc.notification.unread.useQuery(of);
  const markRead = trpc.notification.markRead.useMutation();
  const lit = (unread.data?.count ?? 0) > 0;
  // Events ask for them anew, also the one that tells that a clock has run out.
  const mayClock = useCan('incident.clocks');
  const overdue = trpc.incident.clocks.useQuery({ ws }, { enabled: mayClock, staleTime: Infinity }).data?.overdue ?? 0;

  // Live events ask for the count anew; a higher one is told, with the newest line.
  const count = unread.data?.count;
  const known = useRef<number>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = count;
    if (count === undefined || before === undefined || count <= before) return;
    utils.notification.list
      .fetch({ ws, module: NOTIFICATION_MODULE, pageSize: 1 }, { staleTime: 0 })
      .then(({ collection: [newest] }) => announce(newest ? t('bell.arrived', { title: titleOf(newest.text) }) : t('bell.arrivedPlain')))
      .catch(() => announce(t('bell.arrivedPlain')));
  }, [count, t, utils, ws]);

  const readAll = async () => {
    await markRead.mutateAsync({ ws }).catch(() => {});
    await Promise.all([utils.notification.unread.invalidate({ ws }), utils.notification.list.invalidate({ ws })]);
  };
  return (
    <Popover
      label={t('bell.label')}
      align="end"
      width={`min(${NOTIFICATION_POPUP.width}px, calc(100vw - 16px))`}
      maxHeight={`${NOTIFICATION_POPUP.height}px`}
      trigger={(props) => (
        <IconButton
          label={[t(lit ? 'bell.unread' : 'bell.label'), overdue > 0 && t('bell.overdue', { number: overdue })].filter(Boolean).join(' · ')}
          data-unread={lit || undefined}
          data-overdue={overdue > 0 || undefined}
          icon={
            <chakra.span position="relative" display="inline-flex">
              {lit ? <BellDot aria-hidden /> : <BellIcon aria-hidden />}
              {overdue > 0 ? <Alarm aria-hidden>!</Alarm> : lit && <Dot />}
            </chakra.span>
          }
          {...props}
        />
      )}
    >
      {(close) => (
        <>
          {mayClock && (
            <Suspense fallback={null}>
              <OpenClocks onOpened={close} />
            </Suspense>
          )}
          <Notices onOpened={close} onSeen={readAll} />
        </>
      )}
    </Popover>
  );
}

/** Red, as the specification has it, and a shape of its own beside, so that it is not told by colour alone. */
const Dot = chakra('span', {
  base: { position: 'absolute', top: '-3px', insetInlineEnd: '-3px', boxSize: '9px', borderRadius: 'full', bg: 'danger', outline: '2px solid', outlineColor: 'surface', animation: 'appear 200ms ease-out' },
});

/** A clock has run out: a mark of its own shape, larger than the dot. */
const Alarm = chakra('span', {
  base: { position: 'absolute', top: '-6px', insetInlineEnd: '-7px', minWidth: '15px', height: '15px', borderRadius: '4px', bg: 'danger', color: 'danger.ink', fontSize: '11px', lineHeight: '15px', fontWeight: 'semibold', textAlign: 'center', outline: '2px solid', outlineColor: 'surface' },
});

function Notices({ onOpened, onSeen }: { onOpened: () => void; onSeen: () => Promise<void> }) {
  const { t } = useTranslation('shell');
  const { ws } = useSession();
  const readsLog = useCan('activityLog.read');
  const list = trpc.notification.list.useInfiniteQuery(
    { ws, module: NOTIFICATION_MODULE, pageSize: NOTIFICATION_PAGE_SIZE },
    { getNextPageParam: (last) => last.nextCursor ?? undefined },
  );
  const rows = list.data?.pages.flatMap(({ collection }) => collection) ?? [];
  const [leaving, setLeaving] = useState(false);
  const open = () => {
    setLeaving(true);
    onOpened();
    void onSeen();
  };
  if (list.isPending && !leaving) {
    return (
      <chakra.div p="4">
        <SkeletonText lines={4} />
      </chakra.div>
    );
  }
  if (list.error && rows.length === 0) {
    return (
      <chakra.div p="4" role="alert">
        <p>{t('bell.failed')}</p>
        <Button size="sm" mt="2" onClick={() => void list.refetch()}>
          {t('error.retry')}
        </Button>
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
      <chakra.ul listStyle="none">
        {rows.map((row) => (
          <Line key={row.id} row={row} onOpen={open} />
        ))}
      </chakra.ul>
      <chakra.div display={readsLog || list.hasNextPage ? 'flex' : 'none'} justifyContent="space-between" gap="3" px="3" py="2" position="sticky" bottom="0" bg="surface" borderTopWidth="1px" textStyle="dense">
        {list.hasNextPage ? (
          <Button look="text" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} textStyle="dense">
            {t('workspace.more')}
          </Button>
        ) : (
          <span />
        )}
        {readsLog && (
          <Link href="/activity-logs" onClick={open}>
            {t('bell.all')}
          </Link>
        )}
      </chakra.div>
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
  const now = useNow(60_000);
  return (
    <li>
      <Row href={recordPathFor(standing, row)} onClick={onOpen}>
        <chakra.span mt="1.5" boxSize="2" borderRadius="full" bg={row.unread ? 'live' : 'transparent'} role={row.unread ? 'img' : undefined} aria-label={row.unread ? t('bell.fresh') : undefined} />
        <span>
          <chakra.span display="block" overflowWrap="anywhere" fontWeight={row.unread ? 'semibold' : 'normal'}>
            {titleOf(row.text)}
          </chakra.span>
          <chakra.time dateTime={row.createdAt} title={dateTime(row.createdAt, 'long')} color="muted" textStyle="small">
            {relative(row.createdAt, Math.max(now, Date.now()))}
          </chakra.time>
        </span>
      </Row>
    </li>
  );
}
