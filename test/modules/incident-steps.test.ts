import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Incident } from '../../shared/incident/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';

const NOW = '2026-11-20T05:00:00.000Z';
let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;

/** What one call asks of the database, whatever else the server does meanwhile. */
const asked = new AsyncLocalStorage<string[]>();
const { query } = pg.Client.prototype;

beforeAll(async () => {
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    asked.getStore()?.push(typeof statement === 'string' ? statement : statement.text);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  server = await buildServer();
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await server.close();
});
beforeEach(() => server.clock.set(NOW));

const build = async (more: Parameters<typeof buildIncident>[2] = {}) =>
  (
    await buildIncident(server, ws, {
      reporterId: staff.personnelId,
      assigneeId: staff.personnelId,
      authorityNotifiedAt: NOW,
      ...more,
    })
  ).id;
const risk = { riskLevel: 'POSSIBLE_RISK' as const, riskDescription: 'อีเมลถึงคนนอก', factors: [] };
const caller = async () => (await callerFor(server, dpo)).incident;

/** The statements of a call, in its transaction. */
async function statementsOf<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; statements: string[] }> {
  const statements: string[] = [];
  const answer = await asked.run(statements, ask);
  // What the call's own transaction does; whatever its commit wakes is not of it.
  return { answer, statements: statements.slice(statements.indexOf('begin'), statements.indexOf('commit') + 1) };
}

type Steps = Record<
  string,
  { from: Parameters<typeof buildIncident>[2]; take: (id: string) => Promise<unknown>; most: number }
>;
const STEPS: Steps = {
  // One more than others: how many he has handed in this hour decides whether it is mailed.
  submit: {
    from: { status: 'WAITING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).submit({ ws, id }),
    most: 18,
  },
  accept: {
    from: { status: 'PENDING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).accept({ ws, id, ...risk, assigneeId: staff.personnelId }),
    most: 28,
  },
  reject: {
    from: { status: 'PENDING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).reject({ ws, id, reason: 'ซ้ำ' }),
    most: 22,
  },
  revise: {
    from: { status: 'REJECTED', authorityNotifiedAt: null },
    take: async (id) => (await caller()).revise({ ws, id }),
    most: 20,
  },
  assign: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).assign({ ws, id, assigneeId: dpo.personnelId }),
    most: 18,
  },
  decideRisk: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).decideRisk({ ws, id, ...risk }),
    most: 19,
  },
  resolve: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).resolve({ ws, id, resolution: 'เรียกคืนแล้ว' }),
    most: 17,
  },
  sendBack: {
    from: { status: 'RESPONDED' },
    take: async (id) => (await caller()).sendBack({ ws, id, reason: 'ยังไม่ครบ' }),
    most: 20,
  },
  verify: { from: { status: 'RESPONDED' }, take: async (id) => (await caller()).verify({ ws, id }), most: 20 },
  reopen: {
    from: { status: 'RESOLVED' },
    take: async (id) => (await caller()).reopen({ ws, id, reason: 'พบเพิ่ม' }),
    most: 21,
  },
};

describe('a step of an incident', () => {
  it.each(Object.keys(STEPS))('reads it once and answers what is then there: %s', async (name) => {
    const { from, take, most } = STEPS[name]!;
    const id = await build(from);
    await buildActivity(server, ws, id, { by: staff.personnelId });
    const { answer, statements } = await statementsOf(() => take(id));
    // What it says of the incident is what anybody reads who asks next.
    expect(answer).toEqual(await (await caller()).get({ ws, id }));
    const reads = (table: string) =>
      statements.filter((text) => new RegExp(`^select.* from "${table}" as`).test(text)).length;
    expect([
      reads('incidents'),
      reads('incident_moves'),
      reads('incident_activities'),
      reads('incident_decisions'),
    ]).toEqual([1, 1, 1, 1]);
    expect(
      statements.length,
      `${statements.length} statements:\n${statements.map((text) => text.slice(0, 90)).join('\n')}`,
    ).toBeLessThanOrEqual(most);
  });

  it('is answered as it was written by a save too, with its links and its clock', async () => {
    const id = await build({ status: 'WAITING', authorityNotifiedAt: null });
    const before = await (await caller()).get({ ws, id });
    const controller = await buildDataController(server, ws);
    const applicationId = randomUUIDv7();
    await server.owner
      .insertInto('applications')
      .values({
        workspaceId: ws,
        id: applicationId,
        name: 'ทะเบียนผู้ป่วย',
        description: 'x',
        dataControllerId: controller.id,
      })
      .execute();
    const input = {
      ...before,
      ws,
      applicationIds: [applicationId],
      dataSubjectGroupIds: [],
      purposeIds: [],
      piiCategoryIds: [],
      attachmentId: null,
    };
    await (
      await caller()
    ).settings.update({
      ws,
      rowVersion: 0,
      authorityHours: 72,
      basis: 'awareness',
      alertHours: [24],
      publicForm: false,
    });
    const group = await server.owner
      .selectFrom('catalogueItems')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'dataSubjectGroup')
      .executeTakeFirstOrThrow();
    const category = await server.owner
      .selectFrom('piiCategories')
      .select('id')
      .where('workspaceId', '=', ws)
      .executeTakeFirst();
    const ids = { dataSubjectGroupIds: [group.id], piiCategoryIds: category ? [category.id] : [] };
    const { answer, statements } = await statementsOf(
      async () =>
        (await caller()).update({
          ...input,
          ...ids,
          title: 'ชื่อใหม่',
          discoveredAt: '2026-11-20T03:30:00.000Z',
          occurredAt: '2026-11-20T02:00:00.000Z',
          subjectCount: 12,
        }) as Promise<Incident>,
    );
    expect(answer).toEqual(await (await caller()).get({ ws, id }));
    expect(answer).toMatchObject({
      title: 'ชื่อใหม่',
      subjectCount: 12,
      clock: { startedAt: '2026-11-20T03:30:00.000Z', basis: 'awareness' },
    });
    expect(statements.filter((text) => / from "incident_moves" as/.test(text))).toHaveLength(1);
  });

  it('records, changes and takes back an activity without reading the rest', async () => {
    const id = await build({ status: 'ACTIVE' });
    const activities = async () => (await caller()).activities;
    const added = await statementsOf(async () =>
      (await activities()).add({ ws, id, phase: 'CONTAINMENT', at: NOW, detail: 'ปิดระบบ' }),
    );
    const stored = async () => (await (await caller()).get({ ws, id })).activities;
    expect(await stored()).toEqual([added.answer]);
    server.clock.set('2026-11-20T06:00:00.000Z');
    const changed = await statementsOf(async () =>
      (await activities()).update({
        ws,
        id,
        aid: added.answer.id,
        rowVersion: 1,
        phase: 'ERADICATION',
        at: NOW,
        detail: 'ลบมัลแวร์',
      }),
    );
    expect(await stored()).toEqual([changed.answer]);
    const removed = await statementsOf(async () => (await activities()).remove({ ws, id, aid: added.answer.id }));
    expect(await stored()).toEqual([]);
    for (const { statements } of [added, changed, removed]) {
      expect(statements.filter((text) => /from "incident_(moves|decisions|links)"/.test(text))).toEqual([]);
      expect(statements.length, statements.map((text) => text.slice(0, 90)).join('\n')).toBeLessThanOrEqual(16);
    }
  });
});
