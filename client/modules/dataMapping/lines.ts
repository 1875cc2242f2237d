import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { FLOW_WORD_KEYS, type FlowWordKey, FLOW_WORDS, flowWordIds } from '../../../shared/dataMapping/fields.ts';
import type { FlowInput } from '../../../shared/dataMapping/schema.ts';
import { PURPOSE_FIELDS, type WordListKey, WORD_LISTS } from '../../../shared/purpose/fields.ts';

/**
 * A line as it is edited: what is not chosen yet is an empty text. `key` stays the same before and after it is first
 * saved.
 */
export type Row = FlowInput & { key: string };
export type MappedPurpose = ApplicationDetail['purposes'][number];
/** What showing a line needs of its purpose. */
export type LinePurpose = Pick<MappedPurpose, 'id' | 'title'> & {
  content: Pick<MappedPurpose['content'], 'retention'>;
};

/** The fields of a line that something can be wrong with, in the order of the form. */
const LINE_FIELDS = [
  'purposeId',
  'dataSubjectGroupId',
  'channelId',
  'attributeIds',
  'thirdPartyIds',
  'internalApplicationIds',
  'retention',
] as const;
export type LineField = (typeof LINE_FIELDS)[number];

let lastKey = 0;
// Without a dot: it is a step of a path in the form.
const newKey = () => `new${(lastKey += 1)}-${Date.now()}`;

/** A line of its own with the same content. */
export const copyOf = (row: Row): Row => ({ ...unsaved(row), key: newKey() });

/** A row that the server does not know yet. */
function unsaved(row: Row): Row {
  const { id: _, ...rest } = row;
  return rest;
}

/** A line with its lists in one order, since their order says nothing: two that say the same are then equal. */
export const normalLine = (line: FlowInput): FlowInput => ({
  ...line,
  attributeIds: line.attributeIds.toSorted(),
  internalApplicationIds: line.internalApplicationIds.toSorted(),
  thirdPartyIds: line.thirdPartyIds.toSorted(),
});

/** The list of a purpose that a word of its lines is chosen from; undefined where it says nothing of such. */
const listOf = (word: FlowWordKey): WordListKey | undefined =>
  WORD_LISTS.find((list) => PURPOSE_FIELDS[list].kind === FLOW_WORDS[word].kind);
/** Words that a line takes over from its purpose. */
export const INHERITED_WORDS: readonly FlowWordKey[] = FLOW_WORD_KEYS.filter(listOf);
/** The ids that a purpose lists of such words. */
export function likelyWords(purpose: MappedPurpose | undefined, word: FlowWordKey): string[] {
  const list = listOf(word);
  return (list && purpose?.content[list].map(({ id }) => id)) ?? [];
}

/** A new line of a purpose, filled in with what the purpose says; channel and the rest as in the line before. */
export function lineFor(purpose: MappedPurpose | undefined, previous?: Row): Row {
  return {
    key: newKey(),
    purposeId: purpose?.id ?? '',
    ...flowWordIds<string, string | null>(
      (key) => likelyWords(purpose, key)[0] ?? (FLOW_WORDS[key].isRequired ? '' : null),
    ),
    channelId: previous?.channelId ?? '',
    attributeIds: [],
    internalApplicationIds: [],
    thirdPartyIds: [],
    retention: null,
    note: '',
  };
}

/**
 * A line for each purpose and group of data subjects, without any attribute: a purpose names categories, and which of
 * their data is collected is for a person to say.
 */
export function proposedLines(purposes: readonly MappedPurpose[]): Row[] {
  return purposes.flatMap((purpose) =>
    purpose.content.dataSubjectGroups.map((group) => ({ ...lineFor(purpose), dataSubjectGroupId: group.id })),
  );
}

/** What keeps a line from being saved. */
export function problemsOf(row: Row, purposes: ReadonlyMap<string, MappedPurpose>): LineField[] {
  const purpose = purposes.get(row.purposeId);
  const parties = new Set(purpose?.content.thirdParties.map(({ id }) => id));
  const applications = new Set(purpose?.content.internalApplications.map(({ id }) => id));
  const wrong: Record<LineField, boolean> = {
    purposeId: !purpose,
    dataSubjectGroupId: !row.dataSubjectGroupId,
    channelId: !row.channelId,
    attributeIds: row.attributeIds.length === 0,
    thirdPartyIds: purpose !== undefined && !row.thirdPartyIds.every((id) => parties.has(id)),
    internalApplicationIds: purpose !== undefined && !row.internalApplicationIds.every((id) => applications.has(id)),
    retention:
      row.retention !== null &&
      !row.retention.indefinite &&
      (row.retention.amount === null || row.retention.unit === null),
  };
  return LINE_FIELDS.filter((field) => wrong[field]);
}
