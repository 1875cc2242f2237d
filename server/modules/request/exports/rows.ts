import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { listFilters } from '../../../../shared/list.ts';
import { listRequests, REQUEST_LIST } from '../../../../shared/request/schema.ts';
import type { ExportJob } from '../../../platform/exports/maker.ts';
import { countOf } from '../../../platform/list/list.ts';
import { narrowed, ofSubject } from '../list.ts';
import * as queries from '../rows.ts';
import { clocksOf } from '../record.ts';
import { identityIn, wishIn } from '../subject.ts';

/**
 * The filters of the list. `uid`: by what somebody is looked for, which is not stored; `subject`: the same as a number
 * and keyed hashes.
 */
export const exportInput = listFilters(REQUEST_LIST).extend({
  ...listRequests.pick({ query: true, uid: true }).shape,
  subject: z
    .object({ number: z.number().int().nullable(), hashes: z.array(z.base64url().length(43)).max(3) })
    .optional(),
});
export type ExportInput = z.output<typeof exportInput>;
export type RequestJob = ExportJob<ExportInput>;

const PAGE = 500;

/** How many requests there are to write. */
export const countRows = (job: RequestJob): Promise<number> =>
  job.transaction(async (trx) => countOf(await rowsOf(trx, job)));

/** Those that existed when the export was requested. */
async function rowsOf(trx: Trx, job: RequestJob) {
  const { subject, ...filters } = job.input;
  const rows = await narrowed(trx, job, listRequests.parse(filters));
  const hashes = subject?.hashes.map((hash) => Buffer.from(hash, 'base64url')) ?? [];
  const own = subject ? ofSubject(rows, { number: subject.number, hashes }) : rows;
  return own.where('requests.createdAt', '<=', job.requestedAt.toISOString() as never);
}

/** One row for each right, with its request. */
async function page(trx: Trx, job: RequestJob, before: number | null) {
  const ws = job.workspace.id;
  let rows = await rowsOf(trx, job);
  // The number is a stable order: no request is missed or repeated while others change.
  if (before !== null) rows = rows.where('requests.number', '<', before);
  const found = await rows
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'requests.workspaceId').onRef('a.id', '=', 'requests.applicationId'),
    )
    .select(['requests.id', 'requests.number', 'requests.status', 'requests.channel', 'requests.country'])
    .select(['requests.receivedAt', 'requests.verifiedAt', 'requests.verifiedHow', 'requests.subject'])
    .leftJoin('requestArrivals as s', (join) =>
      join.onRef('s.workspaceId', '=', 'requests.workspaceId').onRef('s.id', '=', 'requests.id'),
    )
    .leftJoin('consents as c', (join) =>
      join.onRef('c.workspaceId', '=', 's.workspaceId').onRef('c.id', '=', 's.consentId'),
    )
    .select(['a.name as application', 'c.name as consent'])
    .orderBy(sql.ref('requests.number'), 'desc')
    .limit(PAGE)
    .execute();
  const rights = await queries.rightsOf(
    trx,
    ws,
    found.map(({ id }) => id),
  );
  const rightsByRequest = Map.groupBy(rights, ({ requestId }) => requestId);
  const clocks = await clocksOf(trx, ws, rights);
  const key = await job.deps.keyring.workspaceKey(trx, ws);
  return found.map(({ subject, ...request }) => ({
    request,
    identity: identityIn(key, { id: request.id, subject }),
    rights: (rightsByRequest.get(request.id) ?? []).map((right) => ({
      ...right,
      ...clocks(right.id),
      wish: wishIn(key, right),
    })),
  }));
}
type Page = Awaited<ReturnType<typeof page>>;
export type RequestLine = Omit<Page[number], 'rights'> & { readonly right: Page[number]['rights'][number] };

/**
 * The rows, page by page after the request `last`; the next page is fetched while the current one is written.
 * @param state how many requests were written
 */
export async function* watchedLines(
  job: RequestJob,
  total: number,
  state: { done: number },
  last: number | null,
): AsyncGenerator<RequestLine & { readonly isLast: boolean }> {
  const read = (before: number | null) => job.transaction((trx) => page(trx, job, before));
  job.progress(state.done, total);
  let next: Promise<Page> | undefined = read(last);
  while (next) {
    const rows: Page = await next;
    next = rows.length < PAGE ? undefined : read(rows.at(-1)!.request.number);
    // The consumer may stop before it is read.
    next?.catch(() => {});
    for (const { rights, ...row } of rows) {
      state.done += 1;
      for (const [index, right] of rights.entries()) yield { ...row, right, isLast: index === rights.length - 1 };
    }
    job.progress(state.done, Math.max(state.done, total));
  }
}
