import type { Trx } from '../../../db/client.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { systemActor } from '../../platform/actor.ts';
import { activeIds } from '../../platform/auth/personnel.ts';
import { alarmMailUntil, type AlarmFacts, daysLeft } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { assignableOf } from './assignees.ts';
import { reviewMail } from './mails.ts';

/** Notifies the reviewer of an assessment, and those who decide on assessments, that its review is near or overdue. */
export async function reviewAlarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts,
): Promise<void> {
  const dpia = await trx
    .selectFrom('dpias')
    .select(['id', 'variant', 'name', 'reviewerId'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!dpia) return;
  const { reviewerId } = dpia;
  // A reviewer who got a role that does not read assessments could not open it.
  const reviewers = await assignableOf(trx, workspaceId, reviewerId ? [reviewerId] : []);
  const [reviewer = null] = reviewers;
  const readerIds = await activeIds(trx, workspaceId, rolesWith('dpia.decide'), reviewer);
  const actor = systemActor(deps, workspaceId, at);
  await emit(trx, actor, {
    event: hours === 0 ? 'dpia.reviewOverdue' : 'dpia.reviewDueSoon',
    entityId: dpia.id,
    subject: dpia.name,
    notify: readerIds,
    changes: daysLeft({ hours, dueAt, at }),
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
    const variant = dpia.variant as DpiaVariant;
    const about = { ...dpia, workspaceId, variant, workspace, isOverdue: hours === 0, dueAt };
    const mail = reviewMail(deps.config, reader, about);
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}
