// How many functions are compiled while a register of 60 applications is checked: a schema rebuilt for every row
// compiles one each time.
import { createHash } from 'node:crypto';
import type { Figure } from '../../scripts/measure.ts';
import { runImport } from '../../server/modules/recordImport/run.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { headingOf } from '../../shared/ropa/sheet.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const HEADER = [
  'applicationName',
  'description',
  'titleTh',
  'lawfulBases',
  'flowGroup',
  'channel',
  'attributes',
  'internalApplications',
] as const;
const ROWS = 60;
const GOAL = 30;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    // What is compiled once, whatever the rows.
    await check(world, 3);
    const value = await compiledBy(() => check(world, ROWS));
    const name = `functions compiled while ${ROWS} rows are checked`;
    const limits = { limitName: 'rows', limit: ROWS, ratio: value / ROWS };
    return [{ name, value, unit: '', ...limits, goal: `at most ${GOAL}`, met: value <= GOAL }];
  } finally {
    await world.close();
  }
}

const register = (rows: number): Buffer =>
  Buffer.from(
    [
      HEADER.map((key) => headingOf(key, 'th')),
      ...Array.from({ length: rows }, (_, place) => [
        `ระบบ ${place}`,
        'คำอธิบาย',
        `วัตถุประสงค์ ${place}`,
        'สัญญา',
        'กลุ่มใหม่',
        'ช่องทางใหม่',
        'หมวดใหม่: ชื่อ; นามสกุล',
        '',
      ]),
    ]
      .map((cells) => cells.join(','))
      .join('\r\n'),
  );

/** Checks the rows of a file, as the screen and its jobs do. */
async function check({ call, deps, workspaceId: ws, personnelId }: BenchWorld, rows: number): Promise<void> {
  const bytes = register(rows);
  const { id: fileId } = await storeGenerated(
    deps,
    {
      workspaceId: ws,
      uploadedBy: personnelId,
      name: 'register.csv',
      type: 'text/csv',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  );
  const step = (id: string) => runImport(deps, ws, id, new AbortController().signal);
  const { id } = await call().recordImport.create({ ws, fileId });
  await step(id);
  const { rowVersion, sheet, mapping } = await call().recordImport.get({ ws, id });
  const { fields } = mapping;
  const target = { sheet: sheet.sheet, headingRow: sheet.headingRow, fields, addMissing: true };
  const set = await call().recordImport.setMapping({ ws, id, rowVersion, ...target });
  await call().recordImport.check({ ws, id, rowVersion: set.rowVersion });
  await step(id);
  const { summary } = await call().recordImport.get({ ws, id });
  if (summary.applications.created !== rows) throw new Error(`${summary.applications.created} of ${rows} rows passed`);
}

async function compiledBy(work: () => Promise<void>): Promise<number> {
  let compiled = 0;
  const original = globalThis.Function;
  globalThis.Function = new Proxy(original, {
    construct(target, args, newTarget) {
      compiled += 1;
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  try {
    await work();
  } finally {
    globalThis.Function = original;
  }
  return compiled;
}
