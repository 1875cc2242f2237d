import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { INVENTORY_PIVOTS, type InventoryItem, type listInventory } from '../../shared/inventory/schema.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import { bandOf, daysOf } from '../../shared/purpose/retention.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { inventoryOf } from '../helpers/inventory.ts';
import { fillInventory } from '../helpers/inventoryWorld.ts';
import { refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

type Input = Omit<z.input<typeof listInventory>, 'ws'>;

let server: TestServer;
let ws: string;
let dpo: Person;
let manager: Person;
let staff: Person;
let outsider: Person;
let make: Awaited<ReturnType<typeof inventoryOf>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await buildServer();
  ({ ws, dpo, manager, staff } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management', staff: 'Staff' }));
  outsider = await buildPerson(server, { role: 'Admin' });
  make = await inventoryOf(server, ws);
  await fill();
});
afterAll(() => server.close());

/** Four applications, five purposes, lines with every kind of retention; similar enough for overlapping filters. */
async function fill(): Promise<void> {
  const health = await make.category('ข้อมูลสุขภาพทดสอบ', { sensitive: true, nameEn: 'Health test' });
  const contact = await make.category('ข้อมูลติดต่อทดสอบ', { nameEn: 'Contact test' });
  const mixed = await make.category('กขค ปนกัน', { nameEn: 'Mixed' });
  const attributes: Record<string, string[]> = { health: [], contact: [], mixed: [] };
  for (let n = 0; n < 6; n += 1) {
    attributes.health!.push(await make.attribute(health, `ผลตรวจ ${n}`, { sensitive: true, nameEn: `Result ${n}` }));
    attributes.contact!.push(await make.attribute(contact, `โทรศัพท์ ${n}`, { nameEn: `Phone ${n}` }));
    attributes.mixed!.push(await make.attribute(mixed, `รายการ ${n}`, { sensitive: n % 2 === 0, nameEn: `Item ${n}` }));
  }
  const applications = [];
  for (const name of ['ไขกุญแจ', 'กายภาพ', 'แก้วตา', 'ขายยา 50%']) applications.push(await make.application(name));
  const purposes = [
    await make.purpose('รักษา', { titleEn: 'Treat', lawfulBases: ['contract', 'vitalInterest'], years: 10 }),
    await make.purpose('ติดต่อ', { titleEn: 'Reach', lawfulBases: ['consent'], years: 1 }),
    await make.purpose('วิจัย', { titleEn: 'Research', lawfulBases: ['research'], forGood: true, discloses: true }),
    await make.purpose('ยังไม่ครบ', { titleEn: 'Unfinished' }),
    await make.purpose('ภาษี', { titleEn: 'Tax', lawfulBases: ['legalObligation'], years: 5 }),
  ];
  Object.assign(ids, {
    health,
    contact,
    mixed,
    application: applications[1],
    purpose: purposes[0],
    research: purposes[2],
  });
  const party = await make.thirdParty(purposes[2]!, 'มหาวิทยาลัย', { country: 'SG' });
  for (const [a, application] of applications.entries()) {
    for (const [p, purpose] of purposes.entries()) {
      if ((a + p) % 4 === 3) continue;
      await make.use(application, purpose);
      const chosen = [
        ...attributes.health!.slice(0, p + 1),
        ...attributes.contact!.slice(a),
        ...attributes.mixed!.slice(a, a + p),
      ];
      const retention = a === 0 ? ({ amount: 18, unit: 'month' } as const) : a === 2 && p === 1 ? 'forGood' : undefined;
      await make.line(application, purpose, chosen, { retention, thirdPartyIds: p === 2 ? [party] : [] });
      if (a === 1) await make.line(application, purpose, attributes.contact!.slice(2, 4));
    }
  }
  const more = await inventoryOf(server, outsider.workspaceId);
  const category = await more.category('ของที่อื่น');
  const application = await more.application('ที่อื่น');
  const purpose = await more.purpose('ที่อื่น');
  await more.use(application, purpose);
  await more.line(application, purpose, [await more.attribute(category, 'โทรศัพท์ ที่อื่น')]);
}

