// The list of incidents and their dashboard at 200,000 of them, through the procedures like a request; the list
// compared with the same page as plain SQL: one prepared statement over a plain connection, without row-level security
// and total.
import { fork } from 'node:child_process';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figure, inTurns, median, timed } from '../../scripts/measure.ts';
import { withScope } from '../../db/client.ts';
import { type PageCase, pageFigures } from '../helpers/barePages.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { highestMemory } from '../helpers/memory.ts';
import { sealedBefore } from '../helpers/sealedBefore.ts';

const INCIDENTS = 200_000;
const AROUND = { workspaces: 10, incidents: 5_000 };
const APPLICATIONS = 200;
const TURNS = { rounds: 60, warmUp: 5 };
const GOAL_MS = 20;
const DASHBOARD_GOAL_MS = 10;
const MIB = 2 ** 20;
const GROWTH_MIB = 50;

const TITLES = [
  'ส่งอีเมลผิดคน',
  'คอมพิวเตอร์หาย',
  'มัลแวร์เรียกค่าไถ่',
  'เปิดเผยเวชระเบียน',
  'สิทธิเข้าถึงเกินจำเป็น',
  'เว็บไซต์ถูกเจาะ',
  'แฟ้มเอกสารหาย',
  'พนักงานคัดลอกข้อมูล',
  'ผู้ให้บริการภายนอกทำข้อมูลรั่ว',
  'ระบบล่ม',
];
const NEWEST = 'i.updated_at desc, i.id desc';

interface Case extends PageCase {
  /** Filters whose total is counted row by row; reported separately, without a goal. */
  counted?: true;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Client({ connectionString: world.databaseUrl });
  await plain.connect();
  try {
    const filled = await fill(world, plain);
    const figures: Figure[] = [];
    for (const one of cases(world, filled))
      figures.push(...(await pageFigures(one, plain, { ...TURNS, limitEvery: 4 }, one.counted ? undefined : GOAL_MS)));
    figures.push(...(await counted(world, plain)), ...(await dashboard(world)), ...(await exports(world)));
    return figures;
  } finally {
    await plain.end();
    await world.close();
  }
}

/** Incidents of five years, nine of ten closed, each with its clock and one to three applications. */
async function fill(
  { deps, workspaceId, personnelId, addWorkspace }: BenchWorld,
  plain: pg.Client,
): Promise<{ applicationId: string; staffId: string }> {
  const incidents = async (ws: string, count: number, people: (string | null)[]) => {
    const sealed = await withScope(deps.db, { workspaceId: ws }, async (trx) =>
      sealedBefore(
        await deps.keyring.workspaceKey(trx, ws),
        'incidents.reporter',
        JSON.stringify({
          firstName: 'สมหญิง',
          lastName: 'ใจดี',
          phone: '0812345678',
          email: 'somying@bench.example',
        }),
      ),
    );
    await plain.query('alter table incidents disable trigger user');
    await plain.query(
      `insert into incidents (workspace_id, id, number, title, source, status, reporter, reporter_id, assignee_id, cause, discovered_at, occurred_at, description, risk_level, authority_notified_at, created_at, updated_at)
      select $1::uuid, uuidv7(), n, titles[1 + n % cardinality(titles)] || ' ครั้งที่ ' || n, 'MANUAL_REPORT',
        case when n % 10 > 0 then 'RESOLVED' when n % 50 = 0 then 'PENDING' when n % 30 = 0 then 'RESPONDED' else 'ACTIVE' end, $3::bytea,
        people[1 + n % cardinality(people)], people[1 + (n / 3) % cardinality(people)], (array['HUMAN_ERROR', 'MALWARE', 'HACKING', 'UNKNOWN'])[1 + n % 4],
        at - interval '2 hours', at - interval '5 hours', repeat('รายละเอียดของเหตุ ', 20), case when n % 50 > 0 then (array['NO_RISK', 'POSSIBLE_RISK', 'HIGH_RISK'])[1 + n % 3] end,
        case when n % 10 > 0 then at + interval '20 hours' end, at, at + ((n::bigint * 7919) % 1000) * interval '1 hour'
      from generate_series(1, $2::int) as n, lateral (select timestamptz '2021-01-01' + n * (interval '5 years' / $2::int) as at) as t, (select $4::text[] as titles, $5::uuid[] as people) as words`,
      [ws, count, sealed, TITLES, people],
    );
    await plain.query('alter table incidents enable trigger user');
    await plain.query(
      `insert into incident_months (workspace_id, month, status, risk, cause, incidents)
      select workspace_id, incident_month(created_at), status, coalesce(risk_level, ''), cause, count(*) from incidents where workspace_id = $1 group by 1, 2, 3, 4, 5`,
      [ws],
    );
    await plain.query(
      `insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, ended_at, outcome, alert_hours)
      select workspace_id, uuidv7(), 'incident.authority', id, created_at, created_at + interval '72 hours', authority_notified_at, case when authority_notified_at is not null then 'met' end, '{24,1}' from incidents where workspace_id = $1`,
      [ws],
    );
  };
  const staff = Array.from({ length: 50 }, () => randomUUIDv7());
  await plain.query(
    `insert into personnel (workspace_id, id, email, name, role, status, phone, position)
    select $1::uuid, id, 'p' || row || '@bench.example', 'เจ้าหน้าที่ ' || row, 'Staff', 'inactive', '0812345678', '' from unnest($2::uuid[]) with ordinality as p (id, row)`,
    [workspaceId, staff],
  );
  await incidents(workspaceId, INCIDENTS, [...staff, ...staff, ...staff, ...staff, personnelId]);
  for (let one = 0; one < AROUND.workspaces; one += 1) await incidents(await addWorkspace(), AROUND.incidents, [null]);
  const { rows } = await plain.query<{ id: string }>(
    `insert into applications (workspace_id, id, name, description, data_controller_id)
    select $1::uuid, uuidv7(), 'ระบบ ' || n, '', (select id from data_controllers where workspace_id = $1 limit 1) from generate_series(1, $2::int) as n returning id`,
    [workspaceId, APPLICATIONS],
  );
  await plain.query('alter table incident_links disable trigger user');
  await plain.query(
    `insert into incident_links (workspace_id, incident_id, kind, position, application_id, name_th, name_en)
    select $1::uuid, i.id, 'application', p, a.id, a.name, a.name from incidents i
      cross join generate_series(0, 2) as p join (select id, name, row_number() over () - 1 as row from applications where workspace_id = $1) a on a.row = (i.number * 7 + p * 31) % $2::int
    where i.workspace_id = $1 and p <= i.number % 3`,
    [workspaceId, APPLICATIONS],
  );
  await plain.query('alter table incident_links enable trigger user');
  await plain.query(
    `insert into incident_application_months (workspace_id, application_id, month, incidents)
    select l.workspace_id, l.application_id, incident_month(i.created_at), count(*) from incident_links l join incidents i on i.workspace_id = l.workspace_id and i.id = l.incident_id where l.application_id is not null group by 1, 2, 3`,
  );
  await plain.query('insert into incident_marks select workspace_id, count(*) from incidents group by 1');
  await plain.query('vacuum analyze');
  return { applicationId: rows[0]!.id, staffId: personnelId };
}

