import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../clock/serverTime.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { AppLink, Box, chakra, EmptyState, Flex, useFormat } from '../../ui/index.ts';
import { IncidentDue } from '../incident/IncidentDue.tsx';
import { useIncidentLinks } from './links.ts';
import { Axis, Track } from './Track.tsx';
import { useWidth } from './useWidth.ts';
import { MINUTE } from '../../../shared/duration.ts';

/**
 * The history of the newest incidents: each on its own line, all on one scale of hours since discovery. `hours`: the
 * deadline of the workspace for notifying the authority; undefined while loading.
 */
export function TimelineCard({ from, to, hours }: { from: string; to: string; hours: number | undefined }) {
  const { t } = useTranslation('incidentDashboard');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const list = trpc.incidentDashboard.timeline.useQuery({ ws, from, to });
  const links = useIncidentLinks();
  const now = useServerNow(MINUTE);
  const [box, width] = useWidth();
  const rows = hours === undefined ? undefined : list.data;
  return (
    <ChartCard
      title={t('timeline.title')}
      lead={t('timeline.lead')}
      table={
        rows && {
          caption: t('timeline.title'),
          headers: [t('timeline.incident'), t('timeline.moments')],
          rows: rows.map((row) => ({
            key: row.id,
            cells: [
              `#${row.number} ${row.title}`,
              row.milestones.map(({ kind, at }) => `${t(`milestone.${kind}`)} ${dateTime(at)}`).join(' · '),
            ],
          })),
        }
      }
      error={list.error}
      onRetry={() => void list.refetch()}
    >
      {rows?.length === 0 ? (
        <EmptyState title={t('timeline.none')} />
      ) : (
        <div ref={box}>
          <Axis hours={hours!} width={width} />
          <chakra.ol listStyle="none" display="grid" gap="4">
            {rows?.map((row) => {
              const href = links.incident(row.id);
              return (
                <li key={row.id}>
                  <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="baseline" mb="1">
                    <Box flex="1" minWidth="12rem" overflowWrap="anywhere" textStyle="dense">
                      {href ? (
                        <chakra.span color="accent.text" _hover={{ textDecoration: 'underline' }}>
                          <AppLink href={href} data-link="">
                            #{row.number} {row.title}
                          </AppLink>
                        </chakra.span>
                      ) : (
                        `#${row.number} ${row.title}`
                      )}
                    </Box>
                    <IncidentDue status={row.status} clock={row.clock} />
                  </Flex>
                  <Track row={row} now={now} hours={hours!} width={width} />
                </li>
              );
            })}
          </chakra.ol>
        </div>
      )}
    </ChartCard>
  );
}
