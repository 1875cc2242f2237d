import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { onlyOwn } from '../../../shared/permissions.ts';
import { EDITOR_MS, type editInput, type editors, type editorsInput } from '../../../shared/presence.ts';
import { origin, type WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { emit } from '../../live/emit.ts';

type Record = z.output<typeof editorsInput>;
type Editors = z.infer<typeof editors>;

/** Who else is changing the record. @throws 404 for a record that the caller may not read */
export function list(ctx: WorkspaceContext, record: Record): Promise<Editors> {
  return ctx.transaction(async (trx) => {
    await ownersOf(trx, ctx, record);
    return others(trx, ctx, record);
  });
}

/**
 * The caller has begun to change the record, is still at it, or has stopped. Others hear of it when he begins and when
 * he stops, not in between.
 * @throws 404 for a record that the caller may not read
 */
export function edit(ctx: WorkspaceContext, { editing, ...record }: z.output<typeof editInput>): Promise<Editors> {
  return ctx.transaction(async (trx) => {
    const recipients = await ownersOf(trx, ctx, record);
    const was = await remove(trx, ctx, record);
    if (editing) await insert(trx, ctx, record);
    if (was !== editing) await emit(trx, origin(ctx), { event: 'presence.changed', entityId: record.id, recipients });
    return others(trx, ctx, record);
  });
}

/** The personnel whose record it is, for events about it. @throws 404 */
async function ownersOf(trx: Trx, ctx: WorkspaceContext, { id }: Record): Promise<string[]> {
  const row = await trx.selectFrom('incidents').select(['reporterId', 'assigneeId']).where('workspaceId', '=', ctx.workspace.id).where('id', '=', id).executeTakeFirst();
  const owners = row ? [...new Set([row.reporterId, row.assigneeId])].filter((one) => one !== null) : [];
  if (!row || (onlyOwn(ctx.standing.role, 'incident.read') && !owners.includes(ctx.personnel.id))) throw errors.notFound();
  return owners;
}

/** Forgets the caller's own row. @returns whether he was known to be editing until now */
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
    .onConflict((conflict) => conflict.columns(['workspaceId', 'entity', 'entityId', 'personnelId']).doUpdateSet({ until }))
    .execute();
}

async function others(trx: Trx, ctx: WorkspaceContext, { entity, id }: Record): Promise<Editors> {
  const { rows } = await sql<{ id: string; name: string; until: string }>`
    select p.id, p.name, e.until from editors as e join personnel as p on p.workspace_id = e.workspace_id and p.id = e.personnel_id
    where e.workspace_id = ${ctx.workspace.id} and e.entity = ${entity} and e.entity_id = ${id} and e.personnel_id <> ${ctx.personnel.id} and e.until > ${ctx.deps.now()}::timestamptz
    order by p.name, p.id`.execute(trx);
  return rows;
}
