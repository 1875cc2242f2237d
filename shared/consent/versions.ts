import { z } from 'zod';
import { id } from '../text.ts';
import { versionItem } from '../versions.ts';
import { consentContent } from './schema.ts';

export const consentVersion = versionItem.extend({
  consentId: id,
  content: consentContent,
  /** Purposes whose other words were said to mean the same as before, and why. */
  editorial: z.array(z.object({ purposeId: id, reason: z.string() })),
});
