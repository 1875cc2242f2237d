// Dashboard and history of one form at a million submissions (CONSENT_ROWS for other numbers), through the procedures
// like a request, compared with plain SQL over a plain connection: the same page by offset, without total and
// decryption.
import pg from 'pg';
import { type Figure, inTurns, median, share } from '../../scripts/measure.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { publishBenchForm } from '../helpers/consentBench.ts';
import { fillConsents } from '../helpers/manyConsents.ts';

const ROWS = Number(process.env.CONSENT_ROWS ?? 1_000_000);
const DAY = 86_400_000;
const TURNS = { rounds: 40, warmUp: 4, limitEvery: 12 };
const PAGE_MS = 30;
const DASHBOARD_MS = 10;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Client({ connectionString: world.databaseUrl });
  await plain.connect();
  try {
    const form = await publishBenchForm(world);
    const now = Date.now();
    await fillConsents(world, form, {
      rows: ROWS,
      from: new Date(now - 3 * 365 * DAY),
      to: new Date(now),
      subjects: ROWS / 5,
    });
    return [...(await dashboard(world, plain, form.id)), ...(await pages(world, plain, form))];
  } finally {
    await plain.end();
    await world.close();
  }
}

const size = ROWS.toLocaleString('en');

async function dashboard(world: BenchWorld, plain: pg.Client, id: string): Promise<Figure[]> {
  const { workspaceId: ws } = world;
  const today = new Date().toISOString().slice(0, 10);
  const startedAt = performance.now();
  await world.call().userConsent.insight({ ws, id });
  const cold = performance.now() - startedAt;
  const cases = [
    {
      name: 'insight',
      run: () => world.call().userConsent.insight({ ws, id }),
      bare: 'select * from consent_counters where workspace_id = $1 and consent_id = $2',
    },
    {
      name: 'summary of 30 days',
      run: () => world.call().userConsent.summary({ ws, id }),
      bare: 'select day, action, sum(submissions) from consent_days where workspace_id = $1 and consent_id = $2 and day > current_date - 30 group by 1, 2',
    },
    {
      name: 'summary of 10 years, by month',
      run: () =>
        world.call().userConsent.summary({
          ws,
          id,
          from: `${Number(today.slice(0, 4)) - 10}${today.slice(4)}`.replace('02-29', '02-28'),
          to: today,
        }),
      bare: "select date_trunc('month', day), action, sum(submissions) from consent_days where workspace_id = $1 and consent_id = $2 group by 1, 2",
    },
  ];
  const counting = await counted(plain, ws, id);
  const figures: Figure[] = [
    {
      name: `dashboard, ${size} submissions: insight, the first one of a node`,
      value: cold,
      unit: 'ms',
      limitName: 'counting by day out of the rows',
      limit: counting,
      ratio: cold / counting,
    },
  ];
  for (const { name, run, bare } of cases) {
    const times = await inTurns(TURNS, run, () => plain.query({ name, text: bare, values: [ws, id] }));
    const [own, limit] = [median(times.own), median(times.limit)];
    figures.push({
      name: `dashboard, ${size} submissions: ${name}`,
      value: own,
      unit: 'ms',
      limitName: 'bare SQL over the counts',
      limit,
      ratio: own / limit,
      goal: `under ${DASHBOARD_MS} ms`,
      met: own < DASHBOARD_MS,
    });
  }
  return figures;
}

async function counted(plain: pg.Client, ws: string, id: string): Promise<number> {
  const startedAt = performance.now();
  await plain.query(
    "select (at at time zone 'Asia/Bangkok')::date, action, count(*) from user_consents where workspace_id = $1 and consent_id = $2 group by 1, 2",
    [ws, id],
  );
  return performance.now() - startedAt;
}

