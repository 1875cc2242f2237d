import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { onlyOwn, refusal } from '../../../shared/registry/permissions.ts';
import { type EditedEntity, editedPermission } from '../../../shared/presence/schema.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { errors } from '../errors.ts';
import { everyoneOf } from '../../modules/approvalLine/people.ts';
import { isSeen, readerOf } from '../../modules/approvalLine/readers.ts';

/** Who hears of the editors of a record, and by which event. */
interface Told {
  event: EventName;
  /** The personnel whose record it is; left out: everyone who may read it, for nobody reads it as his own. */
  recipients?: string[];
}

/**
 * Whoever owns an incident reads neither how its risk is decided nor what is told of it: that this is being written is
 * not his to hear.
 */
const OFFICERS: Partial<Record<EditedEntity, EventName>> = {
  incidentDecision: 'presence.decisionChanged',
  incidentNotification: 'presence.notificationChanged',
  newIncidentNotification: 'presence.notificationChanged',
};

/**
 * Lets those in who may read the record.
 * @returns who is told when one of them begins to change it or stops
 * @throws 403 without the permission of its kind; 404 for a record that is not there or not the caller's to read
 */
export async function readersOf(trx: Trx, ctx: WorkspaceContext, entity: EditedEntity, id: string): Promise<Told> {
  const reason = refusal(ctx.standing, editedPermission(entity));
  if (reason)
    throw errors.forbidden({
      code: `forbidden.${reason}`,
      ...(reason === 'flag' || reason === 'tier' ? { key: 'errors:forbiddenTier' } : {}),
    });
  if (entity === 'approvalLine') {
    if (!(await isSeen(trx, readerOf(ctx), id))) throw errors.notFound({ code: 'approvalLine.notFound' });
    return {
      event: 'presence.lineChanged',
      recipients: (await everyoneOf(trx, ctx.workspace.id, id, ctx.deps.now())).all,
    };
  }
  const row = await incidentOf(trx, ctx.workspace.id, entity, id);
  const owners = row ? [...new Set([row.reporterId, row.assigneeId])].filter((one) => one !== null) : [];
  if (!row || (onlyOwn(ctx.standing.role, 'incident.read') && !owners.includes(ctx.personnel.id)))
    throw errors.notFound();
  const event = OFFICERS[entity];
  return event ? { event } : { event: 'presence.changed', recipients: owners };
}

/** The incident that a record belongs to. */
async function incidentOf(
  trx: Trx,
  ws: string,
  entity: Exclude<EditedEntity, 'approvalLine'>,
  id: string,
): Promise<{ reporterId: string | null; assigneeId: string | null } | undefined> {
  const incidents = trx
    .selectFrom('incidents as i')
    .select(['i.reporterId', 'i.assigneeId'])
    .where('i.workspaceId', '=', ws);
  const part =
    entity === 'incidentActivity'
      ? 'incidentActivities'
      : entity === 'incidentNotification'
        ? 'incidentNotifications'
        : null;
  if (!part) return incidents.where('i.id', '=', id).executeTakeFirst();
  return incidents
    .where('i.id', '=', (eb) =>
      eb.selectFrom(part).select('incidentId').where('workspaceId', '=', ws).where('id', '=', id),
    )
    .executeTakeFirst();
}
