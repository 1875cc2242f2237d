import { parentPort, workerData } from 'node:worker_threads';
import { binaryRows } from '../../../db/binaryRows.ts';
import type { OpenedRows, SharedRows, ThreadWork } from './rowsOpener.ts';
import { openColumn } from './workspaceKey.ts';

// A thread that opens the sealed JSON of rows: a third of the time of an export, which the thread of requests has for
// them. What does not open here is opened there, where it is reported.

const { keys, context, id, sealed, group } = workerData as ThreadWork;

function textsOf(rows: Buffer): string[] {
  const texts: string[] = [];
  let values: string[] = [];
  const flush = () => texts.push(`[${values.join(',')}]`);
  for (const row of binaryRows(rows)) {
    values.push(openColumn(keys, context, row.ascii(id), row.bytes(sealed)));
    if (values.length < group) continue;
    flush();
    values = [];
  }
  if (values.length > 0) flush();
  return texts;
}

function opened({ shared, length }: SharedRows): OpenedRows {
  try {
    return textsOf(Buffer.from(shared, 0, length));
  } catch {
    return null;
  }
}

parentPort!.on('message', (rows: SharedRows) => parentPort!.postMessage(opened(rows)));
