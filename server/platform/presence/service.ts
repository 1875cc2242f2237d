import { sql } from 'kysely';
import { requirePermission } from '../auth/permission.ts';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { EDITOR_MS, type editInput, type editors, type editorsInput } from '../../../shared/presence/schema.ts';
import { appError } from '../errors.ts';
import { type Limit, spend } from '../auth/throttle.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { emit } from '../live/emit.ts';
import type { PresenceAudience } from './presence.ts';

type Record = z.output<typeof editorsInput>;
type Editors = z.infer<typeof editors>;

/**
 * Each time somebody begins or stops, every open screen of the record is notified: hands do so a few times a minute, a
 * script without end.
 */
const TURNS_PERSON: Limit = { name: 'presence.person', max: 30, seconds: 60 };

/** Who else is changing the record. @throws 403, 404 for a record that the caller may not read */
export function list(ctx: WorkspaceContext, record: Record): Promise<Editors> {
  return ctx.transaction(async (trx) => {
    await audienceOf(trx, ctx, record);
    return others(trx, ctx, record);
  });
}

/**
 * The caller has started to change the record, is still at it, or has stopped. Others are notified when they start and
 * when they stop, not in between.
 * @throws 403, 404 for a record that the caller may not read; 429 for beginning and stopping more than thirty times a
 * minute: then it is as if they had not reported it, and their next report is announced, or they are forgotten after
 * their minute
 */
export function edit(ctx: WorkspaceContext, { editing, ...record }: z.output<typeof editInput>): Promise<Editors> {
  return ctx.transaction(async (trx) => {
    const audience = await audienceOf(trx, ctx, record);
    const was = await remove(trx, ctx, record);
    if (editing) await insert(trx, ctx, record);
    if (was === editing) return others(trx, ctx, record);
    await spend(ctx.deps, TURNS_PERSON, ctx.personnel.id);
    await emit(trx, actorOf(ctx), { ...audience, entityId: record.id });
    return others(trx, ctx, record);
  });
}

/**
 * Lets those in who may read the record.
 * @throws 400 for a kind that no module declares, 403 without its permission; 404 for a record that is not there or not
 * the caller's to read
 */
async function audienceOf(trx: Trx, ctx: WorkspaceContext, { entity, id }: Record): Promise<PresenceAudience> {
  const kind = ctx.deps.modules.presence.get(entity);
  if (!kind) throw appError('BAD_REQUEST', { at: 'entity', text: 'errors:choice' });
  requirePermission(ctx.standing, kind.permission);
  return kind.audience(trx, ctx, id);
}

/** Forgets the caller's own row. @returns whether they were known to be editing until now */
async function remove(trx: Trx, ctx: WorkspaceContext, { entity, id }: Record): Promise<boolean> {
  const row = await trx
    .deleteFrom('editors')
    .where('workspaceId', '=', ctx.workspace.id)
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where('personnelId', '=', ctx.personnel.id)
    .returning('until')
    .executeTakeFirst();
  return row !== undefined && Date.parse(row.until as never) > ctx.deps.now().getTime();
}

async function insert(trx: Trx, ctx: WorkspaceContext, { entity, id }: Record): Promise<void> {
  const until = new Date(ctx.deps.now().getTime() + EDITOR_MS);
  await trx
    .insertInto('editors')
    .values({ workspaceId: ctx.workspace.id, entity, entityId: id, personnelId: ctx.personnel.id, until })
    // Two tabs of one person at once.
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'entity', 'entityId', 'personnelId']).doUpdateSet({ until }),
    )
    .execute();
}

async function others(trx: Trx, ctx: WorkspaceContext, { entity, id }: Record): Promise<Editors> {
  const { rows } = await sql<{ id: string; name: string; until: string }>`
    select p.id, p.name, e.until from editors as e join personnel as p on p.workspace_id = e.workspace_id and p.id = e.personnel_id
    where e.workspace_id = ${ctx.workspace.id} and e.entity = ${entity} and e.entity_id = ${id} and e.personnel_id <> ${ctx.personnel.id} and e.until > ${ctx.deps.now()}::timestamptz
    order by p.name, p.id`.execute(trx);
  return rows;
}
