import type { Trx } from '../../../db/client.ts';
import { dpiaDraft } from '../../../shared/dpia/content.ts';
import type { DocumentSubject } from '../../../shared/approvalLine/subject.ts';
import { dpiaFramework } from '../../../shared/dpia/framework.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { replaceRecordHashes } from '../../platform/exports/states.ts';
import type { RecordMove } from '../../platform/records/listener.ts';
import { dpiaHash } from '../dpia/approvals.ts';
import { noticeHashes } from '../privacyNotice/approval/material.ts';
import { recordHashes } from '../ropa/documents/hash.ts';

/**
 * Lets approvals and exports of a record stand whose review is about to be recorded: those with the hash that the date
 * of the review was part of get the current one. The date has not changed yet, and the application is locked.
 */
export async function keepThroughReview(
  trx: Trx,
  { workspaceId }: WithDeps,
  { id: applicationId, action }: RecordMove,
): Promise<void> {
  if (action !== 'review') return;
  const hashes = (await recordHashes(trx, workspaceId, [applicationId])).get(applicationId);
  if (!hashes) return;
  const { current: recordSha256, valid } = hashes;
  const former = [...valid].filter((hash) => hash !== recordSha256);
  await trx
    .updateTable('approvalLines')
    .set({ recordSha256 })
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .where('recordSha256', 'in', former)
    .execute();
  await replaceRecordHashes(trx, workspaceId, {
    kind: 'application-ropa',
    subjectId: applicationId,
    former,
    recordSha256,
  });
}

/** The current hashes of all assessments of each of these applications. */
export async function dpiaHashes(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('dpias')
    .select(['applicationId', 'content', 'framework'])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', 'in', applicationIds)
    .execute();
  const hashes = new Map<string, Set<string>>();
  for (const { applicationId, content, framework } of rows) {
    const hash = dpiaHash({ draft: dpiaDraft.parse(content), framework: dpiaFramework.parse(framework) });
    hashes.set(applicationId, (hashes.get(applicationId) ?? new Set()).add(hash));
  }
  return hashes;
}

/** Whether a document of this kind still matches the application's records, by the hash that was stored with it. */
export async function isCurrent(
  trx: Trx,
  workspaceId: string,
  { reportType, subjectId }: DocumentSubject,
  sha256: string,
): Promise<boolean> {
  if (reportType === 'DPIA')
    return (await dpiaHashes(trx, workspaceId, [subjectId])).get(subjectId)?.has(sha256) ?? false;
  if (reportType === 'NOTICE')
    return (await noticeHashes(trx, workspaceId, [subjectId])).get(subjectId)?.valid.has(sha256) ?? false;
  return (await recordHashes(trx, workspaceId, [subjectId])).get(subjectId)?.valid.has(sha256) ?? false;
}
