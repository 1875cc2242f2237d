import type { Trx } from '../../../db/client.ts';
import { may } from '../../../shared/permissions.ts';
import type { WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { sees } from './rules.ts';

/**
 * Sees that the attachment of an incident, or of one of its notifications, goes only to those who may see the incident;
 * any other file passes. @throws 404
 */
export async function requireEvidenceFile(trx: Trx, ctx: WorkspaceContext, fileId: string): Promise<void> {
  const ws = ctx.workspace.id;
  const people = ['i.reporterId', 'i.assigneeId'] as const;
  const incidents = await trx
    .selectFrom('incidents as i')
    .select(people)
    .where('i.workspaceId', '=', ws)
    .where('i.attachmentId', '=', fileId)
    .unionAll(
      trx
        .selectFrom('incidentNotifications as n')
        .innerJoin('incidents as i', (join) => join.onRef('i.workspaceId', '=', 'n.workspaceId').onRef('i.id', '=', 'n.incidentId'))
        .select(people)
        .where('n.workspaceId', '=', ws)
        .where('n.attachmentId', '=', fileId),
    )
    .execute();
  if (incidents.length === 0) return;
  if (!may(ctx.standing, 'incident.read') || !incidents.some((incident) => sees(ctx, incident))) throw errors.notFound({ code: 'file.notFound', key: 'files:notFound' });
}
