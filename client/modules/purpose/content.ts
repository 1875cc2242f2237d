import {
  PURPOSE_FIELDS,
  PURPOSE_KEYS,
  type PurposeContent,
  type PurposeDraft,
  type PurposeKey,
} from '../../../shared/purpose/fields.ts';
import type { Known, Names } from './names.tsx';

/** Fields whose records have the same name in both languages. */
const PLAIN_NAMES: readonly PurposeKey[] = ['responsiblePersonnel', 'internalApplications'];

/** The form values in the format of stored content: names resolved. Ids with an unknown name are left out. */
export function contentOf(draft: PurposeDraft, names: Names): PurposeContent {
  const read = (key: PurposeKey) => {
    const { draftKey, refers } = PURPOSE_FIELDS[key];
    const value = draft[draftKey];
    if (!refers) return value;
    const entryOf = ({ id, name, country = null, safeguard = null }: Known) => ({
      id,
      name: PLAIN_NAMES.includes(key) ? name.th : name,
      ...(key === 'storageSystems' && { country, safeguard }),
      ...(key === 'piiCategories' && { sensitive: names.isSensitive(id) }),
    });
    const entries = [value ?? []]
      .flat()
      .flatMap((id) => names.get(id as string) ?? [])
      .map(entryOf);
    return refers === 'one' ? (entries[0] ?? null) : entries;
  };
  return Object.fromEntries(PURPOSE_KEYS.map((key) => [key, read(key)])) as PurposeContent;
}
