import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Trx, withScope } from '../../db/client.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { settleNotified, moveClock, openClock } from '../../server/modules/incident/clock.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { clockMailsOf, notificationsOf } from '../helpers/clocks.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { wordsOf } from '../helpers/record.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T02:00:00.000Z');
const after = (hours: number, ms = 0) => new Date(START + hours * HOUR + ms);

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let reporter: Person;
let assignee: Person;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO', name: 'Officer' });
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  reporter = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  assignee = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'Somchai' });
  server.clock.set(new Date(START));
});
afterEach(async () => {
  // What one test leaves open must not notify in the next.
  await server.owner.deleteFrom('deadlines').execute();
  server.clock.run();
});
afterAll(() => server.close());

const build = (overrides: Parameters<typeof buildIncident>[2] = {}) =>
  buildIncident(server, ws, {
    createdAt: new Date(START),
    reporterId: reporter.personnelId,
    assigneeId: assignee.personnelId,
    title: 'ส่งรายชื่อผิดคน',
    ...overrides,
  });
const inside = <Result>(work: (trx: Trx) => Promise<Result>) => withScope(server.deps.db, { workspaceId: ws }, work);
const ringAt = async (at: Date) => {
  server.clock.set(at);
  return (await server.deps.alarm.ring()).handled;
};
const notified = async () => (await notificationsOf(server, ws)).map(({ hours }) => hours);
const clockOf = async (id: string) => (await (await callerFor(server, dpo)).incident.get({ ws, id })).clock;
const settings = () => ({
  ws,
  rowVersion: 0,
  authorityHours: 72,
  basis: 'creation' as const,
  alertHours: [24, 1],
  publicForm: false,
});

/** Switches the module like an Admin does. */
async function moduleOn(on: boolean, more: { dpiaEnabled?: boolean } = {}): Promise<void> {
  const { workspace } = await callerFor(server, admin);
  const { name, package: tier, encryptBoxUrl, rowVersion } = await workspace.get({ ws });
  await workspace.update({
    ws,
    name,
    package: tier,
    encryptBoxUrl,
    rowVersion,
    applyDefaults: false,
    dataBreachEnabled: on,
    ...more,
  });
}

describe('a threshold', () => {
  it.each([
    ['24 hours left', 48, 0, 24],
    ['one hour left', 71, 0, 1],
    ['overdue', 72, SECOND, 0],
  ])('is notified at its moment and not a second before: %s', async (_, hours, ms, left) => {
    await build({ alertHours: left === 0 ? [] : [left] });
    expect(await ringAt(after(hours, ms - SECOND))).toBe(0);
    expect(await notified()).toEqual([]);
    expect(await ringAt(after(hours, ms))).toBe(1);
    expect(await ringAt(after(hours, ms + SECOND))).toBe(0);
    expect(await notified()).toEqual([left]);
    expect((await notificationsOf(server, ws))[0]!.at).toBe(after(hours, ms).toISOString());
  });

  it('is not notified as overdue at the exact moment it is due', async () => {
    await build({ alertHours: [] });
    expect(await ringAt(after(72))).toBe(0);
    expect(await ringAt(after(72, SECOND - 1))).toBe(0);
    expect(await ringAt(after(72, SECOND))).toBe(1);
  });

  it('is notified as each is reached, all of them once', async () => {
    await build();
    for (let hour = 0; hour <= 80; hour += 0.5) await ringAt(after(hour));
    expect(await notified()).toEqual([24, 1, 0]);
  });

  it('is notified from the first moment if its hours equal those of the clock, and never if they exceed them', async () => {
    await build({ alertHours: [] });
    await (await callerFor(server, dpo)).incident.settings.update({ ...settings(), alertHours: [100, 72] });
    expect(await ringAt(new Date(START))).toBe(1);
    expect(await notified()).toEqual([72]);
  });

  it('of those that passed while no node was running, only the newest is notified, and none twice', async () => {
    await build();
    expect(await ringAt(after(71, 30 * 60_000))).toBe(1);
    // What is left now, not the threshold that passed.
    expect(await notified()).toEqual([0.5]);
    expect(await ringAt(after(100))).toBe(1);
    expect(await notified()).toEqual([0.5, 0]);
    expect(await ringAt(after(1000))).toBe(0);
  });

  it('notified before a restart is not notified after it', async () => {
    await build();
    await ringAt(after(48));
    const restarted = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    try {
      restarted.clock.set(after(48, SECOND));
      expect((await restarted.deps.alarm.ring()).handled).toBe(0);
      restarted.clock.set(after(71));
      expect((await restarted.deps.alarm.ring()).handled).toBe(1);
    } finally {
      await restarted.close();
    }
    expect(await ringAt(after(71, SECOND))).toBe(0);
    expect(await notified()).toEqual([24, 1]);
  });

  it('reached on two nodes at once is notified by one', async () => {
    for (let count = 0; count < 10; count += 1) await build();
    const other = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    try {
      for (const node of [server, other]) node.clock.set(after(48));
      const rings = await Promise.all([server, other, server, other].map((node) => node.deps.alarm.ring()));
      expect(rings.reduce((sum, one) => sum + one.handled, 0)).toBe(10);
    } finally {
      await other.close();
    }
    expect(await notified()).toEqual(Array.from({ length: 10 }, () => 24));
  });
});

