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
const HOUR = 60 * MINUTE;

/** What happened when in the newest incidents: each on a line of its own, all to one scale of hours since they were discovered. */
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
        <>
          <Axis />
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
        </>
      )}
    </ChartCard>
  );
}

/**
 * Where a moment stands, in hours since the incident was discovered: the first three days take three quarters of the
 * line, since that is what the act asks for; what came before stands at its beginning, weeks later at its end.
 */
function placeOf(hours: number): number {
  if (hours <= 0) return Math.max(0, 6 + hours / 4);
  if (hours <= 72) return 6 + (hours / 72) * 70;
  return Math.min(100, 76 + (Math.log2(hours / 72) / Math.log2(20)) * 24);
}
const TICKS = [0, 24, 48, 72, 24 * 7, 24 * 30] as const;

/** The scale above the lines. */
function Axis() {
  const { t } = useTranslation('incidentDashboard');
  return (
    <Box position="relative" height="6" mx="2" mb="2" borderBottomWidth="1px" aria-hidden>
      {TICKS.map((hours) => (
        <chakra.span key={hours} position="absolute" bottom="1" transform="translateX(-50%)" textStyle="small" color={hours === 72 ? 'danger' : 'muted'} whiteSpace="nowrap" style={{ insetInlineStart: `${placeOf(hours)}%` }}>
          {hours === 0 ? t('milestone.discovered') : hours <= 72 ? t('span.hours', { number: hours }) : t('span.days', { number: hours / 24 })}
        </chakra.span>
      ))}
    </Box>
  );
}

/** One incident's moments from its first to its last, or to now while it is open; the red mark is its deadline. */
function Track({ row, now }: { row: Row; now: number }) {
  const { t } = useTranslation('incidentDashboard');
  const { dateTime } = useFormat();
  const open = row.status !== 'RESOLVED' && row.status !== 'REJECTED';
  const moments = row.milestones.map(({ kind, at }) => ({ kind, at, ms: Date.parse(at) }));
  const discovered = moments.find(({ kind }) => kind === 'discovered')?.ms ?? now;
  const at = (ms: number) => placeOf((ms - discovered) / HOUR);
  const begins = at(moments[0]?.ms ?? now);
  const ends = Math.max(open ? at(now) : 0, at(moments.at(-1)?.ms ?? now));
  return (
    <Box position="relative" height="5" mx="2">
      <Box position="absolute" insetInline="0" top="50%" height="1px" bg="line" transform="translateY(-50%)" aria-hidden />
      <Box position="absolute" top="50%" height="2px" bg={open ? 'live' : 'line.strong'} transform="translateY(-50%)" aria-hidden style={{ insetInlineStart: `${begins}%`, width: `${Math.max(0.5, ends - begins)}%` }} />
      <Box position="absolute" top="0" bottom="0" width="2px" bg="danger" aria-hidden style={{ insetInlineStart: `${at(Date.parse(row.clock.dueAt))}%` }} />
      <chakra.ol listStyle="none">
        {moments.map(({ kind, at: told, ms }) => (
          <chakra.li key={kind} position="absolute" top="50%" transform="translate(-50%, -50%)" style={{ insetInlineStart: `${at(ms)}%` }}>
            <Tooltip content={`${t(`milestone.${kind}`)} ${dateTime(told)}`}>
              <chakra.span tabIndex={0} role="img" aria-label={`${t(`milestone.${kind}`)} ${dateTime(told)}`} display="block" boxSize="3.5" borderRadius="full" borderWidth="2px" borderColor="accent" bg={FILLED.includes(kind) ? 'accent' : 'surface'} />
            </Tooltip>
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}
