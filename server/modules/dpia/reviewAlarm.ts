import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { systemActor } from '../../platform/actor.ts';
import { alarmMailUntil, type AlarmFacts } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { reviewMail } from './mails.ts';

const DECIDERS: readonly Role[] = PERMISSIONS['dpia.decide'].roles;

/** Notifies the reviewer of an assessment, and those who decide on assessments, that its review is near or overdue. */
export async function reviewAlarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts,
): Promise<void> {
  const dpia = await trx
    .selectFrom('dpias')
    .select(['id', 'name', 'reviewerId'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!dpia) return;
  const readerIds = await recipientsOf(trx, workspaceId, dpia.reviewerId);
  const actor = systemActor(deps, workspaceId, at);
  await emit(trx, actor, {
    event: hours === 0 ? 'dpia.reviewOverdue' : 'dpia.reviewDueSoon',
    entityId: dpia.id,
    subject: dpia.name,
    notify: readerIds,
    changes: hours === 0 ? [] : [{ field: 'daysLeft', old: null, new: Math.round(hours / 24) }],
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
    const mail = reviewMail(deps.config, reader, { ...dpia, workspace, isOverdue: hours === 0, dueAt });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}

/** Active people who decide on assessments, and the reviewer while they are active. */
async function recipientsOf(trx: Trx, workspaceId: string, reviewerId: string | null): Promise<string[]> {
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([eb('role', 'in', [...DECIDERS]), ...(reviewerId === null ? [] : [eb('id', '=', reviewerId)])]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