describe('recipients of notifications', () => {
  it('officers and the assignee by mail, each in their language; Admins too in their bell; all open screens', async () => {
    await server.owner.updateTable('users').set({ locale: 'en' }).where('id', '=', assignee.userId).execute();
    await buildPerson(server, { workspaceId: ws, role: 'DPO', status: 'suspended' });
    const { id, number } = await build();
    await ringAt(after(48, 20));
    const mails = await clockMailsOf(server, ws);
    expect(mails.map(({ kind, to, locale }) => [kind, to, locale]).toSorted()).toEqual(
      [
        ['incidentDueSoon', dpo.email, 'th'],
        ['incidentDueSoon', assignee.email, 'en'],
      ].toSorted(),
    );
    const thai = mails.find(({ locale }) => locale === 'th')!;
    expect(thai.subject).toBe(`เหตุละเมิด #${number} เหลือ 24 ชั่วโมง 0 นาที ก่อนครบกำหนดแจ้ง สคส.`);
    // Due on 5 March 2569 at nine in Bangkok.
    expect(thai.text).toMatch(/5 มีนาคม 2569.*09:00 น\./);
    // The title may name a data subject, or be a stranger's text.
    const { name } = await server.owner
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    for (const { text, subject } of mails) {
      expect(text + subject).not.toContain('ส่งรายชื่อผิดคน');
      expect(text).toContain(name);
    }
    // The reader may be in several workspaces.
    expect(thai.text).toContain(`/data-breach/incident-management/${id}?workspace=${ws}\n`);
    const english = mails.find(({ locale }) => locale === 'en')!;
    expect(english.text).toMatch(/PDPC deadline: 5 March 2026 at 09:00 \(Thailand time\)/);
    expect(english.text).toContain('Time left: 24 h 0 min');
    expect(english.text).toContain(`/en/data-breach/incident-management/${id}?workspace=${ws}\n`);
    const notices = await server.owner
      .selectFrom('personalNotices')
      .select('personnelId')
      .where('workspaceId', '=', ws)
      .execute();
    expect(notices.map(({ personnelId }) => personnelId).toSorted()).toEqual(
      [dpo, admin, assignee].map(({ personnelId }) => personnelId).toSorted(),
    );
    const events = await server.owner
      .selectFrom('outbox')
      .select(['event', 'recipients', 'actorId'])
      .where('workspaceId', '=', ws)
      .orderBy('seq')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['incident.dueSoon', 'incidentDashboard.changed']);
    expect((events[0]!.recipients as unknown as string[]).toSorted()).toEqual(
      [reporter.personnelId, assignee.personnelId].toSorted(),
    );
  });

  it('the Admins by mail if there is no officer, and nobody twice', async () => {
    await server.owner.updateTable('personnel').set({ status: 'inactive' }).where('id', '=', dpo.personnelId).execute();
    await build({ assigneeId: admin.personnelId });
    await ringAt(after(75, 12 * 60_000));
    const mails = await clockMailsOf(server, ws);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['incidentOverdue', admin.email]]);
    expect(mails[0]!.text).toContain('เกินกำหนด 3 ชั่วโมง 12 นาที');
  });
});

