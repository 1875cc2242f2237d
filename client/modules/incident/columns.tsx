import { useTranslation } from 'react-i18next';
import type { IncidentItem } from '../../../shared/incident/schema.ts';
import { Tag, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn } from '../../ui/table/index.ts';
import { IncidentDue } from './IncidentDue.tsx';
import { IncidentStatusTag, PublicTag, RiskTag } from './words.tsx';

/** The columns of the list of incidents. */
export function useIncidentColumns(): Column<IncidentItem>[] {
  const { t } = useTranslation(['incident', 'common']);
  const { text } = useFormat();
  return [
    {
      id: 'title',
      header: t('column.title'),
      cell: (row) => row.title,
      // Reports of the public form are not vouched for by anyone of the organisation.
      beside: (row) => row.reportedBy === null && <PublicTag />,
    },
    { id: 'number', priority: 3, header: t('column.number'), align: 'end', cell: (row) => row.number },
    {
      id: 'status',
      priority: 1,
      header: t('column.status'),
      cell: (row) => <IncidentStatusTag status={row.status} isPublic={row.reportedBy === null} />,
    },
    { id: 'risk', header: t('column.risk'), cell: (row) => <RiskTag risk={row.riskLevel} /> },
    {
      id: 'dueAt',
      priority: 1,
      header: t('column.clock'),
      cell: (row) => <IncidentDue {...row} />,
    },
    { id: 'assignee', header: t('column.assignee'), cell: (row) => row.assignee?.name ?? '–' },
    {
      id: 'applications',
      wraps: true,
      priority: 3,
      header: t('column.applications'),
      cell: (row) => <Some words={row.applications.map(({ name }) => text(name))} />,
    },
    { id: 'cause', header: t('column.cause'), defaultHidden: true, cell: (row) => t(`cause.${row.cause}`) },
    timeColumn('discoveredAt', t('column.discoveredAt'), { defaultHidden: true }),
    timeColumn('createdAt', t('column.createdAt'), { defaultHidden: true }),
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
  ];
}

/** The first of several names, and the number of the others. */
function Some({ words: [first, ...more] }: { words: readonly string[] }) {
  const { number } = useFormat();
  if (!first) return '–';
  return (
    <>
      {first} {more.length > 0 && <Tag>+{number(more.length)}</Tag>}
    </>
  );
}
