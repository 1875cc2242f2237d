import type { Trx } from '../../../db/client.ts';
import { reachable } from '../../../shared/clock.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor } from '../../platform/actor.ts';
import { activeIds } from '../../platform/auth/personnel.ts';
import { alarmMailUntil, type AlarmFacts } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import { recordDueSoon } from '../../platform/records/listener.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { RIGHT } from './clock.ts';
import { requestClockMail } from './mails.ts';

/**
 * Notifies that the time to answer a right is running out, or is over: on open screens, in the bells of those who
 * manage requests and of the assignee, by mail. `ofAct`: by the date of the act; where both dates are the same, the
 * workspace's own notifies for both, at the thresholds that both have.
 */
export const alarm =
  (ofAct: boolean) =>
  async (deps: Deps, trx: Trx, { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts): Promise<void> => {
    const right = await trx
      .selectFrom('requestRights as r')
      .innerJoin('requests as q', (join) =>
        join.onRef('q.workspaceId', '=', 'r.workspaceId').onRef('q.id', '=', 'r.requestId'),
      )
      .select(['q.id', 'q.number', 'r.assigneeId', 'r.nameTh', 'r.nameEn'])
      .where('r.workspaceId', '=', workspaceId)
      .where('r.id', '=', subjectId)
      .executeTakeFirst();
    if (!right || (ofAct && (await isNotifiedByOwn(trx, workspaceId, subjectId, { dueAt, hours })))) return;
    const readerIds = await activeIds(trx, workspaceId, MANAGERS, right.assigneeId);
    const actor = systemActor(deps, workspaceId, at);
    await emit(trx, actor, {
      event: hours === 0 ? 'request.overdue' : 'request.dueSoon',
      entityId: right.id,
      subject: requestReference(right.number),
      changes: hours === 0 ? [] : [{ field: 'hoursLeft', old: null, new: hours }],
      recipients: right.assigneeId ? [right.assigneeId] : [],
      notify: readerIds,
    });
    await emit(trx, actor, { event: 'requestDashboard.changed', entityId: right.id });
    if (!ofAct) await recordDueSoon(trx, actor, 'request', { id: right.id, partId: subjectId, hours });
    const workspace = await workspaceName(trx, actor);
    for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
      const mail = requestClockMail(deps.config, reader, {
        id: right.id,
        number: right.number,
        right: { th: right.nameTh, en: right.nameEn },
        workspace,
        leftMs: dueAt.getTime() - at.getTime(),
        dueAt,
        ofAct,
      });
      await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
    }
  };

/**
 * Whether the running deadline by the workspace's settings ends at this moment, too, and notifies so many hours before:
 * it may have been opened later, and by other settings.
 */
async function isNotifiedByOwn(
  trx: Trx,
  workspaceId: string,
  rightId: string,
  { dueAt, hours }: { dueAt: Date; hours: number },
): Promise<boolean> {
  const own = await trx
    .selectFrom('deadlines')
    .select(['startedAt', 'dueAt', 'alertHours'])
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', RIGHT)
    .where('subjectId', '=', rightId)
    .where('endedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .executeTakeFirst();
  const due = dueAt.getTime();
  if (!own || Date.parse(own.dueAt) !== due) return false;
  return hours === 0 || reachable(Date.parse(own.startedAt), due, own.alertHours).includes(hours);
}

const MANAGERS: readonly Role[] = ['DPO', 'Admin'];

/** Active data protection officers and Admins. */
export const managersOf = (trx: Trx, workspaceId: string): Promise<string[]> => activeIds(trx, workspaceId, MANAGERS);
