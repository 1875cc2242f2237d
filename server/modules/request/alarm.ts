import type { Trx } from '../../../db/client.ts';
import { reachable } from '../../../shared/clock.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor } from '../../platform/actor.ts';
import { activeAmong, activeIds } from '../../platform/auth/personnel.ts';
import { alarmMailUntil, type AlarmFacts, hoursLeft, hoursUntil } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import { recordDueSoon } from '../../platform/records/listener.ts';
import { idsOf } from '../../platform/records/names.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { RIGHT } from './clock.ts';
import { requestClockMail } from './mails.ts';

/**
 * Notifies that the time to answer rights of a request is running out, or is over: on open screens, in the bells of
 * those who manage requests and of the assignees, by mail, which names the rights: to an assignee their own. `ofAct`:
 * by the date of the act; where both dates of a right are the same, the workspace's own notifies for both, at the
 * thresholds that both have.
 */
export const alarm =
  (ofAct: boolean) =>
  async (deps: Deps, trx: Trx, { workspaceId, together, hours, dueAt, at }: AlarmFacts): Promise<void> => {
    const due = await rightsDue(trx, workspaceId, together);
    const byOwn = ofAct ? await notifiedByOwn(trx, workspaceId, together, { dueAt, hours }) : [];
    const rights = due.filter(({ id }) => !byOwn.includes(id));
    const [first] = rights;
    if (!first) return;
    const { requestId, number } = first;
    const assignees = idsOf(rights.map(({ assigneeId }) => assigneeId));
    const managers = await managersOf(trx, workspaceId);
    const readerIds = idsOf([...managers, ...(await activeAmong(trx, workspaceId, assignees))]);
    const actor = systemActor(deps, workspaceId, at);
    await emit(trx, actor, {
      event: hours === 0 ? 'request.overdue' : 'request.dueSoon',
      entityId: requestId,
      subject: requestReference(number),
      changes: [
        ...hoursLeft({ hours, dueAt, at }),
        ...(rights.length === 1 ? [] : [{ field: 'rights', old: null, new: rights.length }]),
      ],
      recipients: assignees,
      notify: readerIds,
    });
    await emit(trx, actor, { event: 'requestDashboard.changed', entityId: requestId });
    const partIds = rights.map(({ id }) => id);
    if (!ofAct)
      await recordDueSoon(trx, actor, 'request', {
        id: requestId,
        partIds,
        hours: hours === 0 ? 0 : hoursUntil(dueAt, at),
      });
    const workspace = await workspaceName(trx, actor);
    for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
      const { personnelId } = reader;
      const theirs = managers.includes(personnelId)
        ? rights
        : rights.filter(({ assigneeId }) => assigneeId === personnelId);
      const mail = requestClockMail(deps.config, reader, {
        id: requestId,
        workspaceId,
        number,
        rights: theirs.map(({ nameTh, nameEn }) => ({ th: nameTh, en: nameEn })),
        workspace,
        leftMs: dueAt.getTime() - at.getTime(),
        dueAt,
        ofAct,
      });
      await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
    }
  };

/** Rights with what their alarm states, in their order in the request. */
const rightsDue = (trx: Trx, workspaceId: string, rightIds: readonly string[]) =>
  trx
    .selectFrom('requestRights as r')
    .innerJoin('requests as q', (join) =>
      join.onRef('q.workspaceId', '=', 'r.workspaceId').onRef('q.id', '=', 'r.requestId'),
    )
    .select(['r.id', 'r.requestId', 'q.number', 'r.assigneeId', 'r.nameTh', 'r.nameEn'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.id', 'in', [...rightIds])
    .orderBy('r.position')
    .execute();

/**
 * Those of these rights whose running deadline by the workspace's settings ends at this moment, too, and notifies so
 * many hours before: it may have been opened later, and by other settings.
 */
async function notifiedByOwn(
  trx: Trx,
  workspaceId: string,
  rightIds: readonly string[],
  { dueAt, hours }: { dueAt: Date; hours: number },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('deadlines')
    .select(['subjectId', 'startedAt', 'dueAt', 'alertHours'])
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', RIGHT)
    .where('subjectId', 'in', [...rightIds])
    .where('endedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .execute();
  const due = dueAt.getTime();
  return rows
    .filter((own) => Date.parse(own.dueAt) === due)
    .filter((own) => hours === 0 || reachable(Date.parse(own.startedAt), due, own.alertHours).includes(hours))
    .map(({ subjectId }) => subjectId);
}

const MANAGERS: readonly Role[] = ['DPO', 'Admin'];

/** Active data protection officers and Admins. */
export const managersOf = (trx: Trx, workspaceId: string): Promise<string[]> => activeIds(trx, workspaceId, MANAGERS);
