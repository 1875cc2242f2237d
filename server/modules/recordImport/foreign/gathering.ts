import { isList, partOf } from '../../../../shared/recordImport/schema.ts';
import type { RopaColumn, SheetCells } from '../../../../shared/ropa/sheet.ts';
import { folded } from '../facts.ts';

export type SheetCellsOfRow = Partial<SheetCells>;

/**
 * One row of the file: the cells of the application and the purpose, its mapping entries, and texts without a field.
 */
export interface ReadRow {
  cells: SheetCellsOfRow;
  lines: readonly SheetCellsOfRow[];
  /** Texts by their headings. */
  notes: ReadonlyMap<string, ReadonlySet<string>>;
  headingOf: (field: RopaColumn) => string;
}

/** What was read so far of one record: its first row, the additions to its lists, and its notes. */
interface Gathered {
  cells: SheetCellsOfRow;
  gained: Map<RopaColumn, Set<string>>;
  notes: Set<string>;
  noteField: 'description' | 'descriptionTh';
}

const noteText = (heading: string, text: string): string => (heading ? `${heading}: ${text}` : text);

/**
 * Merges rows of another tool that repeat an application or a purpose, possibly with different content: lists are
 * joined, and a single value that differs from the first becomes a note.
 */
export class Gathering {
  readonly #records = new Map<string, Gathered>();

  /**
   * The rows of the sheet for one of the file: its mapping entries, or itself. `finish` adds the content of later rows.
   */
  take({ cells, lines, notes, headingOf }: ReadRow): SheetCellsOfRow[] {
    const application = folded(cells.applicationName ?? '');
    const title = folded(cells.titleTh ?? '');
    const row: SheetCellsOfRow = { ...lines[0], ...cells };
    const texts = [...notes].map(([heading, entries]) => noteText(heading, [...entries].join(', ')));
    const period = { flowRetention: row.retention ?? '', flowRetentionStart: row.retentionStart ?? '' };
    const ofApplication = this.#record(`a ${application}`, row, 'description');
    const ofPurpose = title ? this.#record(`p ${application}\n${title}`, row, 'descriptionTh') : ofApplication;
    const differing = [...merge(ofApplication, 'application', row), ...(title ? merge(ofPurpose, 'purpose', row) : [])];
    // A different retention belongs to the row's mapping entries.
    const isPeriod = ([field]: readonly [string, string]) => field === 'retention' || field === 'retentionStart';
    const ownPeriod = period.flowRetention !== '' && lines.length > 0 && !row.flowRetention && differing.some(isPeriod);
    if (ownPeriod) Object.assign(row, period);
    for (const one of differing) if (!ownPeriod || !isPeriod(one)) texts.push(noteText(headingOf(one[0]), one[1]));
    for (const text of texts) ofPurpose.notes.add(text);
    return [row, ...lines.slice(1).map((line) => ({ ...line, ...repeated(row) }))];
  }

  /** Writes lists and notes into the rows of their records. */
  finish(): void {
    for (const { cells, gained, notes, noteField } of this.#records.values()) {
      for (const [field, entries] of gained) cells[field] = [...entries].join('\n');
      if (notes.size > 0) cells[noteField] = [cells[noteField], ...notes].filter(Boolean).join('\n');
    }
  }

  #record(key: string, cells: SheetCellsOfRow, noteField: Gathered['noteField']): Gathered {
    let record = this.#records.get(key);
    if (!record) this.#records.set(key, (record = { cells, gained: new Map(), notes: new Set(), noteField }));
    return record;
  }
}

/** The cells that every row of a record repeats. */
const repeated = ({
  applicationName = '',
  titleTh = '',
  flowRetention = '',
  flowRetentionStart = '',
}: SheetCellsOfRow): SheetCellsOfRow => ({
  applicationName,
  titleTh,
  ...(flowRetention && { flowRetention, flowRetentionStart }),
});

/** Merges a row into earlier ones of the record. @returns single values that differ from theirs */
function merge(
  { cells, gained }: Gathered,
  part: 'application' | 'purpose',
  row: SheetCellsOfRow,
): [RopaColumn, string][] {
  if (cells === row) return [];
  const differing: [RopaColumn, string][] = [];
  for (const [field, text] of Object.entries(row) as [RopaColumn, string][]) {
    if (partOf(field) !== part || field === 'applicationName' || field === 'titleTh' || text === '') continue;
    const before = cells[field] ?? '';
    row[field] = '';
    if (isList(field)) {
      if (!gained.has(field)) gained.set(field, new Set(before.split('\n').filter(Boolean)));
      for (const entry of text.split('\n')) gained.get(field)!.add(entry);
    } else if (before === '') cells[field] = text;
    else if (folded(before) !== folded(text)) differing.push([field, text]);
  }
  return differing;
}
