import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { highestPoint, RISK_CELLS, riskCell } from '../../shared/dpia/risk.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'top', Person>;
let applicationId: string;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-23T10:00:00+07:00');
  ({ ws, ...people } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', top: 'Top Management' }));
  ({ id: applicationId } = await buildApplication(server, ws));
});

type Point = readonly [likelihood: number, impact: number];
const calls = (person: Person = people.dpo) => callerFor(server, person);
const figuresOf = async (person?: Person) => (await calls(person)).dpiaDashboard.figures({ ws });

/** A draft with worst cases at these positions. */
async function assess(name: string, cases: readonly { initial: Point; residual: Point }[]): Promise<string> {
  const { dpia } = await calls();
  const created = await dpia.create({
    ws,
    applicationId,
    name,
    reason: 'ข้อมูลสุขภาพ',
    criteria: [{ code: 'SENSITIVE_DATA' }, { code: 'LARGE_SCALE' }],
  });
  const started = await dpia.start({ ws, id: created.id });
  const point = ([likelihood, impact]: Point) => ({ likelihood, impact });
  const { id } = await dpia.update({
    ws,
    id: started.id,
    rowVersion: started.rowVersion,
    ...dpiaDraft.parse({
      ...started.draft,
      worstCases: cases.map(({ initial, residual }, place) =>
        worstCase.parse({
          id: `01900000-0000-7000-8000-00000000000${place}`,
          title: { th: `เหตุ ${place + 1} ของ${name}`, en: '' },
          initial: point(initial),
          residual: point(residual),
        }),
      ),
    }),
  });
  return id;
}

describe('the highest point', () => {
  it.each([
    [[], undefined],
    [[[null, 5]], undefined],
    [
      [
        [2, 2],
        [1, 5],
      ],
      [1, 5],
    ],
    [
      [
        [5, 1],
        [1, 5],
      ],
      [1, 5],
    ],
    [
      [
        [1, 5],
        [5, 1],
      ],
      [1, 5],
    ],
    [
      [
        [null, 5],
        [1, 1],
      ],
      [1, 1],
    ],
  ] as [(readonly [number | null, number | null])[], Point | undefined][])('of %j is %j', (points, highest) => {
    const found = highestPoint(points.map(([likelihood, impact]) => ({ likelihood, impact })));
    expect(found && [found.likelihood, found.impact]).toEqual(highest);
  });

  it('has a cell that lists can be filtered by', () => {
    expect(RISK_CELLS).toHaveLength(9 + 16 + 25);
    expect(RISK_CELLS).toContain(riskCell(4, 3, 4));
  });
});

it('counts each assessment once, at its highest worst case, and links to lists with the same number', async () => {
  const both = { initial: [5, 5], residual: [3, 5] } as const;
  const gene = await assess('พันธุกรรม', [{ initial: [2, 2], residual: [1, 1] }, both]);
  await assess('กล้อง', [both]);
  await assess('จดหมาย', [{ initial: [3, 3], residual: [1, 2] }]);
  await assess('ว่าง', []);
  const { dpia } = await calls();
  const figures = await figuresOf();
  expect(figures).toMatchObject({ total: 4, otherVariant: 0, unjudged: 1 });
  expect(figures.residualMap).toEqual(
    expect.arrayContaining([
      { width: 5, likelihood: 3, impact: 5, dpias: 2 },
      { width: 5, likelihood: 1, impact: 2, dpias: 1 },
    ]),
  );
  expect(figures.residualMap).toHaveLength(2);
  for (const [map, filter] of [
    [figures.initialMap, 'initialCell'],
    [figures.residualMap, 'residualCell'],
  ] as const)
    for (const { width, likelihood, impact, dpias } of map) {
      const list = await dpia.list({ ws, variant: 'CURRENT', [filter]: riskCell(width, likelihood, impact) });
      expect(list.meta.totalItems, `${filter} ${width}.${likelihood}.${impact}`).toBe(dpias);
    }
  for (const [levels, filter] of [
    [figures.initial, 'initialRisk'],
    [figures.residual, 'risk'],
  ] as const)
    for (const { level, dpias } of levels) {
      const list = await dpia.list({ ws, variant: 'CURRENT', [filter]: level });
      expect(list.meta.totalItems, `${filter} ${level}`).toBe(dpias);
    }
  expect(figures.top.map(({ risk, residual }) => [risk.th, residual])).toEqual([
    ['เหตุ 2 ของพันธุกรรม', 'HIGH'],
    ['เหตุ 1 ของกล้อง', 'HIGH'],
    ['เหตุ 1 ของจดหมาย', 'LOW'],
  ]);
  expect(figures.top[0]).toMatchObject({ id: gene, likelihood: 3, impact: 5, initial: 'EXTREME' });
});

