import { z } from 'zod';
import { MAILBOX_ENCRYPTIONS, MAILBOX_FAULTS, MAILBOX_STOPS } from '../mail/servers.ts';
import { id, maybeInWorkspace, requiredLine, rowVersion } from '../text.ts';
import { connectionSettings, connectionView, password } from './connection.ts';

const connection = connectionSettings(MAILBOX_ENCRYPTIONS);

/** Settings of the mailbox to which mails of a server are returned, as a new one has them. */
export const mailboxFields = z.object({
  ...connection,
  port: connection.port.default(993),
  encryption: connection.encryption.default('tls'),
  certificate: connection.certificate.default(''),
  username: requiredLine(254),
  folder: requiredLine(200).default('INBOX'),
  password,
});
export type MailboxDraft = z.output<typeof mailboxFields>;
export const setMailbox = maybeInWorkspace.extend({ id, rowVersion, ...mailboxFields.shape });
export const removeMailbox = maybeInWorkspace.extend({ id, rowVersion });

/** The mailbox as the API answers it, and how its reading went. */
export const mailbox = z.object({
  ...connectionView(MAILBOX_ENCRYPTIONS),
  folder: z.string(),
  /** When it was last read without a fault. */
  lastReadAt: z.string().nullable(),
  /** Mails that were found to have been returned, since the mailbox is read. */
  returned: z.number(),
  /**
   * Why it could not be read the last time; it is tried again after ten minutes. `restored`: it is not read until its
   * settings are saved.
   */
  fault: z.object({ kind: z.enum(MAILBOX_STOPS), answer: z.string(), at: z.string() }).nullable(),
});
export type Mailbox = z.infer<typeof mailbox>;

/** How a test went, with what the server said. */
export const mailboxTest = z.object({
  /** Why the folder cannot be opened; null: it can. */
  kind: z.enum(MAILBOX_FAULTS).nullable(),
  /** Messages in the folder. */
  messages: z.number().nullable(),
  answer: z.string(),
});
export type MailboxTest = z.infer<typeof mailboxTest>;
