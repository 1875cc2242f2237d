// Documents: the record of 100 applications as PDF compared with Chromium printing the same content, and sheets of
// 100,000 rows.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sheet, csvOf } from '../../server/platform/exports/sheet.ts';
import { xlsxOf } from '../../server/platform/exports/xlsx.ts';
import type { ExportFormat } from '../../shared/export/schema.ts';
import { type Figure, median, timed } from '../../scripts/measure.ts';
import { launchBrowser } from '../chromium.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { buildRegister } from '../helpers/register.ts';
import { getBytes } from '../../server/platform/files/bytes.ts';

const APPLICATIONS = 100;
const PURPOSES_EACH = 3;
const ROUNDS = 3;
const MIB = 2 ** 20;

export default async function bench(): Promise<Figure[]> {
  return [...(await sheets()), ...(await register())];
}

async function register(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const browser = await launchBrowser();
  try {
    const controller = await world.owner
      .selectFrom('dataControllers')
      .select('id')
      .where('workspaceId', '=', world.workspaceId)
      .executeTakeFirstOrThrow();
    await buildRegister(world, () => Promise.resolve(world.call()), {
      ws: world.workspaceId,
      dataControllerId: controller.id,
      applications: APPLICATIONS,
      purposesEach: PURPOSES_EACH,
    });
    world.deps.jobs.start();
    const html = (await timeExport(world, 'html')).bytes.toString('utf8');
    const pdf: number[] = [];
    const printed: number[] = [];
    let peak = 0;
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const document = await timeExport(world, 'pdf');
      pdf.push(document.ms);
      peak = Math.max(peak, document.childMib);
      size = document.bytes.length;
      const page = await browser.newPage();
      printed.push(
        await timed(async () => {
          await page.setContent(html, { waitUntil: 'load' });
          await page.pdf({ format: 'A4' });
        }),
      );
      await page.close();
    }
    const [own, chromium] = [median(pdf), median(printed)];
    const xlsx = await timeExport(world, 'xlsx');
    const ttl = await timeExport(world, 'ttl');
    const plain = (name: string, value: number, unit: string): Figure => ({
      name,
      value,
      unit,
      limitName: 'none',
      limit: NaN,
      ratio: NaN,
    });
    return [
      {
        name: `PDF of ${APPLICATIONS} applications, asked for to done`,
        value: own / 1000,
        unit: 's',
        limitName: 'Chromium prints the same content',
        limit: chromium / 1000,
        ratio: own / chromium,
        goal: "at most 0.7x Chromium's time",
        met: own <= 0.7 * chromium,
      },
      plain('the same, highest memory of the process that draws', peak, 'MiB'),
      plain('the same, size', size / MIB, 'MiB'),
      plain('the same as xlsx', xlsx.ms / 1000, 's'),
      plain('the same as Turtle', ttl.ms / 1000, 's'),
    ];
  } finally {
    await browser.close();
    await world.deps.jobs.stop();
    await world.close();
  }
}

/** Requests the workspace's record and waits until it is done. */
async function timeExport(
  world: BenchWorld,
  format: ExportFormat,
): Promise<{ ms: number; bytes: Buffer; childMib: number }> {
  const startedAt = performance.now();
  const { id } = await world.call().export.start({ ws: world.workspaceId, kind: 'ropa', format, locale: 'th' });
  let childMib = 0;
  for (;;) {
    const now = await world.call().export.get({ ws: world.workspaceId, id });
    childMib = Math.max(childMib, highest());
    if (now.status === 'failed') throw new Error(`the export failed: ${now.errorCode}`);
    if (now.status === 'done' && now.file) {
      const ms = performance.now() - startedAt;
      const { id: fileId, size } = now.file;
      const storageKey = `${world.workspaceId}/${fileId}`;
      const place = { workspaceId: world.workspaceId, id: fileId, size, storageKey, sealed: true };
      const stored = await getBytes(world.deps, place);
      const chunks: Buffer[] = [];
      for await (const chunk of stored) chunks.push(chunk as Buffer);
      return { ms, bytes: Buffer.concat(chunks), childMib };
    }
    await sleep(50);
  }
}

/**
 * Highest resident memory so far of this process's child that renders PDFs, in MiB; 0 if the system does not provide
 * it.
 */
function highest(): number {
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const status = readOrNothing(`/proc/${pid}/status`);
      if (!status.includes(`PPid:\t${process.pid}\n`) || !readOrNothing(`/proc/${pid}/cmdline`).includes('pdfChild'))
        continue;
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    }
  } catch {
    // Not Linux: the figure stays 0.
  }
  return 0;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A sheet like the register's: twelve columns of Thai text. */
async function sheets(): Promise<Figure[]> {
  const sheet: Sheet<number> = {
    name: 'ทะเบียน',
    columns: Array.from({ length: 12 }, (_, column) => ({
      key: `c${column}`,
      header: `คอลัมน์ที่ ${column}`,
      value: (row: number) => (column === 0 ? row : `ข้อมูลส่วนบุคคลของระบบที่ ${row} ช่องที่ ${column}`),
    })),
  };
  function* rows(count: number) {
    for (let row = 1; row <= count; row++) yield row;
  }
  const drained = async (source: AsyncIterable<Uint8Array>) => {
    let peak = 0;
    for await (const _ of source) peak = Math.max(peak, process.memoryUsage.rss());
    return peak;
  };
  await drained(xlsxOf([{ sheet, rows: rows(2_000) }]));
  const small = await drained(xlsxOf([{ sheet, rows: rows(10_000) }]));
  let large = 0;
  const xlsx = await timed(async () => (large = await drained(xlsxOf([{ sheet, rows: rows(100_000) }]))));
  const csv = await timed(() => drained(csvOf(sheet, rows(100_000))));
  return [
    {
      name: 'xlsx of 100,000 rows and 12 columns',
      value: xlsx / 1000,
      unit: 's',
      limitName: 'the same as CSV',
      limit: csv / 1000,
      ratio: xlsx / csv,
    },
    {
      name: 'the same, highest memory of the process',
      value: large / MIB,
      unit: 'MiB',
      limitName: '10,000 rows',
      limit: small / MIB,
      ratio: large / small,
      goal: '50 MiB of growth at most',
      met: large - small <= 50 * MIB,
    },
  ];
}
