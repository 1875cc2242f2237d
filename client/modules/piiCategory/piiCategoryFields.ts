import type { PiiCategoryFields } from '../../../shared/piiCategory/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** All fields of a PII category, in the order of its form. */
export const PII_CATEGORY_FIELDS: readonly FieldDescriptor<PiiCategoryFields>[] = [
  { key: 'name', kind: 'bilingual', section: 'identity', label: 'name', read: ({ name }) => name },
  {
    key: 'description',
    kind: 'bilingualText',
    section: 'identity',
    label: 'description',
    read: ({ description }) => description,
  },
  { key: 'example', kind: 'text', section: 'identity', label: 'example', read: ({ example }) => example },
  {
    key: 'sensitive',
    kind: 'choice',
    section: 'identity',
    label: 'kind',
    initial: [false],
    read: ({ sensitive }, { t }) => t(sensitive ? 'sensitive' : 'plain'),
  },
];
