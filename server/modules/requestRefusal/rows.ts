import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { TaskKind } from '../../../shared/requestTask/kinds.ts';

/** A refusal of the register: of a right, or of a task of it. */
export interface RefusalRow {
  /** Of the task, else of the right. */
  readonly id: string;
  readonly requestId: string;
  readonly requestRightId: string;
  /** Null: the whole right was refused. */
  readonly taskId: string | null;
  readonly kind: TaskKind | null;
  readonly applicationId: string;
  readonly code: string | null;
  readonly groundCode: string;
  readonly closedAt: string;
}

/**
 * Everything that is refused now: rights that are closed with a ground, and refused tasks of rights that are completed,
 * each in its application. Tasks with an application and those without are read apart, so that either is found by the
 * index of its application.
 */
export const refusedRows = (workspaceId: string): RawBuilder<RefusalRow> => sql`(
  select r.id, r.request_id, r.id as request_right_id, null::uuid as task_id, null::text as kind, r.application_id, r.code, r.ground_code, r.closed_at
    from request_rights r
   where r.workspace_id = ${workspaceId}::uuid and r.stage = 'CLOSED' and r.ground_code is not null
  union all
  select t.id, t.request_id, t.request_right_id, t.id, t.kind, t.application_id, r.code, t.ground_code, r.closed_at
    from request_tasks t
    join request_rights r on r.workspace_id = t.workspace_id and r.id = t.request_right_id and r.stage = 'COMPLETE'
   where t.workspace_id = ${workspaceId}::uuid and t.status = 'REFUSED' and t.ground_code is not null and t.application_id is not null
  union all
  select t.id, t.request_id, t.request_right_id, t.id, t.kind, r.application_id, r.code, t.ground_code, r.closed_at
    from request_tasks t
    join request_rights r on r.workspace_id = t.workspace_id and r.id = t.request_right_id and r.stage = 'COMPLETE'
   where t.workspace_id = ${workspaceId}::uuid and t.status = 'REFUSED' and t.ground_code is not null and t.application_id is null)`;

/** The applications of the refused tasks of some rights, in a fixed order. */
export async function applicationsOfRefusedTasks(
  db: Executor,
  workspaceId: string,
  rightIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('requestTasks as t')
    .innerJoin('requestRights as r', (join) =>
      join.onRef('r.workspaceId', '=', 't.workspaceId').onRef('r.id', '=', 't.requestRightId'),
    )
    .select((eb) => eb.fn.coalesce('t.applicationId', 'r.applicationId').as('applicationId'))
    .where('t.workspaceId', '=', workspaceId)
    .where('t.requestRightId', 'in', [...rightIds])
    .where('t.status', '=', 'REFUSED')
    .distinct()
    .orderBy('applicationId')
    .execute();
  return rows.flatMap(({ applicationId }) => applicationId ?? []);
}
