import { z } from 'zod';
import { moment } from '../../../shared/incident/fields.ts';
import { reportFactsOf, type Incident, incidentFields } from '../../../shared/incident/schema.ts';
import { id } from '../../../shared/text.ts';
import { serverNow } from '../../clock/serverTime.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { initialValues } from '../../records/fields.ts';
import { INCIDENT_FIELDS } from './incidentFields.ts';

/**
 * Clocks of people's watches and of the server part by a little: a moment this far ahead is still taken. Milliseconds.
 */
const AHEAD_MS = 60_000;

const typedMoment = z.string({ error: 'errors:required' }).min(1, { error: 'errors:required' }).pipe(moment);
const typedFields = incidentFields.omit({ attachmentId: true }).extend({
  occurredAt: typedMoment,
  discoveredAt: typedMoment,
  attachment: z.object({ id, name: z.string(), size: z.number() }).nullable().default(null),
  /** That of the record the form began from, so that a restored draft cannot overwrite a newer one unseen. */
  rowVersion: z.number().int().min(0).default(0),
  /** Of a new report: kept with its draft, so that saving again after a lost answer makes no second one. */
  key: z.string().optional(),
});
export type FormValues = z.output<typeof typedFields>;

const isMoment = (value: unknown): value is string => typeof value === 'string' && moment.safeParse(value).success;
type Moment = 'occurredAt' | 'discoveredAt';
/** Told as soon as the moments are whole, whatever else is still missing. */
const whenComplete = (...names: Moment[]) => ({
  when: ({ value }: { value: unknown }) =>
    names.every((name) => isMoment((value as Record<string, unknown> | null)?.[name])),
});
const arrived = (name: Moment) => (value: FormValues) => Date.parse(value[name]) <= serverNow() + AHEAD_MS;

/** The schema of the report: the server's own, with the moments checked as they are typed by the server's time. */
export const formSchema = typedFields
  .refine(({ occurredAt, discoveredAt }) => Date.parse(occurredAt) <= Date.parse(discoveredAt), {
    error: 'incident:occurredAfterDiscovered',
    path: ['occurredAt'],
    ...whenComplete('occurredAt', 'discoveredAt'),
  })
  .refine(arrived('occurredAt'), { error: 'incident:inFuture', path: ['occurredAt'], ...whenComplete('occurredAt') })
  .refine(arrived('discoveredAt'), {
    error: 'incident:inFuture',
    path: ['discoveredAt'],
    ...whenComplete('discoveredAt'),
  });

export interface Signed {
  name: string;
  email: string;
  phone: string;
}

/** A name in two: the last word is the family name. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** What the form of a new report starts from: the person signed in reports. */
export const newValues = ({ name, email, phone }: Signed): FormValues => ({
  ...initialValues<FormValues>(INCIDENT_FIELDS),
  key: randomId(),
  reporter: { ...nameParts(name), email, phone },
  rowVersion: 0,
});

const idsOf = (list: readonly { id: string | null }[]): string[] => list.flatMap((one) => one.id ?? []);

/** The values of a report as it is saved. What was deleted from the record since cannot be chosen anew. */
export function valuesOf(record: Incident): FormValues {
  const { reporter, attachment } = record;
  return {
    ...reportFactsOf(record),
    reporter,
    applicationIds: idsOf(record.applications),
    dataSubjectGroupIds: idsOf(record.dataSubjectGroups),
    purposeIds: idsOf(record.purposes),
    piiCategoryIds: idsOf(record.piiCategories),
    attachment: attachment && { id: attachment.id, name: attachment.name, size: attachment.size },
    rowVersion: record.rowVersion,
  };
}

/** What is sent of the values. */
export function fieldsOf({ attachment, rowVersion: _rowVersion, key: _key, ...fields }: FormValues) {
  return { ...fields, attachmentId: attachment?.id ?? null };
}

/** Where the browser keeps what is typed. */
export const draftKeyOf = (ws: string, incidentId: string | undefined): string =>
  `${ws}.incident.${incidentId ?? 'new'}`;
