import { endAbove } from '../confined/watch.ts';
import { openCsv } from './csv.ts';
import {
  HEAD_ROWS,
  SHEET_LIMIT,
  TABLE_FAILURES,
  TableError,
  type TableFailure,
  type TableLimits,
  type TableReader,
  type TableRow,
  type TableSheet,
  type TableType,
} from './table.ts';
import { openXlsx } from './xlsx.ts';

/**
 * The process in which files of strangers are read as tables: one file each, then it ends. It gets its task by its
 * first message, sends batches of rows and waits for `next` after each second one, so that neither side fills up.
 */
export interface ReadOrder {
  path: string;
  type: TableType;
  limits: TableLimits;
  /** The sheet whose rows are wanted; left out, the sheets with their first rows. */
  sheet?: number;
}
export type ReadAnswer =
  | { ready: true }
  | { sheets: TableSheet[] }
  | { rows: TableRow[] }
  | { end: true }
  | { failure: TableFailure; message: string };

const IN_FLIGHT = 2;
let granted = IN_FLIGHT;
let wake: (() => void) | undefined;
const send = (answer: ReadAnswer) => new Promise<void>((resolve) => process.send!(answer, () => resolve()));

async function open({ type, path, limits }: ReadOrder): Promise<TableReader> {
  if (type === 'csv') return openCsv(path, limits);
  if (type === 'xlsx') return openXlsx(path, limits);
  // Large, and rarely needed.
  return (await import('./xls.ts')).openXls(path, limits);
}

async function sheetsOf(reader: TableReader): Promise<TableSheet[]> {
  const sheets: TableSheet[] = [];
  for (const facts of (await reader.sheets()).slice(0, SHEET_LIMIT)) {
    const head: TableRow[] = [];
    for await (const rows of reader.rows(facts.index)) {
      head.push(...rows.slice(0, HEAD_ROWS - head.length));
      if (head.length >= HEAD_ROWS) break;
    }
    sheets.push({ ...facts, head });
  }
  return sheets;
}

async function read(order: ReadOrder): Promise<void> {
  const reader = await open(order);
  if (order.sheet === undefined) await send({ sheets: await sheetsOf(reader) });
  else {
    for await (const rows of reader.rows(order.sheet)) {
      if (rows.length === 0) continue;
      if (granted === 0) await new Promise<void>((resolve) => (wake = resolve));
      granted -= 1;
      process.send!({ rows } satisfies ReadAnswer);
    }
    await send({ end: true });
  }
  await reader.close();
}

function failureOf(error: unknown): TableFailure {
  if (error instanceof TableError && TABLE_FAILURES.includes(error.reason)) return error.reason;
  return 'broken';
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ReadOrder | { next: true }) => {
  if ('next' in message) {
    granted += 1;
    wake?.();
    wake = undefined;
    return;
  }
  endAbove(message.limits.memoryMb);
  read(message)
    .catch((error: unknown) =>
      send({
        failure: failureOf(error),
        message: error instanceof Error ? error.message.slice(0, 500) : String(error),
      }),
    )
    .finally(() => process.disconnect?.());
});
process.send!({ ready: true } satisfies ReadAnswer);
