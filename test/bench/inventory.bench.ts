// The inventory at a million uses, through its procedures like a request, compared with the same page as plain SQL over
// a plain connection, without row-level security and total.
import { sql } from 'kysely';
import pg from 'pg';
import { type Figure, inTurns, median } from '../../scripts/measure.ts';
import { besideBareSql } from '../helpers/barePages.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { fillInventory } from '../helpers/inventoryWorld.ts';

const LARGE = { applications: 2_000, purposes: 400 };
const AROUND = { workspaces: 3, applications: 100, purposes: 60 };
const TURNS = { rounds: 58, warmUp: 6 };
const LIMIT_EVERY = 16;
/**
 * A page with its total takes at most twice the time of one without; a distant page at most 1.5 times that of the
 * first.
 */
const WITH_TOTAL = 2;
const FAR = 1.5;
const PIVOT_MS = 10;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Client({ connectionString: world.databaseUrl });
  await plain.connect();
  try {
    await fillInventory(plain, world.workspaceId, LARGE);
    for (let one = 0; one < AROUND.workspaces; one += 1) await fillInventory(plain, await world.addWorkspace(), AROUND);
    await plain.query('vacuum analyze');
    return [...(await pages(world, plain)), ...(await pivots(world, plain))];
  } finally {
    await plain.end();
    await world.close();
  }
}

interface Case {
  name: string;
  input: Record<string, unknown>;
  where?: string;
  order?: string;
  values?: unknown[];
  /** Its page is `of` times as far as that of the previous case. */
  far?: true;
  before?: () => Promise<unknown>;
}

async function pages(world: BenchWorld, plain: pg.Client): Promise<Figure[]> {
  const { workspaceId: ws, call, owner } = world;
  const id = async (table: string, where: string) =>
    (
      await plain.query<{ id: string }>(
        `select id from ${table} where workspace_id = $1 and ${where} order by id limit 1`,
        [ws],
      )
    ).rows[0]?.id ?? '';
  const piiCategoryId = await id('pii_categories', "name_en = 'Data group 0'");
  const applicationId = await id('applications', "description = 'ระบบงาน'");
  const change = () =>
    sql`update applications set data_subject_count = 1 where workspace_id = ${ws}::uuid and id = ${applicationId}::uuid`.execute(
      owner,
    );
  const cases: Case[] = [
    { name: 'first page', input: {} },
    { name: 'page 2,000', input: { currentPage: 2000 }, far: true },
    { name: 'page 100,000, the last', input: { currentPage: 100_000 }, far: true },
    { name: 'first page, after a change', input: {}, before: change },
    {
      name: 'by application',
      input: { sortBy: 'application', sortDirection: 'ASC' },
      order: 'app.name collate thai, u.sensitive desc',
    },
    {
      name: 'by application, page 2,000',
      input: { sortBy: 'application', sortDirection: 'ASC', currentPage: 2000 },
      order: 'app.name collate thai, u.sensitive desc',
      far: true,
    },
    { name: 'sensitive only', input: { sensitive: true }, where: 'and u.sensitive' },
    { name: 'one category', input: { piiCategoryId }, where: 'and u.pii_category_id = $2', values: [piiCategoryId] },
    {
      name: 'one category, page 2,000',
      input: { piiCategoryId, currentPage: 2000 },
      where: 'and u.pii_category_id = $2',
      values: [piiCategoryId],
      far: true,
    },
    { name: 'one application', input: { applicationId }, where: 'and u.application_id = $2', values: [applicationId] },
    { name: 'a lawful basis', input: { lawfulBasis: 'research' }, where: "and p.lawful_bases @> '{research}'" },
    {
      name: 'a lawful basis, page 2,000',
      input: { lawfulBasis: 'research', currentPage: 2000 },
      where: "and p.lawful_bases @> '{research}'",
      far: true,
    },
    { name: 'search “ร้านยา” (91,000)', input: { query: 'ร้านยา' }, where: "and app.name like '%ร้านยา%'" },
    {
      name: 'search “รายการ 7 ของ” (50,000, by attribute)',
      input: { query: 'รายการ 7 ของ' },
      where: "and a.name_th like '%รายการ 7 ของ%'",
    },
  ];
  const figures: Figure[] = [];
  let first = NaN;
  for (const one of cases) {
    const { own, limit } = await measure(one, () => call().inventory.list({ ws, ...one.input }), plain, ws);
    const name = `inventory, 1,000,000 uses: ${one.name}`;
    figures.push({
      name,
      value: own,
      unit: 'ms',
      limitName: 'bare SQL, no total',
      limit,
      ratio: own / limit,
      ...(one.before ? {} : { goal: `at most ${WITH_TOTAL} times`, met: own <= limit * WITH_TOTAL }),
    });
    if (one.far)
      figures.push({
        name: `${name}, beside page 1`,
        value: own,
        unit: 'ms',
        limitName: 'page 1',
        limit: first,
        ratio: own / first,
        goal: `at most ${FAR} times`,
        met: own <= first * FAR,
      });
    else first = own;
  }
  return figures;
}

