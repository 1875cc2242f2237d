import { z } from 'zod';
import { type Schedule, scheduleFields } from '../../../shared/schedule/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** The form values: selections are strings, and an empty password or key is not sent. */
const values = scheduleFields.omit({ hour: true, day: true, hostKey: true, password: true, privateKey: true }).extend({
  hour: z.string(),
  day: z.string(),
  signIn: z.enum(['password', 'key']),
  password: z.string().max(500),
  privateKey: z.string().max(20_000),
  /** The confirmed fingerprint, and the server it belongs to. */
  hostKey: z.string(),
  hostKeyOf: z.string(),
});
export type FormValues = z.output<typeof values>;

type Server = Pick<FormValues, 'host' | 'port'>;
export const serverOf = ({ host, port }: Server): string => `${host}:${port}`;
/** The confirmed key of the currently entered server; empty for another server. */
export const confirmedKey = (form: Server & Pick<FormValues, 'hostKey' | 'hostKeyOf'>): string =>
  form.hostKeyOf === serverOf(form) ? form.hostKey : '';

type SignIn = FormValues['signIn'];
/** `stored` is the sign-in method of an existing schedule, whose secret remains while none is entered. */
const schemaOf = (stored?: SignIn) => {
  const hasSecret = (signIn: SignIn) => (form: FormValues) =>
    form.signIn !== signIn || signIn === stored || Object.keys(secretOf(form)).length > 0;
  return values
    .refine(hasSecret('password'), { path: ['password'], error: 'errors:required' })
    .refine(hasSecret('key'), { path: ['privateKey'], error: 'errors:required' })
    .refine((form) => !form.active || confirmedKey(form) !== '', {
      path: ['hostKey'],
      error: 'schedule:refusal.hostKey',
    });
};
/** What the form requires, by the stored sign-in method. */
export const FORM_SCHEMAS = { none: schemaOf(), password: schemaOf('password'), key: schemaOf('key') };

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

/** The fields by which concurrent edits of a schedule are merged; passwords are not compared. */
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

/** The editable values of a schedule. */
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

/** The password or key, if one is entered. */
export const secretOf = ({ signIn, password, privateKey }: FormValues) => ({
  ...(signIn === 'password' && password !== '' && { password }),
  ...(signIn === 'key' && privateKey.trim() !== '' && { privateKey }),
});

/** The form values as the procedures' input. */
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
