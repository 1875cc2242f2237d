import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { requestSettingsFields } from '../../../shared/request/settings.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import type { RetentionRule } from '../../platform/jobs/retention.ts';
import { emit } from '../../platform/live/emit.ts';
import { recordsAnonymised } from '../../platform/records/listener.ts';
import { type Deps, transact, type WorkspaceContext } from '../../platform/trpc/context.ts';

/** Requests that one statement reads. */
const BATCH = 100;
/** Days for which the settings predict how many requests will be anonymised. */
const DAYS_AHEAD = 30;
/** Where no settings are stored. */
const RETENTION_YEARS = requestSettingsFields.parse({}).retentionYears;

/**
 * Until when a request must have been closed to be anonymised at `at`: the database subtracts the years, as where it
 * finds the workspaces. A year before 29 February is the 28th for it.
 */
export async function closedBefore(trx: Trx, workspaceId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    select ${at}::timestamptz - make_interval(years => coalesce(
      (select retention_years from request_settings where workspace_id = ${workspaceId}),
      ${RETENTION_YEARS}::integer)) as before`.execute(trx);
  return new Date(rows[0]!.before).toISOString();
}

/** How many requests will be anonymised within the next 30 days, including those already due. */
export const endingSoon = (ctx: WorkspaceContext): Promise<{ count: number }> =>
  ctx.read(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const until = new Date(ctx.deps.now().getTime() + DAYS_AHEAD * DAY);
    const { count } = await trx
      .selectFrom('requests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspaceId', '=', workspaceId)
      .where('anonymisedAt', 'is', null)
      .where('closedAt', '<', await closedBefore(trx, workspaceId, until))
      .executeTakeFirstOrThrow();
    return { count: Number(count) };
  });

/** Anonymises closed requests that are due, each in its own transaction. */
export const requestRetention: RetentionRule = {
  name: 'requests',
  async apply(deps, signal) {
    const { rows } = await sql<{ workspaceId: string }>`
      select workspace_id from workspaces_to_anonymise(${deps.now()})`.execute(deps.systemDb);
    let total = 0;
    for (const { workspaceId } of rows) {
      if (signal.aborted) break;
      total += await anonymiseWorkspace(deps, workspaceId, signal);
    }
    return total;
  },
};

async function anonymiseWorkspace(deps: Deps, workspaceId: string, signal: AbortSignal): Promise<number> {
  const actor = systemActor(deps, workspaceId);
  const inWorkspace = <Result>(work: (trx: Trx) => Promise<Result>) => transact(deps, { workspaceId }, work);
  const before = await inWorkspace((trx) => closedBefore(trx, workspaceId, actor.at));
  const total = await eachRow(deps, signal, {
    order: ['id'],
    read: ({ position, isNext }) =>
      inWorkspace((trx) =>
        dueRequests(trx, workspaceId, before).select(position.as('position')).where(isNext).execute(),
      ),
    limit: BATCH,
    failed: 'a request could not be anonymised; it will be tried again',
    work: ({ id }) => inWorkspace((trx) => anonymise(trx, actor, { id, before })),
  });
  await inWorkspace((trx) => logAnonymised(trx, actor));
  return total;
}

const dueRequests = (trx: Trx, workspaceId: string, before: string) =>
  trx
    .selectFrom('requests')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('anonymisedAt', 'is', null)
    .where('closedAt', '<', before)
    .orderBy('id')
    .limit(BATCH);

/**
 * Permanently removes the data subject from one request, here and in every module that listens to requests
 * (`recordListeners.request.anonymised`). A request that was reopened meanwhile, or is anonymised already, is not
 * changed.
 * @returns whether it was anonymised by this call
 */
async function anonymise(trx: Trx, actor: WithDeps, { id, before }: { id: string; before: string }): Promise<boolean> {
  const { workspaceId, at } = actor;
  const { numUpdatedRows } = await trx
    .updateTable('requests')
    .set((eb) => ({
      subject: null,
      uidHash: null,
      emailHash: null,
      phoneHash: null,
      importHash: null,
      knownKeys: [],
      ageBand: null,
      hasGuardian: false,
      anonymisedAt: at,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('anonymisedAt', 'is', null)
    .where('closedAt', '<', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('requestRights')
    .set({ detail: null, resolution: null, feeReason: null })
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', id)
    .execute();
  await trx
    .updateTable('requestMoves')
    .set({ reason: null })
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', id)
    .where('reason', 'is not', null)
    .execute();
  await trx
    .deleteFrom('requestCorrections')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', id)
    .execute();
  await recordsAnonymised(trx, actor, 'request', [id]);
  return true;
}

/** Logs how many requests were anonymised since the last log entry: also those before a crash. */
async function logAnonymised(trx: Trx, actor: WithDeps): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('requests')
    .set({ anonymisedCounted: true })
    .where('workspaceId', '=', actor.workspaceId)
    .where('anonymisedAt', 'is not', null)
    .where('anonymisedCounted', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await emit(trx, actor, {
    event: 'request.anonymised',
    entityId: actor.workspaceId,
    changes: [{ field: 'anonymised', old: null, new: Number(numUpdatedRows) }],
  });
}
