import { Bell as BellIcon, BellDot } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTIFICATION_MODULE, NOTIFICATION_POPUP } from '../../../shared/constants.ts';
import { loadDeferredTexts } from '../../i18n.ts';
import { trpc } from '../../trpc.ts';
import { announce } from '../../ui/announcer.ts';
import { IconButton } from '../../ui/Button.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { laterPart } from '../../ui/laterPart.ts';
import { chakra } from '../../ui/layout.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useSession } from '../session.tsx';
import { titleOf } from './noticeTitle.ts';

/** The notifications, rendered when the bell is opened. */
const Notices = laterPart(() => import('./Notices.tsx'));
/** Open deadlines, with the code and texts of countdowns: loaded when the bell is opened. */
const OpenClocks = lazyScreen(async () => {
  const [clocks] = await Promise.all([import('../../clock/OpenClocks.tsx'), loadDeferredTexts()]);
  return clocks;
});

/** The notification bell: readers of the activity log are notified of all events, others of events that name them. */
export function Bell() {
  const { ws } = useSession();
  // Keyed: more unread notifications in another workspace are not new ones.
  return <WorkspaceBell key={ws} ws={ws} />;
}

function WorkspaceBell({ ws }: { ws: string }) {
  const { t } = useTranslation('shell');
  const utils = trpc.useUtils();
  const of = { ws, module: NOTIFICATION_MODULE } as const;
  const unread = trpc.notification.unread.useQuery(of);
  const lit = (unread.data?.count ?? 0) > 0;
  // Live events refetch them, including the event that a deadline has passed.
  const overdue = trpc.clock.running.useQuery({ ws }, { staleTime: Infinity }).data?.overdue ?? 0;

  // Live events refetch the count; a higher one is announced, with the newest entry.
  const count = unread.data?.count;
  const known = useRef<number>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = count;
    if (count === undefined || before === undefined || count <= before) return;
    utils.notification.list
      .fetch({ ws, module: NOTIFICATION_MODULE, pageSize: 1 }, { staleTime: 0 })
      .then(({ collection: [newest] }) =>
        announce(newest ? t('bell.arrived', { title: titleOf(newest.text) }) : t('bell.arrivedPlain')),
      )
      .catch(() => announce(t('bell.arrivedPlain')));
  }, [count, t, utils, ws]);

  return (
    <Popover
      label={t('bell.label')}
      align="end"
      width={`min(${NOTIFICATION_POPUP.width}px, calc(100vw - 16px))`}
      maxHeight={`${NOTIFICATION_POPUP.height}px`}
      trigger={(props) => (
        <IconButton
          label={[t(lit ? 'bell.unread' : 'bell.label'), overdue > 0 && t('bell.overdue', { number: overdue })]
            .filter(Boolean)
            .join(' · ')}
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
          <Suspense fallback={null}>
            <OpenClocks onOpened={close} />
          </Suspense>
          <Notices onOpened={close} />
        </>
      )}
    </Popover>
  );
}

/** Red, as specified, and with its own shape, so that it does not depend on colour alone. */
const Dot = chakra('span', {
  base: {
    position: 'absolute',
    top: '-3px',
    insetInlineEnd: '-3px',
    boxSize: '9px',
    borderRadius: 'full',
    bg: 'danger',
    outline: '2px solid',
    outlineColor: 'surface',
    animation: 'appear 200ms ease-out',
  },
});

/** A deadline has passed: a mark with its own shape, larger than the dot. */
const Alarm = chakra('span', {
  base: {
    position: 'absolute',
    top: '-8px',
    insetInlineEnd: '-9px',
    minWidth: '17px',
    height: '17px',
    borderRadius: '4px',
    bg: 'danger',
    color: 'danger.ink',
    fontSize: '13px',
    lineHeight: '17px',
    fontWeight: 'semibold',
    textAlign: 'center',
    outline: '2px solid',
    outlineColor: 'surface',
  },
});
