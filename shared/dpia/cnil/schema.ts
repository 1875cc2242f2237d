import { z } from 'zod';
import { LIMITED } from '../../text.ts';
import { createDpia, dpia } from '../schema.ts';
import { CNIL_LIMITS } from './format.ts';
import { cnilLine } from './report.ts';

/** A file of the PIA application of the CNIL, as text, and the application that its assessment is of. */
export const cnilInput = createDpia.pick({ ws: true, variant: true, applicationId: true }).extend({
  file: z
    .string({ error: 'errors:required' })
    .min(1, { error: 'errors:required' })
    .max(CNIL_LIMITS.bytes, { ...LIMITED, error: 'dpiaCnil:problem.size' }),
});

/** What an import would make of a file. */
export const cnilPreview = z.object({
  name: z.string(),
  /** The file was written by this product. */
  own: z.boolean(),
  /** What becomes of each part of the file, in the order of the file. */
  lines: z.array(cnilLine),
});
export type CnilPreview = z.output<typeof cnilPreview>;

export const cnilImport = z.object({ dpia, lines: cnilPreview.shape.lines });
