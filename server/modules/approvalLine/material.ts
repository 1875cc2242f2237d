import type { Trx } from '../../../db/client.ts';
import { dpiaDraft } from '../../../shared/dpia/content.ts';
import type { DocumentSubject } from '../../../shared/approvalLine/subject.ts';
import { dpiaFramework } from '../../../shared/dpia/framework.ts';
import type { RopaRecord } from '../../../shared/ropa/record.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { dpiaHash } from '../dpia/approvals.ts';
import { noticeHashes } from '../privacyNotice/approval/material.ts';
import { recordsOf } from '../ropa/documents/record.ts';

/**
 * SHA-256 (hex) of the content of a record of processing, independent of reader and time: without times, completeness,
 * the register of refusals, and status or number of its version. Two records with the same hash have the same content
 * (docs/decisions/027).
 */
export function recordHash({
  updatedAt: _at,
  status: _status,
  publishedVersion: _version,
  completeness: _share,
  completenessItems: _items,
  refusals: _refusals,
  purposes,
  ...record
}: RopaRecord): string {
  return contentHash({ ...record, purposes: purposes.map(({ id, content }) => ({ id, content })) });
}

/** The current hashes of these applications' records; applications that do not exist are left out. */
export async function recordHashes(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const record of recordsOf((work) => work(trx), workspaceId, applicationIds))
    hashes.set(record.id, recordHash(record));
  return hashes;
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
  return (await recordHashes(trx, workspaceId, [subjectId])).get(subjectId) === sha256;
}