const as = async (person: Person | null) => (await callerFor(server, person)).inventory;
/** Every use that matches a filter, page by page. */
async function all(input: Input, pageSize = 7): Promise<InventoryItem[]> {
  const rows: InventoryItem[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await (await as(dpo)).list({ ws, ...input, pageSize, currentPage });
    rows.push(...page.collection);
    if (rows.length >= page.meta.totalItems || page.collection.length === 0) {
      expect(rows.length).toBe(page.meta.totalItems);
      return rows;
    }
  }
}
const keyOf = (row: InventoryItem) => `${row.flowId} ${row.attribute.id}`;
const bandOfRow = ({ retention }: InventoryItem) => bandOf(retention && daysOf(retention));

const FILTERS: Record<string, [Input, (row: InventoryItem) => boolean]> = {
  category: [{}, () => true],
  'one category': [{ piiCategoryId: 'mixed' }, (row) => row.category.id === ids.mixed],
  'one application': [{ applicationId: 'application' }, (row) => row.application.id === ids.application],
  'one purpose': [{ purposeId: 'purpose' }, (row) => row.purpose.id === ids.purpose],
  'sensitive data': [{ sensitive: true }, (row) => row.sensitive],
  'a lawful basis': [{ lawfulBasis: 'vitalInterest' }, (row) => row.lawfulBases.includes('vitalInterest')],
  'no lawful basis': [{ lawfulBasis: 'none' }, (row) => row.lawfulBases.length === 0],
  'up to one year': [{ retentionBand: 'upTo1Year' }, (row) => bandOfRow(row) === 'upTo1Year'],
  'up to five years': [{ retentionBand: 'upTo5Years' }, (row) => bandOfRow(row) === 'upTo5Years'],
  'up to ten years': [{ retentionBand: 'upTo10Years' }, (row) => bandOfRow(row) === 'upTo10Years'],
  'for good': [{ retentionBand: 'forGood' }, (row) => bandOfRow(row) === 'forGood'],
  'no retention': [{ retentionBand: 'notSet' }, (row) => bandOfRow(row) === 'notSet'],
  'a name of an attribute': [{ query: 'โทรศัพท์ 2' }, (row) => row.attribute.name.th === 'โทรศัพท์ 2'],
  'an English name of an attribute': [{ query: 'PHONE 3' }, (row) => row.attribute.name.en === 'Phone 3'],
  'a name of a category': [{ query: 'health te' }, (row) => row.category.id === ids.health],
  'a name of an application': [{ query: '50%' }, (row) => row.application.name.includes('50%')],
  'a name of a purpose': [{ query: 'treat' }, (row) => row.purpose.id === ids.purpose],
  'letters of many names': [
    { query: 'ก' },
    (row) =>
      [row.attribute.name.th, row.category.name.th, row.application.name, row.purpose.title.th].some((name) =>
        name.includes('ก'),
      ),
  ],
  'a name and a basis': [
    { query: 'ผลตรวจ 1', lawfulBasis: 'consent' },
    (row) => row.attribute.name.th === 'ผลตรวจ 1' && row.lawfulBases.includes('consent'),
  ],
  'everything at once': [
    {
      query: 'รายการ',
      sensitive: true,
      piiCategoryId: 'mixed',
      purposeId: 'research',
      lawfulBasis: 'research',
      retentionBand: 'forGood',
    },
    (row) =>
      row.sensitive &&
      row.category.id === ids.mixed &&
      row.purpose.id === ids.research &&
      row.lawfulBases.includes('research') &&
      bandOfRow(row) === 'forGood' &&
      row.attribute.name.th.includes('รายการ'),
  ],
  nothing: [{ query: 'ไม่มีคำนี้' }, () => false],
};
const filled = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, key.endsWith('Id') ? ids[value as string] : value]),
  );

