import { z } from 'zod';
import { type Schedule, scheduleFields } from '../../../shared/schedule/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** As a form holds it: choices are texts, and an empty password or key is none that is sent. */
const values = scheduleFields.omit({ hour: true, day: true, hostKey: true, password: true, privateKey: true }).extend({
  hour: z.string(),
  day: z.string(),
  signIn: z.enum(['password', 'key']),
  password: z.string().max(500),
  privateKey: z.string().max(20_000),
  /** The confirmed fingerprint, and of which server it is. */
  hostKey: z.string(),
  hostKeyOf: z.string(),
});
export type FormValues = z.output<typeof values>;

type Server = Pick<FormValues, 'host' | 'port'>;
export const serverOf = ({ host, port }: Server): string => `${host}:${port}`;
/** The key that was confirmed for the server as it is stated now; empty for another. */
export const confirmedKey = (form: Server & Pick<FormValues, 'hostKey' | 'hostKeyOf'>): string =>
  form.hostKeyOf === serverOf(form) ? form.hostKey : '';

export const formSchema = values.refine((form) => !form.active || confirmedKey(form) !== '', {
  path: ['hostKey'],
  error: 'schedule:refusal.hostKey',
});

type Key = Exclude<keyof FormValues, 'password' | 'privateKey' | 'hostKeyOf'>;
const field = (key: Key, kind: FieldDescriptor<FormValues>['kind']): FieldDescriptor<FormValues> => ({
  key,
  kind,
  section: 'schedule',
  read: (form) => {
    const value = form[key];
    return typeof value === 'boolean' ? value : Array.isArray(value) ? value.join(' ') : String(value);
  },
});

/** What two people's edits of a schedule are merged by; a password is nobody's to compare. */
export const SCHEDULE_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  field('name', 'line'),
  field('workspaceIds', 'list'),
  field('consentIds', 'list'),
  field('content', 'choice'),
  field('format', 'choice'),
  field('locale', 'choice'),
  field('encryptionKey', 'text'),
  field('frequency', 'choice'),
  field('hour', 'choice'),
  field('day', 'choice'),
  field('host', 'line'),
  field('port', 'number'),
  field('username', 'line'),
  field('signIn', 'choice'),
  field('folder', 'line'),
  field('hostKey', 'line'),
  field('active', 'yesNo'),
];

export const NEW_SCHEDULE: FormValues = {
  name: '',
  workspaceIds: [],
  consentIds: [],
  content: 'all',
  format: 'csv',
  locale: 'th',
  encryptionKey: '',
  frequency: 'Daily',
  hour: '2',
  day: '1',
  host: '',
  port: 22,
  username: '',
  signIn: 'password',
  password: '',
  privateKey: '',
  folder: '',
  hostKey: '',
  hostKeyOf: '',
  active: true,
};

/** What of a schedule is edited. */
export const valuesOf = (record: Schedule): FormValues => {
  const { name, consentIds, content, format, locale, encryptionKey, frequency, host, port, username } = record;
  return {
    name,
    workspaceIds: record.workspaces.map(({ id }) => id),
    consentIds,
    content,
    format,
    locale,
    encryptionKey,
    frequency,
    hour: String(record.hour),
    day: String(record.day ?? 1),
    host,
    port,
    username,
    signIn: record.signIn,
    password: '',
    privateKey: '',
    folder: record.folder,
    hostKey: record.hostKey ?? '',
    hostKeyOf: record.hostKey === null ? '' : serverOf(record),
    active: record.active,
  };
};

/** The password or key, where one is stated. */
export const secretOf = ({ signIn, password, privateKey }: FormValues) => ({
  ...(signIn === 'password' && password !== '' && { password }),
  ...(signIn === 'key' && privateKey.trim() !== '' && { privateKey }),
});

/** As it is sent. */
export const sentOf = (form: FormValues) => {
  const { hour, day, signIn: _, password: __, privateKey: ___, hostKey: ____, hostKeyOf: _____, ...rest } = form;
  const hostKey = confirmedKey(form);
  return {
    ...rest,
    hour: Number(hour),
    day: rest.frequency === 'Daily' ? null : Number(day),
    ...secretOf(form),
    ...(hostKey !== '' && { hostKey }),
  };
};
