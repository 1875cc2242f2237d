import { z } from 'zod';
import {
  type DataController,
  dataControllerFields,
  withRepresentative,
} from '../../../shared/dataController/schema.ts';
import { countryName } from '../../shell/countries.ts';
import { type FieldDescriptor, initialValues } from '../../records/fields.ts';

// The form has the logo as the file field's value; the procedure takes its id.
export const formSchema = withRepresentative(
  dataControllerFields.omit({ logoId: true }).extend({
    logo: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
  }),
);
export type FormValues = z.output<typeof formSchema>;

/** Every field of a data controller, in the order of its form. */
export const DATA_CONTROLLER_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  { key: 'name', kind: 'bilingual', section: 'identity', label: 'name', read: ({ name }) => name },
  {
    key: 'contactPerson',
    kind: 'line',
    section: 'identity',
    label: 'contactPerson',
    read: ({ contactPerson }) => contactPerson,
  },
  { key: 'address', kind: 'text', section: 'identity', label: 'address', read: ({ address }) => address },
  {
    key: 'country',
    kind: 'choice',
    section: 'identity',
    label: 'country',
    initial: ['TH'],
    read: ({ country }, { locale }) => countryName(country, locale),
  },
  { key: 'phone', kind: 'line', section: 'identity', label: 'phone', read: ({ phone }) => phone },
  { key: 'email', kind: 'line', section: 'identity', label: 'email', read: ({ email }) => email },
  { key: 'website', kind: 'line', section: 'identity', label: 'website', read: ({ website }) => website },
  {
    key: 'privacyPolicyUrl',
    kind: 'line',
    section: 'identity',
    label: 'privacyPolicyUrl',
    read: ({ privacyPolicyUrl }) => privacyPolicyUrl,
  },
  {
    key: 'representative',
    kind: 'line',
    section: 'identity',
    label: 'representative',
    read: ({ representative }) => representative,
  },
  {
    key: 'representativeContact',
    kind: 'text',
    section: 'identity',
    label: 'representativeContact',
    read: ({ representativeContact }) => representativeContact,
  },
  { key: 'logo', kind: 'group', section: 'identity', label: 'logo', read: ({ logo }) => logo?.name ?? '' },
];

export const EMPTY = initialValues<FormValues>(DATA_CONTROLLER_FIELDS);

/** The values of the form of a stored data controller. */
export const valuesOf = (record: DataController): FormValues =>
  Object.fromEntries(Object.keys(EMPTY).map((key) => [key, record[key as keyof FormValues]])) as FormValues;
