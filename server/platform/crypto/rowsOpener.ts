import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SealedColumn } from './sealedColumn.ts';
import type { ColumnKeys, WorkspaceKey } from './workspaceKey.ts';

/** Where a sealed column and the id of its row stand in rows of COPY's binary form, and how many make a text. */
export interface SealedRows {
  readonly id: number;
  readonly sealed: number;
  readonly group: number;
}
export interface ThreadWork extends SealedRows {
  readonly keys: ColumnKeys;
  readonly context: string;
}
export interface SharedRows {
  readonly shared: SharedArrayBuffer;
  readonly length: number;
}
/** JSON texts of lists, one for each group of rows; null where a value did not open. */
export type OpenedRows = readonly string[] | null;

export interface RowsOpener {
  /**
   * Opens the column of some rows, in the order of the calls. @returns null where they have to be opened by
   * `SealedColumn.open`
   */
  open(rows: Buffer): Promise<OpenedRows>;
  close(): Promise<void>;
}

/** Starts a thread that opens a column of sealed JSON. It knows the keys of now. */
export function rowsOpener(
  key: WorkspaceKey,
  { context }: Pick<SealedColumn, 'context'>,
  where: SealedRows,
): RowsOpener {
  const work: ThreadWork = { ...where, context, keys: key.columnKeys };
  const thread = new Worker(new URL('./openingThread.ts', import.meta.url), {
    workerData: work,
    // It holds a page at a time.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 24 },
  });
  // It must not keep a node alive that stops.
  thread.unref();
  let shared = new SharedArrayBuffer(0);
  let last: Promise<unknown> = Promise.resolve();
  const ended = once(thread, 'exit').then(
    () => null,
    () => null,
  );
  const send = async (rows: Buffer): Promise<OpenedRows> => {
    // One at a time, so that all can use one memory: what is passed otherwise waits for the thread's garbage
    // collection.
    if (shared.byteLength < rows.length) shared = new SharedArrayBuffer(Math.ceil(rows.length * 1.25));
    new Uint8Array(shared).set(rows);
    const answer = once(thread, 'message').then(
      ([texts]) => texts as OpenedRows,
      () => null,
    );
    thread.postMessage({ shared, length: rows.length } satisfies SharedRows);
    return Promise.race([answer, ended]);
  };
  return {
    open(rows) {
      const opened = last.then(() => send(rows));
      last = opened.catch(() => {});
      return opened;
    },
    async close() {
      await thread.terminate();
    },
  };
}