async function pages(
  world: BenchWorld,
  plain: pg.Client,
  { id, purposeIds }: { id: string; purposeIds: readonly string[] },
): Promise<Figure[]> {
  const { workspaceId: ws } = world;
  const range = {
    from: new Date(Date.now() - 400 * DAY).toISOString(),
    to: new Date(Date.now() - 100 * DAY).toISOString(),
  };
  const [last, middle] = [Math.floor(ROWS / 10), Math.floor(ROWS / 20)];
  const cases: { name: string; input: Record<string, unknown>; where?: string; values?: unknown[] }[] = [
    { name: 'first page', input: {} },
    { name: `page ${middle.toLocaleString('en')}, the middle`, input: { currentPage: middle } },
    { name: `page ${last.toLocaleString('en')}, the last`, input: { currentPage: last } },
    {
      name: '100 rows in the middle, oldest first',
      input: { currentPage: Math.floor(middle / 10), pageSize: 100, sortDirection: 'ASC' },
    },
    { name: 'those who changed a choice, first page', input: { action: 'CHANGED' }, where: 'and changed' },
    {
      name: 'those who changed a choice, in the middle',
      input: { action: 'CHANGED', currentPage: Math.floor(ROWS / 200 / 20) },
      where: 'and changed',
    },
    {
      name: 'declined, in the middle',
      input: { action: 'NONE', currentPage: Math.floor(ROWS / 11 / 20) },
      where: "and action = 'NONE'",
    },
    {
      name: 'one purpose, in the middle',
      input: { purposeId: purposeIds[1], currentPage: Math.floor(ROWS / 25) },
      where: 'and granted & 2 <> 0',
    },
    {
      name: 'one purpose and one source, in the middle',
      input: { purposeId: purposeIds[1], source: 'source 2', currentPage: Math.floor(ROWS / 125) },
      where: 'and granted & 2 <> 0 and source_id = 2',
    },
    { name: 'a source of one in 100,000, first page', input: { source: 'rare' }, where: 'and source_id = 6' },
    {
      name: 'a range of time, in its middle',
      input: { ...range, currentPage: Math.floor((ROWS * 300) / 1095 / 20) },
      where: 'and at >= $3 and at < $4',
      values: [range.from, range.to],
    },
    {
      name: 'a range of time and a choice, in its middle',
      input: { ...range, action: 'NONE', currentPage: Math.floor((ROWS * 300) / 1095 / 220) },
      where: "and at >= $3 and at < $4 and action = 'NONE'",
      values: [range.from, range.to],
    },
    {
      name: 'one data subject by uid',
      input: { uid: 'subject-0007@example.com' },
      where:
        'and uid = (select uid from user_consents where workspace_id = $1 and consent_id = $2 and source_id < 6 order by id limit 1 offset 7)',
    },
  ];
  await world.call().userConsent.history({ ws, id });
  const figures: Figure[] = [];
  for (const { name, input, where = '', values = [] } of cases) {
    const {
      currentPage = 1,
      pageSize = 10,
      sortDirection = 'DESC',
    } = input as { currentPage?: number; pageSize?: number; sortDirection?: string };
    const text = `select * from user_consents where workspace_id = $1 and consent_id = $2 ${where} order by id ${sortDirection} limit ${pageSize} offset ${(currentPage - 1) * pageSize}`;
    let rows = 0;
    const times = await inTurns(
      TURNS,
      async () => {
        rows = (await world.call().userConsent.history({ ws, id, ...input } as never)).collection.length;
      },
      () => plain.query({ name, text, values: [ws, id, ...values] }),
    );
    const [own, worst, limit] = [median(times.own), share(times.own, 0.95), median(times.limit)];
    if (rows === 0) throw new Error(`${name}: an empty page`);
    figures.push({
      name: `history, ${size} submissions: ${name}, p50`,
      value: own,
      unit: 'ms',
      limitName: 'bare SQL by offset, no total',
      limit,
      ratio: own / limit,
      goal: `under ${PAGE_MS} ms`,
      met: own < PAGE_MS,
    });
    figures.push({
      name: `history, ${size} submissions: ${name}, p95`,
      value: worst,
      unit: 'ms',
      limitName: 'bare SQL by offset, no total',
      limit,
      ratio: worst / limit,
    });
  }
  return figures;
}
