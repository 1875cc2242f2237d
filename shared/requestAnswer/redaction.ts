import { z } from 'zod';
import { optionalLine } from '../text.ts';
import { byAnswerFile } from './schema.ts';

const share = z.number().min(0).max(1);
/** A place on a page, in parts of its width and height from its upper left corner. */
const box = z.object({ page: z.number().int().min(0).max(199), x: share, y: share, width: share, height: share });
export type RedactionBox = z.output<typeof box>;

/** Boxes of one file; written out with all digits they still fit into the body of a call. */
export const REDACTION_BOXES = 5000;
/** Types that can be redacted. */
export const REDACTABLE: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg'];

export const redactionPages = z.object({
  sizes: z.array(z.object({ width: z.number(), height: z.number() })),
  /** What is blacked out already. */
  boxes: z.array(box),
  /** The redacted file that has these boxes; null while there is none. */
  redactedId: z.uuid().nullable(),
});
export const byRedactionPage = byAnswerFile.extend({ page: z.number().int().min(0).max(199) });
/** As a data address. */
export const redactionPage = z.object({ picture: z.string() });
export const suggestRedactions = byAnswerFile.extend({ query: optionalLine(200) });
/** `more`: there are other places than those of the boxes. */
export const suggestedRedactions = z.object({ boxes: z.array(box), more: z.boolean() });
/**
 * `redactedId`: the redacted file that the boxes were drawn over, so that nobody undoes what another blacked out.
 * Without boxes a redacted file becomes its original again.
 */
export const redactAnswerFile = byAnswerFile
  .extend({ redactedId: z.uuid().nullable(), boxes: z.array(box).max(REDACTION_BOXES) })
  .refine(({ redactedId, boxes }) => redactedId !== null || boxes.length > 0, {
    path: ['boxes'],
    error: 'errors:required',
  });
