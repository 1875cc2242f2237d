import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkConfined } from '../confined/fork.ts';
import type { ReadAnswer, ReadOrder } from './readChild.ts';
import { TABLE_LIMITS, TableError, type TableLimits, type TableRow, type TableSheet, type TableType } from './table.ts';

export interface ReadOptions {
  limits?: Partial<TableLimits>;
  /** Ends the reading, as leaving the loop does. */
  signal?: AbortSignal;
}

const CHILD = fileURLToPath(new URL('readChild.ts', import.meta.url));

const TYPES: Record<string, TableType> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'text/csv': 'csv',
};
/** The reader of a stored file, by the type that its content showed when it was uploaded. */
export const tableType = (type: string): TableType | undefined => TYPES[type];

/**
 * The sheets of a file with their first rows.
 * @throws {TableError} when it cannot be read
 */
export async function sheetsOf(
  file: { path: string; type: TableType },
  options: ReadOptions = {},
): Promise<TableSheet[]> {
  for await (const answer of answers(file, options)) if ('sheets' in answer) return answer.sheets;
  throw new TableError('crash');
}

/**
 * The rows of a sheet in batches, empty ones left out, read in a process of its own with limits on memory, time and
 * size: whatever is in the file, only that process can suffer. Memory does not grow with the file (except for xls).
 * @throws {TableError} when it cannot be read
 * @example for await (const rows of rowsOf({ path, type: 'csv' }, 0)) for (const { at, cells } of rows) …
 */
export async function* rowsOf(
  file: { path: string; type: TableType },
  sheet: number,
  options: ReadOptions = {},
): AsyncGenerator<TableRow[]> {
  for await (const answer of answers({ ...file, sheet }, options)) if ('rows' in answer) yield answer.rows;
}

async function* answers(
  order: Pick<ReadOrder, 'path' | 'type' | 'sheet'>,
  { limits: overrides, signal }: ReadOptions,
): AsyncGenerator<ReadAnswer> {
  const limits = { ...TABLE_LIMITS, ...overrides };
  signal?.throwIfAborted();
  const child = forkConfined(CHILD, { memoryMb: limits.memoryMb, file: path.resolve(order.path) });
  const waiting: ReadAnswer[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake: (() => void) | undefined;
  let output = '';
  const reportProgress = () => {
    wake?.();
    wake = undefined;
  };
  const fail = (error: Error) => {
    failure ??= error;
    reportProgress();
  };
  child.stderr?.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-2_000)));
  child.on('message', (answer: ReadAnswer) => {
    if ('ready' in answer)
      child.send({ ...order, path: path.resolve(order.path), limits } satisfies ReadOrder, () => {});
    else if ('failure' in answer) fail(new TableError(answer.failure, answer.message));
    else {
      if (!('rows' in answer)) ended = true;
      waiting.push(answer);
      reportProgress();
    }
  });
  child.once('error', (error) => fail(new TableError('crash', error.message)));
  child.once('exit', (code, signalName) => {
    if (ended) return;
    const memory = signalName === 'SIGUSR2' || /heap out of memory|allocation failed/i.test(output);
    fail(
      memory
        ? new TableError('memory', `Reading takes more than ${limits.memoryMb} MiB`)
        : new TableError('crash', `The process that reads ended (${signalName ?? `code ${code}`})`),
    );
  });
  const abort = () => fail(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal?.addEventListener('abort', abort, { once: true });

  let left = limits.timeoutMs;
  try {
    for (;;) {
      const answer = waiting.shift();
      if (answer) {
        yield answer;
        if (!('rows' in answer)) return;
        if (child.connected) child.send({ next: true }, () => {});
        continue;
      }
      if (failure) throw failure;
      // Only the child's own time counts: whoever takes the rows may be slow.
      const before = performance.now();
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(
          () => fail(new TableError('timeout', `Reading takes longer than ${limits.timeoutMs / 1_000} s`)),
          Math.max(0, left),
        );
      });
      clearTimeout(timer);
      left -= performance.now() - before;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}
