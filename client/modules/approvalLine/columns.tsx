import { useTranslation } from 'react-i18next';
import type { ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { versionKey } from '../../../shared/approvalLine/subject.ts';
import { useFormat } from '../../ui/index.ts';
import { type Column, timeColumn } from '../../ui/table/index.ts';
import { NamedProgress } from './Progress.tsx';
import { Turn } from './Turn.tsx';
import { LineStatus } from './words.tsx';

interface LineColumns {
  /** Lines that became the reader's turn while the page was open. */
  fresh: ReadonlySet<string>;
  onDecide: (line: ApprovalLineItem) => void;
}

/** The columns of the list of approval lines. */
export function useLineColumns({ fresh, onDecide }: LineColumns): Column<ApprovalLineItem>[] {
  const { t } = useTranslation(['approvalLine', 'common', 'ui']);
  const { text, number, date } = useFormat();
  return [
    {
      id: 'applicationName',
      header: t('column.application'),
      cell: (row) => (
        <span {...(row.yourTurn && { 'data-your-turn': '' })} {...(fresh.has(row.id) && { 'data-came': '' })}>
          {row.application.name}
        </span>
      ),
    },
    {
      id: 'status',
      priority: 1,
      header: t('column.status'),
      cell: (row) => <LineStatus status={row.status} yourTurn={row.yourTurn} />,
    },
    {
      id: 'turn',
      priority: 1,
      header: t('column.turn'),
      cell: (row) => <Turn line={row} onDecide={() => onDecide(row)} />,
    },
    { id: 'progress', header: t('column.progress'), cell: (row) => <NamedProgress line={row} /> },
    {
      id: 'type',
      priority: 3,
      header: t('column.type'),
      cell: (row) =>
        [t(`type.${row.reportType}`), row.version > 0 && t(`version.${versionKey(row)}`, { number: row.version })]
          .filter(Boolean)
          .join(' · '),
    },
    {
      id: 'controller',
      wraps: true,
      priority: 3,
      header: t('column.controller'),
      cell: (row) => text(row.dataController) || '–',
    },
    { id: 'requester', priority: 3, header: t('column.requester'), cell: (row) => row.requester.name },
    {
      id: 'number',
      header: t('column.number'),
      align: 'end',
      defaultHidden: true,
      cell: (row) => number(row.number),
    },
    { id: 'requestedAt', priority: 3, header: t('column.requestedAt'), cell: (row) => date(row.requestedAt) },
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
}
