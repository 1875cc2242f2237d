import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoTime } from '../../db/values.ts';
import type { Incident } from '../../shared/incident/schema.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { refusal } from '../helpers/refusal.ts';
import { wordsOf } from '../helpers/record.ts';
import { buildTeam } from '../helpers/team.ts';
import { until } from '../helpers/until.ts';

const NOW = '2026-03-31T16:30:00.000Z';
let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(NOW);
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});

const officer = () => callerFor(server, dpo);
const build = (more: Parameters<typeof buildIncident>[2] = {}) =>
  buildIncident(server, ws, { reporterId: staff.personnelId, ...more });
/** Waits until so many transactions of this database wait for a lock of another. */
const waiting = (count: number) =>
  until(async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`.execute(
      server.deps.systemDb,
    );
    return rows[0]!.n >= count;
  });
/** An incident as the input that saves it. */
const inputOf = (incident: Incident, changes: object) => ({
  ...incident,
  ws,
  purposeIds: [],
  piiCategoryIds: [],
  attachmentId: null,
  applicationIds: incident.applications.flatMap(({ id }) => id ?? []),
  dataSubjectGroupIds: incident.dataSubjectGroups.flatMap(({ id }) => id ?? []),
  ...changes,
});

describe('an implausible year', () => {
  const report = (token: string, at: string) => ({
    token,
    key: randomUUID(),
    title: 'ปีผิด',
    reporter: { firstName: 'สมหญิง', lastName: 'คนนอก', phone: '0898765432', email: 'outsider@example.com' },
    affectedSystems: 'อีเมล',
    description: 'ได้รับผลตรวจของผู้อื่น',
    discoveredAt: at,
    occurredAt: at,
  });

  it('is refused by the public form at its field, and the list remains valid', async () => {
    const call = await officer();
    const { publicUrl } = await call.incident.settings.update({
      ws,
      rowVersion: 0,
      authorityHours: 72,
      basis: 'creation',
      alertHours: [],
      publicForm: true,
    });
    const token = publicUrl!.split('token=')[1]!;
    const outside = await callerFor(server, null, { ip: '10.9.0.1' });
    for (const at of ['0000-06-01T00:00:00Z', '0044-06-01T00:00:00Z', '1899-12-31T23:59:59Z', '2200-01-01T00:00:00Z']) {
      const refused = await refusal(outside.incidentReport.submit(report(token, at)));
      expect(refused, at).toMatchObject({ status: 'BAD_REQUEST', fields: ['discoveredAt', 'occurredAt'] });
    }
    await outside.incidentReport.submit(report(token, '1900-01-01T00:00:00Z'));
    expect((await call.incident.list({ ws })).collection).toHaveLength(1);
  });

  it('is refused by the database as well', async () => {
    const { id } = await build();
    for (const at of ['0044-03-15 00:00:00+00 BC', '1899-12-31 23:59:59+00']) {
      await expect(
        sql`update incidents set occurred_at = ${at} where id = ${id}`.execute(server.owner),
      ).rejects.toMatchObject({ code: '23514' });
    }
    await expect(
      sql`update incidents set discovered_at = '2200-01-01 00:00:00+00' where id = ${id}`.execute(server.owner),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it.each([
    ['2026-03-02 09:00:00.123+00', '2026-03-02T09:00:00.123Z'],
    ['2026-03-02 09:00:00+00', '2026-03-02T09:00:00.000Z'],
    ['0050-03-02 09:00:00.5+00', '0050-03-02T09:00:00.500Z'],
    ['0001-06-01 00:00:00+00 BC', '0000-06-01T00:00:00.000Z'],
    ['0044-03-15 00:00:00+00 BC', '-000043-03-15T00:00:00.000Z'],
    ['12026-01-01 00:00:00+00', '+012026-01-01T00:00:00.000Z'],
    ['infinity', 'infinity'],
  ])('is nevertheless read from the database: %s', (written, read) => {
    expect(isoTime(written)).toBe(read);
  });
});

describe('counters under concurrent opposite changes', () => {
  const counted = async () => {
    const rows = await server.owner
      .selectFrom('incidentMonths')
      .select(['status', 'incidents'])
      .where('workspaceId', '=', ws)
      .where('incidents', '!=', 0)
      .orderBy('status')
      .execute();
    return rows.map(({ status, incidents }) => [status, incidents]);
  };

  it('of two incidents that swap their places, neither blocks the other', async () => {
    const forth = await build({ status: 'PENDING', riskLevel: null });
    const back = await build({ status: 'ACTIVE', riskLevel: null });
    const move = (id: string, status: string) =>
      server.owner.updateTable('incidents').set({ status }).where('id', '=', id).execute();
    const moving: Promise<unknown>[] = [];
    await server.owner.transaction().execute(async (trx) => {
      await trx
        .selectFrom('incidentMonths')
        .select('status')
        .where('workspaceId', '=', ws)
        .where('status', '=', 'PENDING')
        .forUpdate()
        .execute();
      moving.push(move(forth.id, 'ACTIVE'));
      await waiting(1);
      moving.push(move(back.id, 'PENDING'));
      await waiting(2);
    });
    await Promise.all(moving);
    expect(await counted()).toEqual([
      ['ACTIVE', 1],
      ['PENDING', 1],
    ]);
  });

  it('of two incidents that exchange applications, neither blocks the other', async () => {
    const group = (await wordsOf(server, ws)).word('dataSubjectGroup');
    const [first, second] = [
      (await buildApplication(server, ws)).id,
      (await buildApplication(server, ws)).id,
    ].sort() as [string, string];
    const call = await officer();
    const [one, other] = [
      await build({ applicationIds: [first], dataSubjectGroupIds: [group] }),
      await build({ applicationIds: [second], dataSubjectGroupIds: [group] }),
    ];
    const edit = async (id: string, applicationIds: string[]) => {
      const input = inputOf(await call.incident.get({ ws, id }), { applicationIds });
      return () => call.incident.update(input);
    };
    const [forth, back] = [await edit(one.id, [second]), await edit(other.id, [first])];
    const moving: Promise<unknown>[] = [];
    await server.owner.transaction().execute(async (trx) => {
      await trx
        .selectFrom('incidentApplicationMonths')
        .select('month')
        .where('applicationId', '=', first)
        .forUpdate()
        .execute();
      moving.push(forth());
      await waiting(1);
      moving.push(back());
      await waiting(2);
    });
    await Promise.all(moving);
    const rows = await server.owner
      .selectFrom('incidentApplicationMonths')
      .select(['applicationId', 'incidents'])
      .where('workspaceId', '=', ws)
      .orderBy('applicationId')
      .execute();
    expect(rows).toEqual([
      { applicationId: first, incidents: 1 },
      { applicationId: second, incidents: 1 },
    ]);
  });
});

it('counters of applications are locked in one order, however a report names them', async () => {
  const [first, second] = [(await buildApplication(server, ws)).id, (await buildApplication(server, ws)).id].sort() as [
    string,
    string,
  ];
  const [one, other] = [await build({ bare: true }), await build({ bare: true })];
  await server.owner
    .insertInto('incidentApplicationMonths')
    .values({ workspaceId: ws, applicationId: first, month: '2026-03-01' as never })
    .execute();
  const link = (incidentId: string, applicationIds: string[]) =>
    server.owner
      .insertInto('incidentLinks')
      .values(
        applicationIds.map((applicationId, position) => ({
          workspaceId: ws,
          incidentId,
          kind: 'application',
          position,
          applicationId,
          nameTh: 'ก',
          nameEn: 'A',
        })),
      )
      .execute();
  const linking: Promise<unknown>[] = [];
  await server.owner.transaction().execute(async (trx) => {
    await trx
      .selectFrom('incidentApplicationMonths')
      .select('month')
      .where('applicationId', '=', first)
      .forUpdate()
      .execute();
    linking.push(link(one.id, [first, second]));
    await waiting(1);
    linking.push(link(other.id, [second, first]));
    await waiting(2);
  });
  await Promise.all(linking);
  const rows = await server.owner
    .selectFrom('incidentApplicationMonths')
    .select('incidents')
    .where('workspaceId', '=', ws)
    .execute();
  expect(rows).toEqual([{ incidents: 2 }, { incidents: 2 }]);
});

describe('the assignee of an incident', () => {
  const accepting = (id: string) => ({
    ws,
    id,
    riskLevel: 'POSSIBLE_RISK' as const,
    riskDescription: 'อาจเสียหาย',
    assigneeId: staff.personnelId,
  });

  it('retains a role that responds to incidents until somebody else is assigned', async () => {
    const { id } = await build({ status: 'ACTIVE', assigneeId: staff.personnelId });
    const call = await officer();
    const demote = async () => {
      const { rowVersion, name, position, phone, email, photoId } = await call.personnel.get({
        ws,
        id: staff.personnelId,
      });
      return call.personnel.update({
        ws,
        id: staff.personnelId,
        rowVersion,
        name,
        position,
        phone,
        email,
        photoId,
        role: 'Top Management',
      });
    };
    expect(await refusal(demote())).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.roleHasTasks',
      fields: ['role'],
    });
    await call.incident.assign({ ws, id, assigneeId: dpo.personnelId });
    expect((await demote()).role).toBe('Top Management');
  });

  it('is the officer who reopens it if the previous one has left', async () => {
    const { id } = await build({ status: 'RESOLVED', assigneeId: staff.personnelId });
    await server.owner
      .updateTable('personnel')
      .set({ status: 'inactive' })
      .where('id', '=', staff.personnelId)
      .execute();
    const reopened = await (await officer()).incident.reopen({ ws, id, reason: 'พบข้อมูลเพิ่ม' });
    expect(reopened).toMatchObject({ status: 'ACTIVE', assignee: { id: dpo.personnelId } });
    const { changes } = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', id)
      .where('event', '=', 'incident.reopened')
      .executeTakeFirstOrThrow();
    expect(changes).toContainEqual({ field: 'assigneeId', old: staff.personnelId, new: dpo.personnelId });
  });

  it('stays the same at a reopening while they are active', async () => {
    const { id } = await build({ status: 'RESOLVED', assigneeId: staff.personnelId });
    expect((await (await officer()).incident.reopen({ ws, id, reason: 'พบข้อมูลเพิ่ม' })).assignee?.id).toBe(
      staff.personnelId,
    );
  });

  it('cannot be somebody who leaves at that moment', async () => {
    const { id } = await build();
    const call = await officer();
    let accepted: Promise<unknown> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx.updateTable('personnel').set({ status: 'inactive' }).where('id', '=', staff.personnelId).execute();
      accepted = refusal(call.incident.accept(accepting(id)));
      await waiting(1);
    });
    expect(await accepted).toMatchObject({ status: 'BAD_REQUEST', code: 'incident.assignee' });
  });

  it.each([
    ['leave', 'personnel.openTasks'],
    ['get another role', 'personnel.roleHasTasks'],
  ])('cannot %s while being assigned', async (what, code) => {
    const { id } = await build();
    const call = await officer();
    const { rowVersion, name, position, phone, email, photoId } = await call.personnel.get({
      ws,
      id: staff.personnelId,
    });
    let left: Promise<unknown> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('personnel').select('id').where('id', '=', staff.personnelId).forShare().execute();
      await trx
        .updateTable('incidents')
        .set({ status: 'ACTIVE', assigneeId: staff.personnelId })
        .where('id', '=', id)
        .execute();
      left = refusal(
        what === 'leave'
          ? call.personnel.deactivate({ ws, id: staff.personnelId })
          : call.personnel.update({
              ws,
              id: staff.personnelId,
              rowVersion,
              name,
              position,
              phone,
              email,
              photoId,
              role: 'Top Management',
            }),
      );
      await waiting(1);
    });
    expect(await left).toMatchObject({ status: 'CONFLICT', code });
  });
});

describe('limits of an incident', () => {
  it('500 activities are stored and no more', async () => {
    const { id } = await build({ status: 'ACTIVE', assigneeId: staff.personnelId });
    const activity = await buildActivity(server, ws, id, { phase: 'RECOVERY_ACTIVITIES' });
    await sql`insert into incident_activities (workspace_id, id, incident_id, phase, at, detail) select workspace_id, gen_random_uuid(), incident_id, phase, at, detail from incident_activities, generate_series(1, 498) where id = ${activity}`.execute(
      server.owner,
    );
    const call = await callerFor(server, staff);
    const add = () => call.incident.activities.add({ ws, id, phase: 'RECOVERY_ACTIVITIES', at: NOW, detail: 'กู้คืน' });
    await add();
    expect(await refusal(add())).toMatchObject({ status: 'CONFLICT', code: 'incident.tooManyActivities' });
    await call.incident.activities.remove({ ws, id, aid: activity });
    await add();
  });

  it('activities have half a million characters together and no more, however they are written', async () => {
    const { id } = await build({ status: 'ACTIVE', assigneeId: staff.personnelId });
    for (let count = 0; count < 49; count += 1)
      await buildActivity(server, ws, id, { phase: 'RECOVERY_ACTIVITIES', detail: 'ก'.repeat(10_000) });
    const { activities } = (await callerFor(server, staff)).incident;
    const add = (detail: string) => activities.add({ ws, id, phase: 'RECOVERY_ACTIVITIES', at: NOW, detail });
    const refused = { status: 'CONFLICT', code: 'incident.activitiesTooLong' };
    const last = await add('😀'.repeat(4999));
    const save = (aid: string, rowVersion: number, detail: string) =>
      activities.update({ ws, id, aid, rowVersion, phase: 'RECOVERY_ACTIVITIES', at: NOW, detail });
    await add('ข'.repeat(5001));
    expect(await refusal(add('x'))).toMatchObject(refused);
    expect(await refusal(save(last.id, last.rowVersion, 'x'.repeat(5000)))).toMatchObject(refused);
    // Shortened values are always accepted.
    const shorter = await save(last.id, last.rowVersion, 'x'.repeat(4998));
    await add('x');
    expect(shorter.detail).toHaveLength(4998);
  });

  it('the activity log records that the affected systems changed, not their content', async () => {
    const group = (await wordsOf(server, ws)).word('dataSubjectGroup');
    const { id } = await build({
      applicationIds: [(await buildApplication(server, ws)).id],
      dataSubjectGroupIds: [group],
      affectedSystems: 'โทรศัพท์ของนายวิชัย',
    });
    const call = await officer();
    await call.incident.update(inputOf(await call.incident.get({ ws, id }), { affectedSystems: 'โน้ตบุ๊กของนางมาลี' }));
    const { changes } = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', id)
      .where('event', '=', 'incident.updated')
      .executeTakeFirstOrThrow();
    expect((changes as unknown as { field: string }[]).map(({ field }) => field)).toEqual(['affectedSystems']);
    for (const name of ['วิชัย', 'มาลี']) expect(JSON.stringify(changes)).not.toContain(name);
  });
});
