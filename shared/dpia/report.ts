import { z } from 'zod';
import { byId } from '../text.ts';

/** `version`: a published one, 0 for the draft; left out, the newest. */
export const byDpiaReport = byId.extend({ version: z.coerce.number().int().min(0).max(2_147_483_647).optional() });

const reportOf = z.object({
  /** 0: the draft. */
  version: z.number().int(),
  /** Of the content as canonical JSON (RFC 8785), hex. */
  sha256: z.string(),
});
/** The report in words, in Thai. */
export const dpiaReport = reportOf.extend({
  sections: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
});
export const dpiaReportPage = reportOf.extend({ html: z.string() });
