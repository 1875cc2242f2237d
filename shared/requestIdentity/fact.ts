import { z } from 'zod';
import { PERSONS } from '../request/persons.ts';
import { thaiDigits } from '../thaiDigits.ts';
import { byId, id, LIMITED, requiredLine } from '../text.ts';
import { FACT_STATES } from './status.ts';

/** Wrong answers after which a fact is compared no more. */
export const FACT_TRIES = 5;

/** What of a fact is compared: its letters and digits, whatever their case, spaces and signs between them. */
export const comparableFact = (text: string): string =>
  thaiDigits(text.normalize('NFKC').toLowerCase()).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const value = requiredLine(200).refine((text) => comparableFact(text) !== '', { error: 'errors:required' });

/** A fact that the organisation knows already, asked of a person. Neither what is right nor what they said is kept. */
export const identityFact = z.object({
  id,
  person: z.enum(PERSONS),
  state: z.enum(FACT_STATES),
  /** Which fact; empty once the request is anonymised. */
  question: z.string(),
  triesLeft: z.number().int(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  /** Who of the personnel heard it; null: the data subject wrote it, or nobody has yet. */
  answeredBy: z.string().nullable(),
});
export type IdentityFact = z.infer<typeof identityFact>;

export const askFact = byId.extend({ person: z.enum(PERSONS), question: requiredLine(200), expected: value });
/** What a person said by telephone or at the counter, as staff heard it. */
export const compareFact = byId.extend({ factId: id, stated: value });
export const withdrawFact = byId.extend({ factId: id });
/** The same by the data subject on their page. */
export const answerFact = z.object({ session: z.string().max(64, LIMITED), factId: id, stated: value });
export const factAnswered = z.object({ state: z.enum(FACT_STATES), triesLeft: z.number().int() });
