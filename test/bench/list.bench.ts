// Lists at the size of a large customer, through their procedures like a request, compared with the same page as plain
// SQL: one prepared statement over a plain connection, without row-level security and total.
import { sql } from 'kysely';
import pg from 'pg';
import type { Figure } from '../../scripts/measure.ts';
import { type PageCase, pageFigures } from '../helpers/barePages.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const APPLICATIONS = 100_000;
const AROUND = { workspaces: 20, applications: 5_000 };
const ACTIVITIES = 1_000_000;
const TURNS = { rounds: 100, warmUp: 8, limitEvery: 4 };
const GOAL_MS = 20;

const WORDS_TH = [
  'เวชระเบียน',
  'นัดหมายผู้ป่วย',
  'เงินเดือนพนักงาน',
  'สรรหาบุคลากร',
  'กล้องวงจรปิด',
  'ร้านยา',
  'ห้องปฏิบัติการ',
  'การตลาดลูกค้าประจำ',
  'ไขข้อข้องใจ',
  'เก็บหนี้',
  'แผนกฉุกเฉิน',
  'กายภาพบำบัด',
  'โภชนาการ',
  'ประกันสุขภาพ',
  'จัดซื้อ',
  'อบรมพนักงาน',
  'บริจาคโลหิต',
];
const WORDS_EN = [
  'records',
  'appointments',
  'payroll',
  'recruiting',
  'cameras',
  'pharmacy',
  'laboratory',
  'marketing',
  'questions',
  'billing',
  'emergency',
  'therapy',
  'nutrition',
  'insurance',
  'purchasing',
  'training',
  'blood donors',
  'telemedicine',
  'newsletter',
];

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Client({ connectionString: world.databaseUrl });
  await plain.connect();
  try {
    await fillApplications(world, plain);
    const figures: Figure[] = [];
    for (const one of applicationCases(world)) figures.push(...(await pageFigures(one, plain, TURNS, GOAL_MS)));
    await fillActivities(world, plain);
    for (const one of activityCases(world)) figures.push(...(await pageFigures(one, plain, TURNS, GOAL_MS)));
    return figures;
  } finally {
    await plain.end();
    await world.close();
  }
}

async function fillApplications({ workspaceId, addWorkspace }: BenchWorld, plain: pg.Client): Promise<void> {
  const fill = (ws: string, count: number) =>
    plain.query(
      `insert into applications (workspace_id, id, name, description, data_controller_id, data_subject_count, status, published_version, created_at, updated_at)
      select $1::uuid, uuidv7(),
        th[1 + n % cardinality(th)] || ' ' || en[1 + n % cardinality(en)] || ' ' || n,
        'บันทึกรายการกิจกรรมการประมวลผลของ' || th[1 + (n / 7) % cardinality(th)] || ' for ' || en[1 + (n / 5) % cardinality(en)],
        (select id from data_controllers where workspace_id = $1 limit 1), n % 5000,
        case when n % 3 = 0 then 'published' else 'draft' end, case when n % 3 = 0 then 1 else 0 end,
        timestamptz '2026-01-01' + n * interval '3 minutes', timestamptz '2026-01-01' + ((n::bigint * 7919) % $2::int) * interval '4 minutes'
      from generate_series(1, $2::int) as n, (select $3::text[] as th, $4::text[] as en) as words`,
      [ws, count, WORDS_TH, WORDS_EN],
    );
  await fill(workspaceId, APPLICATIONS);
  for (let one = 0; one < AROUND.workspaces; one += 1) await fill(await addWorkspace(), AROUND.applications);
  await plain.query(
    `insert into purposes (workspace_id, id, title_th, title_en, description_th, description_en, status)
    select $1::uuid, uuidv7(), 'วัตถุประสงค์ ' || n, 'Purpose ' || n, 'คำอธิบาย', 'Description', 'draft' from generate_series(1, 500) as n`,
    [workspaceId],
  );
  await plain.query(
    `insert into application_purposes (workspace_id, application_id, purpose_id, position)
    select $1::uuid, a.id, p.id, p.row from (select id, row_number() over () as row from applications where workspace_id = $1) a
    join (select id, row_number() over () as row from purposes where workspace_id = $1) p on p.row % 250 = a.row % 250`,
    [workspaceId],
  );
  await plain.query('vacuum analyze');
}

async function fillActivities({ workspaceId, personnelId }: BenchWorld, plain: pg.Client): Promise<void> {
  await plain.query(
    `insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, created_at)
    select $1::uuid, uuidv7(), case when n % 4 = 0 then 'ORGANIZATION' else 'BUSINESS' end,
      case when n % 4 = 0 then 'dataController.updated' else 'application.updated' end, case when n % 4 = 0 then 'dataController' else 'application' end,
      uuidv7(), $2::uuid, th[1 + n % cardinality(th)] || ' ' || n, now() - ($3::int - n) * interval '30 seconds'
    from generate_series(1, $3::int) as n, (select $4::text[] as th) as words`,
    [workspaceId, personnelId, ACTIVITIES, WORDS_TH],
  );
  await plain.query('vacuum analyze activity_logs');
}

