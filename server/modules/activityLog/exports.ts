import {
  type ActivityLog,
  listActivityLogs,
  listOrganizationLogs,
  type OrganizationLog,
} from '../../../shared/activityLog/schema.ts';
import { translate } from '../../platform/i18n.ts';
import * as organizationLog from './organizationLog.ts';
import * as activityLog from './service.ts';
import { byPeriod, byRecord, type FilterStatements } from '../../platform/exports/filters.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { moduleName } from './sentence.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { tableMaker } from '../../platform/exports/table.ts';

const input = listActivityLogs.pick({ module: true, from: true, to: true, actorId: true, entityId: true, query: true });
type Input = (typeof input)['_output'];
const storedInput = listOrganizationLogs.pick({ module: true, from: true, to: true, workspaceId: true, query: true });
type StoredInput = (typeof storedInput)['_output'];
type Job = ExportJob<Pick<Input, 'module' | 'from' | 'to'>>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `activityLog:${key}`, values);

/** The filters that both logs have: days, module and text. */
const SHARED: FilterStatements<Pick<Input, 'module' | 'from' | 'to' | 'query'>> = {
  ...byPeriod,
  module: (module, job) => `${word(job, 'moduleLabel')}: ${word(job, `module.${module}`)}`,
  query: (query, job) => query && `${word(job, 'search')}: ${query}`,
};
const FILTERS: FilterStatements<Input> = {
  ...SHARED,
  actorId: byRecord((job) => word(job, 'who'), 'personnel'),
  entityId: (id, job) => `${word(job, 'record')}: ${id}`,
};
const STORED_FILTERS: FilterStatements<StoredInput> = {
  ...SHARED,
  workspaceId: async (id, job) =>
    `${word(job, 'organizationLog.workspace')}: ${(await organizationLog.workspaceName(job, id)) ?? id}`,
};

/** The activity log under the filters of its list, newest first. */
export const activityLogs = tableMaker({
  input,
  filters: FILTERS,
  name: (job) => word(job, 'title'),
  columns: columnsOf,
  async rows(job) {
    const filters = listActivityLogs.parse(job.input);
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const total = await activityLog.count(ctx, filters, job.requestedAt);
    return countedPages(job, activityLog.readAll(ctx, filters), total);
  },
});

/** What the organisation has stored of its deleted workspaces, under the filters of its list, newest first. */
export const organizationLogs = tableMaker<StoredInput, OrganizationLog>({
  input: storedInput,
  filters: STORED_FILTERS,
  name: (job) => word(job, 'organizationLog.title'),
  columns: (job) => [
    {
      key: 'workspace',
      header: word(job, 'organizationLog.workspace'),
      width: 28,
      value: (row) => row.workspace.name,
    },
    ...columnsOf(job),
  ],
  async rows(job) {
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const total = await organizationLog.count(ctx, job.input);
    return countedPages(job, organizationLog.readAll(ctx, job.input), total);
  },
});

function columnsOf(job: Job): Column<ActivityLog>[] {
  return [
    {
      key: 'createdAt',
      header: word(job, 'time'),
      type: 'dateTime',
      width: 18,
      value: (row) => new Date(row.createdAt),
    },
    {
      key: 'module',
      header: word(job, 'moduleLabel'),
      width: 24,
      value: (row) => moduleName(job.locale, row.module),
    },
    { key: 'title', header: word(job, 'what'), width: 48, value: (row) => row.title },
    { key: 'subject', header: word(job, 'record'), width: 32, value: (row) => row.subject },
    {
      key: 'actor',
      header: word(job, 'who'),
      width: 24,
      value: (row) => (row.actor ? row.actor.name : word(job, 'system')),
    },
    {
      key: 'changes',
      header: word(job, 'changes'),
      width: 60,
      value: (row) =>
        row.changes.map((change) => `${change.label}: ${change.oldText || '–'} → ${change.newText || '–'}`),
    },
  ];
}
