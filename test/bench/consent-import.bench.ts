// Imports of consents, 100,000 rows (CONSENT_IMPORT_ROWS for other numbers) as csv and xlsx: reading, checking,
// writing, compared with a plain COPY of the resulting rows into a table with the same indexes.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Figure, timed } from '../../scripts/measure.ts';
import { csvOf, type Sheet } from '../../server/platform/exports/sheet.ts';
import { xlsxOf } from '../../server/platform/exports/xlsx.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { runConsentImport } from '../../server/modules/consentImport/run.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { type BenchForm, publishBenchForm } from '../helpers/consentBench.ts';

const ROWS = Number(process.env.CONSENT_IMPORT_ROWS ?? 100_000);
const FEW = 20_000;
const MIB = 2 ** 20;
/** Milliseconds: the rows of a file cover three years. */
const SPAN = 3 * 365 * 86_400_000;
const TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
const size = ROWS.toLocaleString('en');

interface Timed {
  read: number;
  check: number;
  write: number;
  /** Highest resident bytes of the server's process, and of the one that reads the file. */
  peak: number;
  reader: number;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const folder = await mkdtemp(join(tmpdir(), 'pokpong-bench-'));
  try {
    const figures: Figure[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      const few = await imported(world, await publishBenchForm(world), folder, format, FEW);
      const form = await publishBenchForm(world);
      const many = await imported(world, form, folder, format, ROWS);
      const copy = await copied(world, form, folder);
      const plain = (name: string, value: number, unit: string): Figure => ({
        name,
        value,
        unit,
        limitName: 'none',
        limit: NaN,
        ratio: NaN,
      });
      const [own, limit] = [ROWS / (many.write / 1000), ROWS / (copy / 1000)];
      figures.push(
        {
          name: `import of ${size} consents from ${format}, writing`,
          value: own,
          unit: 'rows/s',
          limitName: 'bare COPY of the same rows',
          limit,
          ratio: own / limit,
          goal: 'at least 0.5 of it',
          met: own >= limit / 2,
        },
        plain('the same, reading its columns', many.read / 1000, 's'),
        plain('the same, checking every row', ROWS / (many.check / 1000), 'rows/s'),
        {
          name: 'the same, highest memory of the server',
          value: many.peak / MIB,
          unit: 'MiB',
          limitName: `${FEW.toLocaleString('en')} rows`,
          limit: few.peak / MIB,
          ratio: many.peak / few.peak,
          goal: '192 MiB of growth at most',
          met: many.peak - few.peak <= 192 * MIB,
        },
        plain('the same, highest memory of the process that reads', many.reader / MIB, 'MiB'),
      );
    }
    return figures;
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of rows in chronological order, as usual; every fifth subject answers twice. */
async function fileOf(
  { purposeIds }: BenchForm,
  place: string,
  format: keyof typeof TYPES,
  rows: number,
): Promise<void> {
  const since = Date.now() - SPAN;
  const sheet: Sheet<number> = {
    name: 'x',
    columns: [
      { key: 'uid', header: 'uid', value: (row) => `customer-${row % Math.ceil(rows * 0.8)}` },
      { key: 'name', header: 'name', value: (row) => `สมหญิง ใจดี ${row % 1000}` },
      {
        key: 'at',
        header: 'at',
        value: (row) => new Date(since + Math.floor((row / rows) * (SPAN - 86_400_000))).toISOString(),
      },
      { key: 'source', header: 'source', value: (row) => `สาขา ${row % 7}` },
      ...purposeIds.map((id, bit) => ({
        key: id,
        header: `purpose:${id}`,
        value: (row: number) => ((row >> bit) % 3 === 0 ? 'ไม่' : 'ใช่'),
      })),
    ],
  };
  function* numbers() {
    for (let row = 0; row < rows; row++) yield row;
  }
  await pipeline(
    Readable.from(format === 'csv' ? csvOf(sheet, numbers()) : xlsxOf([{ sheet, rows: numbers() }])),
    createWriteStream(place),
  );
}

async function imported(
  world: BenchWorld,
  form: BenchForm,
  folder: string,
  format: keyof typeof TYPES,
  rows: number,
): Promise<Timed> {
  const { deps, workspaceId: ws, personnelId } = world;
  const place = join(folder, `${rows}.${format}`);
  await fileOf(form, place, format, rows);
  const hash = createHash('sha256');
  for await (const piece of createReadStream(place)) hash.update(piece as Buffer);
  const file = await storeGenerated(
    deps,
    {
      workspaceId: ws,
      uploadedBy: personnelId,
      name: `x.${format}`,
      type: TYPES[format],
      size: (await stat(place)).size,
      sha256: hash.digest('hex'),
    },
    createReadStream(place),
  );
  const { id } = await world.call().consentImport.create({ ws, form: form.id, fileId: file.id });
  const get = () => world.call().consentImport.get({ ws, id });
  globalThis.gc?.();
  let [peak, reader] = [0, 0];
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
    reader = Math.max(reader, childMemory());
  }, 50);
  const step = () => timed(() => runConsentImport(deps, ws, id, new AbortController().signal));
  try {
    const read = await step();
    await world.call().consentImport.check({ ws, id, rowVersion: (await get()).rowVersion });
    const check = await step();
    const checked = await get();
    if (checked.summary.accepted !== rows)
      throw new Error(
        `accepted ${checked.summary.accepted} of ${rows}: ${checked.errorCode ?? JSON.stringify(checked.problems[0])}`,
      );
    await world.call().consentImport.commit({ ws, id, rowVersion: checked.rowVersion });
    const write = await step();
    const done = await get();
    if (done.status !== 'done' || done.summary.accepted !== rows)
      throw new Error(`the import ended as ${done.status} ${done.errorCode ?? ''} with ${done.summary.accepted} rows`);
    return { read, check, write, peak, reader };
  } finally {
    clearInterval(timer);
  }
}

/** Milliseconds of a COPY of the form's rows, from a file, into a table with the same indexes. */
async function copied({ databaseUrl }: BenchWorld, { id }: BenchForm, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const place = join(folder, 'rows.copy');
  try {
    await pipeline(
      client.query(copyTo(`copy (select * from user_consents where consent_id = '${id}' order by ctid) to stdout`)),
      createWriteStream(place),
    );
    await client.query('drop table if exists copied; create table copied (like user_consents including indexes)');
    return await timed(() => pipeline(createReadStream(place), client.query(copyFrom('copy copied from stdin'))));
  } finally {
    await client.end();
  }
}

/** Resident bytes of this process's child that reads tables; 0 if the system does not provide it. */
function childMemory(): number {
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const status = readOrNothing(`/proc/${pid}/status`);
      if (!status.includes(`PPid:\t${process.pid}\n`) || !readOrNothing(`/proc/${pid}/cmdline`).includes('readChild'))
        continue;
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    }
  } catch {
    // Not Linux: the figure stays 0.
  }
  return 0;
}

function readOrNothing(place: string): string {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return '';
  }
}
