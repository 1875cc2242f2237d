import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { failureMail } from './mails.ts';
import { findOrder } from './queries.ts';
import type { Claim } from './states.ts';

const ADMINS: readonly Role[] = PERMISSIONS['admin.console'].roles;

/** Rings and writes to the Admins of the workspace whose data was not delivered. */
export async function announceFailure(deps: Deps, trx: Trx, claim: Claim, problem: Problem): Promise<void> {
  const { workspaceId, scheduleId } = claim;
  const order = await findOrder(trx, claim);
  if (!order) return;
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', [...ADMINS])
    .execute();
  const notify = rows.map(({ id }) => id);
  const actor = systemActor(deps, workspaceId);
  const { code } = PROBLEMS[problem];
  await emit(trx, actor, {
    event: problem === 'hostKeyChanged' ? 'schedule.stopped' : 'schedule.failed',
    entityId: scheduleId,
    subject: order.name,
    changes: [{ field: 'reportCode', old: null, new: code }],
    notify,
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, notify)) {
    const mail = failureMail(deps.config, reader, { id: scheduleId, name: order.name, workspace, problem });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId });
  }
}
