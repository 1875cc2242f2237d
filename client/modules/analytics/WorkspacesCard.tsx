import { useTranslation } from 'react-i18next';
import type { ConsolePageViewSummary } from '../../../shared/analytics/schema.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { Box, useFormat } from '../../ui/index.ts';

interface WorkspacesCardProps {
  workspaces: ConsolePageViewSummary['workspaces'];
  /** The page of the figures of one of them. */
  hrefOf: (workspaceId: string) => string;
}

/** Views of each workspace, the most viewed first. */
export function WorkspacesCard({ workspaces, hrefOf }: WorkspacesCardProps) {
  const { t } = useTranslation('analytics');
  const { number } = useFormat();
  const title = t('byWorkspace.title');
  const sorted = workspaces.toSorted((one, other) => other.views - one.views);
  return (
    <Box mb="4">
      <ChartCard
        title={title}
        table={{
          caption: title,
          headers: [t('workspace'), t('column.views'), t('column.previous')],
          rows: sorted.map(({ id, name, views, previous }) => ({ key: id, cells: [name, views, previous] })),
        }}
      >
        <BarList
          bars={sorted.map((row) => ({
            key: row.id,
            label: row.name,
            value: row.views,
            note: t('figure.before', { number: number(row.previous) }),
            href: hrefOf(row.id),
          }))}
        />
      </ChartCard>
    </Box>
  );
}
