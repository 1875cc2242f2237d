import type { Trx } from '../../../../db/client.ts';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import { contentHash } from '../../../platform/crypto/canonical.ts';
import { recordsOf } from './record.ts';

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
