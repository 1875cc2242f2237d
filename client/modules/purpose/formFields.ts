import type { Purpose } from '../../../shared/purpose/schema.ts';
import type { FormField } from '../../records/mergeFields.ts';
import { contentOf } from './content.ts';
import { useContentFields } from './ContentView.tsx';
import type { FormValues } from './formValues.ts';
import { namesOf, useNames } from './names.tsx';

/** Where a field of the content stands in the form's values, where that is not under its own name. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  retention: ['retention.indefinite', 'retention.amount', 'retention.unit'],
  retentionNote: ['retention.note'],
};
/** Lists in which each entry stands for itself. Third parties and the assessment are each one decision. */
const SETS = new Set([
  'dataSubjectGroupIds',
  'piiCategoryIds',
  'lawfulBases',
  'sensitiveExemptions',
  'storageSystemIds',
  'destructionMethodIds',
  'securityMeasureIds',
  'internalApplicationIds',
]);
const LONG = new Set(['description.th', 'description.en', 'retentionNote']);

/** The form's fields, made of those of the content: how each reads, and how two edits of a purpose are merged. */
export function useFormFields(): (theirs: Purpose) => FormField<FormValues>[] {
  const known = useNames();
  const words = useContentFields();
  return (theirs) => {
    const told = new Map(namesOf(theirs.content).map((one) => [one.id, one]));
    const names = { ...known, get: (id: string) => known.get(id) ?? told.get(id) };
    return words(theirs.content).map(({ key, label }) => ({
      key,
      label,
      text: (values) => words(contentOf(values, names)).find((field) => field.key === key)?.text ?? '',
      ...(PATHS[key] && { paths: PATHS[key] }),
      ...(SETS.has(key) && { members: 'set' as const }),
      ...(LONG.has(key) && { long: true }),
    }));
  };
}