describe('not notified', () => {
  it('an assignee whose role no longer responds to incidents', async () => {
    await build();
    await server.owner
      .updateTable('personnel')
      .set({ role: 'Top Management' })
      .where('id', '=', assignee.personnelId)
      .execute();
    await ringAt(after(48));
    expect((await clockMailsOf(server, ws)).map(({ to }) => to)).toEqual([dpo.email]);
    const notices = await server.owner
      .selectFrom('personalNotices')
      .select('personnelId')
      .where('workspaceId', '=', ws)
      .execute();
    expect(notices.map(({ personnelId }) => personnelId).toSorted()).toEqual(
      [dpo, admin].map(({ personnelId }) => personnelId).toSorted(),
    );
  });

  it('nobody while the module is switched off; once it is on again, the newest threshold that passed in between, once', async () => {
    const waiting = await build({ number: 1 });
    const ahead = await build({ number: 2, createdAt: after(30) });
    const standing = await build({ number: 3, status: 'REJECTED' });
    const over = await build({ number: 4, status: 'RESOLVED' });
    await moduleOn(false);
    expect(await ringAt(after(48))).toBe(0);
    expect(await ringAt(after(71))).toBe(0);
    expect(await notified()).toEqual([]);
    expect(await clockMailsOf(server, ws)).toEqual([]);
    // Neither paused nor ended nor future thresholds are included; a change of another flag notifies nothing.
    await moduleOn(true);
    expect(await ringAt(after(71, SECOND))).toBe(1);
    expect(await notificationsOf(server, ws)).toMatchObject([{ id: waiting.id, hours: 1 }]);
    expect(await ringAt(after(71, 2 * SECOND))).toBe(0);
    await moduleOn(true, { dpiaEnabled: false });
    expect(await ringAt(after(71, 3 * SECOND))).toBe(0);
    expect(await ringAt(after(78))).toBe(2);
    expect((await notificationsOf(server, ws)).map(({ id, hours }) => `${id} ${hours}`).toSorted()).toEqual(
      [`${waiting.id} 1`, `${waiting.id} 0`, `${ahead.id} 24`].toSorted(),
    );
    expect(
      await server.owner
        .selectFrom('deadlines')
        .select('id')
        .where('subjectId', 'in', [standing.id, over.id])
        .where('firesAt', 'is not', null)
        .execute(),
    ).toEqual([]);
  });

  it('once, even if the module is switched on at the exact moment of a threshold', async () => {
    const incidents = await Promise.all(Array.from({ length: 12 }, (_, index) => build({ number: index + 1 })));
    await moduleOn(false);
    server.clock.set(after(73));
    // Some are silenced before it is on again, some during it, some are notified immediately.
    await Promise.all([server.deps.alarm.ring(), moduleOn(true), server.deps.alarm.ring()]);
    await server.deps.alarm.ring();
    await server.deps.alarm.ring();
    expect((await notificationsOf(server, ws)).map(({ id, hours }) => `${id} ${hours}`).toSorted()).toEqual(
      incidents.map(({ id }) => `${id} 0`).toSorted(),
    );
  });
});

describe('a report of the public form', () => {
  it('counts from its receipt until it is accepted, whatever time of awareness a stranger enters', async () => {
    const officer = await callerFor(server, dpo);
    await officer.incident.settings.update({ ...settings(), basis: 'awareness' });
    const { id } = await build({ reporterId: null, assigneeId: null, discoveredAt: after(-9000), alertHours: [] });
    // Reopened by the rule, like the form does.
    await inside((trx) => openClock(trx, { workspaceId: ws, now: new Date(START) }, { id }));
    expect(await clockOf(id)).toMatchObject({ startedAt: after(0).toISOString(), dueAt: after(72).toISOString() });
    await officer.incident.settings.update({ ...settings(), basis: 'awareness', authorityHours: 48, rowVersion: 1 });
    expect(await clockOf(id)).toMatchObject({ startedAt: after(0).toISOString(), dueAt: after(48).toISOString() });
    expect(await ringAt(after(1))).toBe(0);
    // The officer has reviewed it: from now on it counts like any other.
    await server.owner
      .updateTable('incidents')
      .set({ discoveredAt: after(-10), occurredAt: after(-10) })
      .where('id', '=', id)
      .execute();
    const accepted = await officer.incident.accept({
      ws,
      id,
      riskLevel: 'POSSIBLE_RISK',
      riskDescription: 'อาจเสียหาย',
      assigneeId: assignee.personnelId,
    });
    expect(accepted.clock).toMatchObject({
      basis: 'awareness',
      startedAt: after(-10).toISOString(),
      dueAt: after(38).toISOString(),
    });
  });
});

