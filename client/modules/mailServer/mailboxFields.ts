import { z } from 'zod';
import { mailboxFields } from '../../../shared/mailServer/mailbox.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

const password = z.string().max(500);
/** An empty password is not sent: the stored one remains. */
export const knownMailbox = mailboxFields.extend({ password });
/** Of a server without a mailbox, of which no password is stored. */
export const newMailbox = mailboxFields.extend({ password: password.min(1, { error: 'errors:required' }) });
export type MailboxValues = z.output<typeof knownMailbox>;

const field = (
  key: Exclude<keyof MailboxValues, 'password'>,
  kind: FieldDescriptor<MailboxValues>['kind'],
  label = `field.${key}`,
): FieldDescriptor<MailboxValues> => ({
  key,
  kind,
  section: 'mailbox',
  label,
  read: (values) => String(values[key]),
});

/** The fields by which concurrent edits of a mailbox are merged; the password is not compared. */
export const MAILBOX_FIELDS: readonly FieldDescriptor<MailboxValues>[] = [
  field('host', 'line', 'mailbox.host'),
  field('port', 'number'),
  {
    ...field('encryption', 'choice'),
    read: ({ encryption }, { t }) => t(`encryptionOf.${encryption}`),
    identity: ({ encryption }) => encryption,
  },
  field('certificate', 'text'),
  field('username', 'line'),
  field('folder', 'line', 'mailbox.folder'),
];

/** The editable values of a server's mailbox; of one that is not set up, what is likely. */
export const mailboxValuesOf = ({ mailbox, certificate, bounceAddress }: MailServer): MailboxValues => ({
  host: mailbox?.host ?? '',
  port: mailbox?.port ?? 993,
  encryption: mailbox?.encryption ?? 'tls',
  certificate: mailbox?.certificate ?? certificate,
  username: mailbox?.username ?? bounceAddress,
  folder: mailbox?.folder ?? 'INBOX',
  password: '',
});
