import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { INCIDENT_LIST, listIncidents } from '../../../../shared/incident/schema.ts';
import { listFilters } from '../../../../shared/list.ts';
import { deadlinesOf } from '../../../platform/clock/deadlines.ts';
import type { ExportJob } from '../../../platform/exports/maker.ts';
import { countOf } from '../../../platform/list/list.ts';
import { AUTHORITY } from '../clock.ts';
import { linksOf } from '../links.ts';
import { clockIs, narrowed } from '../listFilters.ts';
import { sealedReporter } from '../reporter.ts';

/** The filters of the list. */
export const registerInput = listFilters(INCIDENT_LIST).extend(listIncidents.pick({ query: true }).shape);
export type RegisterInput = z.output<typeof registerInput>;
export type RegisterJob = ExportJob<RegisterInput>;

const PAGE = 500;

/** How many incidents there are to write. */
export const countRows = (job: RegisterJob): Promise<number> =>
  job.transaction(async (trx) => countOf(await rowsOf(trx, job)));

/** Those that existed when the export was requested. */
async function rowsOf(trx: Trx, job: RegisterJob) {
  const rows = (await narrowed(trx, job, listIncidents.parse(job.input))).where(
    'incidents.createdAt',
    '<=',
    job.requestedAt.toISOString(),
  );
  if (job.input.clock === 'ALL') return rows;
  const { clock } = job.input;
  // By id, so that either is a query of incidents alone.
  return rows.where('incidents.id', 'in', (of) =>
    of
      .selectFrom('deadlines')
      .select('subjectId')
      .where('workspaceId', '=', job.workspace.id)
      .where('kind', '=', AUTHORITY)
      .where(clockIs(clock, job.requestedAt)),
  );
}

const COLUMNS = [
  'id',
  'number',
  'title',
  'source',
  'status',
  'riskLevel',
  'cause',
  'breachKinds',
  'subjectCount',
  'recordCount',
  'sensitive',
  'occurredAt',
  'discoveredAt',
  'createdAt',
  'submittedAt',
  'acceptedAt',
  'containedAt',
  'respondedAt',
  'resolvedAt',
  'authorityNotifiedAt',
  'subjectsNotifiedAt',
  'updatedAt',
  'description',
  'affectedSystems',
  'actionsTaken',
  'consequences',
  'riskDescription',
  'resolution',
  'lateReason',
  'reporter',
] as const;

async function page(trx: Trx, job: RegisterJob, before: number | null) {
  const ws = job.workspace.id;
  let rows = await rowsOf(trx, job);
  // The number is a stable order: no row is missed or repeated while incidents change.
  if (before !== null) rows = rows.where('incidents.number', '<', before);
  const found = await rows
    .leftJoin('personnel as r', (join) =>
      join.onRef('r.workspaceId', '=', 'incidents.workspaceId').onRef('r.id', '=', 'incidents.reporterId'),
    )
    .leftJoin('personnel as a', (join) =>
      join.onRef('a.workspaceId', '=', 'incidents.workspaceId').onRef('a.id', '=', 'incidents.assigneeId'),
    )
    .select(COLUMNS.map((column) => `incidents.${column}` as const))
    .select(['r.name as reportedBy', 'a.name as assignee'])
    .orderBy(sql.ref('incidents.number'), 'desc')
    .limit(PAGE)
    .execute();
  const ids = found.map(({ id }) => id);
  const clocks = await deadlinesOf(trx, ws, AUTHORITY, ids);
  const links = await linksOf(trx, ws, ids);
  const key = await job.deps.keyring.workspaceKey(trx, ws);
  return found.map(({ reporter, ...row }) => ({
    ...row,
    reporter: sealedReporter.open(key, row.id, reporter),
    clock: clocks.get(row.id),
    links: links(row.id),
  }));
}
export type RegisterRow = Awaited<ReturnType<typeof page>>[number];

/** Page by page after `last`; the next page is fetched while the current one is written. */
export async function* watchedRows(
  job: RegisterJob,
  total: number,
  state: { done: number },
  last: number | null,
): AsyncGenerator<RegisterRow> {
  const read = (before: number | null) => job.transaction((trx) => page(trx, job, before));
  job.progress(state.done, total);
  let next: Promise<RegisterRow[]> | undefined = read(last);
  while (next) {
    const rows: RegisterRow[] = await next;
    next = rows.length < PAGE ? undefined : read(rows.at(-1)!.number);
    // The consumer may stop before it is read.
    next?.catch(() => {});
    for (const row of rows) {
      state.done += 1;
      yield row;
    }
    job.progress(state.done, Math.max(state.done, total));
  }
}
