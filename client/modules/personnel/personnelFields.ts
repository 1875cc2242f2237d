import { z } from 'zod';
import { personnelFields } from '../../../shared/personnel/schema.ts';
import { type FieldDescriptor, initialValues } from '../../records/fields.ts';

// The form holds the photo in the format of the file field; the procedure expects its id.
export const formSchema = personnelFields.omit({ photoId: true }).extend({
  photo: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
export type FormValues = z.output<typeof formSchema>;

/** All fields of a person, in the order of the form. */
export const PERSONNEL_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  { key: 'name', kind: 'line', section: 'person', label: 'personnel.name', read: ({ name }) => name },
  { key: 'position', kind: 'line', section: 'person', label: 'personnel.position', read: ({ position }) => position },
  { key: 'email', kind: 'line', section: 'person', label: 'personnel.email', read: ({ email }) => email },
  { key: 'phone', kind: 'line', section: 'person', label: 'personnel.phone', read: ({ phone }) => phone },
  {
    key: 'role',
    kind: 'choice',
    section: 'person',
    label: 'personnel.role',
    initial: [''],
    read: ({ role }, { t }) => t(`role.${role}`),
  },
  {
    key: 'photo',
    kind: 'group',
    section: 'person',
    label: 'personnel.photo',
    read: ({ photo }) => photo?.name ?? '',
  },
];

export const EMPTY = initialValues<FormValues>(PERSONNEL_FIELDS);
