import type { Trx } from '../../../db/client.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { evidence } from './files.ts';

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
/**
 * Whether a report or a notification refers to this file. To be called after the record that releases it was written.
 */
const isReferenced = async (trx: Trx, ws: string, fileId: string): Promise<boolean> =>
  (await reports(trx, ws, fileId)
    .unionAll(notices(trx, ws, fileId))
    .executeTakeFirst()) !== undefined;

/**
 * Attaches a file to an incident, for its report or one of its notifications: an upload of the caller, or a file of the
 * same incident. @throws 400 for any other file, and for another kind of file
 */
export async function attachEvidence(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string,
  fileId: string,
): Promise<void> {
  await attachFile(trx, evidence, {
    workspaceId: ctx.workspace.id,
    ownerId: incidentId,
    fileId,
    by: ctx.personnel.id,
    field: 'attachmentId',
  });
}

/** Releases a file that a report or notification no longer refers to, unless another part of the incident does. */
export async function releaseEvidence(
  trx: Trx,
  workspaceId: string,
  incidentId: string,
  fileId: string | null,
): Promise<void> {
  if (fileId !== null && !(await isReferenced(trx, workspaceId, fileId)))
    await releaseFile(trx, evidence, { workspaceId, ownerId: incidentId, fileId });
}