it('counts overdue plans like their list, for Top Management too', async () => {
  const responsibleId = people.staff.personnelId;
  await buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: [
      { title: 'เข้ารหัส', responsibleId, expectedOn: '2026-11-01' },
      { title: 'จำกัดสิทธิ', responsibleId, expectedOn: '2026-11-22' },
      { title: 'ทบทวน', responsibleId: null, expectedOn: '2026-11-23' },
    ],
  });
  const { plans } = await figuresOf(people.top);
  expect(plans.overdue).toBe(2);
  expect(plans.longest.map(({ title, expectedOn }) => [title.th, expectedOn])).toEqual([
    ['เข้ารหัส', '2026-11-01'],
    ['จำกัดสิทธิ', '2026-11-22'],
  ]);
  expect(plans.statuses.find(({ status }) => status === 'NEW')).toEqual({ status: 'NEW', plans: 3 });
  const list = await (await calls()).treatmentPlan.list({ ws, due: 'OVERDUE' });
  expect(list.meta.totalItems).toBe(2);
  await expect(figuresOf(people.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' });

  const cards = await (await calls()).overview.cards({ ws });
  const card = cards.find(({ module }) => module === 'dpiaDashboard')!;
  expect(card).toMatchObject({ state: 'overdue', address: pageAddress('dpiaDashboard') });
  const [plansOverdue] = card.overdue;
  expect(plansOverdue).toMatchObject({
    total: 2,
    counted: 'plans',
    unit: 'days',
    address: pageAddress('treatmentPlans', { due: 'OVERDUE' }),
  });
  // The same moments as in the list: both count days overdue from them.
  expect(plansOverdue!.records.map(({ dueAt }) => dueAt)).toEqual([
    '2026-11-01T16:59:59.000Z',
    '2026-11-22T16:59:59.000Z',
  ]);
});

it('names overdue plans in both languages, where they have a name in both', async () => {
  await buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: [
      { title: 'เข้ารหัส', responsibleId: people.staff.personnelId, expectedOn: '2026-11-01' },
      { title: 'จำกัดสิทธิ', responsibleId: people.staff.personnelId, expectedOn: '2026-11-02' },
    ],
  });
  await server.owner
    .updateTable('treatmentPlans')
    .set({ titleEn: 'Encrypt' })
    .where('workspaceId', '=', ws)
    .where('titleTh', '=', 'เข้ารหัส')
    .execute();
  const cards = await (await calls()).overview.cards({ ws });
  const [overdue] = cards.find(({ module }) => module === 'dpiaDashboard')!.overdue;
  expect(overdue!.records.map(({ title }) => title)).toEqual([
    { th: 'เข้ารหัส (ระบบตรวจพันธุกรรม)', en: 'Encrypt (ระบบตรวจพันธุกรรม)' },
    { th: 'จำกัดสิทธิ (ระบบตรวจพันธุกรรม)', en: '' },
  ]);
});

