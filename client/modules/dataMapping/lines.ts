import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { FLOW_WORD_KEYS, type FlowWordKey, FLOW_WORDS, flowWordIds } from '../../../shared/dataMapping/fields.ts';
import type { FlowInput } from '../../../shared/dataMapping/schema.ts';
import { PURPOSE_FIELDS, type WordListKey, WORD_LISTS } from '../../../shared/purpose/fields.ts';

/** A line being edited: fields without a value are empty strings. `key` is the same before and after the first save. */
export type Row = FlowInput & { key: string };
export type MappedPurpose = ApplicationDetail['purposes'][number];
/** The fields of a purpose that are needed to display its lines. */
export type LinePurpose = Pick<MappedPurpose, 'id' | 'title'> & {
  content: Pick<MappedPurpose['content'], 'retention'>;
};

/** The fields of a line that can have problems, in the order of the form. */
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
// Without a dot, because it is one segment of a path in the form.
const newKey = () => `new${(lastKey += 1)}-${Date.now()}`;

/** A separate line with the same content. */
export const copyOf = (row: Row): Row => ({ ...unsaved(row), key: newKey() });

/** The row as a new one, unknown to the server. */
function unsaved(row: Row): Row {
  const { id: _, ...rest } = row;
  return rest;
}

/** A line with its lists sorted, because their order has no meaning: lines with equal content compare as equal. */
export const normalLine = (line: FlowInput): FlowInput => ({
  ...line,
  attributeIds: line.attributeIds.toSorted(),
  internalApplicationIds: line.internalApplicationIds.toSorted(),
  thirdPartyIds: line.thirdPartyIds.toSorted(),
});

/** The list of a purpose that offers the values of this word; undefined if it has none. */
const listOf = (word: FlowWordKey): WordListKey | undefined =>
  WORD_LISTS.find((list) => PURPOSE_FIELDS[list].kind === FLOW_WORDS[word].kind);
/** Words that a line inherits from its purpose. */
export const INHERITED_WORDS: readonly FlowWordKey[] = FLOW_WORD_KEYS.filter(listOf);
/** The ids of such words listed by a purpose. */
export function likelyWords(purpose: MappedPurpose | undefined, word: FlowWordKey): string[] {
  const list = listOf(word);
  return (list && purpose?.content[list].map(({ id }) => id)) ?? [];
}

/** A new line of a purpose, pre-filled from the purpose; channel and other fields from the previous line. */
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
 * A line for each purpose and group of data subjects, without attributes: a purpose names categories only, and a person
 * has to select which of their data is collected.
 */
export function proposedLines(purposes: readonly MappedPurpose[]): Row[] {
  return purposes.flatMap((purpose) =>
    purpose.content.dataSubjectGroups.map((group) => ({ ...lineFor(purpose), dataSubjectGroupId: group.id })),
  );
}

/** The problems that prevent a line from being saved. */
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
