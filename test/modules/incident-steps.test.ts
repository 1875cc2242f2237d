import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Incident } from '../../shared/incident/schema.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
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

beforeAll(async () => {
  server = await sharedServer();
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
});
afterAll(() => server.close());
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

type Steps = Record<string, { from: Parameters<typeof buildIncident>[2]; take: (id: string) => Promise<unknown> }>;
const STEPS: Steps = {
  submit: {
    from: { status: 'WAITING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).submit({ ws, id }),
  },
  accept: {
    from: { status: 'PENDING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).accept({ ws, id, ...risk, assigneeId: staff.personnelId }),
  },
  reject: {
    from: { status: 'PENDING', authorityNotifiedAt: null },
    take: async (id) => (await caller()).reject({ ws, id, reason: 'ซ้ำ' }),
  },
  revise: {
    from: { status: 'REJECTED', authorityNotifiedAt: null },
    take: async (id) => (await caller()).revise({ ws, id }),
  },
  assign: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).assign({ ws, id, assigneeId: dpo.personnelId }),
  },
  decideRisk: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).decideRisk({ ws, id, ...risk }),
  },
  resolve: {
    from: { status: 'ACTIVE' },
    take: async (id) => (await caller()).resolve({ ws, id, resolution: 'เรียกคืนแล้ว' }),
  },
  sendBack: {
    from: { status: 'RESPONDED' },
    take: async (id) => (await caller()).sendBack({ ws, id, reason: 'ยังไม่ครบ' }),
  },
  verify: { from: { status: 'RESPONDED' }, take: async (id) => (await caller()).verify({ ws, id }) },
  reopen: {
    from: { status: 'RESOLVED' },
    take: async (id) => (await caller()).reopen({ ws, id, reason: 'พบเพิ่ม' }),
  },
};

describe('a move of an incident', () => {
  it.each(Object.keys(STEPS))('returns the current state: %s', async (name) => {
    const { from, take } = STEPS[name]!;
    const id = await build(from);
    await buildActivity(server, ws, id, { by: staff.personnelId });
    const answer = await take(id);
    // The returned incident equals what a subsequent read returns.
    expect(answer).toEqual(await (await caller()).get({ ws, id }));
  });

  it('returns the written state also after a save, with its links and its clock', async () => {
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
    const answer: Incident = await (
      await caller()
    ).update({
      ...input,
      ...ids,
      title: 'ชื่อใหม่',
      discoveredAt: '2026-11-20T03:30:00.000Z',
      occurredAt: '2026-11-20T02:00:00.000Z',
      subjectCount: 12,
    });
    expect(answer).toEqual(await (await caller()).get({ ws, id }));
    expect(answer).toMatchObject({
      title: 'ชื่อใหม่',
      subjectCount: 12,
      clock: { startedAt: '2026-11-20T03:30:00.000Z', basis: 'awareness' },
    });
  });

  it('records, changes and removes an activity, and returns its current state', async () => {
    const id = await build({ status: 'ACTIVE' });
    const activities = async () => (await caller()).activities;
    const added = await (await activities()).add({ ws, id, phase: 'CONTAINMENT', at: NOW, detail: 'ปิดระบบ' });
    const stored = async () => (await (await caller()).get({ ws, id })).activities;
    expect(await stored()).toEqual([added]);
    server.clock.set('2026-11-20T06:00:00.000Z');
    const changed = await (
      await activities()
    ).update({
      ws,
      id,
      aid: added.id,
      rowVersion: 1,
      phase: 'ERADICATION',
      at: NOW,
      detail: 'ลบมัลแวร์',
    });
    expect(await stored()).toEqual([changed]);
    await (await activities()).remove({ ws, id, aid: added.id });
    expect(await stored()).toEqual([]);
  });
});
