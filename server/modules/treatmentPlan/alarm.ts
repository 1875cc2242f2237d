import type { Trx } from '../../../db/client.ts';
import { systemActor } from '../../platform/actor.ts';
import { alarmMailUntil, type AlarmFacts, hoursLeft } from '../../platform/clock/clockKind.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { announcePlan } from './announce.ts';
import { managersOf } from './assignees.ts';
import { planClockMail } from './mails.ts';
import * as queries from './queries.ts';

/** Notifies the assignee of a plan, while they are active, and those who manage plans that its date is near or over. */
export async function alarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts,
): Promise<void> {
  const [plan] = await queries.byIds(trx, workspaceId, [subjectId]);
  if (!plan) return;
  const readerIds = await managersOf(trx, workspaceId, plan.assigneeId);
  const actor = systemActor(deps, workspaceId, at);
  await announcePlan(trx, actor, plan, hours === 0 ? 'treatmentPlan.overdue' : 'treatmentPlan.dueSoon', {
    notify: readerIds,
    changes: hoursLeft({ hours, dueAt, at }),
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
    const mail = planClockMail(deps.config, reader, {
      id: plan.id,
      workspaceId,
      title: { th: plan.titleTh, en: plan.titleEn },
      workspace,
      leftMs: dueAt.getTime() - at.getTime(),
      dueAt,
    });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}
