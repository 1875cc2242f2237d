import type { Trx } from '../../../db/client.ts';
import { dpiaDraft } from '../../../shared/dpia/content.ts';
import type { DocumentSubject } from '../../../shared/approvalLine/subject.ts';
import { dpiaFramework } from '../../../shared/dpia/framework.ts';
import type { RopaRecord } from '../../../shared/ropa/record.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { replaceRecordHashes } from '../../platform/exports/states.ts';
import { dpiaHash } from '../dpia/approvals.ts';
import { noticeHashes } from '../privacyNotice/approval/material.ts';
import { recordsOf } from '../ropa/documents/record.ts';

const contentOf = ({
  updatedAt: _at,
  status: _status,
  publishedVersion: _version,
  completeness: _share,
  completenessItems: _items,
  refusals: _refusals,
  purposes,
  ...record
}: RopaRecord) => ({ ...record, purposes: purposes.map(({ id, content }) => ({ id, content })) });

/**
 * SHA-256 (hex) of the content of a record of processing, independent of reader and time: without times, completeness,
 * the register of refusals, the date of its review, and status or number of its version. Two records with the same hash
 * have the same content (docs/decisions/027, 040).
 */
export function recordHash(record: RopaRecord): string {
  const { reviewOn: _review, ...content } = contentOf(record);
  return contentHash(content);
}

/** The hash as lines and exports were given it while the date of the review was part of it. */
const formerHash = (record: RopaRecord): string => contentHash(contentOf(record));

/** The hashes by which a document matches its record. */
export interface RecordHashes {
  readonly current: string;
  /** The current hash, and others that documents were stored with which still match. */
  readonly valid: ReadonlySet<string>;
}

/** The hashes of these applications' records; applications that do not exist are left out. */
export async function recordHashes(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, RecordHashes>> {
  const hashes = new Map<string, RecordHashes>();
  for await (const record of recordsOf((work) => work(trx), workspaceId, applicationIds)) {
    const current = recordHash(record);
    hashes.set(record.id, { current, valid: new Set([current, formerHash(record)]) });
  }
  return hashes;
}

/**
 * Lets approvals and exports of a record stand whose review is about to be recorded: those with the hash that the date
 * of the review was part of get the current one. Call it before the date changes, with the application locked.
 */
export async function keepThroughReview(trx: Trx, workspaceId: string, applicationId: string): Promise<void> {
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