describe('the two interpretations of the start', () => {
  it('the earlier one leads: it is displayed, alarms follow it, and it decides whether the authority was notified in time', async () => {
    const { id } = await build({ status: 'ACTIVE', discoveredAt: after(-40) });
    await inside((trx) => openClock(trx, { workspaceId: ws, now: new Date(START) }, { id }));
    expect(await clockOf(id)).toMatchObject({
      basis: 'awareness',
      dueAt: after(32).toISOString(),
      other: { basis: 'creation', startedAt: after(0).toISOString(), dueAt: after(72).toISOString() },
    });
    expect(await ringAt(after(8))).toBe(1);
    expect(await ringAt(after(32, SECOND))).toBe(1);
    expect(await notified()).toEqual([24, 0]);
    expect(await inside((trx) => settleNotified(trx, { workspaceId: ws }, id, after(33)))).toBe('late');
  });

  it('of clocks opened earlier, the migration makes the earlier one lead; a passed threshold is notified once', async () => {
    const start = { startedAt: new Date(START) };
    const open = await build({ ...start, status: 'ACTIVE', discoveredAt: after(-50) });
    const unchecked = await build({ ...start, reporterId: null, discoveredAt: after(-50) });
    const ended = await build({ ...start, status: 'RESOLVED', discoveredAt: after(-50) });
    server.clock.set(after(1));
    const file = new URL('../../db/migrations/045_first_deadline.sql', import.meta.url);
    await sql.raw(await readFile(file, 'utf8')).execute(server.owner);
    expect(await clockOf(open.id)).toMatchObject({ basis: 'awareness', dueAt: after(22).toISOString() });
    for (const { id } of [unchecked, ended])
      expect(await clockOf(id)).toMatchObject({ basis: 'creation', dueAt: after(72).toISOString() });
    // The migration uses the database's own time.
    server.clock.run();
    await server.deps.alarm.ring();
    expect((await notificationsOf(server, ws)).map(({ id, hours }) => [id, hours])).toContainEqual([open.id, 0]);
  });
});

