import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { RunningClocks } from '../../../shared/clock.ts';
import { may, type Permission } from '../../../shared/registry/permissions.ts';
import { firstOpenAddress } from '../http/openAddress.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

type Row = RunningClocks['collection'][number];

/** Running clocks of a module that are in one list, for the bell. */
export interface RunningClocksPart {
  /** Who sees them. */
  readonly permission: Permission;
  /** The first ones due, at most `limit`, and the counts of all. Staff get their own where the permission says so. */
  read(
    trx: Trx,
    ctx: WorkspaceContext,
    limit: number,
  ): Promise<{
    readonly total: number;
    readonly overdue: number;
    /** `addresses`: the record and what stands for it; the first that the caller may open is taken. */
    readonly clocks: readonly (Omit<Row, 'module' | 'address'> & { readonly addresses: readonly string[] })[];
    /** The list of all of them, likewise. */
    readonly listAddresses: readonly string[];
  }>;
}

const running = (which: RawBuilder<unknown>) => sql`${which} and d.ended_at is null and d.stopped_at is null`;

/**
 * A query of the running deadlines `d` that fulfil `which` and are due first, at most `limit`. Limited before anything
 * is joined: the records of all the others are not looked at.
 */
export const firstRunning = (which: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`select d.workspace_id, d.kind, d.subject_id, d.started_at, d.due_at from deadlines d
       where ${running(which)} order by d.due_at, d.subject_id limit ${limit}`;

/**
 * How many running deadlines `d` fulfil `which`, and how many of those are overdue at `now`, from their index alone.
 * `canBeOverdue`: a condition on `d`, where some end by themselves.
 */
export async function countRunning(
  trx: Trx,
  which: RawBuilder<unknown>,
  now: Date,
  canBeOverdue: RawBuilder<unknown> = sql`true`,
): Promise<{ total: number; overdue: number }> {
  const { rows } = await sql<{ total: number; overdue: number }>`
    select count(*) as total, count(*) filter (where ${canBeOverdue} and d.due_at < ${now}::timestamptz) as overdue
      from deadlines d where ${running(which)}`.execute(trx);
  return rows[0]!;
}

/** Clocks that the bell shows; the others are in lists. */
const CLOCK_LIMIT = 5;

/** Running clocks of all modules that the caller may see, those due first. */
export function runningClocksOf(ctx: WorkspaceContext): Promise<RunningClocks> {
  const visible = ctx.deps.modules.runningClocks.filter(({ part }) => may(ctx.standing, part.permission));
  return ctx.read(async (trx) => {
    const found = await Promise.all(
      visible.map(async ({ module, part }) => ({ module, ...(await part.read(trx, ctx, CLOCK_LIMIT)) })),
    );
    const first = found
      .flatMap((list) => list.clocks.map((clock) => ({ list, clock })))
      .sort((one, other) => Date.parse(one.clock.clock.dueAt) - Date.parse(other.clock.clock.dueAt))
      .slice(0, CLOCK_LIMIT);
    return {
      total: found.reduce((sum, { total }) => sum + total, 0),
      overdue: found.reduce((sum, { overdue }) => sum + overdue, 0),
      collection: first.map(({ list: { module }, clock: { addresses, ...row } }) => ({
        ...row,
        module,
        address: firstOpenAddress(ctx, addresses),
      })),
      lists: found.map((list) => ({
        module: list.module,
        total: list.total,
        more: list.total - first.filter((one) => one.list === list).length,
        address: firstOpenAddress(ctx, list.listAddresses),
      })),
    };
  });
}