async function measure(
  {
    name,
    input,
    where = '',
    order = 'u.sensitive desc, u.pii_category_id, u.attribute_id, u.data_flow_id',
    values = [],
    before,
  }: Case,
  product: () => Promise<{ collection: unknown[] }>,
  plain: pg.Client,
  ws: string,
) {
  const bare = {
    name,
    // In its best form: keys first, joined only with what filters or sorts them, the rest looked up for ten rows.
    text: `select u.*, f.*, a.name_th, c.name_th, app.name, p.title_th, p.lawful_bases, who.name_th, how.name_th
      from (select u.attribute_id, u.data_flow_id from data_flow_attributes u
        ${/\bapp\./.test(where + order) ? 'join applications app on app.workspace_id = u.workspace_id and app.id = u.application_id' : ''}
        ${/\bp\./.test(where) ? 'join purposes p on p.workspace_id = u.workspace_id and p.id = u.purpose_id' : ''}
        ${/\ba\./.test(where) ? 'join pii_attributes a on a.workspace_id = u.workspace_id and a.id = u.attribute_id' : ''}
        where u.workspace_id = $1 ${where} order by ${order} limit 10 offset ${((Number(input.currentPage) || 1) - 1) * 10}) k
      join data_flow_attributes u on u.workspace_id = $1 and u.data_flow_id = k.data_flow_id and u.attribute_id = k.attribute_id
      join data_flows f on f.workspace_id = $1 and f.id = u.data_flow_id
      join pii_attributes a on a.workspace_id = $1 and a.id = u.attribute_id
      join pii_categories c on c.workspace_id = $1 and c.id = u.pii_category_id
      join applications app on app.workspace_id = $1 and app.id = u.application_id
      join purposes p on p.workspace_id = $1 and p.id = u.purpose_id
      join catalogue_items who on who.workspace_id = $1 and who.id = f.data_subject_group_id
      join catalogue_items how on how.workspace_id = $1 and how.id = f.channel_id`,
    values: [ws, ...values],
  };
  const { own, limit } = await besideBareSql({ name, product, bare, ...(before && { before }) }, plain, {
    ...TURNS,
    limitEvery: LIMIT_EVERY,
  });
  return { own: median(own), limit: median(limit) };
}

async function pivots({ call, workspaceId: ws }: BenchWorld, plain: pg.Client): Promise<Figure[]> {
  const bare = {
    name: 'totals',
    text: 'select pii_category_id, sum(uses), sum(sensitive_uses) from inventory_totals where workspace_id = $1 group by 1',
    values: [ws],
  };
  const figures: Figure[] = [];
  for (const by of ['category', 'application', 'purpose', 'lawfulBasis', 'retention'] as const) {
    const { own, limit: least } = await inTurns(
      TURNS,
      () => call().inventory.pivot({ ws, by }),
      () => plain.query(bare),
    );
    const value = median(own);
    const limit = median(least);
    figures.push({
      name: `inventory, 1,000,000 uses: pivot by ${by}`,
      value,
      unit: 'ms',
      limitName: 'bare SQL over the totals',
      limit,
      ratio: value / limit,
      goal: `under ${PIVOT_MS} ms`,
      met: value < PIVOT_MS,
    });
  }
  return figures;
}
