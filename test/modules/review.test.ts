import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_CONTEXT, type MailContent, mailContent } from '../../server/platform/mail/content.ts';
import { monthsAfter } from '../../shared/application/review.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  signInAgain,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose } from '../helpers/record.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let other: Person;
let controllerId: string;
// The clock advances by months: callers sign in again.
const as = async (person: Person) => callerFor(server, await signInAgain(server, person));

beforeAll(async () => {
  server = await buildServer();
  server.clock.set('2026-11-22T03:00:00Z');
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  other = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  controllerId = (await buildDataController(server, ws)).id;
});
afterAll(() => server.close());

let count = 0;
async function record(fields: { reviewOn?: string; processCode?: string; purposeIds?: string[] } = {}) {
  count += 1;
  return (await as(staff)).application.create({
    ws,
    name: `ระบบ ${count}`,
    description: 'คำอธิบาย',
    dataControllerId: controllerId,
    ...fields,
  });
}
const eventsOf = (id: string) =>
  server.owner
    .selectFrom('activityLogs')
    .select('event')
    .where('entityId', '=', id)
    .where('event', 'in', ['application.reviewDue', 'application.reviewOverdue'])
    .orderBy('createdAt')
    .execute();

/** Mails of these kinds that the workspace has sent or queued. */
async function mailsOf(...kinds: string[]): Promise<MailContent[]> {
  const rows = await server.owner
    .selectFrom('mails')
    .select(['id', 'payload'])
    .where('workspaceId', '=', ws)
    .where('kind', 'in', kinds)
    .execute();
  return rows.map(({ id, payload }) =>
    mailContent.parse(JSON.parse(server.deps.keyring.system.open(MAIL_CONTEXT, id, payload))),
  );
}