describe('settings', () => {
  it('are the defaults until somebody changes them, and are saved with a version check', async () => {
    const officer = await callerFor(server, dpo);
    expect(await officer.incident.settings.get({ ws })).toEqual({
      authorityHours: 72,
      basis: 'creation',
      alertHours: [24, 1],
      publicForm: false,
      publicUrl: null,
      rowVersion: 0,
    });
    const saved = await officer.incident.settings.update({ ...settings(), authorityHours: 48 });
    expect(saved).toMatchObject({ authorityHours: 48, rowVersion: 1 });
    const stale = await refusal(officer.incident.settings.update({ ...settings(), authorityHours: 24 }));
    expect(stale).toMatchObject({ status: 'CONFLICT', code: 'staleEdit', details: { current: saved } });
    // Saved unchanged: no new version, no notification.
    expect(await officer.incident.settings.update({ ...settings(), authorityHours: 48, rowVersion: 1 })).toEqual(saved);
    for (const authorityHours of [0, 721, 1.5])
      expect(
        await refusedWith(officer.incident.settings.update({ ...settings(), authorityHours, rowVersion: 1 })),
      ).toBe('BAD_REQUEST');
  });

  it('are read by all readers of incidents and changed by officers and Admins', async () => {
    expect((await (await callerFor(server, reporter)).incident.settings.get({ ws })).authorityHours).toBe(72);
    expect(await refusedWith((await callerFor(server, reporter)).incident.settings.update(settings()))).toBe(
      'FORBIDDEN',
    );
    expect(await refusedWith((await callerFor(server, reporter)).incident.settings.renewLink({ ws }))).toBe(
      'FORBIDDEN',
    );
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    expect(await refusedWith((await callerFor(server, top)).incident.settings.get({ ws }))).toBe('FORBIDDEN');
    expect(
      (await (await callerFor(server, admin)).incident.settings.update({ ...settings(), basis: 'awareness' })).basis,
    ).toBe('awareness');
  });

  it('give the public form an unguessable, renewable link', async () => {
    const officer = await callerFor(server, dpo);
    const on = await officer.incident.settings.update({ ...settings(), publicForm: true });
    expect(on.publicUrl).toMatch(/^http.*\/report-incident#token=[A-Za-z0-9_-]{32}$/);
    // The link is restricted to users who distribute it.
    expect(await (await callerFor(server, reporter)).incident.settings.get({ ws })).toMatchObject({
      publicForm: true,
      publicUrl: null,
    });
    expect((await (await callerFor(server, admin)).incident.settings.get({ ws })).publicUrl).toBe(on.publicUrl);
    const renewed = await officer.incident.settings.renewLink({ ws });
    expect(renewed).toMatchObject({ publicForm: true, rowVersion: 2 });
    expect(renewed.publicUrl).toMatch(/#token=[A-Za-z0-9_-]{32}$/);
    expect(renewed.publicUrl).not.toBe(on.publicUrl);
    expect(
      (await officer.incident.settings.update({ ...settings(), publicForm: false, rowVersion: 2 })).publicUrl,
    ).toBe(null);
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'incidentSettings.changed')
      .execute();
    expect(log).toHaveLength(3);
    for (const url of [on.publicUrl!, renewed.publicUrl!])
      expect(JSON.stringify(log)).not.toContain(url.split('=').at(-1));
  });

  it('move every clock that has not ended, only of this workspace, and notify every screen once', async () => {
    const { id: elsewhere } = await buildWorkspace(server);
    const other = await buildIncident(server, elsewhere, { createdAt: new Date(START) });
    const discoveredAt = after(-30);
    const running = await build({ discoveredAt });
    const stopped = await build({ discoveredAt, status: 'REJECTED' });
    // From before both interpretations existed.
    const ended = await build({ discoveredAt, status: 'RESOLVED', startedAt: new Date(START) });
    server.clock.set(after(2));
    await (
      await callerFor(server, dpo)
    ).incident.settings.update({ ...settings(), authorityHours: 96, basis: 'awareness', alertHours: [48, 12] });
    expect(await clockOf(running.id)).toMatchObject({
      basis: 'awareness',
      startedAt: after(-30).toISOString(),
      dueAt: after(66).toISOString(),
      other: null,
    });
    expect(await clockOf(stopped.id)).toMatchObject({
      dueAt: after(66).toISOString(),
      stoppedAt: after(0).toISOString(),
    });
    expect(await clockOf(ended.id)).toMatchObject({
      basis: 'creation',
      dueAt: after(72).toISOString(),
      outcome: 'met',
      other: { basis: 'awareness', dueAt: after(42).toISOString() },
    });
    const untouched = await server.owner
      .selectFrom('deadlines')
      .select(['dueAt', 'alertHours'])
      .where('subjectId', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(untouched).toEqual({ dueAt: after(72).toISOString(), alertHours: [24, 1] });
    const events = await server.owner
      .selectFrom('outbox')
      .select(['event', 'recipients'])
      .where('workspaceId', '=', ws)
      .execute();
    expect(events.map(({ event }) => event).toSorted()).toEqual([
      'incidentDashboard.changed',
      'incidentSettings.changed',
    ]);
    expect(
      (events.find(({ event }) => event === 'incidentSettings.changed')!.recipients as unknown as string[]).toSorted(),
    ).toEqual([reporter.personnelId, assignee.personnelId].toSorted());
    expect(await ringAt(after(18))).toBe(1);
    expect(await notified()).toEqual([48]);
  });

  it('that make a clock overdue notify immediately, and those that extend it permit new warnings', async () => {
    await build();
    await ringAt(after(50));
    expect(await notified()).toEqual([22]);
    const officer = await callerFor(server, dpo);
    await officer.incident.settings.update({ ...settings(), authorityHours: 1 });
    expect(await ringAt(after(50))).toBe(1);
    expect(await notified()).toEqual([22, 0]);
    await officer.incident.settings.update({ ...settings(), rowVersion: 1 });
    // Due at hour 72 again, and the 24-hour threshold is past notification.
    expect(await ringAt(after(51))).toBe(0);
    expect(await ringAt(after(71))).toBe(1);
    expect(await ringAt(after(72, SECOND))).toBe(1);
    expect(await notified()).toEqual([22, 0, 1, 0]);
  });

  it('that remove an alert and add it again notify nothing twice', async () => {
    await build();
    await ringAt(after(50));
    const officer = await callerFor(server, dpo);
    await officer.incident.settings.update({ ...settings(), alertHours: [1] });
    await officer.incident.settings.update({ ...settings(), rowVersion: 1 });
    expect(await ringAt(after(51))).toBe(0);
    expect(await ringAt(after(71))).toBe(1);
    expect(await notified()).toEqual([22, 1]);
  });

  it('changed while incidents are reported leave no clock at the old ones', async () => {
    const officer = await callerFor(server, dpo);
    const incidents = await Promise.all(Array.from({ length: 12 }, (_, index) => build({ number: index + 1 })));
    await server.owner.deleteFrom('deadlines').execute();
    const opening = incidents.map(({ id }) =>
      transact(server.deps, { workspaceId: ws }, (trx) =>
        openClock(trx, { workspaceId: ws, now: new Date(START) }, { id }),
      ),
    );
    for (const [rowVersion, authorityHours] of [48, 36, 24].entries())
      await officer.incident.settings.update({ ...settings(), authorityHours, rowVersion });
    await Promise.all(opening);
    const due = await server.owner.selectFrom('deadlines').select('dueAt').where('workspaceId', '=', ws).execute();
    expect(due.map(({ dueAt }) => dueAt)).toEqual(incidents.map(() => after(24).toISOString()));
  });
});

describe('the life of an incident', () => {
  it('a rejected report’s clock is paused and notifies nothing; revised, it continues with the same due time', async () => {
    const { id } = await build({ status: 'PENDING' });
    server.clock.set(after(10));
    const officer = await callerFor(server, dpo);
    await officer.incident.reject({ ws, id, reason: 'ไม่ใช่เหตุละเมิด' });
    expect(await clockOf(id)).toMatchObject({ stoppedAt: after(10).toISOString(), dueAt: after(72).toISOString() });
    expect(await ringAt(after(50))).toBe(0);
    expect(await ringAt(after(60))).toBe(0);
    await (await callerFor(server, reporter)).incident.revise({ ws, id });
    expect(await clockOf(id)).toMatchObject({ stoppedAt: null, dueAt: after(72).toISOString() });
    // The 24-hour threshold was reached during the pause: notified now.
    expect(await ringAt(after(60))).toBe(1);
    expect(await ringAt(after(71))).toBe(1);
    expect(await notified()).toEqual([12, 1]);
  });

  it('no risk ends the clock; a risk found later resumes it with the same due time', async () => {
    const { id } = await build({ status: 'ACTIVE' });
    server.clock.set(after(20));
    const officer = await callerFor(server, dpo);
    const decision = {
      ws,
      id,
      riskDescription: 'ประเมินแล้ว',
      factors: [{ factor: 'volume' as const, finding: 'หนึ่งราย' }],
    };
    await officer.incident.decideRisk({ ...decision, riskLevel: 'NO_RISK' });
    expect(await clockOf(id)).toMatchObject({ outcome: 'notNeeded', endedAt: after(20).toISOString() });
    expect(await ringAt(after(100))).toBe(0);
    await officer.incident.decideRisk({ ...decision, riskLevel: 'HIGH_RISK' });
    expect(await clockOf(id)).toMatchObject({ outcome: null, endedAt: null, dueAt: after(72).toISOString() });
    expect(await ringAt(after(100))).toBe(1);
    expect(await notified()).toEqual([0]);
  });

  it.each([
    ['met at the very moment it is due', 72, 0, 'met'],
    ['late a millisecond after', 72, 1, 'late'],
    ['met with an hour left', 71, 0, 'met'],
    ['late by a day', 96, 0, 'late'],
  ])('the authority is notified: %s', async (_, hours, ms, outcome) => {
    const { id } = await build({ status: 'ACTIVE' });
    const at = after(hours, ms);
    server.clock.set(at);
    expect(await inside((trx) => settleNotified(trx, { workspaceId: ws }, id, at))).toBe(outcome);
    expect(await inside((trx) => settleNotified(trx, { workspaceId: ws }, id, after(200)))).toBe(null);
    expect(await clockOf(id)).toMatchObject({ outcome, endedAt: at.toISOString() });
    expect(await ringAt(after(300))).toBe(0);
  });

  it('a changed moment of awareness moves a clock that is based on it', async () => {
    const [application, words] = [await buildApplication(server, ws), await wordsOf(server, ws)];
    const { id } = await build({
      status: 'PENDING',
      discoveredAt: after(-2),
      applicationIds: [application.id],
      dataSubjectGroupIds: [words.word('dataSubjectGroup')],
    });
    const officer = await callerFor(server, dpo);
    const edit = async (discoveredAt: Date) => {
      const now = await officer.incident.get({ ws, id });
      const linked = {
        applicationIds: [application.id],
        dataSubjectGroupIds: [words.word('dataSubjectGroup')],
        purposeIds: [],
        piiCategoryIds: [],
      };
      return officer.incident.update({
        ...now,
        ...linked,
        ws,
        discoveredAt: discoveredAt.toISOString(),
        occurredAt: after(-60).toISOString(),
        attachmentId: null,
      });
    };
    server.clock.set(after(1));
    expect((await edit(after(-10))).clock).toMatchObject({
      basis: 'awareness',
      dueAt: after(62).toISOString(),
      other: { basis: 'creation', dueAt: after(72).toISOString() },
    });
    expect((await edit(after(-50))).clock).toMatchObject({
      basis: 'awareness',
      startedAt: after(-50).toISOString(),
      dueAt: after(22).toISOString(),
    });
    // Fewer than 24 hours remain after the change.
    expect(await ringAt(after(1))).toBe(1);
    expect((await edit(after(-5))).clock).toMatchObject({ dueAt: after(67).toISOString() });
    expect(await ringAt(after(43))).toBe(1);
    expect(await notified()).toEqual([21, 24]);
    // An ended clock is evidence.
    await inside((trx) => settleNotified(trx, { workspaceId: ws }, id, after(44)));
    await server.owner
      .updateTable('incidents')
      .set({ discoveredAt: after(-58) })
      .where('id', '=', id)
      .execute();
    await inside((trx) => moveClock(trx, { workspaceId: ws, now: after(45) }, { id }));
    expect(await clockOf(id)).toMatchObject({ dueAt: after(67).toISOString(), outcome: 'met' });
  });
});

describe('running clocks', () => {
  it('are the first five due, with the total number and how many are overdue', async () => {
    const incidents = [];
    for (let index = 0; index < 7; index += 1)
      incidents.push(
        await build({
          createdAt: after(-index * 12),
          reporterId: index === 3 ? reporter.personnelId : null,
          assigneeId: index === 4 ? reporter.personnelId : null,
        }),
      );
    await build({ status: 'RESOLVED' });
    await build({ status: 'REJECTED' });
    server.clock.set(after(20));
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    for (const person of [dpo, admin, top]) {
      const clocks = await (await callerFor(server, person)).incident.clocks({ ws });
      expect([clocks.total, clocks.overdue]).toEqual([7, 2]);
      expect(clocks.collection.map(({ id }) => id)).toEqual(
        incidents
          .toReversed()
          .slice(0, 5)
          .map(({ id }) => id),
      );
      expect(clocks.collection[0]!.clock).toEqual({
        startedAt: after(-72).toISOString(),
        dueAt: after(0).toISOString(),
        stoppedAt: null,
        endedAt: null,
        outcome: null,
        basis: 'creation',
        other: null,
      });
    }
    const own = await (await callerFor(server, reporter)).incident.clocks({ ws });
    expect([own.total, own.overdue, own.collection.map(({ id }) => id)]).toEqual([
      2,
      0,
      [incidents[4]!.id, incidents[3]!.id],
    ]);
    expect(await (await callerFor(server, assignee)).incident.clocks({ ws })).toEqual({
      total: 0,
      overdue: 0,
      excess: 0,
      collection: [],
    });
  });

  it('the server returns its time to anybody, to the millisecond', async () => {
    server.clock.set('2026-03-02T02:00:00.123Z');
    expect(await (await callerFor(server, null)).shell.now()).toEqual({ now: '2026-03-02T02:00:00.123Z' });
  });
});
