import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { publishNotice } from '../helpers/notices.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff', Person>;
let first: Notice;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  first = await publishNotice(server, people.dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
});

const api = async () => callerFor(server, await signInAgain(server, people.dpo));
const ring = async (day: string) => {
  server.clock.set(`${day}T10:00:00+07:00`);
  await server.deps.alarm.ring();
  await server.deps.alarm.ring();
};
const DATES = ['privacyNotice.inForce', 'privacyNotice.reviewDueSoon', 'privacyNotice.reviewOverdue'];
const bellOf = async ({ personnelId }: Person) =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
      .select('l.event')
      .where('n.personnelId', '=', personnelId)
      .where('l.event', 'in', DATES)
      .orderBy('l.createdAt')
      .execute()
  ).map(({ event }) => event);
const mailKinds = async () => {
  const kinds = ['noticeReviewDueSoon', 'noticeReviewOverdue', 'noticeInForce'];
  const mails = server.owner.selectFrom('mails').select('kind').where('workspaceId', '=', ws);
  return (await mails.where('kind', 'in', kinds).orderBy('createdAt').execute()).map(({ kind }) => kind);
};

/** Publishes the next version with these dates. */
async function publish(before: Notice, dates: { effectiveFrom?: string; reviewOn?: string | null }): Promise<Notice> {
  const { privacyNotice } = await api();
  const { rowVersion } = await privacyNotice.update({
    ws,
    id: before.id,
    rowVersion: before.rowVersion,
    ...before.draft,
    ...dates,
  });
  return privacyNotice.publish({ ws, id: before.id, rowVersion });
}
const idsBy = async (dates: 'PLANNED' | 'OVERDUE' | 'AHEAD') =>
  (await (await api()).privacyNotice.list({ ws, dates })).collection.map(({ id }) => id);

it('has a clock for its review from publishing on, on the page, in the list and in the bell', async () => {
  expect(first.reviewClock).toBeNull();
  expect(await idsBy('PLANNED')).toEqual([]);
  const { id } = await publish(first, { reviewOn: '2026-12-20' });
  const clock = { dueAt: '2026-12-20T16:59:59.000Z', endedAt: null };
  const { privacyNotice, clock: clocks } = await api();
  expect((await privacyNotice.get({ ws, id })).reviewClock).toMatchObject(clock);
  expect((await privacyNotice.list({ ws, dates: 'PLANNED' })).collection).toMatchObject([{ id, reviewClock: clock }]);
  const { id: undated } = await publishNotice(server, people.dpo, {
    dataControllerId: first.dataController.id,
    name: 'ประกาศสำหรับบุคลากร',
  });
  // What has no date of review comes last in either direction.
  for (const sortDirection of ['ASC', 'DESC'] as const)
    expect((await privacyNotice.list({ ws, sortBy: 'reviewOn', sortDirection })).collection).toMatchObject([
      { id },
      { id: undated },
    ]);
  expect((await clocks.running({ ws })).collection).toMatchObject([
    { module: 'privacyNotice', id, title: 'ประกาศสำหรับผู้ป่วย', part: { th: 'การทบทวน' }, unit: 'days', clock },
  ]);
});

it('notifies users who write notices at each threshold once and when the review is overdue', async () => {
  const { id } = await publish(first, { reviewOn: '2026-12-20' });
  for (const day of ['2026-11-02', '2026-11-21', '2026-12-14', '2026-12-20', '2026-12-22']) await ring(day);
  const due = ['reviewDueSoon', 'reviewDueSoon', 'reviewDueSoon', 'reviewOverdue'];
  expect(await bellOf(people.dpo)).toEqual(due.map((event) => `privacyNotice.${event}`));
  expect(await bellOf(people.staff)).toEqual([]);
  // Those that are left then, a while after each threshold.
  expect(await timesLeft(server, ws, 'privacyNotice.reviewDueSoon')).toEqual([29, 6, 0]);
  expect(await mailKinds()).toEqual(expect.arrayContaining(['noticeReviewDueSoon', 'noticeReviewOverdue']));
  expect((await (await api()).clock.running({ ws })).overdue).toBe(1);
  expect(await idsBy('OVERDUE')).toEqual([id]);
  const next = await publish(await (await api()).privacyNotice.get({ ws, id }), { reviewOn: '2027-12-20' });
  expect(next.reviewClock).toMatchObject({ dueAt: '2027-12-20T16:59:59.000Z' });
  expect(await idsBy('OVERDUE')).toEqual([]);
  expect(await publish(next, { reviewOn: null })).toMatchObject({ reviewClock: null, reviewOn: null });
});

it('needs a review date to come, so that a version is not overdue as it is published', async () => {
  const { id } = await publish(first, { reviewOn: '2026-11-20' });
  server.clock.set('2026-11-25T10:00:00+07:00');
  const current = async () => (await api()).privacyNotice.get({ ws, id });
  expect(await refusal(publish(await current(), { effectiveFrom: '2026-11-26' }))).toMatchObject({
    code: 'privacyNotice.incomplete',
    fields: ['reviewOn'],
  });
  expect(await publish(await current(), { reviewOn: '2026-11-25' })).toMatchObject({
    publishedVersion: 3,
    reviewClock: { dueAt: '2026-11-25T16:59:59.000Z', endedAt: null },
  });
});

it('notifies them once on the first day of a version published in advance, and then of the next one', async () => {
  const second = await publish(first, { effectiveFrom: '2026-11-10' });
  const third = await publish(second, { effectiveFrom: '2026-11-15' });
  expect(await idsBy('AHEAD')).toEqual([first.id]);
  expect((await (await api()).clock.running({ ws })).collection).toMatchObject([
    { part: { en: 'New version effective' }, clock: { dueAt: '2026-11-09T17:00:00.000Z' } },
  ]);
  await ring('2026-11-09');
  expect(await bellOf(people.dpo)).toEqual([]);
  await ring('2026-11-10');
  expect(await bellOf(people.dpo)).toEqual(['privacyNotice.inForce']);
  await ring('2026-11-15');
  expect(await bellOf(people.dpo)).toEqual(['privacyNotice.inForce', 'privacyNotice.inForce']);
  await ring('2026-11-20');
  expect(await bellOf(people.dpo)).toHaveLength(2);
  expect(await mailKinds()).toHaveLength(2);
  expect(await (await api()).privacyNotice.get({ ws, id: third.id })).toMatchObject({ versionInForce: 3 });
  expect((await (await api()).clock.running({ ws })).total).toBe(0);
  expect(await idsBy('AHEAD')).toEqual([]);
});

it('is paused while the notice is withdrawn, and notifies what passed once it is offered again', async () => {
  const { id } = await publish(first, { reviewOn: '2026-11-20' });
  await ring('2026-11-02');
  const before = await bellOf(people.dpo);
  await (await api()).privacyNotice.remove({ ws, id });
  await ring('2026-11-25');
  expect(await bellOf(people.dpo)).toEqual(before);
  const { privacyNotice, clock } = await api();
  expect((await clock.running({ ws })).total).toBe(0);
  expect(await idsBy('OVERDUE')).toEqual([]);
  const { rowVersion } = await privacyNotice.get({ ws, id });
  await privacyNotice.restore({ ws, id, rowVersion });
  await ring('2026-11-25');
  expect(await bellOf(people.dpo)).toEqual([...before, 'privacyNotice.reviewOverdue']);
});
