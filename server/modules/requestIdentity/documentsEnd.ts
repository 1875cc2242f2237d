import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import type { AlarmFacts, ClockKind } from '../../platform/clock/clockKind.ts';
import { forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import { removeFile } from '../../platform/files/remove.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { identityFile } from './documents.ts';
import { announceDocument } from './documentWorkflow.ts';
import { endRequestMails } from './linkMails.ts';

/** When the identity documents of a closed request are deleted. */
export const DOCUMENTS_END = 'request.identityDocuments' as const;

const keyOf = (workspaceId: string, requestId: string) => ({ workspaceId, kind: DOCUMENTS_END, subjectId: requestId });

const filesOf = (trx: Trx, workspaceId: string, requestId: string) =>
  trx
    .selectFrom('identityDocuments')
    .select(['id', 'fileId'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .where('fileId', 'is not', null)
    .execute();

/**
 * Once a request is closed, none of its documents and facts are requested any more, and documents have a deadline after
 * which they are deleted; a reopened request has none.
 */
export async function planDocumentsEnd(trx: Trx, { workspaceId, at }: WithDeps, requestId: string): Promise<void> {
  const row = await trx
    .selectFrom('requests')
    .select('closedAt')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!row?.closedAt) return forgetDeadline(trx, keyOf(workspaceId, requestId));
  await endRequestMails(trx, { workspaceId, at }, requestId);
  if ((await filesOf(trx, workspaceId, requestId)).length === 0) return;
  const { identityDays } = await requests.settingsOf(trx, workspaceId);
  const startedAt = new Date(row.closedAt);
  const dueAt = new Date(startedAt.getTime() + identityDays * DAY);
  await openDeadline(trx, { ...keyOf(workspaceId, requestId), startedAt, dueAt, alertHours: [], now: at });
}

/** Deletes the files of a request's documents. @returns how many */
async function deleteFiles(trx: Trx, workspaceId: string, requestId: string): Promise<number> {
  const rows = await filesOf(trx, workspaceId, requestId);
  for (const { id, fileId } of rows) {
    await trx
      .updateTable('identityDocuments')
      .set({ fileId: null })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await removeFile(trx, { workspaceId, fileId: fileId! });
  }
  return rows.length;
}

/** Deletes the documents of a request that is deleted. */
export async function removeDocuments(trx: Trx, workspaceId: string, requestId: string): Promise<void> {
  await deleteFiles(trx, workspaceId, requestId);
  await releaseFiles(trx, identityFile, { workspaceId, ownerIds: [requestId] });
  await forgetDeadline(trx, keyOf(workspaceId, requestId));
}

/**
 * Permanently removes how the data subject was identified: documents with their reasons, links with their codes and
 * sessions.
 */
export async function forgetPersons(trx: Trx, { workspaceId }: WithDeps, requestIds: readonly string[]): Promise<void> {
  await releaseFiles(trx, identityFile, { workspaceId, ownerIds: requestIds });
  for (const table of ['identityDocuments', 'identityFacts', 'requestLinks'] as const)
    await trx
      .deleteFrom(table)
      .where('workspaceId', '=', workspaceId)
      .where('requestId', 'in', [...requestIds])
      .execute();
  for (const id of requestIds) await forgetDeadline(trx, keyOf(workspaceId, id));
}

/** Also where the module is switched off: they are deleted on time. */
export const documentsEnd: ClockKind = {
  lock: requests.lock,
  async alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: AlarmFacts): Promise<void> {
    const actor = systemActor(deps, workspaceId, at);
    const request = await requests.identityOf(trx, actor, subjectId);
    if (!request || request.closedAt === null) return;
    if ((await deleteFiles(trx, workspaceId, subjectId)) > 0)
      await announceDocument(trx, actor, request, 'identityDocument.deleted');
  },
};
