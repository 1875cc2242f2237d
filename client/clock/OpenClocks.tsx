import { useTranslation } from 'react-i18next';
import type { RunningClocks } from '../../shared/clock.ts';
import { matchRoute } from '../../shared/registry/routeMatch.ts';
import { Unloaded } from '../shell/bars/Unloaded.tsx';
import { useSession } from '../shell/session.tsx';
import { useMenuName } from '../shell/useMenuName.ts';
import { trpc } from '../trpc.ts';
import { AppLink, Link } from '../ui/Link.tsx';
import { chakra, Flex } from '../ui/layout.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { Countdown } from './Countdown.tsx';
import { DaysLeft } from './DaysLeft.tsx';
import { OtherDue } from './OtherDue.tsx';

const LOOK = {
  display: 'grid',
  gap: '0.5',
  flex: '1',
  minWidth: '0',
  px: '3',
  py: '2',
  textStyle: 'dense',
} as const;
const Row = chakra(AppLink, {
  base: { ...LOOK, _hover: { bg: 'subtle' }, '&:focus-visible': { outlineOffset: '-2px' } },
});
const PlainRow = chakra('div', { base: LOOK });

type Running = RunningClocks['collection'][number];

/** Open deadlines of all modules in the bell, earliest first. Nothing where there is none, or until they are loaded. */
export default function OpenClocks({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation('clock');
  const { ws } = useSession();
  // The bell on the bar caches them; older data is fetched again.
  const { data, errorUpdateCount, isFetching, refetch } = trpc.clock.running.useQuery({ ws }, { staleTime: 30_000 });
  if (errorUpdateCount > 0 && !data)
    return (
      <chakra.div borderBottomWidth="1px">
        <Unloaded text={t('bell.failed')} loading={isFetching} onRetry={refetch} />
      </chakra.div>
    );
  if (!data || data.total === 0) return null;
  return (
    <chakra.section aria-label={t('bell.title')} bg="canvas" borderBottomWidth="1px">
      <chakra.h2 px="3" pt="2.5" textStyle="small" color="muted" fontWeight="semibold">
        {t('bell.title')}
      </chakra.h2>
      <chakra.ul listStyle="none" pb="1">
        {data.collection.map((row) => (
          <chakra.li key={`${row.id} ${row.part?.th}`} display="flex" alignItems="stretch">
            {row.address === null ? (
              <PlainRow>
                <RunningRow {...row} />
              </PlainRow>
            ) : (
              <Row href={row.address} onClick={onOpened}>
                <RunningRow {...row} />
              </Row>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      <Others clocks={data} onOpened={onOpened} />
    </chakra.section>
  );
}

function RunningRow({ title, part, clock, unit, other }: Running) {
  const { locale } = useFormat();
  const words = part ? `${title} ${part[locale]}` : title;
  return (
    <>
      <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={words}>
        {words}
      </chakra.span>
      <Flex gap="1.5" rowGap="0.5" align="center" wrap="wrap">
        {unit === 'days' ? (
          <DaysLeft clock={clock} size="plain" inert />
        ) : (
          <Countdown clock={clock} size="plain" inert />
        )}
        {other && <OtherDue name={other.name[locale]} dueAt={other.dueAt} />}
      </Flex>
    </>
  );
}

/** How many more there are, with links to their lists. */
function Others({ clocks: { lists }, onOpened }: { clocks: RunningClocks; onOpened: () => void }) {
  const { t } = useTranslation('clock');
  const menuName = useMenuName();
  const more = lists.filter((list) => list.more > 0);
  return more.map(({ module, address, more: count }) => {
    const route = address === null ? undefined : matchRoute(address.split('?')[0]!)?.route;
    const words = t('bell.more', { count });
    return (
      <chakra.p key={`${module} ${address}`} px="3" pb="2" textStyle="small">
        {address === null || !route ? (
          words
        ) : (
          <Link href={address} onClick={onOpened}>
            {more.length > 1 ? t('bell.moreOf', { count, list: menuName(route.id) }) : words}
          </Link>
        )}
      </chakra.p>
    );
  });
}
