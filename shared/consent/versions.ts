import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { byId, id } from '../text.ts';
import { consentContent, person } from './schema.ts';

const consentVersionItem = z.object({
  version: z.number().int(),
  sha256: z.string(),
  publishedAt: z.string(),
  publishedBy: person.nullable(),
});
export const consentVersion = consentVersionItem.extend({
  consentId: id,
  content: consentContent,
  /** Purposes whose other words were said to mean the same as before, and why. */
  editorial: z.array(z.object({ purposeId: id, reason: z.string() })),
});
export const consentVersionList = listOf(consentVersionItem);
export const listConsentVersions = listInput({ sortBy: ['version'] }).extend({ ws: id, id });
export const byConsentVersion = byId.extend({ v: z.coerce.number().int().min(1).max(1_000_000) });
