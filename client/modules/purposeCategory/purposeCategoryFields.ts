import type { PurposeCategoryFields } from '../../../shared/purposeCategory/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** All fields of a purpose category, in the order of its form. */
export const PURPOSE_CATEGORY_FIELDS: readonly FieldDescriptor<PurposeCategoryFields>[] = [
  { key: 'name', kind: 'bilingual', section: 'identity', label: 'name', read: ({ name }) => name },
  {
    key: 'description',
    kind: 'bilingualText',
    section: 'identity',
    label: 'description',
    read: ({ description }) => description,
  },
  { key: 'detail', kind: 'text', section: 'identity', label: 'detail', read: ({ detail }) => detail },
];
