import { z } from 'zod';
import { LOCALES } from '../../../shared/locale.ts';

/** What of a mail is encrypted. */
export const mailContent = z.object({
  to: z.string(),
  locale: z.enum(LOCALES),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), storageKey: z.string() })).optional(),
});
export type MailContent = z.infer<typeof mailContent>;
/** Names the column in the seal, so that no other sealed value can be put in its place. */
export const MAIL_CONTEXT = 'mails.payload';
