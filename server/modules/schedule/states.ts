import { type Selectable, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { Problem } from '../../../shared/schedule/problems.ts';
import type { Step } from '../../../shared/schedule/schema.ts';

/** Entries of a task's log that are stored, the newest. */
const LINES = 100;

export interface LogLine {
  readonly at: string;
  readonly step: Step;
  readonly bytes?: number;
  readonly reportCode?: string;
}

type Task = Selectable<DB['exportScheduleTasks']>;
/** A task that a run has started. The number of the attempt distinguishes it from a run that was given up. */
export type Claim = Pick<
  Task,
  | 'workspaceId'
  | 'id'
  | 'organizationId'
  | 'scheduleId'
  | 'consentId'
  | 'runAt'
  | 'since'
  | 'attempts'
  | 'fileId'
  | 'fileName'
  | 'bytes'
  | 'sha256'
  | 'manifest'
>;

/** The tasks that were planned together, identified by one of them. */
export type Run = Pick<Task, 'workspaceId' | 'organizationId' | 'scheduleId' | 'runAt'>;

const TAKEN = ['workspaceId', 'id', 'organizationId', 'scheduleId', 'consentId', 'runAt', 'since', 'attempts'] as const;
const FILE = ['fileId', 'fileName', 'bytes', 'sha256', 'manifest'] as const;

const task = (trx: Trx, workspaceId: string, id: string) =>
  trx.updateTable('exportScheduleTasks').where('workspaceId', '=', workspaceId).where('id', '=', id);

/**
 * Starts a task that is due, or that a stopped node left running; undefined where there is none. A task of a paused
 * schedule waits until that resumes, unless somebody started it by hand. A task of a form whose previous delivery has
 * not ended is postponed, since it delivers the changes after that one.
 */
export async function take(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Claim | undefined> {
  const due = await trx
    .selectFrom('exportScheduleTasks as t')
    .innerJoin('exportSchedules as s', (join) =>
      join.onRef('s.organizationId', '=', 't.organizationId').onRef('s.id', '=', 't.scheduleId'),
    )
    .select(['t.scheduleId', 't.consentId', 't.runAt', 't.manual', 's.active', 's.stopped'])
    .where('t.workspaceId', '=', workspaceId)
    .where('t.id', '=', id)
    .where('t.nextAt', '<=', at.toISOString())
    .forUpdate('t')
    .executeTakeFirst();
  if (!due) return undefined;
  if (!due.active && !due.manual && due.stopped === null) {
    await task(trx, workspaceId, id).set({ state: 'waiting' }).execute();
    return undefined;
  }
  const others = trx
    .selectFrom('exportScheduleTasks')
    .where('workspaceId', '=', workspaceId)
    .where('scheduleId', '=', due.scheduleId)
    .where('consentId', '=', due.consentId)
    .where('runAt', '<', due.runAt);
  if (await others.select('id').where('nextAt', 'is not', null).executeTakeFirst()) {
    await task(trx, workspaceId, id)
      .set({ nextAt: new Date(at.getTime() + 60_000) })
      .execute();
    return undefined;
  }
  const before = await others
    .select((eb) => eb.fn.max('runAt').as('at'))
    .where('state', '=', 'delivered')
    .executeTakeFirst();
  return task(trx, workspaceId, id)
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      since: eb.fn.coalesce('since', eb.val(before?.at ?? null)),
    }))
    .returning([...TAKEN, ...FILE])
    .executeTakeFirst();
}

/** The row as long as it belongs to this run. */
const mine = (trx: Trx, { workspaceId, id, attempts }: Claim) =>
  task(trx, workspaceId, id).where('state', '=', 'running').where('attempts', '=', attempts);

const more = (lines: readonly LogLine[]) =>
  sql<string>`(select coalesce(jsonb_agg(e order by n), '[]') from
    (select e, n from jsonb_array_elements(log || ${JSON.stringify(lines)}::jsonb) with ordinality as l(e, n)
      order by n desc limit ${LINES}) as newest)`;

/** Whether the task still belongs to this run; stores new entries of its log. */
export async function goesOn(trx: Trx, claim: Claim, lines: readonly LogLine[]): Promise<boolean> {
  if (lines.length === 0) return isMine(trx, claim);
  const { numUpdatedRows } = await mine(trx, claim)
    .set({ log: more(lines) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const isMine = async (trx: Trx, { workspaceId, id, attempts }: Claim): Promise<boolean> =>
  (await trx
    .selectFrom('exportScheduleTasks')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .executeTakeFirst()) !== undefined;

export type FileColumns = Pick<Task, 'fileId' | 'fileName' | 'sha256' | 'manifest'> & { rows: number; bytes: number };

export async function keepFile(trx: Trx, claim: Claim, file: FileColumns): Promise<boolean> {
  const { numUpdatedRows } = await mine(trx, claim).set(file).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deliver(trx: Trx, claim: Claim, lines: readonly LogLine[], at: Date): Promise<boolean> {
  const { numUpdatedRows } = await mine(trx, claim)
    .set({ state: 'delivered', nextAt: null, problem: null, finishedAt: at, log: more(lines) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an attempt; `nextAt` null: the last one. */
export async function fail(
  trx: Trx,
  claim: Claim,
  { problem, lines, at, nextAt }: { problem: Problem; lines: readonly LogLine[]; at: Date; nextAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await mine(trx, claim)
    .set({
      state: nextAt ? 'waiting' : 'failed',
      nextAt,
      problem,
      finishedAt: nextAt ? null : at,
      log: more(lines),
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets another node start it; a node that stops in good order is no failed attempt. */
export async function giveBack(trx: Trx, claim: Claim, lines: readonly LogLine[]): Promise<void> {
  await mine(trx, claim)
    .set({ state: 'waiting', attempts: claim.attempts - 1, log: more(lines) })
    .execute();
}

/** Ends a waiting or running task. @returns its run; undefined where it has already ended */
export function cancel(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Run | undefined> {
  return task(trx, workspaceId, id)
    .set({ state: 'cancelled', nextAt: null, finishedAt: at, log: more([{ at: at.toISOString(), step: 'cancelled' }]) })
    .where('nextAt', 'is not', null)
    .returning(['workspaceId', 'organizationId', 'scheduleId', 'runAt'])
    .executeTakeFirst();
}

/** Removes the reference of a task to our copy of its file, if it still has it. */
export async function forgetFile(trx: Trx, workspaceId: string, id: string, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await task(trx, workspaceId, id)
    .set({ fileId: null })
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
