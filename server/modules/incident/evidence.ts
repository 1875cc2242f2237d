import type { Trx } from '../../../db/client.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { sees } from './rules.ts';

const notices = (trx: Trx, ws: string, fileId: string) =>
  trx
    .selectFrom('incidentNotifications')
    .select('incidentId')
    .where('workspaceId', '=', ws)
    .where('attachmentId', '=', fileId);
const reports = (trx: Trx, ws: string, fileId: string) =>
  trx
    .selectFrom('incidents')
    .select('id as incidentId')
    .where('workspaceId', '=', ws)
    .where('attachmentId', '=', fileId);
/** The incidents whose report or notifications show this file. */
const shownBy = async (trx: Trx, ws: string, fileId: string): Promise<string[]> =>
  (
    await reports(trx, ws, fileId)
      .unionAll(notices(trx, ws, fileId))
      .execute()
  ).map(({ incidentId }) => incidentId);

/**
 * Ties a file to a report or a notification of `incidentId` (null: one that is being created): what the caller uploaded
 * for it, or what that incident shows already. @throws 404 for any other file, 400 for what is no evidence
 */
export async function attachEvidence(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string | null,
  fileId: string,
): Promise<void> {
  const ws = ctx.workspace.id;
  const shown = incidentId !== null && (await shownBy(trx, ws, fileId)).includes(incidentId);
  await attachFile(trx, {
    workspaceId: ws,
    fileId,
    kind: 'evidence',
    by: ctx.personnel.id,
    shown,
    field: 'attachmentId',
  });
}

/** Gives a file up that its record shows no longer, unless another one does. After that record was written. */
export async function releaseEvidence(trx: Trx, workspaceId: string, fileId: string | null): Promise<void> {
  if (fileId !== null && (await shownBy(trx, workspaceId, fileId)).length === 0)
    await releaseFile(trx, { workspaceId, fileId });
}

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
        .innerJoin('incidents as i', (join) =>
          join.onRef('i.workspaceId', '=', 'n.workspaceId').onRef('i.id', '=', 'n.incidentId'),
        )
        .select(people)
        .where('n.workspaceId', '=', ws)
        .where('n.attachmentId', '=', fileId),
    )
    .execute();
  if (incidents.length === 0) return;
  if (!may(ctx.standing, 'incident.read') || !incidents.some((incident) => sees(actorOf(ctx), incident)))
    throw errors.notFound({ code: 'file.notFound', key: 'files:notFound' });
}
