import { FLOW_WORD_KEYS, type FlowWordKey } from '../../../shared/dataMapping/fields.ts';
import { listOf, type MappedPurpose, newLine } from '../../../shared/dataMapping/lineFields.ts';
import type { FlowInput } from '../../../shared/dataMapping/schema.ts';

/** A line being edited: fields without a value are empty strings. `key` is the same before and after the first save. */
export type Row = FlowInput & { key: string };
/** The fields of a purpose that are needed to display its lines. */
export type LinePurpose = Pick<MappedPurpose, 'id' | 'title'> & {
  content: Pick<MappedPurpose['content'], 'retention'>;
};

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

/** Words that a line inherits from its purpose. */
export const INHERITED_WORDS: readonly FlowWordKey[] = FLOW_WORD_KEYS.filter(listOf);

/** A new line of a purpose, pre-filled from the purpose; channel and other fields from the previous line. */
export const lineFor = (purpose: MappedPurpose | undefined, previous?: Row): Row => ({
  key: newKey(),
  ...newLine(purpose, previous),
});

/**
 * A line for each purpose and group of data subjects, without attributes: a purpose names categories only, and a person
 * has to select which of their data is collected.
 */
export function proposedLines(purposes: readonly MappedPurpose[]): Row[] {
  return purposes.flatMap((purpose) =>
    purpose.content.dataSubjectGroups.map((group) => ({ ...lineFor(purpose), dataSubjectGroupId: group.id })),
  );
}
