import { z } from 'zod';

/** How many mails to many a workspace can send today, and by whose daily limit: its own, or that of its mail server. */
export const mailsToday = z.object({ left: z.number().int(), limitedBy: z.enum(['workspace', 'server']) });
export type MailsToday = z.infer<typeof mailsToday>;
