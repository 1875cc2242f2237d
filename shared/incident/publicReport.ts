import { z } from 'zod';
import { openPage, submission } from '../publicPage.ts';
import { id, LONG_TEXT_LIMIT, optionalText, requiredLine, requiredText } from '../text.ts';
import { inOrder, isInOrder, moment, reporter } from './fields.ts';

/** The public form: what somebody from outside tells. */
export const openReport = openPage;
/** Contacts that section 23 (5) has a person know whose data is collected; no names of staff. */
const publicContacts = z.object({
  controllers: z.array(
    z.object({
      id,
      name: z.object({ th: z.string(), en: z.string() }),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
    }),
  ),
  officers: z.array(z.object({ phone: z.string(), email: z.string() })),
});
export type PublicContacts = z.infer<typeof publicContacts>;
export const reportForm = z.object({ organization: z.string(), workspace: z.string(), ...publicContacts.shape });
export const submitReport = submission
  .extend({
    title: requiredLine(300),
    reporter,
    affectedSystems: requiredText(),
    description: requiredText(LONG_TEXT_LIMIT),
    actionsTaken: optionalText(LONG_TEXT_LIMIT),
    discoveredAt: moment,
    occurredAt: moment,
  })
  .refine(isInOrder, inOrder);
/** `reference`: referenceOf of shared/incident/reference.ts. */
export const submittedReport = z.object({ reference: z.string() });
