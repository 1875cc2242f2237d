import { z } from 'zod';
import { byId, id, requiredText } from '../text.ts';
import { moveConsent, PURPOSES_OF_FORM, text } from './schema.ts';

/** Purposes whose other words mean the same as before, so that nobody is asked again, and why. */
const editorialChange = z.object({ purposeIds: z.array(id).min(1).max(PURPOSES_OF_FORM), reason: requiredText(1000) });
export type EditorialChange = z.output<typeof editorialChange>;
export const publishConsent = moveConsent.extend({ editorial: editorialChange.optional() });

/** The purposes that would be published, and those whose change would be said to be editorial. */
export const consentPublishEffectInput = byId.extend({
  purposeIds: z.array(id).max(PURPOSES_OF_FORM),
  editorial: z.array(id).max(PURPOSES_OF_FORM).default([]),
});
const namedPurpose = z.object({ id, title: text });
/** What publishing would do to those who answered, compared with the newest published version. */
export const consentPublishEffect = z.object({
  reworded: z.array(namedPurpose),
  added: z.array(namedPurpose),
  removed: z.array(namedPurpose),
  /** Data subjects who answered, and those of them who would be asked again. */
  subjects: z.number().int(),
  toAskAgain: z.number().int(),
});
export type ConsentPublishEffect = z.infer<typeof consentPublishEffect>;
