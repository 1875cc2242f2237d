import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ExerciseStatus } from '../../../shared/dataRightsProtocol/protocol.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { systemActor } from '../../platform/actor.ts';
import { postOutbound } from '../../platform/http/outbound.ts';
import { mayCallOthers } from '../../platform/installation/silence.ts';
import { emit } from '../../platform/live/emit.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { findAgentRequest } from './queries.ts';
import { sealedAgentFacts } from './sealed.ts';
import { statusOf } from './status.ts';

/** How long an agent has to answer. */
const TIMEOUT_MS = 10_000;
/** For how long a call belongs to one node. */
const LEASE_MS = MINUTE;
/** Attempts for one change, with pauses that double from a minute: the last one after about six days. */
const TRIES = 14;
const PAUSE_MS = MINUTE;
/** Calls of one run of the schedule. */
const BATCH = 200;
const AT_ONCE = 5;

/** The hash of a status that an agent has confirmed. */
export const reportedHash = (status: ExerciseStatus): Buffer =>
  createHash('sha256').update(JSON.stringify(status)).digest();

/** A call that is reserved for this node. */
interface Call {
  readonly url: string;
  readonly status: ExerciseStatus;
  readonly revision: number;
  readonly tries: number;
}

/** Schedules a report to the agents of these requests, in the transaction that changes the requests. */
export async function planCallbacks(trx: Trx, deps: Deps, workspaceId: string, ids: readonly string[], at: Date) {
  const rows = await trx
    .updateTable('agentRequests')
    .set((eb) => ({ callbackAt: at, callbackTries: 0, revision: eb('revision', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...ids])
    .where('hasCallback', '=', true)
    .returning('id')
    .execute();
  for (const { id } of rows) await deps.jobs.send(trx, 'dataRightsProtocol.callback', { workspaceId, id }, { key: id });
}

/**
 * Reports one request to its agent, until the agent has its current status. If the agent does not answer, it is called
 * again later; failures are stored with the request.
 */
export async function callBack(deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
  for (let call = await claim(deps, workspaceId, id); call; call = await claim(deps, workspaceId, id)) {
    const isAnswered = await reaches(deps, call, signal);
    await settle(deps, workspaceId, id, call, isAnswered);
    deps.poke();
    signal.throwIfAborted();
  }
}

/**
 * Reserves the next call of a request; undefined where none is due, another node makes it, the workspace is closed, or
 * the installation is a silent copy.
 */
const claim = (deps: Deps, workspaceId: string, id: string): Promise<Call | undefined> =>
  transact(deps, { workspaceId }, async (trx) => {
    const now = deps.now();
    const { rows } = await sql<{ id: string }>`
      select r.id from agent_requests r join workspaces w on w.id = r.workspace_id and w.closed_at is null
      where r.workspace_id = ${workspaceId} and r.id = ${id} and r.callback_at <= ${now}
        and (r.calling_until is null or r.calling_until <= ${now}) and ${mayCallOthers}
      for update of r skip locked`.execute(trx);
    const row = rows.length > 0 ? await findAgentRequest(trx, workspaceId, id) : undefined;
    if (!row) return undefined;
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const facts = sealedAgentFacts.open(key, id, row.facts);
    const status = await statusOf(trx, systemActor(deps, workspaceId, now), id, facts);
    const isNews = status !== undefined && !row.reported?.equals(reportedHash(status));
    await trx
      .updateTable('agentRequests')
      .set({
        ...(isNews
          ? { callingUntil: new Date(now.getTime() + LEASE_MS) }
          : // The agent has the current status, whatever failed before.
            { callbackAt: null, failedAt: null }),
        callbackTries: row.callbackTries + 1,
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    return isNews ? { url: facts.callback, status, revision: row.revision, tries: row.callbackTries + 1 } : undefined;
  });

async function reaches(deps: Deps, { url, status }: Call, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await postOutbound(url, status, { ...deps.config.callbacks, timeoutMs: TIMEOUT_MS, signal });
    return answer >= 200 && answer < 300;
  } catch (error) {
    // Without the address: it may contain secrets of the agent.
    deps.log.info({ requestId: status.request_id, reason: (error as NodeJS.ErrnoException).code }, 'callback failed');
    return false;
  }
}

/** Stores the result of a call; a failed one is repeated after a pause, unless the request has changed. */
const settle = (
  deps: Deps,
  workspaceId: string,
  id: string,
  { status, revision, tries }: Call,
  isAnswered: boolean,
): Promise<void> =>
  transact(deps, { workspaceId }, async (trx) => {
    const now = deps.now();
    const again = isAnswered || tries >= TRIES ? null : new Date(now.getTime() + PAUSE_MS * 2 ** (tries - 1));
    await trx
      .updateTable('agentRequests')
      .set((eb) => ({
        callbackAt: eb.case().when('revision', '=', revision).then(again).else(eb.ref('callbackAt')).end(),
        callingUntil: null,
        ...(isAnswered ? { reported: reportedHash(status), reportedAt: now, failedAt: null } : { failedAt: now }),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await emit(trx, systemActor(deps, workspaceId, now), { event: 'agentRequest.calledBack', entityId: id });
  });

/** Calls that failed before, or whose node stopped. */
export const callbackSchedule: Schedule = {
  name: 'agentCallbacks.send',
  cron: '* * * * *',
  run: (deps, signal) =>
    eachRow(deps, signal, {
      order: ['callbackAt', 'id'],
      read: ({ position, isNext }) =>
        deps.systemDb
          .selectFrom('agentRequests')
          .select(['workspaceId', 'id', position.as('position')])
          .where('callbackAt', '<=', deps.now().toISOString())
          .where('workspaceId', 'not in', sql<string>`(select closed_workspaces())`)
          .where(mayCallOthers)
          .where(isNext)
          .orderBy('callbackAt')
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      limit: BATCH,
      atOnce: AT_ONCE,
      failed: 'an agent could not be called; it is tried again',
      work: ({ workspaceId, id }) => callBack(deps, workspaceId, id, signal),
    }),
};

/** Expired messages are refused for their age, so their hashes need not be stored any longer. */
export const messageSweep: Schedule = {
  name: 'agentMessages.sweep',
  cron: '3-59/15 * * * *',
  run: async ({ systemDb }) => {
    const { numAffectedRows } = await sql`
      delete from agent_messages where expires_at < now() - interval '1 day'`.execute(systemDb);
    return Number(numAffectedRows ?? 0);
  },
};
