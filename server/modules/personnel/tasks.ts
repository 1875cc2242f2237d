import type { Trx } from '../../../db/client.ts';
import type { TaskOverview } from '../../../shared/personnel/schema.ts';
import type { ActivityModule } from '../../../shared/registry/events.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor, WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { Deps } from '../../platform/trpc/context.ts';

/** A person whose tasks are counted. */
interface Assignee {
  readonly deps: Deps;
  readonly workspaceId: string;
  readonly personnelId: string;
}

/** Open tasks of a person by module; modules without any are left out. */
export async function taskOverviewOf(trx: Trx, { deps, workspaceId, personnelId }: Assignee): Promise<TaskOverview> {
  const byModule = new Map<ActivityModule, { pending: number; active: number }>();
  const counts = await Promise.all(
    deps.modules.tasks.map(async (source) => ({
      module: source.module,
      ...(await source.count(trx, workspaceId, personnelId, deps.now())),
    })),
  );
  for (const { module, pending, active } of counts) {
    const before = byModule.get(module) ?? { pending: 0, active: 0 };
    byModule.set(module, { pending: before.pending + pending, active: before.active + active });
  }
  const modules = [...byModule]
    .map(([module, counts]) => ({ module, ...counts }))
    .filter(({ pending, active }) => pending + active > 0);
  return { total: modules.reduce((sum, { pending, active }) => sum + pending + active, 0), modules };
}

/** @throws 409 `personnel.roleHasTasks` while the person has open tasks that this role cannot do */
export async function assertKeepsTasks(
  trx: Trx,
  { deps, workspaceId, personnelId }: Assignee,
  role: Role,
): Promise<void> {
  let number = 0;
  for (const source of deps.modules.tasks) {
    if (!source.roles || source.roles.includes(role)) continue;
    const { pending, active } = await source.count(trx, workspaceId, personnelId, deps.now());
    number += pending + active;
  }
  if (number > 0) throw appError('personnel.roleHasTasks', { at: 'role', values: { number } });
}

/** Hands all open tasks of `from` to `to`, in the caller's transaction. */
export async function reassignAll(trx: Trx, actor: WithDeps<PersonnelActor>, from: string, to: string): Promise<void> {
  for (const source of actor.deps.modules.tasks) await source.reassign(trx, actor, from, to);
}
