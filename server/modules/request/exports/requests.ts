import type { z } from 'zod';
import { byRecord, type FilterStatements } from '../../../platform/exports/filters.ts';
import { tableMaker } from '../../../platform/exports/table.ts';
import { translate } from '../../../platform/i18n.ts';
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
  byEither: (value, job) => `${label(job, 'byEither')}: ${label(job, value)}`,
  stage: (stage, job) =>
    `${label(job, 'stage')}: ${stage === 'OPEN' ? label(job, stage) : translate(job.locale, `request:stage.${stage}`)}`,
  ground: (ground, job) => `${label(job, 'ground')}: ${translate(job.locale, `request:ground.${ground}`)}`,
  answer: (value, job) => `${label(job, 'answer')}: ${label(job, value)}`,
  fromMonth: (month, job) => `${label(job, 'fromMonth')}: ${month}`,
  toMonth: (month, job) => `${label(job, 'toMonth')}: ${month}`,
  clock: (clock, job) => `${label(job, 'clock')}: ${translate(job.locale, `request:filter.${clock}`)}`,
  applicationId: byRecord((job) => label(job, 'application'), 'applications'),
  assigneeId: byRecord((job) => label(job, 'assignee'), 'personnel'),
  // Only stored as `subject`.
  uid: null,
  subject: (_, job) => label(job, 'oneSubject'),
  mine: (_, job) => `${label(job, 'mine')}: ${job.requestedBy.name}`,
};

/** Requests under the filters of their list, newest first, one row for each right. */
export const requests = tableMaker<ExportInput, RequestLine & { readonly isLast: boolean }, number>({
  input: exportInput as unknown as z.ZodType<ExportInput>,
  filters: FILTERS,
  async admitted(ctx, { uid, ...rest }) {
    if (!uid) return { ...rest, uid };
    const { number, hashes } = await ctx.read((trx) => soughtSubject(trx, ctx, uid));
    return { ...rest, uid: '', subject: { number, hashes: hashes.map((hash) => hash.toString('base64url')) } };
  },
  name: (job) => translate(job.locale, 'request:exportTitle'),
  columns: requestColumns,
  rows: async (job, from) => watchedLines(job, await countRows(job), from, from.after),
  // Between two requests, so that none is cut.
  afterOf: ({ request, isLast }) => (isLast ? request.number : undefined),
});
