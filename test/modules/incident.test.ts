import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { report } from '../../server/modules/incident/report.ts';
import { settleNotified } from '../../server/modules/incident/clock.ts';
import type { Incident } from '../../shared/incident/schema.ts';
import { incidentStatus } from '../../shared/incident/status.ts';
import { ROLES } from '../../shared/registry/roles.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { asAppError } from '../../server/platform/errors.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { wordsOf } from '../helpers/record.ts';
import { completeFlow } from '../helpers/register.ts';
import { pdf } from '../helpers/samples.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf } from '../mailbox.ts';
import { isOwned } from '../helpers/fileOwners.ts';
import { evidence } from '../../server/modules/incident/files.ts';

const NOW = '2026-03-31T16:30:00.000Z';
const HOUR = 3_600_000;
/** 72 hours after the discovery in `fields`. */
const DUE = '2026-04-03T16:00:00.000Z';
const later = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR).toISOString();

let server: TestServer;
let ws: string;
let dpo: Person;
let reporter: Person;
let responder: Person;
let bystander: Person;
let applicationId: string;
let groupId: string;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(NOW);
  ({ ws, dpo, reporter, responder, bystander } = await buildTeam(server, {
    dpo: 'DPO',
    reporter: 'Staff',
    responder: 'Staff',
    bystander: 'Staff',
  }));
  applicationId = await buildApplication('เวชระเบียน', 1200);
  groupId = (await wordsOf(server, ws)).word('dataSubjectGroup');
});

/** Sets the clock without ending any session. */
async function travel(hours: number): Promise<void> {
  server.clock.set(later(hours));
  await server.owner
    .updateTable('sessions')
    .set({ idleExpiresAt: new Date(later(1000)), expiresAt: new Date(later(1000)) })
    .execute();
}

async function buildApplication(name: string, dataSubjectCount: number | null): Promise<string> {
  const id = randomUUIDv7();
  const controller = await buildDataController(server, ws);
  await server.owner
    .insertInto('applications')
    .values({ workspaceId: ws, id, name, description: '', dataControllerId: controller.id, dataSubjectCount })
    .execute();
  return id;
}

const as = async (person: Person) => (await callerFor(server, person)).incident;
const REPORTER = { firstName: 'สมหญิง', lastName: 'แจ้งเหตุ', phone: '0812345678', email: 'somying@hospital.example' };
const fields = (changes: object = {}) => ({
  title: 'ส่งผลตรวจผิดคน',
  source: 'MANUAL_REPORT' as const,
  reporter: REPORTER,
  applicationIds: [applicationId],
  dataSubjectGroupIds: [groupId],
  discoveredAt: '2026-03-31T23:00:00+07:00',
  occurredAt: '2026-03-31T20:00:00+07:00',
  description: 'นายวิชัยได้รับผลตรวจของผู้อื่น',
  actionsTaken: 'ขอให้ลบอีเมล',
  breachKinds: ['CONFIDENTIALITY' as const],
  subjectCount: 3,
  ...changes,
});
const DECISION = { riskLevel: 'POSSIBLE_RISK' as const, riskDescription: 'อาจเสียหาย' };
const decided = (more: object = {}) => ({ ...DECISION, assigneeId: responder.personnelId, ...more });
const byId = (incident: { id: string }) => ({ ws, id: incident.id });

const created = async (changes: object = {}) => (await as(reporter)).create({ ws, ...fields(changes) });
const submitted = async () => {
  const { id } = await created();
  return (await as(reporter)).submit({ ws, id });
};
const accepted = async (more: object = {}) => {
  const { id } = await submitted();
  return (await as(dpo)).accept({ ws, id, ...decided(more) });
};
const responded = async () => {
  const { id } = await accepted();
  return (await as(responder)).resolve({ ws, id, resolution: 'ลบแล้ว' });
};
const notifyAuthority = async (id: string, at: string) => {
  await server.owner.updateTable('incidents').set({ authorityNotifiedAt: at }).where('id', '=', id).execute();
  await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
    settleNotified(trx, { workspaceId: ws }, id, new Date(at)),
  );
};
const stepsOf = ({ moves }: Incident) => moves.map(({ action, from, to, by }) => [action, from, to, by?.id]);
/** Events of an incident with their recipients, oldest first. */
const eventsOf = async (id: string) => {
  const rows = await server.owner
    .selectFrom('outbox')
    .select(['event', 'recipients'])
    .where('workspaceId', '=', ws)
    .where('entityId', '=', id)
    .where('entity', '=', 'incident')
    .orderBy('createdAt')
    .orderBy('seq')
    .execute();
  return rows.map(({ event, recipients }) => [event, [...(recipients ?? [])].sort()]);
};
const noticesOf = async (person: Person) => {
  const rows = await server.owner
    .selectFrom('personalNotices as n')
    .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
    .select('l.event')
    .where('n.personnelId', '=', person.personnelId)
    .orderBy('n.activityId')
    .execute();
  return rows.map(({ event }) => event);
};
const mailKinds = async (person: Person) => (await mailsOf(server, person.email)).map(({ kind }) => kind);

