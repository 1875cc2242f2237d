import type { CatalogueKind } from '../catalogue/schema.ts';

/** A word of the catalogue that a line of a data mapping names. */
interface FlowWord {
  /** Its key in what is edited. */
  readonly idKey: string;
  readonly kind: CatalogueKind;
  readonly isRequired: boolean;
  /** Its column in the sheet of the record of processing. */
  readonly column: string;
  /** What says in DPV that a process has it, and what it is there. */
  readonly dpv: { readonly property: `dpv:${string}`; readonly type: `dpv:${string}` };
}

/** The words of a line, by the key under which they read. Schemas, export, import and the form are derived from it. */
export const FLOW_WORDS = {
  dataSubjectGroup: {
    idKey: 'dataSubjectGroupId',
    kind: 'dataSubjectGroup',
    isRequired: true,
    column: 'flowGroup',
    dpv: { property: 'dpv:hasDataSubject', type: 'dpv:DataSubject' },
  },
  channel: {
    idKey: 'channelId',
    kind: 'collectionChannel',
    isRequired: true,
    column: 'channel',
    dpv: { property: 'dpv:hasDataSource', type: 'dpv:DataSource' },
  },
  storageSystem: {
    idKey: 'storageSystemId',
    kind: 'storageSystem',
    isRequired: false,
    column: 'flowStorage',
    dpv: { property: 'dpv:hasStorageCondition', type: 'dpv:StorageLocation' },
  },
  destructionMethod: {
    idKey: 'destructionMethodId',
    kind: 'destructionMethod',
    isRequired: false,
    column: 'flowDestruction',
    dpv: { property: 'dpv:hasStorageCondition', type: 'dpv:StorageDeletion' },
  },
} as const satisfies Record<string, FlowWord>;
type Words = typeof FLOW_WORDS;
export type FlowWordKey = keyof Words;
export const FLOW_WORD_KEYS = Object.keys(FLOW_WORDS) as FlowWordKey[];

/** One value for each word: `Required` for those that every line names, `Optional` for the others. */
type WordValues<Required, Optional> = {
  [Key in FlowWordKey]: Words[Key]['isRequired'] extends true ? Required : Optional;
};
type IdValues<Required, Optional> = {
  [Key in FlowWordKey as Words[Key]['idKey']]: Words[Key]['isRequired'] extends true ? Required : Optional;
};
export type FlowWordIds = IdValues<string, string | null>;

/** A value for each word, under the key by which it reads. */
export const flowWords = <Required, Optional = Required>(
  valueOf: (key: FlowWordKey) => Required | Optional,
): WordValues<Required, Optional> =>
  Object.fromEntries(FLOW_WORD_KEYS.map((key) => [key, valueOf(key)])) as WordValues<Required, Optional>;
/** A value for each word, under the key by which it is edited. */
export const flowWordIds = <Required, Optional = Required>(
  valueOf: (key: FlowWordKey) => Required | Optional,
): IdValues<Required, Optional> =>
  Object.fromEntries(FLOW_WORD_KEYS.map((key) => [FLOW_WORDS[key].idKey, valueOf(key)])) as IdValues<
    Required,
    Optional
  >;
