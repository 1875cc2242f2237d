import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';

/** Those of `ids` who are active, in no order. */
export const activeAmong = async (trx: Trx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> =>
  ids.length === 0 ? new Set() : new Set((await trx.selectFrom('personnel').select('id').where('workspaceId', '=', workspaceId).where('id', 'in', [...ids]).where('status', '=', 'active').execute()).map(({ id }) => id));

export const nameOf = async (trx: Trx, workspaceId: string, id: string): Promise<string> =>
  (await trx.selectFrom('personnel').select('name').where('workspaceId', '=', workspaceId).where('id', '=', id).executeTakeFirstOrThrow()).name;

/**
 * That `who` may act in the name of the approver of step `s`: not whoever asked for the line, nor who has a step of the
 * same round or acted in it. One person would count for two (docs/decisions/025).
 */
export const mayStandIn = (who: RawBuilder<unknown>) => sql<SqlBool>`(
  not exists (select from approval_lines o where o.workspace_id = s.workspace_id and o.id = s.line_id and o.requester_id = ${who})
  and not exists (select from approval_steps o where o.workspace_id = s.workspace_id and o.line_id = s.line_id and o.round = s.round and (o.approver_id = ${who} or o.acted_by = ${who})))`;

/** Whose turn it is, and who is named to stand in for him; `barred`: who is named may not, in this line. */
export interface TurnNow {
  approverId: string;
  standIn: string | null;
  barred: boolean;
}

/** The turn in a line at a moment; undefined when it is nobody's. */
export async function turnOf(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<TurnNow | undefined> {
  const { rows } = await sql<TurnNow>`
    select s.approver_id as "approverId", n.delegate_id as "standIn", n.delegate_id is not null and not ${mayStandIn(sql`n.delegate_id`)} as barred
      from approval_steps s
      left join lateral (
        select x.delegate_id from approval_absences x join personnel d on (d.workspace_id, d.id) = (x.workspace_id, x.delegate_id) and d.status = 'active'
         where x.workspace_id = s.workspace_id and x.personnel_id = s.approver_id and x.ended_at is null and x.from_at <= ${at} and x.until_at > ${at} order by x.from_at desc, x.id limit 1) n on true
     where s.workspace_id = ${workspaceId} and s.line_id = ${lineId} and s.status = 'CURRENT'`.execute(trx.withoutPlugins());
  return rows[0];
}

/** Who is asked then: the approver, and who stands in for him where he may. */
export const askedBy = (turn: TurnNow | undefined): string[] => (turn ? [turn.approverId, ...(turn.standIn && !turn.barred ? [turn.standIn] : [])] : []);

/** Who is named to stand in for each of `ids` at a moment: one step, no further. */
export async function standInsOf(trx: Trx, workspaceId: string, ids: readonly string[], at: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ person: string; delegate: string }>`
    select distinct on (x.personnel_id) x.personnel_id as person, x.delegate_id as delegate
      from approval_absences x join personnel d on (d.workspace_id, d.id) = (x.workspace_id, x.delegate_id) and d.status = 'active'
     where x.workspace_id = ${workspaceId} and x.personnel_id = any(${ids}::uuid[]) and x.ended_at is null and x.from_at <= ${at} and x.until_at > ${at}
     order by x.personnel_id, x.from_at desc, x.id`.execute(trx.withoutPlugins());
  return new Map(rows.map(({ person, delegate }) => [person, delegate]));
}

/** Everyone who has a part in a line: who asked for it, all approvers of all rounds, who acted for them, who stands in for them now. */
export async function everyoneOf(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<{ requester: string; approvers: string[]; all: string[] }> {
  const { requesterId, round } = await trx.selectFrom('approvalLines').select(['requesterId', 'round']).where('workspaceId', '=', workspaceId).where('id', '=', lineId).executeTakeFirstOrThrow();
  const steps = await trx.selectFrom('approvalSteps').select(['approverId', 'actedBy', 'round']).where('workspaceId', '=', workspaceId).where('lineId', '=', lineId).execute();
  const named = [...new Set(steps.flatMap(({ approverId, actedBy }) => (actedBy ? [approverId, actedBy] : [approverId])))];
  const standIns = await standInsOf(trx, workspaceId, named, at);
  const approvers = [...new Set(steps.filter((step) => step.round === round).map(({ approverId }) => approverId))];
  return { requester: requesterId, approvers, all: [...new Set([requesterId, ...named, ...standIns.values()])] };
}