it('compares overdue plans with a week ago, by when they were closed', async () => {
  const plan = (title: string, expectedOn: string) => ({
    title,
    responsibleId: people.staff.personnelId,
    expectedOn,
  });
  await buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: [plan('เข้ารหัส', '2026-11-01'), plan('จำกัดสิทธิ', '2026-11-02'), plan('ทบทวน', '2026-11-20')],
  });
  const plans = server.owner.updateTable('treatmentPlans').where('workspaceId', '=', ws);
  await plans.set({ createdAt: new Date('2026-10-01T03:00:00Z') }).execute();
  const at = server.deps.now();
  await plans.where('expectedOn', '=', '2026-11-02').set({ status: 'RESOVLED', closedAt: at, updatedAt: at }).execute();
  const cards = await (await calls()).overview.cards({ ws });
  const [overdue] = cards.find(({ module }) => module === 'dpiaDashboard')!.overdue;
  // Two of them until one was closed, and one that is overdue since.
  expect(overdue).toMatchObject({ total: 2, weekAgo: 2 });
});

it('returns for the end of each month what was published by then', async () => {
  const dpiaId = await assess('พันธุกรรม', [{ initial: [5, 5], residual: [3, 5] }]);
  const version = (number: number, residualRisk: string, publishedAt: string) => ({
    workspaceId: ws,
    id: `01900000-0000-7000-8000-0000000001${number}0`,
    dpiaId,
    version: number,
    content: '{}',
    sha256: '0'.repeat(64),
    initialRisk: 'EXTREME',
    residualRisk,
    publishedAt: new Date(publishedAt),
  });
  await server.owner
    .insertInto('dpiaVersions')
    .values([
      version(1, 'HIGH', '2026-08-31T23:30:00+07:00'),
      // The first minute of October in Bangkok.
      version(2, 'LOW', '2026-10-01T00:00:00+07:00'),
    ])
    .execute();
  const { months } = await figuresOf();
  const residual = Object.fromEntries(
    months.map(({ month, residual: levels }) => [month, levels.filter(({ dpias }) => dpias > 0)]),
  );
  expect(months).toHaveLength(12);
  expect(residual).toMatchObject({
    '2026-07': [],
    '2026-08': [{ level: 'HIGH', dpias: 1 }],
    '2026-09': [{ level: 'HIGH', dpias: 1 }],
    '2026-10': [{ level: 'LOW', dpias: 1 }],
    '2026-11': [{ level: 'LOW', dpias: 1 }],
  });
});

it('the main dashboard counts the same by risk and by requirement', async () => {
  await assess('ระบบหนึ่ง', [{ initial: [5, 5], residual: [2, 3] }]);
  const { dpiaDashboard } = await calls(people.top);
  const { total, unjudged, initial, residual, required } = await dpiaDashboard.figures({ ws });
  expect(total).toBe(1);
  expect(await dpiaDashboard.riskLevels({ ws })).toEqual({ total, unjudged, initial, residual });
  expect(await dpiaDashboard.requirements({ ws })).toEqual({ total, required });
  expect((await dpiaDashboard.riskLevels({ ws, variant: 'OLDER' })).total).toBe(0);
});

it('counts overdue reviews of one variant, and of both for what is overdue at all', async () => {
  const { dpia } = await calls();
  const { id } = await dpia.create({ ws, applicationId, name: 'แบบเดิม', reason: 'ตามรอบ', variant: 'OLDER' });
  await server.owner
    .updateTable('dpias')
    .set({ reviewOn: '2026-11-22' })
    .where('workspaceId', '=', ws)
    .where('id', '=', id)
    .execute();
  expect(await figuresOf()).toMatchObject({ reviewsOverdue: 0, reviewsOverdueOfBoth: 1 });
  const { dpiaDashboard } = await calls();
  expect(await dpiaDashboard.figures({ ws, variant: 'OLDER' })).toMatchObject({
    reviewsOverdue: 1,
    reviewsOverdueOfBoth: 1,
  });
});
