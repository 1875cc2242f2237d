import type { z } from 'zod';
import {
  type ServiceAccount,
  serviceAccountFields,
  updateServiceAccount,
} from '../../../shared/serviceAccount/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

export const formSchema = serviceAccountFields.extend({ active: updateServiceAccount.shape.active });
export type FormValues = z.output<typeof formSchema>;

const field = (key: keyof FormValues, kind: FieldDescriptor<FormValues>['kind']): FieldDescriptor<FormValues> => ({
  key,
  kind,
  section: 'account',
  read: (values) => (typeof values[key] === 'boolean' ? values[key] : String(values[key])),
});

/** The fields by which concurrent edits of a service account are merged. */
export const SERVICE_ACCOUNT_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  field('name', 'line'),
  {
    ...field('role', 'choice'),
    read: ({ role }, { t }) => t(`organization:role.${role}`),
    identity: ({ role }) => role,
  },
  field('description', 'text'),
  field('active', 'yesNo'),
];

export const NEW_ACCOUNT: FormValues = { name: '', role: 'Staff', description: '', active: true };

export const valuesOf = ({ name, role, description, active }: ServiceAccount): FormValues => ({
  name,
  role,
  description,
  active,
});
