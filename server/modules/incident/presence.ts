import type { Trx } from '../../../db/client.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { appError } from '../../platform/errors.ts';
import type { PresenceReader, PresenceReaders } from '../../platform/presence/presence.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

type Part = 'incidentActivities' | 'incidentNotifications';

/** The incident itself, or the one that a part of it belongs to; its reporter and assignee are notified. */
const ofIncident =
  (part?: Part): PresenceReader =>
  async (trx, ctx, id) => ({ event: 'presence.changed', recipients: await ownersOf(trx, ctx, id, part) });

/**
 * What officers alone read. Whoever owns an incident reads neither how its risk is decided nor what is notified of it:
 * that this is being written is nothing for them to hear.
 */
const ofOfficers =
  (event: 'presence.decisionChanged' | 'presence.notificationChanged', part?: Part): PresenceReader =>
  async (trx, ctx, id) => {
    await ownersOf(trx, ctx, id, part);
    return { event };
  };

export const presence = {
  incident: ofIncident(),
  incidentActivity: ofIncident('incidentActivities'),
  incidentDecision: ofOfficers('presence.decisionChanged'),
  incidentNotification: ofOfficers('presence.notificationChanged', 'incidentNotifications'),
  // One that is not yet created goes by the id of its incident.
  newIncidentNotification: ofOfficers('presence.notificationChanged'),
} satisfies PresenceReaders;

/**
 * Reporter and assignee of an incident, found by its own id or that of a part.
 * @throws 404 for an incident that is not there or not the caller's to read
 */
async function ownersOf(trx: Trx, ctx: WorkspaceContext, id: string, part: Part | undefined): Promise<string[]> {
  const { id: workspaceId } = ctx.workspace;
  const row = await trx
    .selectFrom('incidents as i')
    .select(['i.reporterId', 'i.assigneeId'])
    .where('i.workspaceId', '=', workspaceId)
    .where('i.id', '=', (eb) =>
      part
        ? eb.selectFrom(part).select('incidentId').where('workspaceId', '=', workspaceId).where('id', '=', id)
        : eb.val(id),
    )
    .executeTakeFirst();
  const owners = row ? [...new Set([row.reporterId, row.assigneeId])].filter((one) => one !== null) : [];
  if (!row || (onlyOwn(ctx.standing.role, 'incident.read') && !owners.includes(ctx.personnel.id)))
    throw appError('NOT_FOUND');
  return owners;
}
