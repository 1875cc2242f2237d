import type { Trx } from '../../../db/client.ts';
import type { RopaRecord } from '../../../shared/ropa/record.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { recordsOf } from '../ropa/documents/record.ts';

/**
 * SHA-256 (hex) of what a record of processing says, whoever asks and whenever: neither times, nor how complete it is,
 * nor whether it is published under which number. Two records of one hash read the same (docs/decisions/027).
 */
export function recordHash({
  updatedAt: _at,
  status: _status,
  publishedVersion: _version,
  completeness: _share,
  completenessItems: _items,
  purposes,
  ...record
}: RopaRecord): string {
  return contentHash({ ...record, purposes: purposes.map(({ id, content }) => ({ id, content })) });
}

/** The hashes of these applications' records as they are now; those that are not there any more are left out. */
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
