import { z } from 'zod';
import { inSession } from '../requestIdentity/schema.ts';
import { id } from '../text.ts';

/** Minutes after a code for which an answer can be opened with it. */
export const FRESH_MINUTES = 15;

/** What is ready for a data subject. */
export const readyAnswers = z.object({
  /** Whether the code was entered so lately that it can be opened; otherwise it is asked for again. */
  isFresh: z.boolean(),
  answers: z.array(
    z.object({
      rightId: id,
      name: z.object({ th: z.string(), en: z.string() }),
      expiresAt: z.string(),
      downloadsLeft: z.number().int(),
      size: z.number().int(),
      sha256: z.string(),
      files: z.array(z.object({ place: z.number().int(), name: z.string(), type: z.string(), size: z.number().int() })),
    }),
  ),
});
export type ReadyAnswer = z.infer<typeof readyAnswers>['answers'][number];

/** `place`: of the file that is to be read; null: the archive, to be kept. */
export const takeAnswer = inSession.extend({
  rightId: id,
  place: z.number().int().min(0).max(1000).nullable().default(null),
});
/** Where an answer is taken: a POST, so that no session stands in an address. */
export const TAKE_PATH = '/request-answer-api/v1/take';
