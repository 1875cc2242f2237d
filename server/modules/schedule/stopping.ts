import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type Problem, STOPPING } from '../../../shared/schedule/problems.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { announceLater } from './announce.ts';
import { DeliveryProblem } from './problem.ts';
import type { Run } from './workflow.ts';

/** Longer than a sign-in takes (connection.ts), so that a stopped node delays others no longer than that. */
const SIGN_IN_SECONDS = 60;
const LOOK_AGAIN_MS = 200;

type Schedule = Pick<Run, 'workspaceId' | 'organizationId' | 'scheduleId'>;

const schedule = (trx: Trx, { organizationId, scheduleId }: Schedule) =>
  trx.updateTable('exportSchedules').where('organizationId', '=', organizationId).where('id', '=', scheduleId);

/**
 * Stops a schedule that somebody has to look at, and notifies its Admins. Does nothing for one that is already stopped.
 */
export async function stop(deps: Deps, trx: Trx, of: Schedule, problem: Problem): Promise<void> {
  const { numUpdatedRows } = await schedule(trx, of)
    .set((eb) => ({
      active: false,
      nextAt: null,
      stopped: problem,
      updatedAt: deps.now(),
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('stopped', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await announceLater(deps, trx, of, { stopped: problem });
}

/**
 * Signs in, one task of a schedule at a time: a refused sign-in is not tried by another task, on any node.
 * @throws DeliveryProblem: of this sign-in, or the one that has stopped the schedule before
 */
export async function inTurn<Result>(
  deps: Deps,
  of: Schedule,
  signal: AbortSignal,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = of;
  const take = () => transact(deps, { workspaceId }, (trx) => takeTurn(trx, of));
  while (!(await take())) await sleep(LOOK_AGAIN_MS, undefined, { signal });
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof DeliveryProblem && STOPPING.includes(error.problem))
      await transact(deps, { workspaceId }, (trx) => stop(deps, trx, of, error.problem));
    throw error;
  } finally {
    // If the database does not answer, the turn expires.
    await transact(deps, { workspaceId }, (trx) => schedule(trx, of).set({ signInUntil: null }).execute()).catch(
      () => {},
    );
  }
}

/** By the clock of the database, which all nodes share. */
async function takeTurn(trx: Trx, of: Schedule): Promise<boolean> {
  const { numUpdatedRows } = await schedule(trx, of)
    .set({ signInUntil: sql<string>`clock_timestamp() + ${SIGN_IN_SECONDS} * interval '1 second'` })
    .where((eb) => eb.or([eb('signInUntil', 'is', null), eb('signInUntil', '<', sql<string>`clock_timestamp()`)]))
    .where('stopped', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const row = await trx
    .selectFrom('exportSchedules')
    .select(sql<Problem | null>`stopped`.as('stopped'))
    .where('organizationId', '=', of.organizationId)
    .where('id', '=', of.scheduleId)
    .executeTakeFirst();
  if (!row) throw new DeliveryProblem('interrupted');
  if (row.stopped !== null) throw new DeliveryProblem(row.stopped);
  return false;
}