describe('permissions', () => {
  it('to read the inventory: Admin, DPO and Top Management of the workspace, nobody else', async () => {
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.pivot({ ws, by: 'category' }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(staff))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const person of [dpo, manager])
      for (const call of calls(await as(person))) await expect(call()).resolves.toBeTruthy();
  });

  it('to read uses of another workspace: nobody, whatever ids are requested', async () => {
    const mine = await (await as(outsider)).list({ ws: outsider.workspaceId, pageSize: 100 });
    expect(mine.collection.map(({ attribute }) => attribute.name.th)).toEqual(['โทรศัพท์ ที่อื่น']);
    const [theirs] = mine.collection;
    expect((await (await as(dpo)).list({ ws, applicationId: theirs?.application.id })).meta.totalItems).toBe(0);
    expect((await (await as(dpo)).list({ ws, piiCategoryId: theirs?.category.id })).collection).toEqual([]);
    expect((await all({})).some(({ application }) => application.name === 'ที่อื่น')).toBe(false);
  });
});

describe('the inventory', () => {
  it('has one row for each use, and no more', async () => {
    const rows = await all({});
    const uses = await server.owner
      .selectFrom('dataFlowAttributes')
      .select(['dataFlowId', 'attributeId'])
      .where('workspaceId', '=', ws)
      .execute();
    expect(rows.map(keyOf).toSorted()).toEqual(
      uses.map(({ dataFlowId, attributeId }) => `${dataFlowId} ${attributeId}`).toSorted(),
    );
  });

  it.each(Object.entries(FILTERS))(
    'under %s has the rows and the total of a complete traversal',
    async (_, [input, fits]) => {
      const expected = (await all({}, 100)).filter(fits).map(keyOf).toSorted();
      for (const sortBy of ['sensitive', 'category', 'application', 'purpose'] as const) {
        const rows = await all({ ...filled(input), sortBy });
        expect(rows.map(keyOf).toSorted()).toEqual(expected);
      }
    },
  );

  it('lists sensitive data first, in the order of categories and within each column it is sorted by', async () => {
    const thai = new Intl.Collator('th');
    const rises = (values: (string | number)[]) =>
      values.every(
        (value, index) =>
          index === 0 ||
          (typeof value === 'number'
            ? value >= (values[index - 1] as number)
            : thai.compare(values[index - 1] as string, value) <= 0),
      );
    const bySensitivity = await all({});
    expect(rises(bySensitivity.map(({ sensitive }) => (sensitive ? 0 : 1)))).toBe(true);
    expect(rises(bySensitivity.filter(({ sensitive }) => sensitive).map(({ category }) => category.name.th))).toBe(
      true,
    );
    const byApplication = await all({ sortBy: 'application', sortDirection: 'ASC' });
    expect(rises(byApplication.map(({ application }) => application.name))).toBe(true);
    for (const name of new Set(byApplication.map(({ application }) => application.name))) {
      expect(
        rises(
          byApplication
            .filter(({ application }) => application.name === name)
            .map(({ sensitive }) => (sensitive ? 0 : 1)),
        ),
      ).toBe(true);
    }
    expect(rises((await all({ sortBy: 'purpose', sortDirection: 'ASC' })).map(({ purpose }) => purpose.title.th))).toBe(
      true,
    );
    expect(
      rises(
        (await all({ sortBy: 'category', sortDirection: 'DESC' })).map(({ category }) => category.name.th).toReversed(),
      ),
    ).toBe(true);
  });

  it('contains the effective retention period, and the recipients', async () => {
    const rows = await all({ purposeId: ids.research });
    const [own] = rows.filter(({ application }) => application.name === 'ไขกุญแจ');
    expect(own?.retention).toEqual({ ...NO_RETENTION, amount: 18, unit: 'month', ofPurpose: false });
    const [ofPurpose] = rows.filter(
      ({ application, recipients }) => application.name === 'แก้วตา' && recipients.thirdParty > 0,
    );
    expect(ofPurpose?.retention).toEqual({ ...NO_RETENTION, indefinite: true, ofPurpose: true });
    expect(ofPurpose?.recipients).toEqual({ internal: 0, thirdParty: 1, abroad: 1 });
  });

  it('is correct immediately after a line is added, a purpose changed or a line removed', async () => {
    const total = async (input: Input = {}) => (await (await as(dpo)).list({ ws, ...input })).meta.totalItems;
    const before = {
      all: await total(),
      tax: await total({ lawfulBasis: 'legalObligation' }),
      consent: await total({ lawfulBasis: 'consent' }),
    };
    const application = await make.application('มาใหม่');
    const purpose = await make.purpose('มาใหม่', { lawfulBases: ['legalObligation'], years: 20 });
    await make.use(application, purpose);
    const attribute = await make.attribute(ids.contact ?? '', 'มาใหม่');
    const line = await make.line(application, purpose, [attribute]);
    expect([
      await total(),
      await total({ lawfulBasis: 'legalObligation' }),
      await total({ retentionBand: 'over10Years' }),
    ]).toEqual([before.all + 1, before.tax + 1, 1]);
    await server.owner
      .updateTable('purposes')
      .set({ lawfulBases: ['consent'] })
      .where('id', '=', purpose)
      .execute();
    expect([await total({ lawfulBasis: 'legalObligation' }), await total({ lawfulBasis: 'consent' })]).toEqual([
      before.tax,
      before.consent + 1,
    ]);
    await server.owner.deleteFrom('dataFlows').where('id', '=', line).execute();
    expect(await total()).toBe(before.all);
  });

  it.each([
    [12, 'upTo1Year'],
    [13, 'upTo5Years'],
    [120, 'upTo10Years'],
    [121, 'over10Years'],
  ] as const)('takes %i months of a purpose, and of an entry of its own, for %s', async (amount, retentionBand) => {
    const application = await make.application(`นับ ${amount} เดือน`);
    const purpose = await make.purpose(`นับ ${amount} เดือน`, { lawfulBases: ['contract'] });
    await server.owner
      .updateTable('purposes')
      .set({ retentionAmount: amount, retentionUnit: 'month' })
      .where('id', '=', purpose)
      .execute();
    await make.use(application, purpose);
    const attribute = await make.attribute(ids.contact ?? '', `นับ ${amount} เดือน`);
    const lines = [
      await make.line(application, purpose, [attribute]),
      await make.line(application, purpose, [attribute], { retention: { amount, unit: 'month' } }),
    ];
    expect((await all({ retentionBand })).filter((row) => lines.includes(row.flowId))).toHaveLength(2);
    await server.owner.deleteFrom('dataFlows').where('id', 'in', lines).execute();
  });
});