function cases(
  { call, workspaceId: ws }: BenchWorld,
  { applicationId, staffId }: { applicationId: string; staffId: string },
): Case[] {
  const page = (where: string, order: string, values: unknown[] = [], offset = 0, join = ''): pg.QueryConfig => ({
    // Postgres truncates names to 63 letters.
    name: createHash('sha256').update(`${where} ${order} ${offset}`).digest('hex').slice(0, 60),
    text: `select i.id, i.number, i.title, i.source, i.status, i.risk_level, i.cause, i.discovered_at, i.created_at, i.updated_at, i.row_version, r.name, a.name, d.started_at, d.due_at, d.stopped_at, d.ended_at, d.outcome,
        (select json_agg(json_build_array(l.application_id, l.name_th, l.name_en) order by l.position) from incident_links l where l.workspace_id = i.workspace_id and l.incident_id = i.id and l.kind = 'application')
      from (select i.*${join && ', c.due_at'} from incidents i ${join} where i.workspace_id = $1 ${where} order by ${order} limit 10 offset ${offset}) i
      left join personnel r on r.workspace_id = i.workspace_id and r.id = i.reporter_id left join personnel a on a.workspace_id = i.workspace_id and a.id = i.assignee_id
      join deadlines d on d.workspace_id = i.workspace_id and d.kind = 'incident.authority' and d.subject_id = i.id`,
    values: [ws, ...values],
  });
  const clocks =
    "join deadlines c on c.workspace_id = i.workspace_id and c.kind = 'incident.authority' and c.subject_id = i.id";
  const list =
    (input: Record<string, unknown> = {}) =>
    () =>
      call().incident.list({ ws, ...input });
  const now = new Date().toISOString();
  const all: Case[] = [
    { name: 'first page', product: list(), bare: page('', NEWEST) },
    { name: 'page 2,000', product: list({ currentPage: 2000 }), bare: page('', NEWEST, [], 19_990) },
    { name: 'by number', product: list({ sortBy: 'number', sortDirection: 'ASC' }), bare: page('', 'i.number, i.id') },
    {
      name: 'by title in Thai order',
      product: list({ sortBy: 'title', sortDirection: 'ASC' }),
      bare: page('', 'left(i.title, 200) collate thai, i.id'),
    },
    {
      name: 'by deadline',
      product: list({ sortBy: 'dueAt', sortDirection: 'ASC' }),
      bare: page('and c.workspace_id = $1', 'c.due_at, c.subject_id', [], 0, clocks),
    },
    {
      name: 'waiting for the DPO',
      product: list({ status: 'PENDING' }),
      bare: page("and i.status = 'PENDING'", NEWEST),
    },
    {
      name: 'high risk, a year',
      product: list({ risk: 'HIGH_RISK', fromMonth: '2023-01', toMonth: '2023-12' }),
      bare: page(
        "and i.risk_level = 'HIGH_RISK' and i.created_at >= '2023-01-01T00:00:00+07' and i.created_at < '2024-01-01T00:00:00+07'",
        NEWEST,
      ),
    },
    {
      name: 'overdue',
      product: list({ clock: 'OVERDUE' }),
      bare: page(
        'and c.workspace_id = $1 and c.ended_at is null and c.stopped_at is null and c.due_at < $2',
        NEWEST,
        [now],
        0,
        clocks,
      ),
      counted: true,
    },
    {
      name: 'one application',
      product: list({ applicationId }),
      bare: page(
        'and i.id in (select incident_id from incident_links where workspace_id = $1 and application_id = $2)',
        NEWEST,
        [applicationId],
      ),
      counted: true,
    },
    {
      name: 'mine',
      product: list({ mine: true }),
      bare: page('and (i.reporter_id = $2 or i.assignee_id = $2)', NEWEST, [staffId]),
      counted: true,
    },
    {
      name: 'search of one number',
      product: list({ query: '77777' }),
      bare: page("and i.search_text like '%77777%'", NEWEST),
      counted: true,
    },
    {
      name: 'search of a word that a tenth have',
      product: list({ query: 'มัลแวร์' }),
      bare: page("and i.search_text like '%มัลแวร์%'", NEWEST),
    },
  ];
  return all.map((one) => ({
    ...one,
    name: `incidents, 200,000 of them: ${one.name}${one.counted ? ' (total counted)' : ''}`,
  }));
}

