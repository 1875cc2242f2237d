import { z } from 'zod';
import { id } from '../text.ts';

/** Fields of a request that a correction can change. */
const CORRECTED_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'telephone',
  'uid',
  'ageBand',
  'guardian',
  'country',
  'language',
  'options',
  'additional',
  'detail',
  // That one of them was confirmed to be the data subject's: how it is known.
  'uidKnown',
  'emailKnown',
  'telephoneKnown',
] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

const text = z.object({ th: z.string(), en: z.string() });
/** One correction of a request: what each field said before, and says since. */
export const correction = z.object({
  id,
  at: z.string(),
  by: z.object({ id, name: z.string() }),
  changes: z.array(
    z.object({
      field: z.enum(CORRECTED_FIELDS),
      /** Of a right's wish; null: of who asks. */
      rightId: id.nullable(),
      old: text.nullable(),
      new: text.nullable(),
    }),
  ),
});