describe('the pivot', () => {
  it.each(INVENTORY_PIVOTS)('by %s sums up the list, under every filter', async (by) => {
    const api = await as(dpo);
    for (const [input, fits] of Object.values(FILTERS)) {
      const rows = (await all({}, 100)).filter(fits);
      const expected = new Map<string, { uses: number; sensitiveUses: number }>();
      for (const row of rows) {
        const keys = {
          category: [row.category.id],
          application: [row.application.id],
          purpose: [row.purpose.id],
          lawfulBasis: row.lawfulBases.length > 0 ? row.lawfulBases : ['none'],
          retention: [bandOfRow(row)],
        }[by];
        for (const key of keys) {
          const sum = expected.get(key) ?? { uses: 0, sensitiveUses: 0 };
          expected.set(key, { uses: sum.uses + 1, sensitiveUses: sum.sensitiveUses + Number(row.sensitive) });
        }
      }
      const { sortBy: _, ...filters } = filled(input);
      const pivot = await api.pivot({ ws, ...filters, by, limit: 200 });
      expect(new Map(pivot.collection.map(({ key, uses, sensitiveUses }) => [key, { uses, sensitiveUses }]))).toEqual(
        expected,
      );
      expect(pivot).toMatchObject({
        uses: rows.length,
        sensitiveUses: rows.filter(({ sensitive }) => sensitive).length,
        totalRows: expected.size,
      });
    }
  });

  it('names its rows, the most used first, as many as requested, and finds them by name', async () => {
    const api = await as(dpo);
    const { collection: rows, totalRows } = await api.pivot({ ws, by: 'application', limit: 2 });
    expect([rows.length, totalRows]).toEqual([2, 4]);
    expect(rows[0]?.uses).toBeGreaterThanOrEqual(rows[1]?.uses ?? 0);
    expect((await api.pivot({ ws, by: 'application', find: 'แก้ว' })).collection.map(({ name }) => name?.th)).toEqual([
      'แก้วตา',
    ]);
    expect((await api.pivot({ ws, by: 'category', find: 'HEALTH' })).collection.map(({ name }) => name?.th)).toEqual([
      'ข้อมูลสุขภาพทดสอบ',
    ]);
  });
});

