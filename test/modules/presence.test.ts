import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../server/platform/jobs/sweep.ts';
import { EVENTS, type EventName } from '../../shared/registry/events.ts';
import { rolesWith } from '../../shared/registry/permissions.ts';
import { EDITOR_MS, type EditedEntity } from '../../shared/presence/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { refusedWith } from '../helpers/refusal.ts';

const START = Date.parse('2026-03-02T02:00:00.000Z');

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let staff: Person;
let stranger: Person;
let id: string;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO', name: 'Officer' });
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'Admin' });
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'Somchai' });
  stranger = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'Somsri' });
  server.clock.set(new Date(START));
  ({ id } = await buildIncident(server, ws, { reporterId: staff.personnelId }));
});
afterAll(() => server.close());

const record = (): { ws: string; entity: EditedEntity; id: string } => ({ ws, entity: 'incident', id });
const edit = async (person: Person, editing: boolean) =>
  (await callerFor(server, person)).presence.edit({ ...record(), editing });
const visibleTo = async (person: Person) =>
  (await (await callerFor(server, person)).presence.editors(record())).map(({ name }) => name);
const delivered = async () =>
  (await server.owner
    .selectFrom('outbox')
    .select(['entityId', 'recipients', 'actorId'])
    .where('workspaceId', '=', ws)
    .where('event', '=', 'presence.changed')
    .orderBy('seq')
    .execute()) as unknown as { entityId: string; recipients: string[]; actorId: string }[];
const later = (ms: number) => server.clock.set(new Date(START + ms));

it('users editing a record see each other, not themselves', async () => {
  expect(await edit(dpo, true)).toEqual([]);
  expect(await edit(staff, true)).toEqual([
    { id: dpo.personnelId, name: 'Officer', until: new Date(START + EDITOR_MS).toISOString() },
  ]);
  expect(await visibleTo(dpo)).toEqual(['Somchai']);
  expect(await visibleTo(admin)).toEqual(['Officer', 'Somchai']);
});

it('others are notified when somebody starts and stops, and not in between', async () => {
  await edit(dpo, true);
  later(EDITOR_MS / 2);
  await edit(dpo, true);
  later(EDITOR_MS);
  await edit(dpo, true);
  expect(await delivered()).toEqual([{ entityId: id, recipients: [staff.personnelId], actorId: dpo.personnelId }]);
  expect(await visibleTo(staff)).toEqual(['Officer']);
  await edit(dpo, false);
  await edit(dpo, false);
  expect(await delivered()).toHaveLength(2);
  expect(await visibleTo(staff)).toEqual([]);
  // It leaves nothing in the activity log.
  expect(
    await server.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('entity', '=', 'presence')
      .execute(),
  ).toEqual([]);
});

it('a client that sends nothing for a minute is removed, and starts again when it returns', async () => {
  await edit(dpo, true);
  later(EDITOR_MS - 1);
  expect(await visibleTo(staff)).toEqual(['Officer']);
  later(EDITOR_MS);
  expect(await visibleTo(staff)).toEqual([]);
  await edit(dpo, true);
  expect(await delivered()).toHaveLength(2);
});

it('is restricted to readers of the record', async () => {
  const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
  const { personnelId, ...elsewhere } = await buildPerson(server, { role: 'DPO' });
  for (const editing of [true, false]) {
    expect(await refusedWith(edit(stranger, editing))).toBe('NOT_FOUND');
    expect(await refusedWith(edit(top, editing))).toBe('FORBIDDEN');
    expect(await refusedWith(edit({ personnelId, ...elsewhere }, editing))).toBe('NOT_FOUND');
    expect(await refusedWith((await callerFor(server, null)).presence.edit({ ...record(), editing }))).toBe(
      'UNAUTHORIZED',
    );
    expect(
      await refusedWith((await callerFor(server, dpo)).presence.edit({ ...record(), id: randomUUIDv7(), editing })),
    ).toBe('NOT_FOUND');
  }
  expect(await refusedWith(visibleTo(stranger))).toBe('NOT_FOUND');
  expect(await delivered()).toEqual([]);
});

