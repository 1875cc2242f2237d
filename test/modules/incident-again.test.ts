import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { clockMailsOf } from '../helpers/clocks.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { refusal } from '../helpers/refusal.ts';
import { wordsOf } from '../helpers/record.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf } from '../mailbox.ts';

const NOW = '2026-03-31T16:30:00.000Z';
const HOUR = 3_600_000;
let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let other: Person;
let fields: (
  more?: object,
) => { ws: string } & Parameters<Awaited<ReturnType<typeof callerFor>>['incident']['create']>[0];
beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  server.clock.set(NOW);
  ({ ws, dpo, staff, other } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', other: 'Staff' }));
  const [applicationId, group] = [
    (await buildApplication(server, ws)).id,
    (await wordsOf(server, ws)).word('dataSubjectGroup'),
  ];
  fields = (more = {}) => ({
    ws,
    title: 'ส่งผลตรวจผิดคน',
    reporter: { firstName: 'สมหญิง', lastName: 'แจ้งเหตุ', phone: '0812345678', email: 'a@b.example' },
    applicationIds: [applicationId],
    dataSubjectGroupIds: [group],
    discoveredAt: '2026-03-31T16:00:00Z',
    occurredAt: '2026-03-31T13:00:00Z',
    actionsTaken: 'ขอให้ลบอีเมล',
    ...more,
  });
});
afterAll(() => server.close());

const as = async (person = staff) => (await callerFor(server, person)).incident;
const countOf = async () =>
  (await server.owner.selectFrom('incidents').select('id').where('workspaceId', '=', ws).execute()).length;