describe('an inventory of 20,000 uses', () => {
  let large: Person;
  beforeAll(async () => {
    large = await buildPerson(server, { role: 'DPO' });
    await buildDataController(server, large.workspaceId);
    const plain = new pg.Client({ connectionString: server.databaseUrl });
    await plain.connect();
    await fillInventory(plain, large.workspaceId, { applications: 40, purposes: 10 });
    await plain.end();
  });

  const ORDER = {
    sensitive: sql`u.sensitive desc, c.name_th collate thai`,
    category: sql`c.name_th collate thai desc, u.sensitive desc`,
    application: sql`a.name collate thai desc, u.sensitive desc, u.pii_category_id`,
    purpose: sql`p.title_th collate thai desc, u.sensitive desc, u.pii_category_id`,
  };
  const OWN = sql`case when u.retention_days = 0 then p.retention_days else u.retention_days end`;
  const CASES: [Input, ReturnType<typeof sql>][] = [
    [{}, sql`true`],
    [{ sensitive: true }, sql`u.sensitive`],
    [{ lawfulBasis: 'contract' }, sql`'contract' = any(p.lawful_bases)`],
    [{ retentionBand: 'upTo10Years' }, sql`${OWN} > 1825 and ${OWN} <= 3650`],
    [{ query: 'ร้านยา' }, sql`a.name like '%ร้านยา%'`],
    [{ query: 'รายการ 7 ของ' }, sql`t.name_th like '%รายการ 7 ของ%'`],
    [{ query: '1' }, sql`(t.name_th like '%1%' or c.name_th like '%1%' or a.name like '%1%' or p.title_th like '%1%')`],
  ];
  it.each(CASES)('under %o has pages that equal a traversal of all of them in order', async (input, condition) => {
    const api = await as(large);
    for (const sortBy of ['sensitive', 'category', 'application', 'purpose'] as const) {
      const { rows } = await sql<{ key: string }>`
        select u.data_flow_id || ' ' || u.attribute_id as key from data_flow_attributes u
          join pii_categories c on c.workspace_id = u.workspace_id and c.id = u.pii_category_id join pii_attributes t on t.workspace_id = u.workspace_id and t.id = u.attribute_id
          join applications a on a.workspace_id = u.workspace_id and a.id = u.application_id join purposes p on p.workspace_id = u.workspace_id and p.id = u.purpose_id
         where u.workspace_id = ${large.workspaceId} and ${condition} order by ${ORDER[sortBy]}, u.attribute_id, u.data_flow_id`.execute(
        server.owner,
      );
      const pages = [1, 2, 40, Math.ceil(rows.length / 50), Math.ceil(rows.length / 20)];
      for (const currentPage of pages) {
        const page = await api.list({
          ws: large.workspaceId,
          ...input,
          sortBy,
          sortDirection: 'DESC',
          pageSize: 20,
          currentPage,
        });
        expect(page.meta.totalItems).toBe(rows.length);
        expect(page.collection.map(keyOf)).toEqual(
          rows.slice((currentPage - 1) * 20, currentPage * 20).map(({ key }) => key),
        );
      }
    }
  });
});
