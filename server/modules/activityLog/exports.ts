import {
  type ActivityLog,
  listActivityLogs,
  listOrganizationLogs,
  type OrganizationLog,
} from '../../../shared/activityLog/schema.ts';
import { translate } from '../../platform/i18n.ts';
import * as organizationLog from './organizationLog.ts';
import * as activityLog from './service.ts';
import { personName } from '../personnel/recordName.ts';
import { byRecord, type FilterStatements, statedFilters } from '../../platform/exports/filters.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import { moduleName } from './sentence.ts';
import { fileNameOf, dayText, titleOf } from '../../platform/exports/texts.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import { type Column, csvOf, type Sheet } from '../../platform/exports/sheet.ts';
import { xlsxOf } from '../../platform/exports/xlsx.ts';

const input = listActivityLogs.pick({ module: true, from: true, to: true, actorId: true, entityId: true, query: true });
type Input = (typeof input)['_output'];
const storedInput = listOrganizationLogs.pick({ module: true, from: true, to: true, workspaceId: true, query: true });
type StoredInput = (typeof storedInput)['_output'];
type Job = ExportJob<Pick<Input, 'module' | 'from' | 'to'>>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `activityLog:${key}`, values);

const periodText = (locale: Job['locale'], from: string | undefined, to: string | undefined): string =>
  translate(locale, 'export:period', {
    from: from ? dayText(locale, from) : '…',
    to: to ? dayText(locale, to) : '…',
  });

/** The filters that both logs have: days, module and text. */
const SHARED: FilterStatements<Pick<Input, 'module' | 'from' | 'to' | 'query'>> = {
  from: (from, job) => periodText(job.locale, from, job.input.to),
  // Written with the first day, where there is one.
  to: (to, job) => (job.input.from ? null : periodText(job.locale, undefined, to)),
  module: (module, job) => `${word(job, 'moduleLabel')}: ${word(job, `module.${module}`)}`,
  query: (query, job) => query && `${word(job, 'search')}: ${query}`,
};
const FILTERS: FilterStatements<Input> = {
  ...SHARED,
  actorId: byRecord((job) => word(job, 'who'), personName),
  entityId: (id, job) => `${word(job, 'record')}: ${id}`,
};
const STORED_FILTERS: FilterStatements<StoredInput> = {
  ...SHARED,
  workspaceId: async (id, job) =>
    `${word(job, 'organizationLog.workspace')}: ${(await organizationLog.workspaceName(job, id)) ?? id}`,
};

/** The activity log under the filters of its list, newest first. */
export const activityLogs: ExportMaker<Input> = {
  input,
  filters: FILTERS,
  fileName: (job) => fileNameOf(job, word(job, 'title')),
  async make(job) {
    const filters = listActivityLogs.parse(job.input);
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const rows = countedPages(
      job,
      activityLog.readAll(ctx, filters),
      await activityLog.count(ctx, filters, job.requestedAt),
    );
    const title = titleOf(job, word(job, 'title'), await statedFilters(job, activityLogs));
    const sheet: Sheet<ActivityLog> = { name: word(job, 'title'), title, columns: columnsOf(job) };
    return job.format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }]);
  },
};

/** What the organisation has stored of its deleted workspaces, under the filters of its list, newest first. */
export const organizationLogs: ExportMaker<StoredInput> = {
  input: storedInput,
  filters: STORED_FILTERS,
  fileName: (job) => fileNameOf(job, word(job, 'organizationLog.title')),
  async make(job) {
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const rows = countedPages(
      job,
      organizationLog.readAll(ctx, job.input),
      await organizationLog.count(ctx, job.input),
    );
    const workspace: Column<OrganizationLog> = {
      key: 'workspace',
      header: word(job, 'organizationLog.workspace'),
      width: 28,
      value: (row) => row.workspace.name,
    };
    const name = word(job, 'organizationLog.title');
    const title = titleOf(job, name, await statedFilters(job, organizationLogs));
    const sheet: Sheet<OrganizationLog> = { name, title, columns: [workspace, ...columnsOf(job)] };
    return job.format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }]);
  },
};

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
