import { z } from 'zod';
import { type MailServer, mailServerFields } from '../../../shared/mailServer/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** An empty password is not sent: the stored one remains. */
export const formSchema = mailServerFields.extend({ password: z.string().max(500).default('') });
export type FormValues = z.output<typeof formSchema>;

type Key = Exclude<keyof FormValues, 'password'>;
const field = (key: Key, kind: FieldDescriptor<FormValues>['kind']): FieldDescriptor<FormValues> => ({
  key,
  kind,
  section: 'server',
  read: (values) => (typeof values[key] === 'boolean' ? values[key] : String(values[key] ?? '')),
});

/** The fields by which concurrent edits of a server are merged; the password is not compared. */
export const MAIL_SERVER_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  field('name', 'line'),
  field('host', 'line'),
  field('port', 'number'),
  {
    ...field('encryption', 'choice'),
    read: ({ encryption }, { t }) => t(`encryptionOf.${encryption}`),
    identity: ({ encryption }) => encryption,
  },
  field('certificate', 'text'),
  field('username', 'line'),
  field('fromAddress', 'line'),
  field('fromName', 'line'),
  field('bounceAddress', 'line'),
  field('dailyLimit', 'number'),
  field('active', 'yesNo'),
];

export const NEW_SERVER: FormValues = {
  name: '',
  host: '',
  port: 587,
  encryption: 'starttls',
  certificate: '',
  username: '',
  password: '',
  fromAddress: '',
  fromName: '',
  bounceAddress: '',
  dailyLimit: null,
  active: true,
};

/** The editable values of a server. */
export const valuesOf = (server: MailServer): FormValues => {
  const {
    name,
    host,
    port,
    encryption,
    certificate,
    username,
    fromAddress,
    fromName,
    bounceAddress,
    dailyLimit,
    active,
  } = server;
  return {
    name,
    host,
    port,
    encryption,
    certificate,
    username,
    password: '',
    fromAddress,
    fromName,
    bounceAddress,
    dailyLimit,
    active,
  };
};
