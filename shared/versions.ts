import { z } from 'zod';
import { listInput, listOf } from './list.ts';
import { byId, namedRecord } from './text.ts';

/** A published version without its content. */
export const versionItem = z.object({
  version: z.number().int(),
  publishedAt: z.string(),
  publishedBy: namedRecord.nullable(),
  /** Of the content as canonical JSON (RFC 8785), hex. */
  sha256: z.string(),
});
export const versionList = listOf(versionItem);
export const listVersions = byId.extend(listInput({ sortBy: ['version'] }).shape);

/** One version of a record. The number is stored as an integer of four bytes. */
export const byVersion = byId.extend({ v: z.coerce.number().int().min(1).max(2_147_483_647) });
