import type { Executor } from '../../../db/client.ts';
import type { TaskKind } from '../../../shared/requestTask/kinds.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { sealedDetails } from './sealed.ts';

/** A task of a right that was refused: a part of the right that is not carried out. */
export interface RefusedTask {
  readonly kind: TaskKind;
  /** Null: of no application. */
  readonly application: string | null;
  readonly groundCode: string;
}

/** The refused tasks of a right, by application, those of none first. */
export async function refusedTasksOf(db: Executor, workspaceId: string, rightId: string): Promise<RefusedTask[]> {
  const rows = await db
    .selectFrom('requestTasks as t')
    .leftJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 't.workspaceId').onRef('a.id', '=', 't.applicationId'),
    )
    .select(['t.kind', 't.groundCode'])
    .select((eb) => eb.fn.coalesce('a.name', 't.applicationName').as('application'))
    .where('t.workspaceId', '=', workspaceId)
    .where('t.requestRightId', '=', rightId)
    .where('t.status', '=', 'REFUSED')
    .where('t.groundCode', 'is not', null)
    .orderBy('application', (order) => order.asc().nullsFirst())
    .orderBy('t.closedAt')
    .orderBy('t.id')
    .execute();
  return rows as (RefusedTask & (typeof rows)[number])[];
}

/** The reason that was written with the refusal of a task; empty once its request is anonymised. */
export const refusalReasonOf = (
  key: WorkspaceKey,
  task: { readonly id: string; readonly details: Buffer | null },
): string => (task.details ? sealedDetails.open(key, task.id, task.details).reason : '');
