import type { TFunction } from 'i18next';
import type { ActivityLog } from '../../../shared/activityLog/schema.ts';
import { Tag } from '../../ui/index.ts';
import type { Column } from '../../ui/table/index.ts';

type Entry = Pick<ActivityLog, 'module' | 'actor' | 'changes'>;

/** Columns of every list of the activity log: module, person and how many fields changed. `number` formats a count. */
export const entryColumns = (t: TFunction<['activityLog', 'common']>, number: (value: number) => string) =>
  [
    { id: 'module', header: t('moduleLabel'), cell: (row) => <Tag>{t(`module.${row.module}`)}</Tag> },
    { id: 'who', priority: 1, header: t('who'), cell: (row) => row.actor?.name ?? t('system') },
    {
      id: 'changes',
      priority: 3,
      header: t('changes'),
      align: 'end',
      cell: (row) => (row.changes.length > 0 ? number(row.changes.length) : '–'),
    },
  ] satisfies Column<Entry>[];