describe('the review of a record', () => {
  it('reminds the people responsible and the DPO before, on the day and when overdue, in the bell and by mail', async () => {
    const purpose = await (
      await as(staff)
    ).purpose.create({
      ws,
      ...(await completePurpose(server, ws)),
      responsibleDepartmentId: null,
      responsiblePersonnelId: staff.personnelId,
    });
    const { id } = await record({ reviewOn: '2027-01-15', purposeIds: [purpose.id] });
    await server.deps.alarm.ring();
    expect(await eventsOf(id)).toEqual([]);
    const notified: string[] = [];
    for (const [at, event] of [
      ['2026-12-15T17:00:00Z', 'application.reviewDue'],
      ['2027-01-07T17:00:00Z', 'application.reviewDue'],
      ['2027-01-14T17:00:00Z', 'application.reviewDue'],
      ['2027-01-15T17:00:01Z', 'application.reviewOverdue'],
    ] as const) {
      server.clock.set(new Date(Date.parse(at) - 2000).toISOString());
      await server.deps.alarm.ring();
      expect((await eventsOf(id)).length, at).toBe(notified.length);
      server.clock.set(at);
      await server.deps.alarm.ring();
      notified.push(event);
      const events = await eventsOf(id);
      expect(events.map((one) => one.event)).toEqual(notified);
    }
    const mails = await mailsOf('application.reviewDue', 'application.reviewOverdue');
    const to = (person: Person) => mails.filter((mail) => mail.to === person.email).length;
    expect([to(dpo), to(staff), to(other)]).toEqual([4, 4, 0]);

    const list = async (reviewOverdue: boolean) =>
      (await (await as(staff)).application.list({ ws, reviewOverdue })).collection.map((row) => row.id);
    expect(await list(true)).toEqual([id]);
    expect((await (await as(dpo)).dashboard.figures({ ws })).reviewsOverdue).toBe(1);
    const cards = await (await as(dpo)).overview.cards({ ws });
    expect(cards.find((card) => card.module === 'application')).toMatchObject({
      state: 'overdue',
      // Days overdue are counted from the day of the review, as in the list.
      overdue: [{ total: 1, records: [{ id, dueAt: '2027-01-15T16:59:59.000Z' }] }],
    });

    // Completed: who and when are stored, the next date has a separate clock, and the published version stays
    // published.
    const before = await (await as(staff)).application.get({ ws, id });
    await (await as(staff)).application.publish({ ws, id, rowVersion: before.rowVersion, publishPurposes: true });
    const { rowVersion } = await (await as(staff)).application.get({ ws, id });
    const reviewed = await (await as(staff)).application.finishReview({ ws, id, rowVersion, nextOn: '2028-01-15' });
    expect(reviewed).toMatchObject({
      status: 'published',
      reviewOn: '2028-01-15',
      reviewedAt: server.deps.now().toISOString(),
      reviewedBy: { id: staff.personnelId },
    });
    expect(await list(true)).toEqual([]);
    const log = await (await as(dpo)).activityLog.list({ ws, entityId: id });
    expect(log.collection[0]).toMatchObject({ event: 'application.reviewed', actor: { id: staff.personnelId } });
    const deadline = await server.owner
      .selectFrom('deadlines')
      .select(['dueAt', 'endedAt'])
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow();
    expect(deadline).toMatchObject({ dueAt: '2028-01-15T17:00:00.000Z', endedAt: null });
    expect(
      await refusal((await as(staff)).application.finishReview({ ws, id, rowVersion, nextOn: null })),
    ).toMatchObject({ status: 'CONFLICT' });
  });

  it('has no clock without a date, and loses it with the date or the record', async () => {
    const deadlines = async (id: string) =>
      (await server.owner.selectFrom('deadlines').select('id').where('subjectId', '=', id).execute()).length;
    const bare = await record();
    expect(await deadlines(bare.id)).toBe(0);
    const dated = await record({ reviewOn: '2029-05-01' });
    expect(await deadlines(dated.id)).toBe(1);
    const { id, rowVersion, name, description } = dated;
    const input = { ws, id, rowVersion, name, description, dataControllerId: controllerId };
    await (await as(staff)).application.update({ ...input, reviewOn: null });
    expect(await deadlines(id)).toBe(0);
    const again = await record({ reviewOn: '2029-05-01' });
    await (await as(staff)).application.remove({ ws, id: again.id });
    expect(await deadlines(again.id)).toBe(0);
  });

  it('follows the settings of the workspace, which DPO and Admin change with a version check', async () => {
    const { id } = await record({ reviewOn: '2030-03-31' });
    const hours = async () =>
      (await server.owner.selectFrom('deadlines').select('alertHours').where('subjectId', '=', id).executeTakeFirst())
        ?.alertHours;
    expect(await hours()).toEqual([31 * 24, 8 * 24, 24]);
    const before = await (await as(dpo)).application.reviewSettings({ ws });
    expect(before).toEqual({ months: 12, alertDays: [30, 7, 0], rowVersion: 0 });
    expect(
      await refusal((await as(staff)).application.updateReviewSettings({ ws, ...before, months: 6 })),
    ).toMatchObject({ status: 'FORBIDDEN' });
    const after = await (await as(dpo)).application.updateReviewSettings({ ws, ...before, months: 6, alertDays: [14] });
    expect(after).toEqual({ months: 6, alertDays: [14], rowVersion: 1 });
    expect(await hours()).toEqual([15 * 24]);
    expect(await refusal((await as(dpo)).application.updateReviewSettings({ ws, ...before, months: 3 }))).toMatchObject(
      { status: 'CONFLICT' },
    );
  });

  it('suggests the same day months later, or the last of a shorter month', () => {
    expect(monthsAfter('2026-11-22', 12)).toBe('2027-11-22');
    expect(monthsAfter('2026-08-31', 6)).toBe('2027-02-28');
    expect(monthsAfter('2026-12-31', 2)).toBe('2027-02-28');
  });
});

describe('the code of an activity', () => {
  it('belongs to one record of the workspace, ignoring case, and is found by the search', async () => {
    const { id } = await record({ processCode: ' HR-001 ' });
    expect((await (await as(staff)).application.get({ ws, id })).processCode).toBe('HR-001');
    expect(await refusal(record({ processCode: 'hr-001' }))).toMatchObject({
      code: 'application.processCodeTaken',
      fields: ['processCode'],
    });
    const inUse = async (processCode: string, own?: string) =>
      (await (await as(staff)).application.processCode({ ws, processCode, id: own })).inUse;
    expect([await inUse('Hr-001'), await inUse('HR-001', id), await inUse('HR-002')]).toEqual([true, false, false]);
    const found = await (await as(staff)).application.list({ ws, query: 'r-001' });
    expect(found.collection.map((row) => row.processCode)).toEqual(['HR-001']);
    // A missing code is not a duplicate: any number of records may have none.
    await record();
    await record();
  });
});