const eventsOf = async (id: string) =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('entityId', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

describe('a report with the same key', () => {
  it('is one incident with one clock, also if it arrives several times at once', async () => {
    const key = randomUUID();
    const created = await Promise.all([1, 2, 3].map(async () => (await as()).create({ ...fields(), key })));
    expect(created.map(({ id, number }) => [id, number])).toEqual(Array.from({ length: 3 }, () => [key, 1]));
    expect([
      await countOf(),
      (await server.owner.selectFrom('deadlines').select('id').where('subjectId', '=', key).execute()).length,
      await eventsOf(key),
    ]).toEqual([1, 1, ['incident.created']]);
  });

  it('is updated with later input, until somebody has changed it or moved it on', async () => {
    const key = randomUUID();
    await (await as()).create({ ...fields(), key });
    expect(await (await as()).create({ ...fields({ title: 'แก้ชื่อแล้ว' }), key })).toMatchObject({
      id: key,
      title: 'แก้ชื่อแล้ว',
      rowVersion: 2,
    });
    await (await as()).submit({ ws, id: key });
    expect(await (await as()).create({ ...fields(), key })).toMatchObject({
      id: key,
      title: 'แก้ชื่อแล้ว',
      status: 'PENDING',
    });
    expect(await countOf()).toBe(1);
  });

  it('equal to the id of another’s incident is not found, whoever sends it; in another workspace it is unknown', async () => {
    const { id: key } = await (await as(other)).create(fields());
    for (const person of [staff, dpo])
      expect(await refusal((await as(person)).create({ ...fields(), key }))).toMatchObject({
        status: 'NOT_FOUND',
        code: 'incident.notFound',
      });
    expect(await refusal((await as()).create({ ...fields(), key: 'no uuid' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['key'],
    });
    const before = ws;
    const stranger = await buildPerson(server, { role: 'Staff' });
    ws = stranger.workspaceId;
    const [applicationId, group] = [
      (await buildApplication(server, ws)).id,
      (await wordsOf(server, ws)).word('dataSubjectGroup'),
    ];
    expect(
      await (
        await as(stranger)
      ).create({ ...fields({ ws, applicationIds: [applicationId], dataSubjectGroupIds: [group] }), key }),
    ).toMatchObject({ id: key, number: 1, reportedBy: { id: stranger.personnelId } });
    ws = before;
    expect(await (await as(other)).get({ ws, id: key })).toMatchObject({ reportedBy: { id: other.personnelId } });
  });
});

describe('an activity', () => {
  const activity = (more: object = {}) => ({ ws, phase: 'CONTAINMENT' as const, at: NOW, detail: 'ระงับบัญชี', ...more });
  const active = async () => (await buildIncident(server, ws, { status: 'ACTIVE', assigneeId: staff.personnelId })).id;

  it('with the same key is one, and is updated with later input', async () => {
    const id = await active();
    const key = randomUUID();
    const created = await Promise.all(
      [1, 2, 3].map(async () => (await as()).activities.add({ id, ...activity(), key })),
    );
    expect(created.map((one) => one.id)).toEqual([key, key, key]);
    expect(await (await as()).activities.add({ id, ...activity({ detail: 'ระงับสองบัญชี' }), key })).toMatchObject({
      id: key,
      detail: 'ระงับสองบัญชี',
      rowVersion: 2,
    });
    expect((await (await as()).get({ ws, id })).activities).toMatchObject([{ id: key, detail: 'ระงับสองบัญชี' }]);
    expect(await eventsOf(id)).toEqual(['incident.activityAdded', 'incident.activityChanged']);
  });

  it('of another person or incident is not found by its key', async () => {
    const id = await active();
    const theirs = await buildActivity(server, ws, id, { by: dpo.personnelId });
    const own = await buildActivity(server, ws, await active(), { by: staff.personnelId });
    for (const key of [theirs, own])
      expect(await refusal((await as()).activities.add({ id, ...activity(), key }))).toMatchObject({
        status: 'NOT_FOUND',
        code: 'incident.activityNotFound',
      });
  });

  it('changed by somebody else in between is not silently removed', async () => {
    const id = await active();
    const { id: aid } = await (await as()).activities.add({ id, ...activity() });
    await (await as(dpo)).activities.update({ id, aid, rowVersion: 1, ...activity({ detail: 'พบว่ารั่วสองครั้ง' }) });
    expect(await refusal((await as()).activities.remove({ ws, id, aid, rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { detail: 'พบว่ารั่วสองครั้ง', rowVersion: 2 } },
    });
    await (await as()).activities.remove({ ws, id, aid, rowVersion: 2 });
  });
});

describe('mails about many reports', () => {
  it('of one person are ten an hour, then only the bell', async () => {
    for (let count = 0; count < 12; count += 1)
      await (
        await as()
      ).submit({ ws, id: (await buildIncident(server, ws, { status: 'WAITING', reporterId: staff.personnelId })).id });
    const mails = () => mailsOf(server, dpo.email);
    const warning = 'ทางกระดิ่งเท่านั้น';
    expect((await mails()).map(({ kind, text }) => [kind, text.includes(warning)])).toEqual(
      Array.from({ length: 10 }, (_, place) => ['incident.submitted', place === 9]),
    );
    expect(
      await server.owner
        .selectFrom('personalNotices')
        .select('personnelId')
        .where('personnelId', '=', dpo.personnelId)
        .execute(),
    ).toHaveLength(12);
    // Another person's are not delayed by it, nor are their own in the next hour.
    await (
      await as(other)
    ).submit({ ws, id: (await buildIncident(server, ws, { status: 'WAITING', reporterId: other.personnelId })).id });
    server.clock.set(new Date(Date.parse(NOW) + HOUR));
    await (
      await as()
    ).submit({ ws, id: (await buildIncident(server, ws, { status: 'WAITING', reporterId: staff.personnelId })).id });
    expect(await mails()).toHaveLength(12);
  });

  it('about clocks of public reports that nobody has accepted are ten an hour; for any other each is mailed', async () => {
    await server.owner.deleteFrom('deadlines').execute();
    for (let count = 0; count < 13; count += 1)
      await buildIncident(server, ws, { status: 'PENDING', reporterId: null });
    server.clock.set(new Date(Date.parse(NOW) + 48 * HOUR));
    expect((await server.deps.alarm.ring()).handled).toBe(13);
    const mails = await clockMailsOf(server, ws);
    const warning = 'ทางกระดิ่งเท่านั้น';
    expect([mails.length, mails.filter(({ text }) => text.includes(warning)).length]).toEqual([10, 1]);
    for (let count = 0; count < 2; count += 1)
      await buildIncident(server, ws, { status: 'PENDING', reporterId: staff.personnelId, createdAt: NOW });
    await buildIncident(server, ws, { status: 'ACTIVE', reporterId: null, createdAt: NOW });
    await server.deps.alarm.ring();
    expect(await clockMailsOf(server, ws)).toHaveLength(13);
    await server.owner.deleteFrom('deadlines').execute();
  });

  it('cannot be caused by unlimited drafts: sixty an hour, with a specific message', async () => {
    const key = randomUUID();
    for (let count = 0; count < 60; count += 1)
      await (await as()).create({ ...fields(), key: count === 0 ? key : undefined });
    const refused = await refusal((await as()).create(fields()));
    expect(refused).toMatchObject({ status: 'TOO_MANY_REQUESTS', code: 'incident.tooManyReports' });
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${ws}/incidents`,
      headers: { authorization: `Bearer ${staff.token}` },
      payload: fields(),
    });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      429,
      expect.stringContaining('คุณบันทึกเหตุละเมิดติดต่อกันหลายเหตุแล้ว'),
    ]);
    // An existing one is answered anyway, and colleagues can still report.
    expect(await (await as()).create({ ...fields(), key })).toMatchObject({ id: key });
    await (await as(other)).create(fields());
  });
});

describe('an incident', () => {
  it('cannot have happened after somebody was notified of it', async () => {
    const { id } = await buildIncident(server, ws, {
      status: 'ACTIVE',
      createdAt: '2026-03-31T10:00:00Z',
      discoveredAt: '2026-03-31T10:00:00Z',
      occurredAt: '2026-03-31T08:00:00Z',
    });
    await (
      await callerFor(server, dpo)
    ).incidentNotification.create({
      ws,
      id,
      recipientGroup: 'TOP_MANAGEMENT',
      channel: 'OTHER',
      message: 'แจ้งแล้ว',
      recipients: [{ name: 'ผู้บริหาร' }],
      notifiedAt: '2026-03-31T12:00:00Z',
    });
    const change = async (occurredAt: string) =>
      (await as(dpo)).update({
        ...fields({ occurredAt, discoveredAt: NOW }),
        id,
        rowVersion: (await (await as(dpo)).get({ ws, id })).rowVersion,
      });
    expect(await refusal(change('2026-03-31T12:00:00.001Z'))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'incident.occurredAfterTold',
      fields: ['occurredAt'],
    });
    expect((await change('2026-03-31T12:00:00Z')).occurredAt).toBe('2026-03-31T12:00:00.000Z');
  });
});
