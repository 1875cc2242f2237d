import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { alarmMailUntil, type AlarmFacts, hoursLeft } from '../../platform/clock/clockKind.ts';
import { systemActor } from '../../platform/actor.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import { excessAlarms, publicAlarms } from './queries.ts';
import { bundled, hourOf } from './report.ts';
import { officersOf, recipientsOf } from './announce.ts';
import { incidentClockMail } from './mails.ts';

/**
 * Notifies that the time for notifying the authority is running out, or is over: on everyone's open screens, in bells,
 * by mail.
 */
export async function alarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts,
): Promise<void> {
  const incident = await trx
    .selectFrom('incidents')
    .select(['id', 'number', 'title', 'status', 'reporterId', 'assigneeId', 'acceptedAt', 'updatedBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!incident) return;
  const { assigneeId, title } = incident;
  const belled = await belledOf(trx, workspaceId, assigneeId);
  const actor = systemActor(deps, workspaceId, at);
  // Hundreds of public reports would cause hundreds of alarms: these are bundled like the reports themselves.
  const unchecked = incident.reporterId === null && incident.acceptedAt === null;
  if (unchecked) await oneAtATime(trx, workspaceId, 'incident.publicAlarms');
  // Beyond the limit they ring once an hour together, and write no mail.
  const isExcess = unchecked && incident.status === 'WAITING' && incident.updatedBy === null;
  if (isExcess && (await excessAlarms(trx, workspaceId, hourOf(at))) > 0) return;
  await emit(trx, actor, {
    event: hours === 0 ? 'incident.overdue' : 'incident.dueSoon',
    entityId: subjectId,
    subject: title,
    changes: hoursLeft({ hours, dueAt, at }),
    recipients: recipientsOf(incident),
    notify: belled,
  });
  await emit(trx, actor, { event: 'incidentDashboard.changed', entityId: subjectId });

  if (isExcess) return;
  const { mail: send } = unchecked
    ? bundled(await publicAlarms(trx, workspaceId, hourOf(at)), {})
    : { mail: { last: false } };
  if (!send) return;
  const officers = await officersOf(trx, workspaceId);
  const mailed = belled.filter((id) => id === assigneeId || officers.includes(id));
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, mailed)) {
    const mail = incidentClockMail(deps.config, reader, {
      id: incident.id,
      workspaceId,
      number: incident.number,
      workspace,
      leftMs: dueAt.getTime() - at.getTime(),
      dueAt,
      last: send.last,
    });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}

/**
 * Who is notified in the bell: active data protection officers, Admins and the assignee, while their role can respond
 * to incidents.
 */
async function belledOf(trx: Trx, workspaceId: string, assigneeId: string | null): Promise<string[]> {
  const rows = await activePersonnel(trx, workspaceId)
    .select('id')
    .where((eb) =>
      eb.or([
        eb('role', 'in', ['DPO', 'Admin']),
        ...(assigneeId ? [eb.and([eb('id', '=', assigneeId), eb('role', 'in', rolesWith('incident.respond'))])] : []),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
