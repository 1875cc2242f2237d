import { z } from 'zod';
import { id } from '../../text.ts';
import { dpiaDraft } from '../content.ts';
import { SCALE_WIDTHS } from '../risk.ts';

const words = z.string().max(100_000);

/**
 * What a file of ours is written from, and carries under a name of its own: all that the assessment says, so that it
 * is equal again where it is imported. Files of consultations are not among it.
 */
export const cnilSource = z.object({
  format: z.literal(1),
  draft: dpiaDraft,
  width: z.union(SCALE_WIDTHS.map((width) => z.literal(width))),
  /** Which item of the framework answers which question. */
  items: z.array(z.object({ reference: z.number().int(), itemId: id })).max(20),
  /** What the register says of the application, as texts. */
  register: z.object({ overview: words, controller: words, data: words, purposes: words }),
  /** People and security measures that the draft names. */
  names: z.array(z.object({ id, name: z.string().max(2000) })).max(6000),
  /** Names of files of consultations, which stay where they are. */
  files: z.array(z.string().max(300)).max(1000),
  at: z.string().max(40),
  by: z.string().max(300),
});
export type CnilSource = z.output<typeof cnilSource>;
