import { isList, partOf } from '../../../../shared/recordImport/schema.ts';
import type { RopaColumn, SheetCells } from '../../../../shared/ropa/sheet.ts';
import { folded } from '../facts.ts';

export type SheetCellsOfRow = Partial<SheetCells>;

/** One row of the file: what it says of the application and the purpose, its lines, and what has no place. */
export interface ReadRow {
  cells: SheetCellsOfRow;
  lines: readonly SheetCellsOfRow[];
  /** Texts by the headings they stand under. */
  notes: ReadonlyMap<string, ReadonlySet<string>>;
  headingOf: (field: RopaColumn) => string;
}

/** What was read so far of one record: the row that says it, what its lists gained, and its notes. */
interface Gathered {
  cells: SheetCellsOfRow;
  gained: Map<RopaColumn, Set<string>>;
  notes: Set<string>;
  noteField: 'description' | 'descriptionTh';
}

const noteText = (heading: string, text: string): string => (heading ? `${heading}: ${text}` : text);

/**
 * Rows of another tool repeat an application, or a purpose of it, and do not always repeat what they said of it: lists
 * are brought together, and a single value that differs from the first is kept as a note.
 */
export class Gathering {
  readonly #records = new Map<string, Gathered>();

  /** The rows of the sheet for one of the file: its lines, or itself. `finish` fills what later rows add. */
  take({ cells, lines, notes, headingOf }: ReadRow): SheetCellsOfRow[] {
    const application = folded(cells.applicationName ?? '');
    const title = folded(cells.titleTh ?? '');
    const row: SheetCellsOfRow = { ...lines[0], ...cells };
    const texts = [...notes].map(([heading, entries]) => noteText(heading, [...entries].join(', ')));
    const period = { flowRetention: row.retention ?? '', flowRetentionStart: row.retentionStart ?? '' };
    const ofApplication = this.#record(`a ${application}`, row, 'description');
    const ofPurpose = title ? this.#record(`p ${application}\n${title}`, row, 'descriptionTh') : ofApplication;
    const differing = [...merge(ofApplication, 'application', row), ...(title ? merge(ofPurpose, 'purpose', row) : [])];
    // Another period is that of the row's lines.
    const isPeriod = ([field]: readonly [string, string]) => field === 'retention' || field === 'retentionStart';
    const ownPeriod = period.flowRetention !== '' && lines.length > 0 && !row.flowRetention && differing.some(isPeriod);
    if (ownPeriod) Object.assign(row, period);
    for (const one of differing) if (!ownPeriod || !isPeriod(one)) texts.push(noteText(headingOf(one[0]), one[1]));
    for (const text of texts) ofPurpose.notes.add(text);
    return [row, ...lines.slice(1).map((line) => ({ ...line, ...repeated(row) }))];
  }

  /** Writes lists and notes into the rows of the records they are of. */
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

/** What every row of the sheet has of the records it is of. */
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

/** Brings a row together with what earlier ones said of a record. Answers single values that differ from theirs. */
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
