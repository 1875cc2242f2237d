import type { Trx } from '../../../db/client.ts';
import type { ActivityModule } from '../../../shared/registry/events.ts';
import type { TaskOverview } from '../../../shared/personnel/schema.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor, WithDeps } from '../../platform/actor.ts';
import { errors } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { approvalTasks } from '../approvalLine/tasks.ts';
import { openIncidents } from '../incident/tasks.ts';

/** Work of one kind that a person can be charged with. Each module adds its own to `TASK_SOURCES`. */
export interface TaskSource {
  readonly module: ActivityModule;
  /** Roles that can do it; left out: every role. */
  readonly roles?: readonly Role[];
  /** Open tasks of the person: `pending` wait for somebody's answer, `active` are being worked on. */
  count(trx: Trx, workspaceId: string, personnelId: string): Promise<{ pending: number; active: number }>;
  /** Gives every open task of `from` to `to`, with an event for each record. */
  reassign(trx: Trx, actor: WithDeps<PersonnelActor>, from: string, to: string): Promise<void>;
}

/** Purposes still being drafted, for which the person is named responsible. */
const draftPurposes: TaskSource = {
  module: 'BUSINESS',
  async count(trx, workspaceId, personnelId) {
    const { count } = await trx
      .selectFrom('purposes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspaceId', '=', workspaceId)
      .where('responsiblePersonnelId', '=', personnelId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    return { pending: 0, active: Number(count) };
  },
  async reassign(trx, actor, from, to) {
    // The row version moves on, so that a form opened before does not hand the task back.
    const moved = await trx
      .updateTable('purposes')
      .set((eb) => ({
        responsiblePersonnelId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', actor.workspaceId)
      .where('responsiblePersonnelId', '=', from)
      .where('status', '=', 'draft')
      .returning(['id', 'titleTh'])
      .execute();
    for (const { id, titleTh } of moved) {
      await emit(trx, actor, {
        event: 'purpose.updated',
        entityId: id,
        subject: titleTh,
        changes: [{ field: 'responsiblePersonnelId', old: from, new: to }],
      });
    }
  },
};

const TASK_SOURCES: readonly TaskSource[] = [draftPurposes, openIncidents, approvalTasks];

/** Open tasks of a person by module; modules without any are left out. */
export async function overviewOf(trx: Trx, workspaceId: string, personnelId: string): Promise<TaskOverview> {
  const byModule = new Map<ActivityModule, { pending: number; active: number }>();
  for (const source of TASK_SOURCES) {
    const { pending, active } = await source.count(trx, workspaceId, personnelId);
    const before = byModule.get(source.module) ?? { pending: 0, active: 0 };
    byModule.set(source.module, { pending: before.pending + pending, active: before.active + active });
  }
  const modules = [...byModule]
    .map(([module, counts]) => ({ module, ...counts }))
    .filter(({ pending, active }) => pending + active > 0);
  return { total: modules.reduce((sum, { pending, active }) => sum + pending + active, 0), modules };
}

/** @throws 409 `personnel.roleHasTasks` while the person has open tasks that nobody of this role can do */
export async function assertKeepsTasks(trx: Trx, workspaceId: string, personnelId: string, role: Role): Promise<void> {
  let number = 0;
  for (const source of TASK_SOURCES) {
    if (!source.roles || source.roles.includes(role)) continue;
    const { pending, active } = await source.count(trx, workspaceId, personnelId);
    number += pending + active;
  }
  const refusal = { key: 'organization:personnel.roleHasTasks', values: { number } };
  if (number > 0)
    throw errors.conflict({ code: 'personnel.roleHasTasks', ...refusal, issues: [{ path: ['role'], ...refusal }] });
}

/** Gives all open tasks of `from` to `to`, in the caller's transaction. */
export async function reassignAll(trx: Trx, actor: WithDeps<PersonnelActor>, from: string, to: string): Promise<void> {
  for (const source of TASK_SOURCES) await source.reassign(trx, actor, from, to);
}
