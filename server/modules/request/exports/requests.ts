import type { z } from 'zod';
import { byRecord, type FilterStatements, statedFilters } from '../../../platform/exports/filters.ts';
import type { ExportMaker } from '../../../platform/exports/maker.ts';
import { csvOf, type Sheet } from '../../../platform/exports/sheet.ts';
import { fileNameOf, titleOf } from '../../../platform/exports/texts.ts';
import { xlsxOf } from '../../../platform/exports/xlsx.ts';
import { translate } from '../../../platform/i18n.ts';
import { applicationName } from '../../application/recordName.ts';
import { personName } from '../../personnel/recordName.ts';
import { soughtSubject } from '../list.ts';
import { requestColumns } from './columns.ts';
import { countRows, type ExportInput, exportInput, type RequestJob, type RequestLine, watchedLines } from './rows.ts';

const label = (job: Pick<RequestJob, 'locale'>, key: string): string => translate(job.locale, `request:filter.${key}`);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<ExportInput> = {
  query: (query) => query,
  status: (status, job) => `${label(job, 'status')}: ${translate(job.locale, `request:status.${status}`)}`,
  right: (right, job) => `${label(job, 'right')}: ${translate(job.locale, `request:right.${right}`)}`,
  byReceipt: (value, job) => `${label(job, 'byReceipt')}: ${label(job, value)}`,
  stage: (stage, job) =>
    `${label(job, 'stage')}: ${stage === 'OPEN' ? label(job, stage) : translate(job.locale, `request:stage.${stage}`)}`,
  ground: (ground, job) => `${label(job, 'ground')}: ${translate(job.locale, `request:ground.${ground}`)}`,
  fromMonth: (month, job) => `${label(job, 'fromMonth')}: ${month}`,
  toMonth: (month, job) => `${label(job, 'toMonth')}: ${month}`,
  clock: (clock, job) => `${label(job, 'clock')}: ${translate(job.locale, `request:filter.${clock}`)}`,
  applicationId: byRecord((job) => label(job, 'application'), applicationName),
  assigneeId: byRecord((job) => label(job, 'assignee'), personName),
  // Only stored as `subject`.
  uid: null,
  subject: (_, job) => label(job, 'oneSubject'),
  mine: (_, job) => `${label(job, 'mine')}: ${job.requestedBy.name}`,
};

/** Requests under the filters of their list, newest first, one row for each right. */
export const requests: ExportMaker<ExportInput> = {
  input: exportInput as unknown as z.ZodType<ExportInput>,
  filters: FILTERS,
  async admitted(ctx, { uid, ...rest }) {
    if (!uid) return { ...rest, uid };
    const { number, hashes } = await ctx.read((trx) => soughtSubject(trx, ctx, uid));
    return { ...rest, uid: '', subject: { number, hashes: hashes.map((hash) => hash.toString('base64url')) } };
  },
  fileName: (job) => fileNameOf(job, translate(job.locale, 'request:exportTitle')),
  // The rest of a deflated sheet cannot be written without its beginning: a workbook starts again.
  resumes: async (job, position) =>
    job.format === 'csv' &&
    JSON.stringify(headingsOf(job)) === JSON.stringify((JSON.parse(position) as Position).columns),
  async make(job) {
    const total = await countRows(job);
    const from = job.position === null ? null : (JSON.parse(job.position) as Position);
    const state = { done: from?.done ?? 0 };
    const lines = watchedLines(job, total, state, from?.number ?? null);
    const sheet = await sheetOf(job);
    if (job.format === 'xlsx') return xlsxOf([{ sheet, rows: lines }]);
    const columns = headingsOf(job);
    return csvOf(sheet, lines, {
      head: from === null,
      // Between two requests, so that none is cut.
      onRow: ({ request, isLast }) =>
        isLast && job.mark(JSON.stringify({ number: request.number, done: state.done, columns } satisfies Position)),
    });
  },
};

/** The position of a run: after a request, with columns that a later run must still have. */
interface Position {
  readonly number: number;
  readonly done: number;
  readonly columns: string[];
}
const headingsOf = (job: RequestJob): string[] => requestColumns(job).map(({ header }) => header);

async function sheetOf(job: RequestJob): Promise<Sheet<RequestLine & { readonly isLast: boolean }>> {
  const title = translate(job.locale, 'request:exportTitle');
  return {
    name: title,
    title: titleOf(job, title, await statedFilters(job, requests)),
    columns: requestColumns(job),
  };
}
