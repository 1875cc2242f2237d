import {
  type ActivityLog,
  listActivityLogs,
  listOrganizationLogs,
  type OrganizationLog,
} from '../../../shared/activityLog/schema.ts';
import { translate } from '../../platform/i18n.ts';
import * as organizationLog from './organizationLog.ts';
import * as activityLog from './service.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import { moduleName } from './sentence.ts';
import { fileNameOf, dayText, titleOf } from '../../platform/exports/texts.ts';
import { type Column, csvOf, type Sheet } from '../../platform/exports/sheet.ts';
import { xlsxOf } from '../../platform/exports/xlsx.ts';

const input = listActivityLogs.pick({ module: true, from: true, to: true, actorId: true, entityId: true, query: true });
type Input = (typeof input)['_output'];
const storedInput = listOrganizationLogs.pick({ module: true, from: true, to: true, workspaceId: true, query: true });
type StoredInput = (typeof storedInput)['_output'];
type Job = ExportJob<Pick<Input, 'module' | 'from' | 'to'>>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `activityLog:${key}`, values);

/** The activity log under the filters of its list, newest first. */
export const activityLogs: ExportMaker<Input> = {
  input,
  fileName: (job) => fileNameOf(job, word(job, 'title')),
  async make(job) {
    const filters = listActivityLogs.parse(job.input);
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const rows = watched(
      job,
      activityLog.readAll(ctx, filters),
      await activityLog.count(ctx, filters, job.requestedAt),
    );
    const sheet = sheetOf(job, word(job, 'title'), columnsOf(job));
    return job.format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }]);
  },
};

/** What the organisation has kept of its deleted workspaces, under the filters of its list, newest first. */
export const organizationLogs: ExportMaker<StoredInput> = {
  input: storedInput,
  fileName: (job) => fileNameOf(job, word(job, 'organizationLog.title')),
  async make(job) {
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    const rows = watched(job, organizationLog.readAll(ctx, job.input), await organizationLog.count(ctx, job.input));
    const workspace: Column<OrganizationLog> = {
      key: 'workspace',
      header: word(job, 'organizationLog.workspace'),
      width: 28,
      value: (row) => row.workspace.name,
    };
    const sheet = sheetOf(job, word(job, 'organizationLog.title'), [workspace, ...columnsOf(job)]);
    return job.format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }]);
  },
};

/** The same rows; how many there were is told on the way. */
async function* watched<Row>(job: Job, rows: AsyncIterable<Row>, total: number): AsyncGenerator<Row> {
  let done = 0;
  job.progress(done, total);
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % 500 === 0) job.progress(done, Math.max(done, total));
  }
}

function sheetOf<Row>(job: Job, title: string, columns: Column<Row>[]): Sheet<Row> {
  const { from, to, module } = job.input;
  const filters = [
    ...(from || to
      ? [
          translate(job.locale, 'export:period', {
            from: from ? dayText(job.locale, from) : '…',
            to: to ? dayText(job.locale, to) : '…',
          }),
        ]
      : []),
    ...(module === 'ALL' ? [] : [`${word(job, 'moduleLabel')}: ${word(job, `module.${module}`)}`]),
  ];
  return { name: title, title: titleOf(job, title, filters), columns };
}

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