it('is refused for a kind of record that no module declares', async () => {
  const { presence } = await callerFor(server, dpo);
  expect(await refusedWith(presence.editors({ ...record(), entity: 'nothing' as EditedEntity }))).toBe('BAD_REQUEST');
});

it('of a treatment plan is for users who manage plans and its assignee', async () => {
  const { id: dataControllerId } = await buildDataController(server, ws);
  const caller = await callerFor(server, dpo);
  const { id: applicationId } = await caller.application.create({
    ws,
    name: 'ระบบตรวจ',
    description: 'ตรวจ',
    dataControllerId,
  });
  const dpia = await buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: [{ title: 'รั่วไหล', responsibleId: staff.personnelId, expectedOn: '2030-12-01' }],
  });
  const plan = (await caller.treatmentPlan.listOf({ ws, id: dpia.id })).collection[0]!.id;
  const of = { ws, entity: 'treatmentPlan', id: plan } as const;
  await (await callerFor(server, staff)).presence.edit({ ...of, editing: true });
  expect(await caller.presence.editors(of)).toHaveLength(1);
  const { presence } = await callerFor(server, await buildPerson(server, { workspaceId: ws, role: 'Staff' }));
  expect(await refusedWith(presence.editors(of))).toBe('NOT_FOUND');
  expect(await refusedWith(presence.edit({ ...of, editing: true }))).toBe('NOT_FOUND');
});

describe('parts of an incident', () => {
  const see = async (person: Person, entity: EditedEntity, of: string) =>
    (await (await callerFor(server, person)).presence.editors({ ws, entity, id: of })).map(({ name }) => name);
  const startEditing = async (person: Person, entity: EditedEntity, of: string) =>
    (await callerFor(server, person)).presence.edit({ ws, entity, id: of, editing: true });

  it('an activity: visible to readers of its incident, and separate from the incident itself', async () => {
    const activity = await buildActivity(server, ws, id, { by: dpo.personnelId });
    await startEditing(dpo, 'incidentActivity', activity);
    expect(await see(staff, 'incidentActivity', activity)).toEqual(['Officer']);
    expect(await see(staff, 'incident', id)).toEqual([]);
    expect(await delivered()).toEqual([
      { entityId: activity, recipients: [staff.personnelId], actorId: dpo.personnelId },
    ]);
    expect(await refusedWith(see(stranger, 'incidentActivity', activity))).toBe('NOT_FOUND');
    // It is identified by its own id, not by that of the incident.
    expect(await refusedWith(see(dpo, 'incidentActivity', id))).toBe('NOT_FOUND');
  });

  it('a decision on the risk, and a notification before and after it is first saved: visible to users who decide and notify', async () => {
    const { id: active } = await buildIncident(server, ws, { reporterId: staff.personnelId, status: 'ACTIVE' });
    const draft = await (
      await callerFor(server, dpo)
    ).incidentNotification.create({
      ws,
      id: active,
      recipientGroup: 'DATA_SUBJECT',
      channel: 'EMAIL',
      message: 'ร่าง',
      send: false,
    });
    const records = [
      ['incidentDecision', active],
      ['newIncidentNotification', active],
      ['incidentNotification', draft.id],
    ] as const;
    for (const [entity, of] of records) {
      await startEditing(dpo, entity, of);
      expect(await see(admin, entity, of), entity).toEqual(['Officer']);
      // The incident's reporter may read it, and neither decides nor notifies.
      expect(await refusedWith(see(staff, entity, of)), entity).toBe('FORBIDDEN');
      expect(await refusedWith(startEditing(admin, entity, randomUUIDv7())), entity).toBe('NOT_FOUND');
    }
    const elsewhere = await buildPerson(server, { role: 'DPO' });
    expect(
      await refusedWith(
        (await callerFor(server, elsewhere)).presence.edit({
          ws: elsewhere.workspaceId,
          entity: 'incidentNotification',
          id: draft.id,
          editing: true,
        }),
      ),
    ).toBe('NOT_FOUND');
  });
});

