import type { DataRightFields } from '../../../shared/dataRight/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** The fields of a right, in the order of its form. */
export const DATA_RIGHT_FIELDS: readonly FieldDescriptor<DataRightFields>[] = [
  { key: 'name', kind: 'bilingual', section: 'right', read: ({ name }) => name },
  { key: 'description', kind: 'bilingualText', section: 'right', read: ({ description }) => description },
  { key: 'example', kind: 'bilingual', section: 'right', read: ({ example }) => example },
  { key: 'days', kind: 'number', section: 'right', initial: [30], read: ({ days }) => String(days) },
  { key: 'active', kind: 'yesNo', section: 'right', initial: [true], read: ({ active }) => active },
];
