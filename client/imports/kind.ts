import type { CustomTypeOptions } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { UploadKind } from '../../shared/file.ts';
import type {
  ImportFacts,
  ImportItem,
  ImportStatus,
  templateFile,
  TEMPLATE_FORMATS,
} from '../../shared/import/schema.ts';
import type { AddressValues } from '../../shared/registry/addresses.ts';
import type { z } from 'zod';
import type { ListData } from '../ui/table/index.ts';

/** The texts that the wizard uses of every kind's namespace, beside those of its columns and results. */
interface KindTexts {
  title: string;
  lead: string;
  start: { fileHelp: string; templateBody: string };
  past: { empty: string };
  checked: { confirmBody: string };
  columns: { lead: string };
  /** Why an import failed, where the kind has more specific texts than locales `import:failure`. */
  failure: object;
}
type Resources = CustomTypeOptions['resources'];
/** Namespaces with the texts of a kind. */
export type KindNamespace = { [N in keyof Resources]: Resources[N] extends KindTexts ? N : never }[keyof Resources];

/** An import for its page. */
export interface ImportRecord extends ImportFacts {
  mapping: object;
  summary: { rows: number; accepted: number; rejected: number; problems: number };
}

/** Its rows in the list of past imports, and one in full. */
export interface ImportTypes {
  item: ImportItem;
  record: ImportRecord;
}

interface Query<Data, Problem = unknown> {
  data: Data | undefined;
  error: Problem;
  refetch: () => unknown;
}
interface ListQuery<Item> extends Query<ListData<Item>, { message: string } | null> {
  isFetching: boolean;
  isPlaceholderData: boolean;
}
interface Mutation<Input, Output> {
  useMutation(): { mutateAsync(input: Input): Promise<Output>; isPending: boolean };
}
interface Own {
  ws: string;
  id: string;
}
interface Moved extends Own {
  rowVersion: number;
}
/** The target of an import, by its name; empty where the kind has none. */
type TargetInput = Readonly<Record<string, unknown>>;
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];
export type TemplateFile = z.infer<typeof templateFile>;

/** The procedures that every kind has. */
interface ImportRouter<Item, Found, Mapping> {
  list: { useQuery(input: { ws: string } & TargetInput, options: object): ListQuery<Item> };
  get: {
    useQuery(
      input: Own,
      options: {
        refetchInterval: (query: { state: { data?: { status: ImportStatus } | undefined } }) => number | false;
      },
    ): Query<Found>;
  };
  create: Mutation<{ ws: string; fileId: string } & TargetInput, { id: string }>;
  setMapping: Mutation<Moved & { sheet: number; headingRow: number } & Mapping, Found>;
  check: Mutation<Moved, Found>;
  commit: Mutation<Moved, Found>;
  cancel: Mutation<Own, unknown>;
  /** Deletes what is left of the file of an ended import. */
  removeFiles: Mutation<Own, Found>;
  /** Deletes the mapping of earlier files with the same headings. */
  forget?: Mutation<Moved, Found>;
}

/** The cache of these procedures. */
interface ImportCache<Found> {
  get: { setData(input: Own, found: Found): unknown; invalidate(input: Own): Promise<void> };
  template: {
    fetch(
      input: { ws: string; format?: TemplateFormat | undefined; locale?: 'th' | 'en' | undefined } & TargetInput,
      options: { staleTime: number },
    ): Promise<TemplateFile>;
  };
}

/** The target of the rows, chosen before the file. */
export interface TargetChoice {
  /** The initial choice. */
  initial: string | null;
  /** The field of the form; its name is `target`. */
  field: (onChosen: (target: string | null) => void) => ReactNode;
}

/** A card of fields that columns can fill. */
export interface ColumnPart {
  key: string;
  title: string;
  help?: string;
  fields: readonly { id: string; label: string }[];
}

export interface Tile {
  label: string;
  value: number;
  tone?: 'ok' | 'danger' | undefined;
}

/** A kind of import: the parts of its wizard that differ from others. Steps and their texts are in `client/imports`. */
export interface ImportKind<T extends ImportTypes> {
  texts: KindNamespace;
  /** Its page; `id` names an import, `step` an earlier step of it. */
  address: (values?: AddressValues) => string;
  /** Its parent page: the full key of its title, and its address. */
  parent: { label: string; href: string };
  router: ImportRouter<T['item'], T['record'], T['record']['mapping']>;
  useCache: () => ImportCache<T['record']>;
  /** Files that can be uploaded. */
  upload: UploadKind;
  /** Where the rows have a target that is chosen first. */
  target?: {
    /** Its name in the address and in procedures. */
    param: string;
    of: (record: T['record']) => string;
    /** Renders a replacement of the form while nothing can be chosen. `initial`: the choice in the address. */
    Choice: ComponentType<{ initial: string | null; children: (choice: TargetChoice) => ReactNode }>;
    nameOf: (item: T['item']) => string;
  };
  columns: {
    required: readonly string[];
    useParts: (record: T['record']) => ColumnPart[];
    /** The columns by the fields that they fill. */
    read: (mapping: T['record']['mapping']) => Readonly<Record<string, readonly number[]>>;
    /** Makes a column fill these fields, and no others. */
    choose: (mapping: T['record']['mapping'], column: number, fields: readonly string[]) => T['record']['mapping'];
    /** Columns that are stored as notes, where a kind has such. */
    notes?: {
      read: (mapping: T['record']['mapping']) => readonly number[];
      /** Stores a column as a note, or leaves it out. */
      set: (mapping: T['record']['mapping'], column: number, isNote: boolean) => T['record']['mapping'];
    };
    /** Whether a required field is filled without a column. */
    isFilled?: (mapping: T['record']['mapping'], field: string) => boolean;
    /** Below the columns of the file: fields that nothing fills. */
    Unfilled?: ComponentType<MappingPartProps<T>>;
    /** Key: what is missing beside required fields. */
    problem?: (mapping: T['record']['mapping']) => string | null;
    /** Beside the choice of the sheet. */
    Settings?: ComponentType<MappingPartProps<T>>;
    /** Below the columns. */
    Options?: ComponentType<MappingPartProps<T>>;
    /** The first rows of the file. */
    Preview: ComponentType<{ record: T['record']; mapping: T['record']['mapping'] }>;
  };
  /** The step between columns and check: the interpretation of the file's texts. */
  values?: {
    /** Whether a check found texts without an interpretation. */
    waits: (record: T['record']) => boolean;
    /** Whether there are any to display. */
    has: (record: T['record']) => boolean;
    /** Whether the input can be sent. */
    isRight: (mapping: T['record']['mapping']) => boolean;
    Fields: ComponentType<MappingPartProps<T>>;
  };
  /** Names the fields of its problems. */
  useFieldName: (record: T['record']) => (field: string) => string;
  checked: {
    /** Counts of rows beside the rejected ones. */
    useTiles: (record: T['record']) => Tile[];
    /** The effect of the import. */
    Effect: ComponentType<{ record: T['record'] }>;
  };
  done: {
    /** The link to the imported records. */
    useLink: (record: T['record']) => { label: string; href: string };
    Lead: ComponentType<{ record: T['record'] }>;
    /** The effect of the import. */
    Effect: ComponentType<{ record: T['record'] }>;
  };
}

export interface MappingPartProps<T extends ImportTypes> {
  record: T['record'];
  mapping: T['record']['mapping'];
  onChange: (mapping: T['record']['mapping']) => void;
}
