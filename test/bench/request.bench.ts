// Lists, board, figures and refusals at 1,000,000 requests, through the procedures like a request. If several filters
// are combined, the total is counted row by row; such a list is marked, and has no goal.
import pg from 'pg';
import { type Figure, inTurns, median, share } from '../../scripts/measure.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { BENCH_SUBJECT, type FilledRequests, fillRequests } from '../helpers/requestBench.ts';

const REQUESTS = Number(process.env.REQUEST_ROWS ?? 1_000_000);
const TURNS = { rounds: 40, warmUp: 5, limitEvery: 4 };
const GOAL_MS = 20;
const SUMS_GOAL_MS = 10;

interface Case {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
  /** Milliseconds that half of all calls must stay below; undefined: only measured. */
  readonly goal?: number;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Client({ connectionString: world.databaseUrl });
  await plain.connect();
  try {
    const filled = await fillRequests(world, plain, REQUESTS);
    const figures: Figure[] = [];
    for (const one of [
      ...lists(world, filled),
      ...boards(world, filled),
      ...sums(world, filled),
      ...refusals(world, filled),
    ])
      figures.push(...(await measured(world, one)));
    return figures;
  } finally {
    await plain.end();
    await world.close();
  }
}

async function measured({ call, workspaceId: ws }: BenchWorld, { name, ask, goal }: Case): Promise<Figure[]> {
  const { own, limit: least } = await inTurns(TURNS, ask, () => call().request.settings.get({ ws }));
  const limitName = 'a call that reads one row';
  const p50 = { value: median(own), unit: 'ms', limitName, limit: median(least), ratio: median(own) / median(least) };
  return [
    { name: `${name}, p50`, ...p50, ...(goal !== undefined && { goal: `under ${goal} ms`, met: p50.value < goal }) },
    { name: `${name}, p99`, value: share(own, 0.99), unit: 'ms', limitName, limit: share(least, 0.99) },
  ];
}

function lists({ call, workspaceId: ws }: BenchWorld, { applicationId, staffId: assigneeId }: FilledRequests): Case[] {
  const first = { sortDirection: 'ASC' } as const;
  const cases = {
    'first page': {},
    'page 2,000': { currentPage: 2000 },
    'by date of receipt': { sortBy: 'receivedAt' },
    'by number': { sortBy: 'number', ...first },
    'due first': { sortBy: 'dueAt', ...first },
    'due last': { sortBy: 'dueAt' },
    new: { status: 'NEW' },
    'in progress': { status: 'INPROGRESS' },
    'waiting for approval': { status: 'PENDING' },
    completed: { status: 'COMPLETED' },
    rejected: { status: 'REJECTED' },
    access: { right: 'ACCESS' },
    'one application': { applicationId },
    'one application, due first': { applicationId, sortBy: 'dueAt', ...first },
    'one application, completed': { applicationId, status: 'COMPLETED' },
    'one application, access': { applicationId, right: 'ACCESS' },
    running: { clock: 'RUNNING' },
    overdue: { clock: 'OVERDUE' },
    'overdue, due first': { clock: 'OVERDUE', sortBy: 'dueAt', ...first },
    'of one person': { assigneeId },
    mine: { mine: true },
    'mine, due first': { mine: true, sortBy: 'dueAt', ...first },
    'one number': { query: 'DSR-077777' },
    'one e-mail address': { uid: BENCH_SUBJECT.email },
  } as const;
  const counted = {
    'page 50,000, the middle': { currentPage: 50_000 },
    'page 100,000, the last': { currentPage: 100_000 },
    'mine and running (total counted)': { mine: true, clock: 'RUNNING' },
    'overdue and access (total counted)': { clock: 'OVERDUE', right: 'ACCESS' },
    'in progress and access (total counted)': { status: 'INPROGRESS', right: 'ACCESS' },
    'completed and access (total counted)': { status: 'COMPLETED', right: 'ACCESS' },
  } as const;
  const list = (filters: object) => () => call().request.list({ ws, ...filters });
  return [
    ...Object.entries(cases).map(([name, filters]) => ({ name: `list, ${name}`, ask: list(filters), goal: GOAL_MS })),
    ...Object.entries(counted).map(([name, filters]) => ({ name: `list, ${name}`, ask: list(filters) })),
  ];
}

function boards({ call, workspaceId: ws }: BenchWorld, { applicationId }: FilledRequests): Case[] {
  const cases = {
    everything: {},
    mine: { mine: true },
    'one application': { applicationId },
    access: { right: 'ACCESS' },
    overdue: { clock: 'OVERDUE' },
    running: { clock: 'RUNNING' },
    'waiting for approval': { status: 'PENDING' },
    completed: { status: 'COMPLETED' },
    'one number': { query: '77777' },
  } as const;
  return Object.entries(cases).map(([name, filters]) => ({
    name: `board, ${name}`,
    ask: () => call().request.board({ ws, ...filters }),
    goal: GOAL_MS,
  }));
}

/** The dashboard's call requests eight of the sums at once. */
function sums({ call, workspaceId: ws }: BenchWorld, { applicationId }: FilledRequests): Case[] {
  const years = { from: '2017-01', to: '2026-12' };
  return [
    { name: 'statistics, 12 months', ask: () => call().requestDashboard.months({ ws }), goal: SUMS_GOAL_MS },
    { name: 'statistics, sum of 12 months', ask: () => call().requestDashboard.total({ ws }), goal: SUMS_GOAL_MS },
    { name: 'statistics, rights of 12 months', ask: () => call().requestDashboard.rights({ ws }), goal: SUMS_GOAL_MS },
    {
      name: 'dashboard, 12 months and the 12 before',
      ask: () => call().requestDashboard.figures({ ws }),
      goal: GOAL_MS,
    },
    {
      name: 'dashboard, 12 months of one application',
      ask: () => call().requestDashboard.figures({ ws, applicationId }),
      goal: SUMS_GOAL_MS,
    },
    { name: 'dashboard, ten years', ask: () => call().requestDashboard.figures({ ws, ...years }) },
  ];
}

function refusals({ call, workspaceId: ws }: BenchWorld, { applicationId }: FilledRequests): Case[] {
  const cases = {
    'first page': {},
    'page 2,000': { currentPage: 2000 },
    'by number': { sortBy: 'number' },
    access: { right: 'ACCESS' },
    'one ground': { ground: 'LAW' },
    'one application': { applicationId },
    'that the section wants recorded': { required: 'YES' },
    'of a month (total counted)': { from: '2025-01-01', to: '2025-01-31' },
    'of a year (total counted)': { from: '2025-01-01', to: '2025-12-31' },
    'one number': { query: '77780' },
  } as const;
  return Object.entries(cases).map(([name, filters]) => ({
    name: `refusals, ${name}`,
    ask: () => call().requestRefusal.list({ ws, ...filters }),
    goal: GOAL_MS,
  }));
}