it("that officers edit a decision or a notification is only displayed to officers: not to the incident's reporter", async () => {
  const { id: active } = await buildIncident(server, ws, {
    reporterId: staff.personnelId,
    assigneeId: stranger.personnelId,
    status: 'ACTIVE',
  });
  const draft = await (
    await callerFor(server, dpo)
  ).incidentNotification.create({
    ws,
    id: active,
    recipientGroup: 'DATA_SUBJECT',
    channel: 'EMAIL',
    message: 'ร่าง',
    send: false,
  });
  const { presence } = await callerFor(server, dpo);
  await presence.edit({ ws, entity: 'incidentDecision', id: active, editing: true });
  await presence.edit({ ws, entity: 'newIncidentNotification', id: active, editing: true });
  await presence.edit({ ws, entity: 'incidentNotification', id: draft.id, editing: true });
  const events = await server.owner
    .selectFrom('outbox')
    .select(['event', 'recipients'])
    .where('workspaceId', '=', ws)
    .where('entity', '=', 'presence')
    .orderBy('seq')
    .execute();
  expect(events).toEqual(
    ['presence.decisionChanged', 'presence.notificationChanged', 'presence.notificationChanged'].map((event) => ({
      event,
      recipients: null,
    })),
  );
  for (const { event } of events) expect(rolesWith(EVENTS[event as EventName].audience)).toEqual(['Admin', 'DPO']);
});

it('a client that starts and stops endlessly is no longer announced, and is again at a normal rate', async () => {
  for (let turn = 0; turn < 15; turn += 1) {
    await edit(staff, true);
    await edit(staff, false);
  }
  expect(await delivered()).toHaveLength(30);
  expect(await refusedWith(edit(staff, true))).toBe('TOO_MANY_REQUESTS');
  expect(await visibleTo(dpo)).toEqual([]);
  expect(await delivered()).toHaveLength(30);
  // Another person is not delayed, and repeated heartbeats cost nothing.
  await edit(dpo, true);
  for (let turn = 0; turn < 40; turn += 1) await edit(dpo, true);
  later(EDITOR_MS + 1);
  await edit(staff, true);
  expect(await visibleTo(dpo)).toEqual(['Somchai']);
});

it('an approval line: visible to its participants, who are notified by a separate event', async () => {
  const board = await buildPerson(server, { workspaceId: ws, role: 'Top Management', name: 'Board' });
  const { id: line } = await buildApprovalLine(server, ws, {
    requesterId: staff.personnelId,
    approverIds: [board.personnelId],
  });
  const of = { ws, entity: 'approvalLine' as const, id: line };
  await (await callerFor(server, staff)).presence.edit({ ...of, editing: true });
  for (const person of [dpo, admin, board])
    expect((await (await callerFor(server, person)).presence.editors(of)).map(({ name }) => name)).toEqual(['Somchai']);
  expect(await refusedWith((await callerFor(server, stranger)).presence.editors(of))).toBe('NOT_FOUND');
  const events = (await server.owner
    .selectFrom('outbox')
    .select(['entityId', 'recipients'])
    .where('workspaceId', '=', ws)
    .where('event', '=', 'presence.lineChanged')
    .execute()) as unknown as { entityId: string; recipients: string[] }[];
  expect(events.map(({ entityId }) => entityId)).toEqual([line]);
  expect([...events[0]!.recipients].sort()).toEqual([staff.personnelId, board.personnelId].sort());
  expect(await delivered()).toEqual([]);
});

it('the clean-up removes absent users, and nobody else', async () => {
  await edit(dpo, true);
  later(EDITOR_MS / 2);
  await edit(staff, true);
  later(EDITOR_MS);
  expect((await sweep(server.deps, server.deps.now()))!.editors).toBeGreaterThan(0);
  const left = await server.owner.selectFrom('editors').select('personnelId').where('workspaceId', '=', ws).execute();
  expect(left).toEqual([{ personnelId: staff.personnelId }]);
});
