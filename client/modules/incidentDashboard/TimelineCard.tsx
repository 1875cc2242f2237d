import { useTranslation } from 'react-i18next';
import type { IncidentTimeline } from '../../../shared/incidentSummary.ts';
import { Countdown } from '../../clock/Countdown.tsx';
import { useServerNow } from '../../clock/serverTime.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { AppLink, Box, chakra, EmptyState, Flex, Tooltip, useFormat } from '../../ui/index.ts';
import { useIncidentLinks } from './links.ts';

type Row = IncidentTimeline[number];
type Kind = Row['milestones'][number]['kind'];

/** Filled where the incident came to rest, marigold where the clock runs. */
const FILLED: readonly Kind[] = ['contained', 'authorityNotified', 'resolved'];
const MINUTE = 60_000;

/** What happened when in the newest incidents: each on a line of its own from its first moment, all to one scale of hours since they were discovered. */
export function TimelineCard({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('incidentDashboard');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const list = trpc.incidentSummary.timeline.useQuery({ ws, from, to });
  const links = useIncidentLinks();
  const now = useServerNow(MINUTE);
  const rows = list.data;
  return (
    <ChartCard
      title={t('timeline.title')}
      lead={t('timeline.lead')}
      table={
        rows && {
          caption: t('timeline.title'),
          headers: [t('timeline.incident'), t('timeline.moments')],
          rows: rows.map((row) => ({ key: row.id, cells: [`#${row.number} ${row.title}`, row.milestones.map(({ kind, at }) => `${t(`milestone.${kind}`)} ${dateTime(at)}`).join(' · ')] })),
        }
      }
      error={list.error}
      onRetry={() => void list.refetch()}
    >
      {rows?.length === 0 ? (
        <EmptyState title={t('timeline.none')} />
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="4">
          {rows?.map((row) => {
            const href = links.incident(row.id);
            return (
              <li key={row.id}>
                <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="baseline" mb="1">
                  <Box flex="1" minWidth="12rem" overflowWrap="anywhere" textStyle="dense">
                    {href ? (
                      <chakra.span color="accent.text" _hover={{ textDecoration: 'underline' }}>
                        <AppLink href={href}>
                          #{row.number} {row.title}
                        </AppLink>
                      </chakra.span>
                    ) : (
                      `#${row.number} ${row.title}`
                    )}
                  </Box>
                  <Countdown clock={row.clock} size="list" />
                </Flex>
                <Track row={row} now={now} />
              </li>
            );
          })}
        </chakra.ol>
      )}
    </ChartCard>
  );
}

/** One incident's moments from its first to its last, or to now while it is open. */
function Track({ row, now }: { row: Row; now: number }) {
  const { t } = useTranslation('incidentDashboard');
  const { dateTime } = useFormat();
  const open = row.status !== 'RESOLVED' && row.status !== 'REJECTED';
  const moments = row.milestones.map(({ kind, at }) => ({ kind, at, ms: Date.parse(at) }));
  const begins = moments[0]?.ms ?? now;
  const ends = Math.max(open ? now : 0, moments.at(-1)?.ms ?? now, begins + MINUTE);
  const due = Date.parse(row.clock.dueAt);
  const placeOf = (ms: number) => `${Math.min(100, Math.max(0, ((ms - begins) / (ends - begins)) * 100))}%`;
  return (
    <Box position="relative" height="5" mx="2">
      <Box position="absolute" insetInline="0" top="50%" height="2px" bg={open ? 'live' : 'line.strong'} transform="translateY(-50%)" aria-hidden />
      {due > begins && due < ends && <Box position="absolute" top="0" bottom="0" width="2px" bg="danger" aria-hidden style={{ insetInlineStart: placeOf(due) }} />}
      <chakra.ol listStyle="none">
        {moments.map(({ kind, at, ms }) => (
          <chakra.li key={kind} position="absolute" top="50%" transform="translate(-50%, -50%)" style={{ insetInlineStart: placeOf(ms) }}>
            <Tooltip content={`${t(`milestone.${kind}`)} ${dateTime(at)}`}>
              <chakra.span tabIndex={0} role="img" aria-label={`${t(`milestone.${kind}`)} ${dateTime(at)}`} display="block" boxSize="3.5" borderRadius="full" borderWidth="2px" borderColor="accent" bg={FILLED.includes(kind) ? 'accent' : 'surface'} />
            </Tooltip>
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}
