import { EVIDENCE } from '../../../shared/incident/evidence.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { sees } from './rules.ts';

/**
 * The attachment of an incident, or of one of its notifications, for those who can read the incident. Of a notification
 * only its readers learn the file's id.
 */
export const evidence: FileOwnerKind = {
  kind: 'incident.evidence',
  upload: EVIDENCE,
  uploaders: ['incident.report', 'incident.notify'],
  async readers(trx, ctx, incidentId) {
    if (!may(ctx.standing, 'incident.read')) return false;
    const incident = await trx
      .selectFrom('incidents')
      .select(['reporterId', 'assigneeId'])
      .where('workspaceId', '=', ctx.workspace.id)
      .where('id', '=', incidentId)
      .executeTakeFirst();
    return incident !== undefined && sees(actorOf(ctx), incident);
  },
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};
