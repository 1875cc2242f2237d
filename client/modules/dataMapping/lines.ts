import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { FLOW_ATTRIBUTE_LIMIT, type FlowInput } from '../../../shared/dataMapping/schema.ts';

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

/** A new line of a purpose, filled in with what the purpose says; channel and the rest as in the line before. */
export function lineFor(purpose: MappedPurpose | undefined, previous?: Row): Row {
  const { content } = purpose ?? {};
  return {
    key: newKey(),
    purposeId: purpose?.id ?? '',
    dataSubjectGroupId: content?.dataSubjectGroups[0]?.id ?? '',
    channelId: previous?.channelId ?? '',
    attributeIds: [],
    storageSystemId: content?.storageSystems[0]?.id ?? null,
    internalApplicationIds: [],
    thirdPartyIds: [],
    retention: null,
    destructionMethodId: content?.destructionMethods[0]?.id ?? null,
    note: '',
  };
}

/**
 * A line for each purpose and group of data subjects that has none yet, with every attribute of the purpose's
 * categories.
 */
export function proposedLines(
  purposes: readonly MappedPurpose[],
  rows: readonly Row[],
  attributesOf: (categoryId: string) => readonly string[],
): Row[] {
  return purposes.flatMap((purpose) => {
    const attributeIds = purpose.content.piiCategories
      .flatMap(({ id }) => attributesOf(id))
      .slice(0, FLOW_ATTRIBUTE_LIMIT);
    return purpose.content.dataSubjectGroups
      .filter((group) => !rows.some((row) => row.purposeId === purpose.id && row.dataSubjectGroupId === group.id))
      .map((group) => ({ ...lineFor(purpose), dataSubjectGroupId: group.id, attributeIds }));
  });
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
