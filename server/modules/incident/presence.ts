import type { Trx } from '../../../db/client.ts';
import { onlyOwn, type Permission } from '../../../shared/registry/permissions.ts';
import { appError } from '../../platform/errors.ts';
import type { PresenceKind, PresenceKinds } from '../../platform/presence/presence.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

type Part = 'incidentActivities' | 'incidentNotifications';

/** The incident itself, or the one that a part belongs to; its reporter and assignee are notified. */
const ofIncident = (part?: Part): PresenceKind => ({
  permission: 'incident.read',
  audience: async (trx, ctx, id) => ({ event: 'presence.changed', recipients: await ownersOf(trx, ctx, id, part) }),
});

/**
 * Parts that only officers edit. Reporter and assignee read decisions on the risk once they are made, as parts of the
 * incident that they work on, but no notifications (docs/decisions/130), and are not notified that either is being
 * edited.
 */
const ofOfficers = (
  permission: Permission,
  event: 'presence.decisionChanged' | 'presence.notificationChanged',
  part?: Part,
): PresenceKind => ({
  permission,
  async audience(trx, ctx, id) {
    await ownersOf(trx, ctx, id, part);
    return { event };
  },
});

export const presence = {
  incident: ofIncident(),
  incidentActivity: ofIncident('incidentActivities'),
  // A decision on the risk, and a notification that is not yet created, use the id of their incident.
  incidentDecision: ofOfficers('incident.verify', 'presence.decisionChanged'),
  incidentNotification: ofOfficers('incident.notify', 'presence.notificationChanged', 'incidentNotifications'),
  newIncidentNotification: ofOfficers('incident.notify', 'presence.notificationChanged'),
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    incident: keyof typeof presence;
  }
}

/**
 * Reporter and assignee of an incident, found by its own id or that of a part.
 * @throws 404 for an incident that does not exist or that the caller cannot read
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
