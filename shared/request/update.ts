import { z } from 'zod';
import { LOCALES } from '../locale.ts';
import { byId, country, id, rowVersion } from '../text.ts';
import {
  AGE_BANDS,
  reachableGuardian,
  requestedRight,
  requiredReason,
  RIGHTS_OF_REQUEST,
  subject,
  STATED_KEYS,
} from './schema.ts';

/** Corrections of what was entered: what is left out stays as it is. */
export const updateRequest = byId.extend({
  rowVersion,
  language: z.enum(LOCALES).optional(),
  country: country.unwrap().optional(),
  subject: subject.optional(),
  ageBand: z.enum(AGE_BANDS).nullable().optional(),
  guardian: reachableGuardian.nullable().optional(),
  /** Those of the request that are corrected, each with all of its wish. */
  rights: z
    .array(requestedRight.omit({ rightRequestId: true }).extend({ id }))
    .max(RIGHTS_OF_REQUEST)
    .default([]),
});
export type UpdateRequest = z.output<typeof updateRequest>;

/** That the user ID, email or phone of a request belongs to its data subject; `reason`: how it is known. */
export const confirmKey = byId.extend({ rowVersion, key: z.enum(STATED_KEYS), reason: requiredReason });
export type ConfirmKey = z.output<typeof confirmKey>;
