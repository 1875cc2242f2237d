import { isDeepStrictEqual } from 'node:util';
import { statedFilters } from './filters.ts';
import type { ExportJob, ExportMaker } from './maker.ts';
import { type Column, csvOf, type Rows, type Sheet } from './sheet.ts';
import { fileNameOf, titleOf } from './texts.ts';
import { xlsxOf } from './xlsx.ts';

/** How far a table is: behind the row that `after` names (null: at the beginning), and how much is done. */
interface Progressed<After> {
  readonly after: After | null;
  done: number;
}
/** The position of a run, with the headings that a later run must still have. */
interface Position<After> extends Progressed<After> {
  readonly headings: readonly string[];
}
type After = string | number;

const headingsOf = (columns: readonly { readonly header: string }[]): string[] => columns.map(({ header }) => header);

/** Where a run of the job begins: behind what an earlier one wrote, or at the beginning. */
export const progressOf = <Key extends After>({ position }: Pick<ExportJob, 'position'>): Progressed<Key> =>
  position === null ? { after: null, done: 0 } : (JSON.parse(position) as Position<Key>);

/**
 * Whether a run can go on from a position of a table with these headings. The rest of a deflated sheet cannot be
 * written without its beginning: a workbook starts again.
 */
export function canGoOn({ format }: Pick<ExportJob, 'format'>, position: string, headings: readonly string[]): boolean {
  const former = JSON.parse(position) as Partial<Position<After>>;
  return format === 'csv' && former.after !== undefined && isDeepStrictEqual(former.headings, headings);
}

/**
 * A table in the format of the job.
 * @param reached how far the table is with the last row of a piece, which has so many; undefined where no later run can
 * go on. Left out: a run that takes over starts again
 */
export function tableOf<Row>(
  job: Pick<ExportJob, 'format' | 'position' | 'mark'>,
  sheet: Sheet<Row>,
  rows: Rows<Row>,
  reached?: (last: Row, count: number) => Progressed<After> | undefined,
): AsyncGenerator<Uint8Array> {
  if (job.format !== 'csv') return xlsxOf([{ sheet, rows }]);
  const headings = headingsOf(sheet.columns);
  return csvOf(sheet, rows, {
    head: job.position === null,
    onRow(last, count) {
      const progressed = reached?.(last, count);
      if (progressed) job.mark(JSON.stringify({ ...progressed, headings } satisfies Position<After>));
    },
  });
}

interface TableDeclaration<Input, Row, Key extends After> extends Pick<
  ExportMaker<Input>,
  'input' | 'filters' | 'admitted'
> {
  /** What the table is called: its tab, the first line above it, and the start of the file's name. */
  readonly name: (job: ExportJob<Input>) => string;
  readonly columns: (job: ExportJob<Input>) => readonly Column<Row>[];
  /** The rows behind `from.after`; where a later run can go on, they count what is done in `from.done`. */
  readonly rows: (job: ExportJob<Input>, from: Progressed<Key>) => Rows<Row> | Promise<Rows<Row>>;
  /** What a later run goes on behind; undefined for a row that it cannot begin behind. Left out: it starts again. */
  readonly afterOf?: (row: Row) => Key | undefined;
}

/** The maker of one table under the filters of a list. */
export function tableMaker<Input extends object, Row, Key extends After = never>({
  name,
  columns,
  rows,
  afterOf,
  ...declared
}: TableDeclaration<Input, Row, Key>): ExportMaker<Input> {
  return {
    ...declared,
    fileName: (job) => fileNameOf(job, name(job)),
    ...(afterOf && { resumes: async (job, position) => canGoOn(job, position, headingsOf(columns(job))) }),
    async make(job) {
      const title = titleOf(job, name(job), await statedFilters(job, declared));
      const from = progressOf<Key>(job);
      return tableOf(
        job,
        { name: name(job), title, columns: columns(job) },
        await rows(job, from),
        afterOf &&
          ((last) => {
            const after = afterOf(last);
            return after === undefined ? undefined : { after, done: from.done };
          }),
      );
    },
  };
}
