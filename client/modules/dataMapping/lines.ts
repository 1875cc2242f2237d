import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import {
  FLOW_ATTRIBUTE_LIMIT,
  type FlowInput,
  flowText,
  inputOf,
  type MappedFlow,
} from '../../../shared/dataMapping/schema.ts';

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
const newKey = () => `new${(lastKey += 1)}.${Date.now()}`;

/** Stored lines as rows to edit. */
export const rowsOf = (flows: readonly MappedFlow[]): Row[] =>
  flows.map((flow) => ({ ...inputOf(flow), key: flow.id }));
/** A line of its own with the same content. */
export const copyOf = (row: Row): Row => ({ ...unsaved(row), key: newKey() });

/** A row that the server does not know yet. */
function unsaved(row: Row): Row {
  const { id: _, ...rest } = row;
  return rest;
}

const sameLine = (one: FlowInput, other: FlowInput): boolean => flowText(one) === flowText(other);
export const sameLines = (some: readonly FlowInput[], others: readonly FlowInput[]): boolean =>
  some.length === others.length &&
  some.every((line, index) => line.id === others[index]?.id && sameLine(line, others[index] as FlowInput));

/** What the server is sent of a row. */
export function sent(row: Row): FlowInput {
  const { key: _, ...line } = row;
  return line;
}

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

/**
 * One's own lines and those somebody else saved meanwhile, line by line over the lines both began from: what only one
 * changed is as he left it; what both changed is as in `mine`; a line that one removed and the other changed stays.
 */
export function joined(base: readonly FlowInput[], mine: readonly Row[], theirs: readonly MappedFlow[]): Row[] {
  const began = new Map(base.map((line) => [line.id, line]));
  const own = new Map(mine.filter(({ id }) => id !== undefined).map((row) => [row.id, row]));
  const untouched = (line: FlowInput) => {
    const before = began.get(line.id);
    return before !== undefined && sameLine(before, line);
  };
  const stored = rowsOf(theirs).flatMap((row) => {
    const kept = own.get(row.id);
    if (kept) return [untouched(kept) ? { ...row, key: kept.key } : kept];
    return began.has(row.id) && untouched(row) ? [] : [row];
  });
  const there = new Set(theirs.map(({ id }) => id));
  const added = mine
    .filter(({ id }) => id === undefined || !there.has(id))
    .filter((row) => row.id === undefined || !untouched(row));
  return [...stored, ...added.map(unsaved)];
}