/** A search whose matches have not been counted since an incident was added or renamed. */
async function counted({ call, workspaceId: ws }: BenchWorld, plain: pg.Client): Promise<Figure[]> {
  const own: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    await plain.query('update incident_marks set changes = changes + 1 where workspace_id = $1', [ws]);
    own.push(await timed(() => call().incident.list({ ws, query: 'มัลแวร์' })));
  }
  return [
    {
      name: 'incidents, 200,000 of them: search of a word that a tenth have, for the first time after a change, p50',
      value: median(own),
      unit: 'ms',
    },
  ];
}

/** The register exported by a newly started node: all of it, and its first quarter (15 of 60 months). */
async function exports(world: BenchWorld): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    const few = await exported(world, format, { toMonth: '2022-03' });
    const all = await exported(world, format, {});
    figures.push({
      name: `incidents, 200,000 of them: export as ${format}`,
      value: INCIDENTS / (all.ms / 1000),
      unit: 'rows/s',
    });
    figures.push({
      name: 'the same, highest memory of the process',
      value: all.peak / MIB,
      unit: 'MiB',
      limitName: '50,000 rows',
      limit: few.peak / MIB,
      ratio: all.peak / few.peak,
      goal: `${GROWTH_MIB} MiB of growth at most`,
      met: all.peak - few.peak <= GROWTH_MIB * MIB,
    });
  }
  return figures;
}

/** The time from the request to the file, and the highest memory of its process. */
async function exported(
  { databaseUrl, config, call, workspaceId: ws }: BenchWorld,
  format: 'csv' | 'xlsx',
  input: Record<string, unknown>,
): Promise<{ ms: number; peak: number }> {
  const node = fork(join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [databaseUrl, config.dataDir], {
    stdio: 'inherit',
  });
  try {
    await once(node, 'message');
    const startedAt = performance.now();
    const { id } = await call().export.start({ ws, kind: 'incidents', format, locale: 'th', input });
    for (;;) {
      const { status, errorCode } = await call().export.get({ ws, id });
      if (status === 'failed') throw new Error(`the export failed: ${errorCode}`);
      if (status === 'done') return { ms: performance.now() - startedAt, peak: highestMemory(node) };
      await sleep(25);
    }
  } finally {
    node.kill();
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  }
}

/**
 * The dashboard's queries: one year and ten years of counts, the newest incidents with their milestones, the running
 * clocks.
 */
async function dashboard({ call, workspaceId: ws }: BenchWorld): Promise<Figure[]> {
  const input = {
    'counts of a year': () => call().incidentDashboard.get({ ws, from: '2025-01', to: '2025-12' }),
    'counts of ten years': () => call().incidentDashboard.get({ ws, from: '2017-01', to: '2026-12' }),
    timeline: () => call().incidentDashboard.timeline({ ws, from: '2025-01', to: '2025-12' }),
    'clocks that run': () => call().incident.clocks({ ws }),
  };
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(input)) {
    const { own, limit: least } = await inTurns(TURNS, ask, () => call().incident.settings.get({ ws }));
    const [value, limit] = [median(own), median(least)];
    figures.push({
      name: `incidents, 200,000 of them: dashboard, ${name}, p50`,
      value,
      unit: 'ms',
      limitName: 'a call that reads one row',
      limit,
      ratio: value / limit,
      goal: `under ${DASHBOARD_GOAL_MS} ms`,
      met: value < DASHBOARD_GOAL_MS,
    });
  }
  return figures;
}
