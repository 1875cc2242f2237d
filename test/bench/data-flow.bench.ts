// The data-flow diagram: its query at a million uses of attributes, compared with one plain scan of the same lines, and
// the frames of 2,000 nodes and 5,000 edges while they are moved, compared with those of an empty page in the same run.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { type Figure, inTurns, median } from '../../scripts/measure.ts';
import { startServer } from '../../server/main.ts';
import type { FlowFilters } from '../../shared/dataFlow/schema.ts';
import { launchBrowser } from '../chromium.ts';
import { BENCH_PERSON, type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { type Frames, framesOf, panAbout, travel, zoomInAndOut } from '../helpers/frames.ts';
import { DRAWN, fillFlows, MILLION } from '../helpers/largeFlows.ts';

const TURNS = { rounds: 6, warmUp: 1 };
const EMPTY =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><main style="height:100vh"><h1>Empty</h1></main></html>';
const MIDDLE = { x: 640, y: 560 };
/** A frame at 60 per second takes 16.7 ms; one and a half of that is a dropped frame. */
const SMOOTH_MS = 25;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const drawn = await world.addWorkspace();
    await fillFlows(world.owner, drawn, DRAWN);
    const frames = await measureFrames(world, drawn);
    await fillFlows(world.owner, world.workspaceId, MILLION);
    return [...(await measureQueries(world)), ...frames];
  } finally {
    await world.close();
  }
}

async function measureQueries({ workspaceId: ws, databaseUrl, call }: BenchWorld): Promise<Figure[]> {
  const plain = new pg.Client({ connectionString: databaseUrl });
  await plain.connect();
  try {
    const one = async (column: string, table = 'data_flows') =>
      (
        await plain.query<{ id: string }>(
          `select ${column} as id from ${table} where workspace_id = $1 order by 1 limit 1`,
          [ws],
        )
      ).rows[0]?.id ?? '';
    const [applicationId, purposeId, piiCategoryId] = [
      await one('application_id'),
      await one('purpose_id'),
      await one('pii_category_id', 'data_flow_attributes'),
    ];
    const cases: [string, FlowFilters, goal?: number][] = [
      ['everything', {}],
      ['sensitive only', { sensitive: true }],
      ['one category', { piiCategoryId }],
      ['one country', { country: 'SG' }],
      ['one application', { applicationId }, 100],
      ['one purpose', { purposeId }, 100],
    ];
    const bare = () =>
      plain.query(
        'select application_id, purpose_id, sum(uses), sum(sensitive_uses) from data_flows where workspace_id = $1 group by 1, 2',
        [ws],
      );
    const figures: Figure[] = [];
    for (const [name, filters, goal] of cases) {
      const times = await inTurns(TURNS, () => call().dataFlow.get({ ws, ...filters }), bare);
      const [value, limit] = [median(times.own), median(times.limit)];
      figures.push({
        name: `diagram at 1,000,000 uses, ${name}`,
        value,
        unit: 'ms',
        limitName: 'one bare pass over the lines',
        limit,
        ratio: value / limit,
        ...(goal ? { goal: `at most ${goal} ms`, met: value <= goal } : {}),
      });
    }
    return figures;
  } finally {
    await plain.end();
  }
}

async function measureFrames(world: BenchWorld, ws: string): Promise<Figure[]> {
  const clientDir = await mkdtemp(join(tmpdir(), 'pokpong-client-'));
  await cp(CLIENT_OUT, clientDir, { recursive: true });
  await writeFile(join(clientDir, 'empty.html'), EMPTY);
  const user = await world.owner
    .selectFrom('personnel')
    .select(['userId', 'email', 'name'])
    .where('id', '=', world.personnelId)
    .executeTakeFirstOrThrow();
  await world.owner
    .insertInto('personnel')
    .values({
      ...user,
      workspaceId: ws,
      id: world.personnelId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      role: 'DPO',
      status: 'active',
    })
    .execute();
  const server = await startServer(world.config, { databaseUrl: world.databaseUrl, clientDir });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'th-TH',
      viewport: { width: 1280, height: 800 },
    });
    const answer = await context.request.post('/trpc/auth.signIn', {
      headers: { origin: server.address },
      data: BENCH_PERSON,
    });
    if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
    const page = await context.newPage();
    await page.goto('/empty.html');
    const empty = {
      pan: await framesOf(page, (on) => panAbout(on, MIDDLE)),
      zoom: await framesOf(page, (on) => zoomInAndOut(on, MIDDLE)),
      travel: await framesOf(page, (on) => travel(on, MIDDLE)),
    };
    const startedAt = performance.now();
    await page.goto(`/pii-inventory/data-flow-diagram?workspace=${ws}`);
    const canvas = await page.waitForSelector('[data-diagram] canvas[style*="width"]', { timeout: 60_000 });
    const drawn = performance.now() - startedAt;
    const edges = Number(await canvas.getAttribute('data-edges'));
    if (edges < 5000) throw new Error(`only ${edges} edges are drawn`);
    await page.waitForTimeout(2500);
    const pan = await framesOf(page, (on) => panAbout(on, MIDDLE));
    const zoom = await framesOf(page, (on) => zoomInAndOut(on, MIDDLE));
    for (let turn = 0; turn < 14; turn += 1) {
      await page.mouse.wheel(0, -120);
      await page.waitForTimeout(40);
    }
    await page.waitForSelector('.flow-node');
    await page.waitForTimeout(1000);
    const near = await framesOf(page, (on) => travel(on, MIDDLE));
    return [
      {
        name: `diagram of 2,000 nodes and ${edges.toLocaleString('en')} edges, opened and laid out`,
        value: drawn,
        unit: 'ms',
        limitName: 'none',
        limit: 0,
        ratio: NaN,
      },
      ...frameFigures('panned, all in view', pan, empty.pan),
      ...frameFigures('zoomed in and out', zoom, empty.zoom),
      ...frameFigures('travelled along, names shown', near, empty.travel),
    ];
  } finally {
    await browser.close();
    await server.close();
    await rm(clientDir, { recursive: true, force: true });
  }
}

function frameFigures(what: string, ours: Frames, empty: Frames): Figure[] {
  const figure = (name: string, value: number, limit: number, goal?: number): Figure => ({
    name: `diagram ${what}, ${name} frame`,
    value,
    unit: 'ms',
    limitName: 'empty page',
    limit,
    ratio: value / limit,
    ...(goal ? { goal: `at most ${goal} ms`, met: value <= goal } : {}),
  });
  return [
    figure('median', ours.median, empty.median),
    figure('95th percentile', ours.p95, empty.p95, SMOOTH_MS),
    figure('longest', ours.longest, empty.longest),
  ];
}
