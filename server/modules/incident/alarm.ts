import type { Trx } from '../../../db/client.ts';
import type { AlarmFacts } from '../../clock/handlers.ts';
import type { Deps } from '../../context.ts';
import { emit } from '../../live/emit.ts';
import { incidentClockMail } from '../../mail/letters.ts';
import { readersOf } from '../../mail/readers.ts';
import { officersOf, recipientsOf } from './tell.ts';

/** Tells that the time for telling the authority is running out, or has: in everyone's open screens, in bells, by mail. */
export async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, hours, dueAt, at }: AlarmFacts): Promise<void> {
  const incident = await trx
    .selectFrom('incidents')
    .select(['id', 'number', 'title', 'reporterId', 'assigneeId'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!incident) return;
  const { assigneeId, title } = incident;
  const origin = { workspaceId, actorId: null, at };
  await emit(trx, origin, {
    event: hours === 0 ? 'incident.overdue' : 'incident.dueSoon',
    entityId: subjectId,
    subject: title,
    changes: hours === 0 ? [] : [{ field: 'hoursLeft', old: null, new: hours }],
    recipients: recipientsOf(incident),
    notify: await belledOf(trx, workspaceId, assigneeId),
  });
  await emit(trx, origin, { event: 'incidentSummary.changed', entityId: subjectId });

  const mailed = [...new Set([...(await officersOf(trx, workspaceId)), ...(assigneeId ? [assigneeId] : [])])];
  for (const reader of await readersOf(deps, trx, workspaceId, mailed)) {
    const mail = incidentClockMail(deps.config, reader, { ...incident, leftMs: dueAt.getTime() - at.getTime(), dueAt });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId });
  }
}

/** In whose bells it stands: active data protection officers, Admins and whoever is charged with the incident. */
async function belledOf(trx: Trx, workspaceId: string, assigneeId: string | null): Promise<string[]> {
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('role', 'in', ['DPO', 'Admin']), ...(assigneeId ? [eb('id', '=', assigneeId)] : [])]))
    .execute();
  return rows.map(({ id }) => id);
}