function applicationCases({ call, owner, workspaceId: ws }: BenchWorld): PageCase[] {
  const page = (where: string, order: string, values: unknown[] = [], offset = 0): pg.QueryConfig => ({
    name: `${where} ${order} ${offset}`,
    text: `select a.id, a.name, a.status, a.published_version, a.data_subject_count, a.row_version, a.created_at, a.updated_at, c.id, c.name_th, c.name_en, u.id, u.name,
        (select count(*) from application_purposes l where l.workspace_id = a.workspace_id and l.application_id = a.id)
      from (select * from applications a where workspace_id = $1 ${where} order by ${order} limit 10 offset ${offset}) a
      join data_controllers c on c.workspace_id = a.workspace_id and c.id = a.data_controller_id
      left join personnel u on u.workspace_id = a.workspace_id and u.id = a.updated_by
      order by ${order}`,
    values: [ws, ...values],
  });
  const newest = 'a.updated_at desc, a.id desc';
  const list =
    (input: Record<string, unknown> = {}) =>
    () =>
      call().application.list({ ws, ...input });
  const search = (query: string) => page('and search_text like $2', newest, [`%${query}%`]);
  /** Changes some record, so that no total is cached. */
  const change = () =>
    sql`update applications set data_subject_count = 1 where workspace_id = ${ws}::uuid and name = ${`${WORDS_TH[1]} ${WORDS_EN[1]} 1`}`.execute(
      owner,
    );
  return [
    { name: 'first page', product: list(), bare: page('', newest) },
    { name: 'page 200', product: list({ currentPage: 200 }), bare: page('', newest, [], 1990) },
    { name: 'page 10,000, the last', product: list({ currentPage: 10_000 }), bare: page('', newest, [], 99_990) },
    {
      name: 'by name in Thai order',
      product: list({ sortBy: 'name', sortDirection: 'ASC' }),
      bare: page('', 'left(a.name, 200) collate thai, a.id'),
    },
    {
      name: 'by number of data subjects',
      product: list({ sortBy: 'dataSubjectCount' }),
      bare: page('', 'coalesce(a.data_subject_count, -1) desc, a.id desc'),
    },
    { name: 'published only', product: list({ status: 'PUBLISHED' }), bare: page("and status = 'published'", newest) },
    { name: 'search “ยา” (two Thai letters)', product: list({ query: 'ยา' }), bare: search('ยา') },
    { name: 'search “ยา”, after a change', product: list({ query: 'ยา' }), before: change, bare: search('ยา') },
    { name: 'search “โภชนาการ” (a Thai word)', product: list({ query: 'โภชนาการ' }), bare: search('โภชนาการ') },
    {
      name: 'search “โภชนาการ”, after a change',
      product: list({ query: 'โภชนาการ' }),
      before: change,
      bare: search('โภชนาการ'),
    },
    { name: 'search “pharmacy” (an English word)', product: list({ query: 'Pharmacy' }), bare: search('pharmacy') },
    {
      name: 'search “pharmacy 77777” (one record)',
      product: list({ query: `${WORDS_EN[77_777 % WORDS_EN.length]} 77777` }),
      bare: search(`${WORDS_EN[77_777 % WORDS_EN.length]} 77777`),
    },
    { name: 'search without a match', product: list({ query: 'ไม่มีคำนี้' }), bare: search('ไม่มีคำนี้') },
  ].map((one) => ({ ...one, name: `applications, 100,000 of them: ${one.name}` }));
}

function activityCases({ call, workspaceId: ws }: BenchWorld): PageCase[] {
  const page = (where: string, offset = 0, values: unknown[] = []): pg.QueryConfig => ({
    name: `activity ${where} ${offset}`,
    text: `select id, module, event, entity, entity_id, actor_id, subject, changes, created_at from activity_logs
      where workspace_id = $1 ${where} order by created_at desc, id desc limit 10 offset ${offset}`,
    values: [ws, ...values],
  });
  const list =
    (input: Record<string, unknown> = {}) =>
    () =>
      call().activityLog.list({ ws, ...input });
  return [
    { name: 'first page', product: list(), bare: page('') },
    { name: 'page 50,000', product: list({ currentPage: 50_000 }), bare: page('', 499_990) },
    { name: 'one module', product: list({ module: 'ORGANIZATION' }), bare: page("and module = 'ORGANIZATION'") },
    {
      name: 'search “โภชนาการ 77” (some hundred)',
      product: list({ query: 'โภชนาการ 77' }),
      bare: page('and subject ilike $2', 0, ['%โภชนาการ 77%']),
    },
  ].map((one) => ({ ...one, name: `activity log, 1,000,000 entries: ${one.name}` }));
}
