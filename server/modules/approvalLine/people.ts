import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { OPEN_STEPS } from '../../../shared/approvalLine/schema.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { activeIds } from '../../platform/auth/personnel.ts';

/** The statuses of steps whose approver has not acted yet, as a list of SQL. */
export const openSteps = sql.join(OPEN_STEPS.map((status) => sql.lit(status)));

/**
 * Who runs a line: its requester, or Admin and DPO where the requester is no longer active, so that somebody learns of
 * what becomes of it and can submit or cancel it.
 */
export async function runnersOf(
  trx: Trx,
  workspaceId: string,
  { requesterId }: { readonly requesterId: string },
): Promise<string[]> {
  const ids = await activeIds(trx, workspaceId, rolesWith('approval.settings'), requesterId);
  return ids.includes(requesterId) ? [requesterId] : ids;
}

/**
 * The condition that `who` can act in the name of the approver of step `s`: neither the requester of the line, nor
 * somebody who has a step of the same round or acted in it. One person would count for two (docs/decisions/025).
 */
export const mayStandIn = (who: RawBuilder<unknown>) => sql<SqlBool>`(
  not exists (select from approval_lines o where o.workspace_id = s.workspace_id and o.id = s.line_id and o.requester_id = ${who})
  and not exists (select from approval_steps o where o.workspace_id = s.workspace_id and o.line_id = s.line_id and o.round = s.round and (o.approver_id = ${who} or o.acted_by = ${who})))`;

/**
 * Whether this one person would sign an entire round, once `by` signs the step at `position`: for a step that is done,
 * whoever acted counts; for an open one, its approver. The requester of a line is never the only one to approve it
 * (docs/decisions/025), however its steps came to them.
 */
export const isOnlySigner = (
  personnelId: string,
  steps: readonly { position: number; approverId: string; actedBy: string | null }[],
  { position, by }: { position: number; by: string },
): boolean =>
  steps.every((step) => (step.position === position ? by : (step.actedBy ?? step.approverId)) === personnelId);

/** Whose turn it is, and their appointed delegate; `barred`: the delegate cannot act in this line. */
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
     where s.workspace_id = ${workspaceId} and s.line_id = ${lineId} and s.status = 'CURRENT'`.execute(
    trx.withoutPlugins(),
  );
  return rows[0];
}

/** Whom to ask then: the approver, and the delegate where they can act. */
export const recipientsOf = (turn: TurnNow | undefined): string[] =>
  turn ? [turn.approverId, ...(turn.standIn && !turn.barred ? [turn.standIn] : [])] : [];

/** Everyone who has a part in a line. */
export interface Everyone {
  requester: string;
  /** Of the current round. */
  approvers: string[];
  /**
   * Also approvers of earlier rounds, delegates who acted for one of them, and current delegates; a delegate's own
   * delegate is not included.
   */
  all: string[];
}

/** Everyone who has a part in a line at a moment; the line must exist. */
export async function everyoneOf(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<Everyone> {
  const { rows } = await sql<{ id: string; part: 'requester' | 'approver' | 'other' }>`
    with line as (select requester_id, round from approval_lines where workspace_id = ${workspaceId} and id = ${lineId}),
         named as (
      select approver_id as id, case when round = (select round from line) then 'approver' else 'other' end as part from approval_steps where workspace_id = ${workspaceId} and line_id = ${lineId}
      union select acted_by, 'other' from approval_steps where workspace_id = ${workspaceId} and line_id = ${lineId} and acted_by is not null)
    select requester_id as id, 'requester' as part from line
    union all select id, part from named
    union all select x.delegate_id, 'other' from approval_absences x join personnel d on (d.workspace_id, d.id) = (x.workspace_id, x.delegate_id) and d.status = 'active'
     where x.workspace_id = ${workspaceId} and x.personnel_id in (select id from named) and x.ended_at is null and x.from_at <= ${at} and x.until_at > ${at}`.execute(
    trx.withoutPlugins(),
  );
  const approvers = rows.flatMap(({ id, part }) => (part === 'approver' ? [id] : []));
  return {
    requester: rows.find(({ part }) => part === 'requester')!.id,
    approvers,
    all: [...new Set(rows.map(({ id }) => id))],
  };
}

/**
 * Whose screens show the delegate of this person: requesters and approvers of open lines in which the person has not
 * acted yet.
 */
export async function partnersOf(trx: Trx, workspaceId: string, personnelId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mine as (select line_id, round from approval_steps where workspace_id = ${workspaceId} and approver_id = ${personnelId} and status in (${openSteps}))
    select l.requester_id as id from mine m join approval_lines l on l.workspace_id = ${workspaceId} and l.id = m.line_id
    union select s.approver_id from mine m join approval_steps s on s.workspace_id = ${workspaceId} and s.line_id = m.line_id and s.round = m.round`.execute(
    trx.withoutPlugins(),
  );
  return rows.map(({ id }) => id);
}
