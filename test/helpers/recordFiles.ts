import { createHash } from 'node:crypto';
import { COLUMNS } from '../../server/platform/files/bytes.ts';
import { readStored, storeGenerated } from '../../server/platform/files/service.ts';
import { rowsOf as tableRowsOf } from '../../server/platform/imports/readTable.ts';
import { xlsxOf } from '../../server/platform/exports/xlsx.ts';
import type { RecordImport } from '../../shared/recordImport/schema.ts';
import { runImport } from '../../server/modules/recordImport/run.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callerFor, type Person, type TestServer } from '../factories.ts';
import { withScope } from '../../db/client.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV = 'text/csv';

/** A workbook of one sheet. */
export async function workbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const [header = [], ...data] = rows;
  const columns = header.map((text, index) => ({
    key: String(index),
    header: text,
    value: (row: readonly string[]) => row[index] ?? '',
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxOf([{ sheet: { name: 'ข้อมูล', columns }, rows: data }])) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Texts as a CSV in UTF-8. */
export const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows
    .map((row) =>
      row.map((cell) => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join('\r\n');

/** Uploads bytes through the route, like the screen. */
export async function upload(server: TestServer, person: Person, bytes: Buffer, name: string) {
  const boundary = 'pokpong-test-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return server.app.inject({
    method: 'POST',
    url: `/files-api/v1/upload?workspace=${person.workspaceId}&kind=import`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
}

/** Stores bytes as an import's file, without the upload check. */
export async function storeFile(
  server: TestServer,
  person: Person,
  bytes: Buffer,
  name: string,
  type: string,
): Promise<string> {
  const facts = {
    workspaceId: person.workspaceId,
    uploadedBy: person.personnelId,
    name,
    type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  return (await storeGenerated(server.deps, facts, bytes)).id;
}

/** Runs the step an import waits for, like the job would. */
export const step = (
  server: TestServer,
  { id }: { id: string },
  workspaceId: string,
  signal: AbortSignal = new AbortController().signal,
) => runImport(server.deps, workspaceId, id, signal);

export const api = async (server: TestServer, person: Person | null) => (await callerFor(server, person)).recordImport;

/** Starts an import up to its columns. */
export async function startedImport(
  server: TestServer,
  person: Person,
  bytes: Buffer,
  name: string,
  type = XLSX,
): Promise<RecordImport> {
  const ws = person.workspaceId;
  const fileId = await storeFile(server, person, bytes, name, type);
  const created = await (await api(server, person)).create({ ws, fileId });
  await step(server, created, ws);
  return (await api(server, person)).get({ ws, id: created.id });
}

/** Starts an import up to its checked rows. */
export async function checked(
  server: TestServer,
  person: Person,
  bytes: Buffer,
  name: string,
  options: { type?: string; addMissing?: boolean } = {},
): Promise<RecordImport> {
  const ws = person.workspaceId;
  const { id, rowVersion, sheet, mapping } = await startedImport(server, person, bytes, name, options.type);
  const own = await api(server, person);
  const set = await own.setMapping({
    ws,
    id,
    rowVersion,
    sheet: sheet.sheet,
    headingRow: sheet.headingRow,
    fields: mapping.fields,
    addMissing: options.addMissing ?? false,
  });
  await own.check({ ws, id, rowVersion: set.rowVersion });
  await step(server, { id }, ws);
  return (await api(server, person)).get({ ws, id });
}

/** Writes a checked import. */
export async function committed(
  server: TestServer,
  person: Person,
  { id, rowVersion }: RecordImport,
): Promise<RecordImport> {
  const ws = person.workspaceId;
  await (await api(server, person)).commit({ ws, id, rowVersion });
  await step(server, { id }, ws);
  return (await api(server, person)).get({ ws, id });
}

/** The rows of a stored workbook as text. */
export async function stored(server: TestServer, person: Person, fileId: string): Promise<string[][]> {
  const file = await withScope(server.deps.db, { workspaceId: person.workspaceId }, (trx) =>
    trx.selectFrom('files').select(COLUMNS).where('id', '=', fileId).executeTakeFirstOrThrow(),
  );
  const pieces: Buffer[] = [];
  for await (const piece of await readStored(server.deps, { ...file, size: Number(file.size) }))
    pieces.push(piece as Buffer);
  return tableOf(Buffer.concat(pieces));
}

/** The rows of a workbook as text, parsed by the product's own reader. */
export async function tableOf(bytes: Buffer, type: 'xlsx' | 'csv' | 'xls' = 'xlsx', sheet = 0): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-table-'));
  const file = path.join(folder, 'table');
  writeFileSync(file, bytes);
  const rows: string[][] = [];
  try {
    for await (const batch of tableRowsOf({ path: file, type }, sheet)) rows.push(...batch.map(({ cells }) => cells));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
