import { z } from 'zod';
import { moment } from '../../../shared/incident/fields.ts';
import { reportFactsOf, type Incident, incidentFields } from '../../../shared/incident/schema.ts';
import { id } from '../../../shared/text.ts';
import { isAhead } from '../../clock/typedMoment.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { initialValues } from '../../records/fields.ts';
import { INCIDENT_FIELDS } from './incidentFields.ts';

const typedMoment = z.string({ error: 'errors:required' }).min(1, { error: 'errors:required' }).pipe(moment);
const typedFields = incidentFields.omit({ attachmentId: true }).extend({
  occurredAt: typedMoment,
  discoveredAt: typedMoment,
  attachment: z.object({ id, name: z.string(), size: z.number() }).nullable().default(null),
  /**
   * The row version of the record the form started from, so that a restored draft cannot silently overwrite a newer
   * one.
   */
  rowVersion: z.number().int().min(0).default(0),
  /**
   * Of a new report: stored with its draft, so that saving again after a lost response does not create a second one.
   */
  key: z.string().optional(),
});
export type FormValues = z.output<typeof typedFields>;

const isMoment = (value: unknown): value is string => typeof value === 'string' && moment.safeParse(value).success;
type Moment = 'occurredAt' | 'discoveredAt';
/** Validated as soon as both moments are complete, even if other fields are missing. */
const whenComplete = (...names: Moment[]) => ({
  when: ({ value }: { value: unknown }) =>
    names.every((name) => isMoment((value as Record<string, unknown> | null)?.[name])),
});
const arrived = (name: Moment) => (value: FormValues) => !isAhead(value[name]);

/** The server's schema, with the moments validated during input against the server's time. */
const timed = (fields: typeof typedFields) =>
  fields
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

/** The schema of a report that need not name an application. */
export const formSchemaWithoutApplications = timed(typedFields);
/** The schema of a report. */
export const formSchema = timed(
  typedFields.extend({
    applicationIds: typedFields.shape.applicationIds.refine((list) => list.length > 0, { error: 'errors:required' }),
  }),
);

export interface Signed {
  name: string;
  email: string;
  phone: string;
}

/** Splits a name in two: the last word is the family name. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** The initial values of a new report: the signed-in user is the reporter. */
export const newValues = ({ name, email, phone }: Signed): FormValues => ({
  ...initialValues<FormValues>(INCIDENT_FIELDS),
  key: randomId(),
  reporter: { ...nameParts(name), email, phone },
  rowVersion: 0,
});

const idsOf = (list: readonly { id: string | null }[]): string[] => list.flatMap((one) => one.id ?? []);

/** The form values of a saved report. Records deleted since cannot be selected again. */
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

/** The applications of a saved report that were deleted since. They stay named, so that it need not name another. */
export const deletedApplications = (record: Incident | undefined): Incident['applications'] =>
  (record?.applications ?? []).filter(({ id }) => id === null);

/** The part of the values that is sent. */
export function fieldsOf({ attachment, rowVersion: _rowVersion, key: _key, ...fields }: FormValues) {
  return { ...fields, attachmentId: attachment?.id ?? null };
}

/** The key of the draft in the browser's storage. */
export const draftKeyOf = (ws: string, incidentId: string | undefined): string =>
  `${ws}.incident.${incidentId ?? 'new'}`;