describe('the life of an incident', () => {
  it('runs from the report to its close, every move recorded and notified to the people concerned', async () => {
    const draft = await created();
    expect(draft).toMatchObject({
      number: 1,
      status: 'WAITING',
      stage: 'WAITING',
      reportedBy: { id: reporter.personnelId },
      assignee: null,
      riskLevel: null,
      reporter: REPORTER,
      rowVersion: 1,
      submittedAt: null,
    });
    expect(draft.clock).toMatchObject({
      startedAt: '2026-03-31T16:00:00.000Z',
      dueAt: DUE,
      basis: 'awareness',
      endedAt: null,
      other: { basis: 'creation', startedAt: NOW, dueAt: later(72) },
    });
    expect(draft.allowed).toEqual(['edit', 'submit']);

    await travel(1);
    const { id } = draft;
    const pending = await (await as(reporter)).submit({ ws, id, rowVersion: 1 });
    expect(pending).toMatchObject({ status: 'PENDING', submittedAt: later(1), rowVersion: 2, allowed: [] });
    expect((await (await as(dpo)).get({ ws, id })).allowed).toEqual(['edit', 'accept', 'reject']);

    const active = await (await as(dpo)).accept({ ws, id, ...decided() });
    expect(active).toMatchObject({
      status: 'ACTIVE',
      riskLevel: 'POSSIBLE_RISK',
      riskDescription: 'อาจเสียหาย',
      assignee: { id: responder.personnelId },
      acceptedAt: later(1),
    });
    expect((await (await as(responder)).get({ ws, id })).allowed).toEqual(['respond', 'resolve']);

    await (await as(responder)).activities.add({ ws, id, phase: 'CONTAINMENT', at: later(0.5), detail: 'ระงับบัญชี' });
    const handed = await (await as(responder)).resolve({ ws, id, resolution: 'ลบแล้ว' });
    expect(handed).toMatchObject({
      status: 'RESPONDED',
      stage: 'PENDING',
      resolution: 'ลบแล้ว',
      containedAt: later(0.5),
    });
    const back = await (await as(dpo)).sendBack({ ws, id, reason: 'ขอหลักฐาน' });
    expect(back).toMatchObject({ status: 'ACTIVE', respondedAt: null });
    await (await as(responder)).resolve({ ws, id, resolution: 'แนบหลักฐานแล้ว' });
    await notifyAuthority(id, later(1));
    const closed = await (await as(dpo)).verify({ ws, id, note: 'ครบถ้วน' });
    expect(closed).toMatchObject({ status: 'RESOLVED', stage: 'RESOLVED', resolvedAt: later(1) });
    const reopened = await (await as(dpo)).reopen({ ws, id, reason: 'พบข้อมูลเพิ่ม' });
    expect(reopened).toMatchObject({ status: 'ACTIVE', resolvedAt: null, respondedAt: null });

    expect(stepsOf(reopened)).toEqual([
      ['submit', 'WAITING', 'PENDING', reporter.personnelId],
      ['accept', 'PENDING', 'ACTIVE', dpo.personnelId],
      ['resolve', 'ACTIVE', 'RESPONDED', responder.personnelId],
      ['sendBack', 'RESPONDED', 'ACTIVE', dpo.personnelId],
      ['resolve', 'ACTIVE', 'RESPONDED', responder.personnelId],
      ['verify', 'RESPONDED', 'RESOLVED', dpo.personnelId],
      ['reopen', 'RESOLVED', 'ACTIVE', dpo.personnelId],
    ]);
    expect(reopened.moves.map(({ reason }) => reason)).toEqual(['', '', '', 'ขอหลักฐาน', '', 'ครบถ้วน', 'พบข้อมูลเพิ่ม']);
    const both = [reporter.personnelId, responder.personnelId].sort();
    expect(await eventsOf(id)).toEqual([
      ['incident.created', [reporter.personnelId]],
      ['incident.submitted', [reporter.personnelId]],
      ['incident.accepted', both],
      ['incident.activityAdded', both],
      ['incident.responded', both],
      ['incident.sentBack', both],
      ['incident.responded', both],
      ['incident.resolved', both],
      ['incident.reopened', both],
    ]);
    const summaries = await server.owner
      .selectFrom('outbox')
      .select('recipients')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'incidentDashboard.changed')
      .execute();
    expect(summaries).toHaveLength(9);
    expect(await noticesOf(dpo)).toEqual(['incident.submitted', 'incident.responded', 'incident.responded']);
    expect(await noticesOf(reporter)).toEqual(['incident.accepted', 'incident.resolved', 'incident.reopened']);
    expect(await noticesOf(responder)).toEqual([
      'incident.accepted',
      'incident.sentBack',
      'incident.resolved',
      'incident.reopened',
    ]);
    expect(await noticesOf(bystander)).toEqual([]);
    expect(await mailKinds(dpo)).toEqual(['incident.submitted', 'incident.responded', 'incident.responded']);
    expect(await mailKinds(responder)).toEqual(['incident.assigned', 'incident.sentBack', 'incident.reopened']);
    expect(await mailKinds(reporter)).toEqual(['incident.resolved']);
  });

  it('is rejected with a reason, reopened and submitted again; its clock is paused meanwhile and due at the same time as before', async () => {
    const { id } = await submitted();
    await travel(2);
    const rejected = await (await as(dpo)).reject({ ws, id, reason: 'ไม่มีข้อมูลส่วนบุคคล' });
    expect(rejected).toMatchObject({ status: 'REJECTED', clock: { stoppedAt: later(2), endedAt: null } });
    expect(await noticesOf(reporter)).toEqual(['incident.rejected']);
    expect(await mailKinds(reporter)).toEqual(['incident.rejected']);
    await travel(30);
    const revised = await (await as(reporter)).revise({ ws, id });
    expect(revised).toMatchObject({
      status: 'WAITING',
      submittedAt: null,
      clock: { stoppedAt: null, dueAt: DUE },
    });
    expect((await (await as(reporter)).submit({ ws, id })).status).toBe('PENDING');
    expect(await refusedWith((await as(dpo)).reject({ ws, id, reason: ' ' }))).toBe('BAD_REQUEST');
  });

  it('numbers incidents of a workspace from one, without a gap, however many are reported at once', async () => {
    const response = await Promise.all(Array.from({ length: 6 }, () => created()));
    expect(response.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    // A failed report uses no number.
    expect(await refusedWith(created({ applicationIds: [randomUUIDv7()] }))).toBe('BAD_REQUEST');
    expect((await created()).number).toBe(7);
  });

  it('is not closed before those whom its risk concerns were notified, and requires the reason of a late notification', async () => {
    const { id } = await responded();
    expect(await refusal((await as(dpo)).verify({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incident.authorityNotTold',
    });
    await travel(73);
    expect(await refusal((await as(dpo)).verify({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incident.authorityNotTold',
    });
    await notifyAuthority(id, later(73));
    await server.owner.updateTable('incidents').set({ riskLevel: 'HIGH_RISK' }).where('id', '=', id).execute();
    expect(await refusal((await as(dpo)).verify({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incident.subjectsNotTold',
    });
    await server.owner
      .updateTable('incidents')
      .set({ subjectsNotifiedAt: later(73) })
      .where('id', '=', id)
      .execute();
    expect(await refusal((await as(dpo)).verify({ ws, id }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'incident.lateReasonMissing',
      fields: ['lateReason'],
    });
    expect(await (await as(dpo)).verify({ ws, id, lateReason: 'รอผลตรวจสอบ' })).toMatchObject({
      status: 'RESOLVED',
      lateReason: 'รอผลตรวจสอบ',
      clock: { outcome: 'late' },
    });
  });

  it('is assigned to somebody else, who is notified; the previous assignee is, that it is no longer theirs', async () => {
    const { id, rowVersion } = await accepted();
    const moved = await (await as(dpo)).assign({ ws, id, rowVersion, assigneeId: bystander.personnelId });
    expect(moved.assignee?.id).toBe(bystander.personnelId);
    expect((await eventsOf(id)).slice(-2)).toEqual([
      ['incident.assigned', [reporter.personnelId, responder.personnelId, bystander.personnelId].sort()],
      ['incident.released', [responder.personnelId]],
    ]);
    expect(await noticesOf(bystander)).toEqual(['incident.assigned']);
    expect(await noticesOf(responder)).toEqual(['incident.accepted', 'incident.released']);
    expect(await noticesOf(reporter)).toEqual(['incident.accepted', 'incident.assigned']);
    expect(await mailKinds(bystander)).toEqual(['incident.assigned']);
    expect(await refusedWith((await as(responder)).get({ ws, id }))).toBe('NOT_FOUND');
    for (const [role, status] of [
      ['Top Management', 'active'],
      ['Staff', 'suspended'],
    ] as const) {
      const other = await buildPerson(server, { workspaceId: ws, role, status });
      expect(await refusal((await as(dpo)).assign({ ws, id, assigneeId: other.personnelId }))).toMatchObject({
        status: 'BAD_REQUEST',
        fields: ['assigneeId'],
      });
    }
    expect(await refusedWith((await as(dpo)).assign({ ws, id, assigneeId: bystander.personnelId }))).toBe(
      'BAD_REQUEST',
    );
  });
});

describe('permissions', () => {
  it('to read an incident: DPO and Admin all, Staff their own, anybody else none', async () => {
    const incident = await accepted();
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    for (const person of [dpo, admin, reporter, responder]) {
      expect((await (await as(person)).get(byId(incident))).id).toBe(incident.id);
      expect((await (await as(person)).list({ ws })).meta.totalItems).toBe(1);
    }
    expect(await refusedWith((await as(bystander)).get(byId(incident)))).toBe('NOT_FOUND');
    expect((await (await as(bystander)).list({ ws })).collection).toEqual([]);
    expect(await refusedWith((await as(outsider)).get(byId(incident)))).toBe('NOT_FOUND');
  });

  it('to make the moves of the state table, for each status and role', async () => {
    const all = await Promise.all(
      (Object.keys(incidentStatus) as (keyof typeof incidentStatus)[]).map(async (status) => ({
        status,
        ...(await buildIncident(server, ws, {
          status,
          reporterId: reporter.personnelId,
          assigneeId: responder.personnelId,
        })),
      })),
    );
    const allowed = async (person: Person) =>
      Object.fromEntries(
        await Promise.all(
          all.map(async ({ status, id }) => [status, (await (await as(person)).get({ ws, id })).allowed]),
        ),
      );
    expect(await allowed(reporter)).toEqual({
      WAITING: ['edit', 'submit'],
      PENDING: [],
      ACTIVE: [],
      RESPONDED: [],
      RESOLVED: [],
      REJECTED: ['revise'],
    });
    expect(await allowed(responder)).toEqual({
      WAITING: [],
      PENDING: [],
      ACTIVE: ['respond', 'resolve'],
      RESPONDED: [],
      RESOLVED: [],
      REJECTED: [],
    });
    // What a colleague has not submitted yet is not rejected.
    expect(await allowed(dpo)).toEqual({
      ...Object.fromEntries(Object.entries(incidentStatus).map(([status, moves]) => [status, Object.keys(moves)])),
      WAITING: ['edit', 'submit'],
    });
    const active = all.find(({ status }) => status === 'ACTIVE')!.id;
    const waiting = all.find(({ status }) => status === 'WAITING')!.id;
    const pending = all.find(({ status }) => status === 'PENDING')!;
    expect(await refusal((await as(reporter)).resolve({ ws, id: active, resolution: 'แล้ว' }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'incident.notYours',
    });
    expect(await refusal((await as(responder)).submit({ ws, id: waiting }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'incident.notYours',
    });
    expect(await refusedWith((await as(reporter)).update({ ws, id: pending.id, rowVersion: 1, ...fields() }))).toBe(
      'FORBIDDEN',
    );
    expect(
      await refusedWith(
        (await as(bystander)).activities.add({ ws, id: active, phase: 'RECOVERY_ACTIVITIES', at: NOW, detail: 'x' }),
      ),
    ).toBe('NOT_FOUND');
  });

  it('to call the procedures by role', async () => {
    const { id } = await buildIncident(server, ws, { status: 'ACTIVE' });
    const verifying = ['DPO', 'Admin'];
    for (const role of ROLES) {
      const person = await buildPerson(server, { workspaceId: ws, role });
      const api = await as(person);
      const of = async (call: Promise<unknown>) =>
        call.then(
          () => 'worked',
          (error: { code?: string }) => error.code,
        );
      expect((await of(api.list({ ws }))) === 'FORBIDDEN', role).toBe(role === 'Top Management');
      expect((await of(api.decideRisk({ ws, id, ...DECISION }))) === 'worked', role).toBe(verifying.includes(role));
      expect((await of(api.suggest({ ws, applicationIds: [] }))) === 'worked', role).toBe(role !== 'Top Management');
    }
  });
});

describe('a report', () => {
  it('names an application, unless the workspace has none: then before it is accepted', async () => {
    expect((await refusal(created({ applicationIds: [] }))).fields).toEqual(['applicationIds']);
    const saved = await created();
    const without = (incident: Incident) => ({
      ...byId(incident),
      ...fields({ applicationIds: [] }),
      rowVersion: incident.rowVersion,
    });
    expect((await refusal((await as(reporter)).update(without(saved)))).fields).toEqual(['applicationIds']);

    await server.owner.deleteFrom('applications').where('workspaceId', '=', ws).execute();
    const first = await created({ applicationIds: [] });
    const edited = await (await as(reporter)).update({ ...without(first), title: 'ส่งผลตรวจผิดสองคน' });
    await (await as(reporter)).submit(byId(edited));
    expect(await refusal((await as(dpo)).accept({ ...byId(first), ...decided() }))).toMatchObject({
      code: 'incident.incomplete',
      fields: ['applicationIds'],
    });
    const added = await buildApplication('ระบบนัดหมาย', null);
    const pending = await (await as(dpo)).get(byId(first));
    await (await as(dpo)).update({ ...without(pending), applicationIds: [added] });
    expect((await (await as(dpo)).accept({ ...byId(first), ...decided() })).status).toBe('ACTIVE');
  });

  it('is refused with each invalid field', async () => {
    const wrong = async (changes: object) => (await refusal(created(changes))).fields;
    expect(
      await wrong({
        title: '',
        actionsTaken: ' ',
        dataSubjectGroupIds: [],
        reporter: { firstName: '', lastName: '', phone: '08', email: 'x' },
      }),
    ).toEqual(
      expect.arrayContaining([
        'title',
        'actionsTaken',
        'dataSubjectGroupIds',
        'reporter.firstName',
        'reporter.lastName',
        'reporter.phone',
        'reporter.email',
      ]),
    );
    expect(await wrong({ occurredAt: '2026-03-31T23:00:01+07:00' })).toEqual(['occurredAt']);
    // The server's current moment is not in the future; a millisecond later is.
    expect((await created({ discoveredAt: NOW, occurredAt: NOW })).discoveredAt).toBe(NOW);
    expect(await wrong({ discoveredAt: '2026-03-31T16:30:00.001Z' })).toEqual(['discoveredAt']);
    expect(await wrong({ purposeIds: [randomUUIDv7()] })).toEqual(['purposeIds.0']);
    const { word } = await wordsOf(server, ws);
    expect(await wrong({ dataSubjectGroupIds: [word('department')] })).toEqual(['dataSubjectGroupIds.0']);
  });

  it('accepts a PDF as its attachment, and nothing else', async () => {
    const file = async (type: string, size = 100) => {
      const id = randomUUIDv7();
      const bytes = pdf('evidence');
      await server.deps.files.put(`${ws}/${id}`, bytes, { size: bytes.length, type });
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: ws,
          id,
          name: 'หลักฐาน.pdf',
          type,
          size,
          sha256: 'a'.repeat(64),
          storageKey: `${ws}/${id}`,
          uploadedBy: reporter.personnelId,
        })
        .execute();
      return id;
    };
    const attached = (id: string) => isOwned(server, id);
    const [good, other] = [await file('application/pdf'), await file('application/pdf')];
    const incident = await created({ attachmentId: good });
    expect(incident.attachment).toMatchObject({ id: good, name: 'หลักฐาน.pdf' });
    expect(await attached(good)).toBe(true);
    expect((await refusal(created({ attachmentId: await file('image/png') }))).fields).toEqual(['attachmentId']);
    expect(
      (await refusal(created({ attachmentId: await file('application/pdf', 2 * 1024 * 1024 + 1) }))).fields,
    ).toEqual(['attachmentId']);
    expect((await refusal(created({ attachmentId: randomUUIDv7() }))).fields).toEqual(['attachmentId']);
    const changed = await (
      await as(reporter)
    ).update({ ...byId(incident), rowVersion: 1, ...fields({ attachmentId: other }) });
    expect(changed.attachment?.id).toBe(other);
    expect([await attached(good), await attached(other)]).toEqual([false, true]);
    // A user who may not read the incident may not open it by its address either.
    const open = async (person: Person) =>
      (await server.app.inject({ url: changed.attachment!.url, headers: { authorization: `Bearer ${person.token}` } }))
        .statusCode;
    expect([
      await open(reporter),
      await open(dpo),
      await open(bystander),
      await open(await buildPerson(server, { workspaceId: ws, role: 'Top Management' })),
    ]).toEqual([200, 200, 404, 404]);
  });

  it('accepts no PDF of another person or record, and releases none that a notification displays', async () => {
    const file = async (uploadedBy: string, owned = false) => {
      const id = randomUUIDv7();
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: ws,
          id,
          name: 'ก.pdf',
          type: 'application/pdf',
          size: 1,
          sha256: 'a'.repeat(64),
          storageKey: `${ws}/${id}`,
          uploadedBy,
          ...(owned && { ownerKind: evidence.kind, ownerId: randomUUIDv7() }),
        })
        .execute();
      return id;
    };
    const attached = (id: string) => isOwned(server, id);
    for (const theirs of [
      await file(bystander.personnelId),
      await file(bystander.personnelId, true),
      await file(reporter.personnelId, true),
    ]) {
      expect((await refusal(created({ attachmentId: theirs }))).code).toBe('file.notFound');
    }
    const [visible, other] = [await file(reporter.personnelId), await file(reporter.personnelId)];
    const incident = await created({ attachmentId: visible });
    const notice = {
      workspaceId: ws,
      incidentId: incident.id,
      recipientGroup: 'TOP_MANAGEMENT',
      channel: 'EMAIL',
      locale: 'th',
      recipients: Buffer.alloc(0),
      recipientCount: 0,
      attachmentId: visible,
    };
    await server.owner
      .insertInto('incidentNotifications')
      .values({ ...notice, id: randomUUIDv7() } as never)
      .execute();
    const without = await (
      await as(reporter)
    ).update({ ...byId(incident), rowVersion: 1, ...fields({ attachmentId: other }) });
    expect([await attached(visible), await attached(other)]).toEqual([true, true]);
    const again = await (
      await as(reporter)
    ).update({ ...byId(incident), rowVersion: without.rowVersion, ...fields({ attachmentId: visible }) });
    expect([again.attachment?.id, await attached(other)]).toEqual([visible, false]);
  });

  it('encrypts the reporter, and stores it nowhere else', async () => {
    const incident = await created();
    const update = {
      ...byId(incident),
      rowVersion: 1,
      ...fields({ reporter: { ...REPORTER, lastName: 'เปลี่ยนชื่อ' }, description: 'นายวิชัยได้รับแฟ้มของผู้อื่น' }),
    };
    expect((await (await as(reporter)).update(update)).reporter.lastName).toBe('เปลี่ยนชื่อ');
    const { rows } = await sql<{
      text: string;
    }>`select t::text as text from incidents t where id = ${incident.id} union all select t::text from activity_logs t where workspace_id = ${ws} union all select t::text from outbox t where workspace_id = ${ws}`.execute(
      server.owner,
    );
    const text = rows.map(({ text }) => text).join('\n');
    for (const secret of ['สมหญิง', 'แจ้งเหตุ', 'เปลี่ยนชื่อ', 'somying', '0812345678'])
      expect(text, secret).not.toContain(secret);
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('event', '=', 'incident.updated')
      .where('entityId', '=', incident.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(log.changes)).not.toContain('วิชัย');
    expect((log.changes as { field: string }[]).map(({ field }) => field)).toEqual(['description', 'reporter']);
    expect((await (await as(dpo)).list({ ws, query: 'สมหญิง' })).collection).toEqual([]);
  });

  it('moves its clock with the time of awareness if the workspace counts from that', async () => {
    await server.owner
      .insertInto('incidentSettings')
      .values({ workspaceId: ws, basis: 'awareness', authorityHours: 48 })
      .execute();
    const incident = await created();
    expect(incident.clock).toMatchObject({
      startedAt: '2026-03-31T16:00:00.000Z',
      dueAt: '2026-04-02T16:00:00.000Z',
      basis: 'awareness',
      other: null,
    });
    const earlier = await (
      await as(reporter)
    ).update({
      ...byId(incident),
      rowVersion: 1,
      ...fields({ discoveredAt: '2026-03-30T16:00:00Z', occurredAt: '2026-03-30T15:00:00Z' }),
    });
    expect(earlier.clock).toMatchObject({ startedAt: '2026-03-30T16:00:00.000Z', dueAt: '2026-04-01T16:00:00.000Z' });
  });

  it('keeps the name of an ended clock that was counted from an awareness which is corrected since', async () => {
    const built = await buildIncident(server, ws, {
      status: 'ACTIVE',
      applicationIds: [applicationId],
      dataSubjectGroupIds: [groupId],
      discoveredAt: later(-2),
      occurredAt: later(-5),
      authorityNotifiedAt: NOW,
    });
    const corrected = await (
      await as(dpo)
    ).update({
      ...byId(built),
      rowVersion: 1,
      ...fields({ discoveredAt: later(-3), occurredAt: later(-5) }),
    });
    expect(corrected.clock).toMatchObject({ basis: 'former', startedAt: later(-2), outcome: 'met' });
  });

  it('from the public form waits for the DPO, who completes it before accepting', async () => {
    const publicReport = {
      title: 'พบแฟ้มในที่สาธารณะ',
      reporter: REPORTER,
      affectedSystems: 'ระบบนัดหมาย',
      description: 'พบแฟ้ม',
      actionsTaken: '',
      discoveredAt: NOW,
      occurredAt: NOW,
    };
    const row = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
      report(server.deps, trx, { workspaceId: ws, ...publicReport }),
    );
    const incident = await (await as(dpo)).get(byId(row));
    expect(incident).toMatchObject({
      number: 1,
      status: 'PENDING',
      reportedBy: null,
      applications: [],
      submittedAt: NOW,
      affectedSystems: 'ระบบนัดหมาย',
      clock: { dueAt: later(72) },
    });
    expect(stepsOf(incident)).toEqual([['submit', 'WAITING', 'PENDING', undefined]]);
    expect(await eventsOf(incident.id)).toEqual([['incident.submitted', []]]);
    expect(await noticesOf(dpo)).toEqual(['incident.submitted']);
    expect(await mailKinds(dpo)).toEqual(['incident.submitted']);
    expect(await refusal((await as(dpo)).accept({ ...byId(incident), ...decided() }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incident.incomplete',
      fields: ['applicationIds', 'dataSubjectGroupIds', 'actionsTaken'],
    });
    const full = await (await as(dpo)).update({ ...byId(incident), rowVersion: incident.rowVersion, ...fields() });
    expect((await (await as(dpo)).accept({ ...byId(full), ...decided() })).status).toBe('ACTIVE');
    expect(
      await refusal(
        withScope(server.deps.db, { workspaceId: ws }, (trx) =>
          report(server.deps, trx, { workspaceId: ws, ...publicReport, discoveredAt: later(1) }),
        ),
      ),
    ).toMatchObject({ fields: ['discoveredAt'] });
  });
});

it('is neither accepted nor closed before the measures taken are entered', async () => {
  const pending = await buildIncident(server, ws, { status: 'PENDING', actionsTaken: '' });
  expect(await refusal((await as(dpo)).accept({ ...byId(pending), ...decided() }))).toMatchObject({
    status: 'CONFLICT',
    code: 'incident.incomplete',
    fields: ['actionsTaken'],
  });
  // Accepted before this was required.
  const responded = await buildIncident(server, ws, {
    status: 'RESPONDED',
    riskLevel: 'NO_RISK',
    applicationIds: [applicationId],
    dataSubjectGroupIds: [groupId],
    actionsTaken: ' ',
  });
  expect(await refusal((await as(dpo)).verify(byId(responded)))).toMatchObject({
    code: 'incident.incomplete',
    fields: ['actionsTaken'],
  });
  const { rowVersion } = await (await as(dpo)).get(byId(responded));
  await (await as(dpo)).update({ ...byId(responded), rowVersion, ...fields() });
  expect((await (await as(dpo)).verify(byId(responded))).status).toBe('RESOLVED');
});

describe('an edit', () => {
  it('of an outdated version is refused with both versions, and nothing is lost', async () => {
    const incident = await submitted();
    const first = await (
      await as(dpo)
    ).update({ ...byId(incident), rowVersion: incident.rowVersion, ...fields({ title: 'ของคนแรก' }) });
    expect(first.rowVersion).toBe(incident.rowVersion + 1);
    const second = await refusal(
      (await as(dpo)).update({ ...byId(incident), rowVersion: incident.rowVersion, ...fields({ title: 'ของคนที่สอง' }) }),
    );
    expect(second).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { title: 'ของคนแรก', rowVersion: first.rowVersion } },
    });
    expect(
      await refusal((await as(dpo)).accept({ ...byId(incident), rowVersion: incident.rowVersion, ...decided() })),
    ).toMatchObject({ code: 'staleEdit' });
    // Saving equal values changes nothing.
    expect(
      (
        await (
          await as(dpo)
        ).update({ ...byId(incident), rowVersion: first.rowVersion, ...fields({ title: 'ของคนแรก' }) })
      ).rowVersion,
    ).toBe(first.rowVersion);
  });

  it('of two at the same moment is saved once', async () => {
    const incident = await submitted();
    const save = async (title: string) =>
      (await as(dpo)).update({ ...byId(incident), rowVersion: incident.rowVersion, ...fields({ title }) });
    const results = await Promise.allSettled([save('ก'), save('ข'), save('ค')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is found by each record that it concerns, by Staff only if it is theirs', async () => {
    const purposeId = randomUUIDv7();
    await server.owner
      .insertInto('purposes')
      .values({
        workspaceId: ws,
        id: purposeId,
        titleTh: 'รักษาผู้ป่วย',
        titleEn: 'Care',
        descriptionTh: '',
        descriptionEn: '',
        status: 'draft',
      })
      .execute();
    const { id: piiCategoryId } = await server.owner
      .selectFrom('piiCategories')
      .select('id')
      .where('workspaceId', '=', ws)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { id: concerned } = await created({
      title: 'เกี่ยวข้อง',
      purposeIds: [purposeId],
      piiCategoryIds: [piiCategoryId],
    });
    const { id: unrelated } = await created({ title: 'ไม่เกี่ยวข้อง' });
    const found = async (person: Person, filter: object) => {
      const { collection, meta } = await (await as(person)).list({ ws, ...filter });
      expect(meta.totalItems).toBe(collection.length);
      return collection.map(({ id }) => id);
    };
    for (const filter of [{ purposeId }, { piiCategoryId }, { purposeId, piiCategoryId, applicationId }])
      expect(await found(dpo, filter), JSON.stringify(filter)).toEqual([concerned]);
    expect(new Set(await found(dpo, { applicationId }))).toEqual(new Set([concerned, unrelated]));
    expect(await found(dpo, { purposeId: randomUUIDv7() })).toEqual([]);
    expect(await found(reporter, { purposeId })).toEqual([concerned]);
    expect(await found(bystander, { purposeId })).toEqual([]);
  });

  it('stores the names of records deleted later, and permits their deletion', async () => {
    const purposeId = randomUUIDv7();
    await server.owner
      .insertInto('purposes')
      .values({
        workspaceId: ws,
        id: purposeId,
        titleTh: 'รักษาผู้ป่วย',
        titleEn: 'Care',
        descriptionTh: '',
        descriptionEn: '',
        status: 'draft',
      })
      .execute();
    const other = await buildApplication('ห้องปฏิบัติการ', 5);
    const incident = await created({ purposeIds: [purposeId], applicationIds: [applicationId, other] });
    const api = await callerFor(server, dpo);
    await api.purpose.remove({ ws, id: purposeId });
    await api.application.remove({ ws, id: applicationId });
    const after = await (await as(dpo)).get(byId(incident));
    expect(after.purposes).toEqual([{ id: null, name: { th: 'รักษาผู้ป่วย', en: 'Care' } }]);
    expect(after.applications).toEqual([
      { id: null, name: { th: 'เวชระเบียน', en: 'เวชระเบียน' } },
      { id: other, name: { th: 'ห้องปฏิบัติการ', en: 'ห้องปฏิบัติการ' } },
    ]);
    // An edit preserves them.
    const edited = await (
      await as(reporter)
    ).update({ ...byId(incident), rowVersion: after.rowVersion, ...fields({ title: 'ใหม่', applicationIds: [other] }) });
    expect(edited.purposes).toEqual(after.purposes);
    expect(edited.applications).toEqual(after.applications);
    const months = await server.owner
      .selectFrom('incidentApplicationMonths')
      .select(['applicationId', 'incidents'])
      .where('workspaceId', '=', ws)
      .execute();
    expect(months).toEqual([{ applicationId: other, incidents: 1 }]);
  });

  it('can be corrected without naming another application once the only one is deleted', async () => {
    await buildApplication('ห้องปฏิบัติการ', 5);
    const incident = await created({ applicationIds: [applicationId] });
    const corrected = async (title: string) => {
      const { rowVersion } = await (await as(reporter)).get(byId(incident));
      return (await as(reporter)).update({ ...byId(incident), rowVersion, ...fields({ title, applicationIds: [] }) });
    };
    // While it exists, it is still required.
    expect(await refusal(corrected('ใหม่'))).toMatchObject({ fields: ['applicationIds'] });
    await (await callerFor(server, dpo)).application.remove({ ws, id: applicationId });
    expect(await corrected('ใหม่')).toMatchObject({
      title: 'ใหม่',
      applications: [{ id: null, name: { th: 'เวชระเบียน', en: 'เวชระเบียน' } }],
    });
  });
});

describe('a decision on the risk', () => {
  const ANSWERS = {
    dataKinds: ['sensitive' as const],
    adjustments: [],
    identification: 'maximum' as const,
    confidentiality: 'limited' as const,
    integrity: 'none' as const,
    availability: 'none' as const,
    malicious: false,
  };

  it('is stored each time with the calculation of its severity, done by the server', async () => {
    const incident = await accepted({ riskLevel: 'HIGH_RISK', severity: ANSWERS });
    expect(incident.decisions).toMatchObject([
      {
        riskLevel: 'HIGH_RISK',
        description: 'อาจเสียหาย',
        by: { id: dpo.personnelId },
        at: NOW,
        severity: {
          answers: ANSWERS,
          working: {
            context: 4,
            identification: 1,
            circumstances: 0.25,
            score: 4.25,
            level: 'VERY_HIGH',
            suggested: 'HIGH_RISK',
          },
        },
      },
    ]);
    await travel(1);
    const again = await (await as(dpo)).decideRisk({ ...byId(incident), ...DECISION });
    expect(again.decisions.map(({ riskLevel, severity }) => [riskLevel, severity !== null])).toEqual([
      ['POSSIBLE_RISK', false],
      ['HIGH_RISK', true],
    ]);
    expect(again.riskLevel).toBe('POSSIBLE_RISK');
  });

  it('of none requires documentation and ends the clock; a higher one resumes it, due at the same time as before', async () => {
    const { id } = await submitted();
    expect(await refusal((await as(dpo)).accept({ ws, id, ...decided({ riskLevel: 'NO_RISK' }) }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['factors'],
    });
    const factors = [{ factor: 'protection' as const, finding: 'เข้ารหัสไว้' }];
    const none = await (await as(dpo)).accept({ ws, id, ...decided({ riskLevel: 'NO_RISK', factors }) });
    expect(none).toMatchObject({
      clock: { outcome: 'notNeeded', endedAt: NOW, dueAt: DUE },
      decisions: [{ riskLevel: 'NO_RISK', factors }],
    });
    expect((await eventsOf(id)).map(([event]) => event).slice(-2)).toEqual([
      'incident.accepted',
      'incident.clockEnded',
    ]);
    await travel(10);
    const higher = await (await as(dpo)).decideRisk({ ws, id, ...DECISION });
    expect(higher.clock).toMatchObject({ outcome: null, endedAt: null, dueAt: DUE });
    // Sent notifications remain recorded.
    await notifyAuthority(id, later(10));
    expect(
      (await (await as(dpo)).decideRisk({ ws, id, riskLevel: 'NO_RISK', riskDescription: 'ไม่มี', factors })).clock
        .outcome,
    ).toBe('met');
    expect((await (await as(dpo)).decideRisk({ ws, id, ...DECISION })).clock.outcome).toBe('met');
  });

  it('that rises after the authority was voluntarily notified counts it as notified', async () => {
    const factors = [{ factor: 'protection' as const, finding: 'เข้ารหัสไว้' }];
    const { id } = await submitted();
    await (await as(dpo)).accept({ ws, id, ...decided({ riskLevel: 'NO_RISK', factors }) });
    await travel(5);
    await notifyAuthority(id, later(5));
    await travel(90);
    expect((await (await as(dpo)).decideRisk({ ws, id, ...DECISION })).clock).toMatchObject({
      outcome: 'met',
      endedAt: later(5),
    });
  });

  it('closes an incident of no risk without notifying the authority', async () => {
    const { id } = await accepted({ riskLevel: 'NO_RISK', factors: [{ factor: 'volume', finding: 'หนึ่งราย' }] });
    await (await as(responder)).resolve({ ws, id, resolution: 'แล้ว' });
    await travel(100);
    expect((await (await as(dpo)).verify({ ws, id })).status).toBe('RESOLVED');
  });
});

describe('activities', () => {
  const activity = { phase: 'CONTAINMENT' as const, at: later(-0.25), detail: 'ปิดบัญชีของนายวิชัย' };

  it('are recorded by the assignee, with separate row versions, and determine since when it is contained', async () => {
    const incident = await accepted();
    const api = (await as(responder)).activities;
    const first = await api.add({ ...byId(incident), ...activity });
    expect(first).toMatchObject({
      phase: 'CONTAINMENT',
      at: later(-0.25),
      rowVersion: 1,
      by: { id: responder.personnelId },
    });
    const second = await api.add({ ...byId(incident), ...activity, at: later(-0.5), detail: 'แจ้งผู้รับ' });
    const recovery = await api.add({ ...byId(incident), ...activity, phase: 'RECOVERY_ACTIVITIES', at: NOW });
    const after = await (await as(responder)).get(byId(incident));
    expect(after.activities.map(({ id }) => id)).toEqual([second.id, first.id, recovery.id]);
    expect(after.containedAt).toBe(later(-0.25));
    // An editor of the facts has no conflict.
    expect(after.rowVersion).toBe(incident.rowVersion);
    await api.remove({ ...byId(incident), aid: first.id });
    expect((await (await as(responder)).get(byId(incident))).containedAt).toBe(later(-0.5));

    const changed = await api.update({
      ...byId(incident),
      aid: second.id,
      rowVersion: 1,
      ...activity,
      phase: 'ERADICATION',
    });
    expect(changed).toMatchObject({ phase: 'ERADICATION', rowVersion: 2 });
    expect((await (await as(responder)).get(byId(incident))).containedAt).toBeNull();
    expect(await refusal(api.update({ ...byId(incident), aid: second.id, rowVersion: 1, ...activity }))).toMatchObject({
      code: 'staleEdit',
      details: { current: { phase: 'ERADICATION', rowVersion: 2 } },
    });
    expect(await refusal(api.add({ ...byId(incident), ...activity, at: later(0.01) }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['at'],
    });
    expect(await refusedWith(api.remove({ ...byId(incident), aid: first.id }))).toBe('NOT_FOUND');
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('workspaceId', '=', ws)
      .where('event', 'like', 'incident.activity%')
      .execute();
    expect(JSON.stringify(log)).not.toContain('วิชัย');
  });

  it('belong to one incident', async () => {
    const [one, other] = [
      await buildIncident(server, ws, { status: 'ACTIVE' }),
      await buildIncident(server, ws, { status: 'ACTIVE' }),
    ];
    const aid = await buildActivity(server, ws, one.id);
    expect(await refusedWith((await as(dpo)).activities.remove({ ws, id: other.id, aid }))).toBe('NOT_FOUND');
  });
});

describe('suggestions', () => {
  it('come from the record of the selected applications', async () => {
    const { word, plain, sensitive } = await wordsOf(server, ws);
    const purpose = async (title: string, application: string, piiCategoryId: string) => {
      const id = randomUUIDv7();
      await server.owner
        .insertInto('purposes')
        .values({
          workspaceId: ws,
          id,
          titleTh: title,
          titleEn: title,
          descriptionTh: '',
          descriptionEn: '',
          status: 'draft',
        })
        .execute();
      await server.owner
        .insertInto('purposePiiCategories')
        .values({ workspaceId: ws, purposeId: id, piiCategoryId })
        .execute();
      await server.owner
        .insertInto('purposeCatalogueItems')
        .values(
          [word('dataSubjectGroup'), word('storageSystem')].map((itemId) => ({
            workspaceId: ws,
            purposeId: id,
            itemId,
          })),
        )
        .execute();
      await server.owner
        .insertInto('applicationPurposes')
        .values({ workspaceId: ws, applicationId: application, purposeId: id, position: 0 })
        .execute();
      return id;
    };
    const other = await buildApplication('ร้านยา', 300);
    const silent = await buildApplication('ไม่ระบุ', null);
    const first = await purpose('ก', applicationId, plain);
    const api = await as(reporter);
    expect(await api.suggest({ ws, applicationIds: [applicationId] })).toMatchObject({
      subjectCount: 1200,
      sensitive: false,
      purposes: [{ id: first }],
      piiCategories: [{ id: plain, sensitive: false }],
      dataSubjectGroups: [{ id: word('dataSubjectGroup') }],
    });
    await purpose('ข', other, sensitive);
    const both = await api.suggest({ ws, applicationIds: [applicationId, other, silent] });
    expect(both).toMatchObject({ subjectCount: 1500, sensitive: true });
    expect(both.purposes).toHaveLength(2);
    expect(both.dataSubjectGroups).toHaveLength(1);
    expect(await api.suggest({ ws, applicationIds: [silent] })).toMatchObject({ subjectCount: null, purposes: [] });
    expect(await api.suggest({ ws, applicationIds: [] })).toMatchObject({ subjectCount: null, sensitive: false });
    expect(await refusedWith(api.suggest({ ws, applicationIds: [randomUUIDv7()] }))).toBe('BAD_REQUEST');

    // What only the data mapping names: a group, and a sensitive attribute of a general category.
    const group = randomUUIDv7();
    await server.owner
      .insertInto('catalogueItems')
      .values({ workspaceId: ws, id: group, kind: 'dataSubjectGroup', nameTh: 'ฮีโร่' })
      .execute();
    const card = await server.owner
      .selectFrom('piiAttributes as a')
      .innerJoin('piiCategories as c', (join) =>
        join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.piiCategoryId'),
      )
      .select(['a.id', 'a.piiCategoryId'])
      .where('a.workspaceId', '=', ws)
      .where('a.sensitive', '=', true)
      .where('c.sensitive', '=', false)
      .where('c.id', '<>', plain)
      .executeTakeFirstOrThrow();
    const line = { ...(await completeFlow(server, ws, first)), dataSubjectGroupId: group, attributeIds: [card.id] };
    await (await callerFor(server, dpo)).dataMapping.create({ ws, id: applicationId, flows: [line] });
    const mapped = await api.suggest({ ws, applicationIds: [applicationId] });
    expect(mapped.sensitive).toBe(true);
    expect(mapped.piiCategories.map(({ id, sensitive: is }) => [id, is]).toSorted()).toEqual(
      [
        [plain, false],
        [card.piiCategoryId, true],
      ].toSorted(),
    );
    expect(mapped.dataSubjectGroups.map(({ id }) => id).toSorted()).toEqual(
      [group, word('dataSubjectGroup')].toSorted(),
    );
  });
});

describe('the list', () => {
  it('of a month at the limits of the valid range is refused or answered, never a server error', async () => {
    for (const month of ['0000-01', '0050-01', '9999-12']) {
      for (const input of [{ fromMonth: month }, { toMonth: month }]) {
        const outcome = await (await as(dpo)).list({ ws, ...input }).then(
          ({ collection }) => Array.isArray(collection) && 'answered',
          (error: unknown) => asAppError(error)?.status,
        );
        expect(['BAD_REQUEST', 'answered'], JSON.stringify(input)).toContain(outcome);
      }
    }
  });

  it('returns the months with incidents: in Bangkok, the newest first, however long ago; for Staff only their own', async () => {
    await buildIncident(server, ws, { createdAt: '2019-12-31T18:00:00Z' });
    await buildIncident(server, ws, { createdAt: '2026-02-01T00:00:00+07:00', reporterId: reporter.personnelId });
    await buildIncident(server, ws, { createdAt: '2026-02-28T23:00:00+07:00' });
    const months = async (person: Person) => (await as(person)).months({ ws });
    expect(await months(dpo)).toEqual(['2026-02', '2020-01']);
    expect([await months(reporter), await months(bystander)]).toEqual([['2026-02'], []]);
    expect((await (await callerFor(server, dpo)).incidentDashboard.get({ ws })).first).toBe('2020-01');
  });

  it('is searched, filtered and sorted, with totals that equal the rows', async () => {
    const day = (date: string) => `2026-${date}T10:00:00+07:00`;
    const build = (title: string, overrides: object) => buildIncident(server, ws, { title, ...overrides });
    await build('ก อีเมลผิดคน', {
      status: 'PENDING',
      createdAt: day('01-10'),
      cause: 'MISDELIVERY',
      applicationIds: [applicationId],
    });
    await build('ข มัลแวร์', {
      status: 'ACTIVE',
      riskLevel: 'HIGH_RISK',
      createdAt: day('03-30'),
      cause: 'MALWARE',
      assigneeId: responder.personnelId,
      hours: 100,
    });
    await build('ค แฟ้มหาย', { status: 'RESOLVED', createdAt: day('02-20'), cause: 'LOST_OR_STOLEN' });
    await build('ง ไม่ใช่เหตุ', { status: 'REJECTED', createdAt: day('02-21'), reporterId: reporter.personnelId });
    // The last minute of February in Bangkok still belongs to February.
    await build('จ นาทีสุดท้าย', { status: 'WAITING', createdAt: '2026-02-28T23:59:59+07:00', cause: 'MALWARE' });
    const api = await as(dpo);
    const titles = async (input: object) => {
      const { collection, meta } = await api.list({ ws, sortBy: 'number', sortDirection: 'ASC', ...input });
      expect(meta.totalItems, JSON.stringify(input)).toBe(collection.length);
      return collection.map(({ title }) => title[0]).join('');
    };
    expect(await titles({})).toBe('กขคงจ');
    expect(await titles({ status: 'PENDING' })).toBe('ก');
    expect(await titles({ risk: 'UNDECIDED' })).toBe('กงจ');
    expect(await titles({ risk: 'HIGH_RISK' })).toBe('ข');
    expect(await titles({ cause: 'MALWARE' })).toBe('ขจ');
    expect(await titles({ clock: 'OPEN' })).toBe('กขจ');
    expect(await titles({ clock: 'RUNNING' })).toBe('ข');
    expect(await titles({ clock: 'OVERDUE' })).toBe('กจ');
    expect(await titles({ clock: 'ENDED' })).toBe('ค');
    expect(await titles({ applicationId })).toBe('ก');
    expect(await titles({ fromMonth: '2026-02', toMonth: '2026-02' })).toBe('คงจ');
    expect(await titles({ fromMonth: '2026-03', cause: 'MALWARE' })).toBe('ข');
    expect(await titles({ query: 'มัลแวร์' })).toBe('ข');
    expect(await titles({ query: '3' })).toBe('ค');
    expect(await titles({ query: 'ไม่มี' })).toBe('');
    expect(await titles({ mine: true })).toBe('');
    const order = async (
      sortBy: 'dueAt' | 'title' | 'updatedAt' | 'createdAt' | 'discoveredAt',
      sortDirection: 'ASC' | 'DESC' = 'ASC',
    ) => (await api.list({ ws, sortBy, sortDirection })).collection.map(({ title }) => title[0]).join('');
    expect(await order('dueAt')).toBe('กคงจข');
    expect(await order('dueAt', 'DESC')).toBe('ขจงคก');
    expect(await order('title', 'DESC')).toBe('จงคขก');
    for (const column of ['createdAt', 'discoveredAt', 'updatedAt'] as const) expect(await order(column)).toBe('กคงจข');
    const page = await api.list({ ws, sortBy: 'dueAt', pageSize: 2, currentPage: 2, sortDirection: 'ASC' });
    expect(page.meta).toEqual({ currentPage: 2, pageSize: 2, totalPage: 3, totalItems: 5 });
    expect(page.collection.map(({ title }) => title[0])).toEqual(['ง', 'จ']);
    expect((await (await as(reporter)).list({ ws })).collection.map(({ title }) => title[0])).toEqual(['ง']);
    const [item] = (await api.list({ ws, query: 'มัลแวร์' })).collection;
    expect(item).toMatchObject({
      assignee: { id: responder.personnelId },
      stage: 'ACTIVE',
      clock: { basis: 'creation', endedAt: null },
    });
    expect((await api.list({ ws, query: 'อีเมล' })).collection[0]!.applications).toEqual([
      { id: applicationId, name: { th: 'เวชระเบียน', en: 'เวชระเบียน' } },
    ]);
  });
});

describe('tasks of the personnel', () => {
  it('count open incidents and are handed over with them', async () => {
    const api = await callerFor(server, dpo);
    const [active, waits] = [await accepted(), await responded()];
    expect(await api.personnel.taskOverview({ ws, id: responder.personnelId })).toEqual({
      total: 2,
      modules: [{ module: 'DATA BREACH', pending: 1, active: 1 }],
    });
    expect(await refusal(api.personnel.deactivate({ ws, id: responder.personnelId } as never))).toMatchObject({
      code: 'personnel.openTasks',
    });
    const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    expect(
      await refusal(
        api.personnel.deactivate({ ws, id: responder.personnelId, reassignTo: manager.personnelId } as never),
      ),
    ).toMatchObject({ code: 'incident.assignee' });
    await api.personnel.deactivate({ ws, id: responder.personnelId, reassignTo: bystander.personnelId } as never);
    for (const incident of [active, waits]) {
      const after = await (await as(bystander)).get(byId(incident));
      expect(after.assignee?.id).toBe(bystander.personnelId);
      expect(stepsOf(after).at(-1)).toEqual(['assign', after.status, after.status, dpo.personnelId]);
      expect((await eventsOf(incident.id)).at(-1)![0]).toBe('incident.assigned');
    }
    expect(await noticesOf(bystander)).toEqual(['incident.assigned', 'incident.assigned']);
    expect(await mailKinds(bystander)).toEqual(['incident.assigned', 'incident.assigned']);
    // With the deadline, which is still open.
    for (const { text } of await mailsOf(server, bystander.email)) expect(text).toContain('2569');
  });
});

describe('mails', () => {
  it('are in the language of each reader, by number, with the deadline and a link, and name nobody', async () => {
    await server.owner.updateTable('users').set({ locale: 'en' }).where('id', '=', dpo.userId).execute();
    const incident = await accepted();
    const [toOfficer] = await mailsOf(server, dpo.email);
    expect(toOfficer).toMatchObject({ locale: 'en', subject: 'Incident no. 1 awaits you' });
    expect(toOfficer!.text).toContain('3 April 2026');
    expect(toOfficer!.text).toContain(`/en/data-breach/incident-management/${incident.id}`);
    const [toResponder] = await mailsOf(server, responder.email);
    expect(toResponder).toMatchObject({ locale: 'th', subject: 'คุณได้รับมอบหมายเหตุละเมิดเลขที่ 1' });
    expect(toResponder!.text).toContain('2569');
    for (const mail of [toOfficer!, toResponder!])
      for (const word of ['ส่งผลตรวจผิดคน', 'วิชัย', 'สมหญิง']) expect(mail.text + mail.html, word).not.toContain(word);
  });

  it('are sent to the Admins if there is no officer', async () => {
    await server.owner.updateTable('personnel').set({ status: 'inactive' }).where('id', '=', dpo.personnelId).execute();
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    await submitted();
    expect(await mailKinds(admin)).toEqual(['incident.submitted']);
    expect(await mailKinds(dpo)).toEqual([]);
  });
});

describe('over REST', () => {
  const send = (
    person: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    server.app.inject({
      method,
      url: `/api/v1/${ws}/incidents${path}`,
      ...(payload ? { payload } : {}),
      headers: { authorization: `Bearer ${person.token}`, 'accept-language': 'en', ...headers },
    });

  it('the header that names the reporter or the officer must name the caller', async () => {
    const refused = await send(reporter, 'POST', '', fields(), { 'reporter-id': dpo.personnelId });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden.notYou']);
    const response = await send(reporter, 'POST', '', fields(), { 'reporter-id': reporter.personnelId.toUpperCase() });
    expect(response.statusCode).toBe(201);
    const { id } = response.json<Incident>();
    expect((await send(reporter, 'POST', `/${id}/submit`, {}, { 'reporter-id': 'somebody' })).statusCode).toBe(403);
    expect((await send(reporter, 'POST', `/${id}/submit`, {})).statusCode).toBe(200);
    expect((await send(dpo, 'POST', `/${id}/accept`, decided(), { 'dpo-id': reporter.personnelId })).statusCode).toBe(
      403,
    );
    expect((await send(dpo, 'POST', `/${id}/accept`, decided(), { 'dpo-id': dpo.personnelId })).json()).toMatchObject({
      status: 'ACTIVE',
    });
    const activity = await send(responder, 'POST', `/${id}/activities`, {
      phase: 'CONTAINMENT',
      at: NOW,
      detail: 'ปิดระบบ',
    });
    expect(activity.statusCode).toBe(201);
    expect((await send(responder, 'DELETE', `/${id}/activities/${activity.json().id}`)).statusCode).toBe(200);
    expect((await send(responder, 'POST', `/${id}/activities/resolve`, { resolution: 'แล้ว' })).json()).toMatchObject({
      status: 'RESPONDED',
    });
    expect((await send(dpo, 'GET', '?status=RESPONDED&mine=false')).json()).toMatchObject({ meta: { totalItems: 1 } });
  });

  it('is documented with those headers', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json();
    const headers = (path: string) =>
      document.paths[`/api/v1/{ws}/incidents${path}`].post.parameters
        .filter((one: { in: string }) => one.in === 'header')
        .map(({ name, required }: { name: string; required?: boolean }) => [name, required ?? false]);
    expect(headers('')).toEqual([['reporter-id', false]]);
    expect(headers('/{id}/submit')).toEqual([['reporter-id', false]]);
    expect(headers('/{id}/accept')).toEqual([['dpo-id', false]]);
    expect(headers('/{id}/reject')).toEqual([['dpo-id', false]]);
  });
});
