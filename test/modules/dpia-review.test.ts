import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { translate } from '../../server/platform/i18n.ts';
import { LOCALES } from '../../shared/locale.ts';
import {
  buildDataController,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'other', Person>;
let applicationId: string;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', other: 'Staff' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  const { application } = await callerFor(server, people.dpo);
  ({ id: applicationId } = await application.create({ ws, name: 'ระบบตรวจ', description: 'ตรวจ', dataControllerId }));
});

const api = async (person: Person = people.dpo) => callerFor(server, await signInAgain(server, person));
const bellOf = async ({ personnelId }: Person) =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
      .select('l.event')
      .where('n.personnelId', '=', personnelId)
      .orderBy('l.createdAt')
      .execute()
  ).map(({ event }) => event);
const mailKinds = async () => {
  const kinds = ['dpiaReviewDueSoon', 'dpiaReviewOverdue'];
  const mails = server.owner
    .selectFrom('mails')
    .select('kind')
    .where('workspaceId', '=', ws)
    .where('kind', 'in', kinds);
  return (await mails.orderBy('createdAt').execute()).map(({ kind }) => kind);
};

/** The texts of the mails about reviews to a person. */
const reviewMails = async ({ email }: Person) =>
  (await mailsOf(server, email)).filter(({ kind }) => kind.startsWith('dpiaReview')).map(({ text }) => text);

/** A published assessment with a review by Staff on this day. */
async function publish(reviewOn: string): Promise<string> {
  const { id } = await draftDpia(
    server,
    people.dpo,
    { ws, applicationId },
    { reviewOn, reviewerId: people.staff.personnelId },
  );
  await (await api()).dpia.publish({ ws, id });
  return id;
}
const get = async (id: string) => (await api()).dpia.get({ ws, id });

it('runs from publishing to the end of its day, on the page, in the list and in the bell', async () => {
  const id = await publish('2026-12-20');
  const clock = { dueAt: '2026-12-20T16:59:59.000Z', endedAt: null };
  expect((await get(id)).reviewClock).toMatchObject(clock);
  const { dpia, clock: clocks } = await api();
  expect((await dpia.list({ ws, review: 'PLANNED' })).collection).toMatchObject([{ id, reviewClock: clock }]);
  expect((await clocks.running({ ws })).collection).toMatchObject([
    { module: 'dpia', id, title: 'ระบบตรวจพันธุกรรม', unit: 'days', clock, address: `/dpo-tools/dpia/${id}` },
  ]);
});

it('notifies the reviewer and users who decide, at each threshold once and when it is overdue', async () => {
  const id = await publish('2026-12-20');
  await server.deps.alarm.ring();
  expect(await bellOf(people.staff)).toEqual([]);
  for (const now of ['2026-11-21', '2026-12-14', '2026-12-20', '2026-12-22']) {
    server.clock.set(`${now}T10:00:00+07:00`);
    await server.deps.alarm.ring();
    await server.deps.alarm.ring();
  }
  const due = ['dpia.reviewDueSoon', 'dpia.reviewDueSoon', 'dpia.reviewDueSoon', 'dpia.reviewOverdue'];
  expect(await bellOf(people.staff)).toEqual(due);
  expect(await bellOf(people.dpo)).toEqual(due);
  expect(await bellOf(people.other)).toEqual([]);
  // Those that are left then, a while after each threshold.
  expect(await timesLeft(server, ws, 'dpia.reviewDueSoon')).toEqual([29, 6, 0]);
  // One to each of the two.
  expect(await mailKinds()).toEqual([
    ...Array<string>(6).fill('dpiaReviewDueSoon'),
    ...Array<string>(2).fill('dpiaReviewOverdue'),
  ]);
  const { dpia, clock } = await api();
  expect((await clock.running({ ws })).overdue).toBe(1);
  expect((await dpia.list({ ws, review: 'OVERDUE' })).collection.map((row) => row.id)).toEqual([id]);
});

it('does not notify a reviewer who has a role since that does not read assessments', async () => {
  await publish('2026-12-20');
  await server.owner
    .updateTable('personnel')
    .set({ role: 'Top Management' })
    .where('id', '=', people.staff.personnelId)
    .execute();
  server.clock.set('2026-12-14T10:00:00+07:00');
  await server.deps.alarm.ring();
  expect(await bellOf(people.dpo)).toContain('dpia.reviewDueSoon');
  expect(await bellOf(people.staff)).toEqual([]);
  expect(await reviewMails(people.staff)).toEqual([]);
});

it('has the address of its variant, as its list has, in the bell and in mails', async () => {
  const ids: string[] = [];
  for (const day of [10, 11, 12, 20, 21, 22]) ids.push(await publish(`2026-12-${day}`));
  const [current, older] = [ids.slice(0, 3), ids.slice(3)];
  await server.owner.updateTable('dpias').set({ variant: 'OLDER' }).where('id', 'in', older).execute();
  const { collection, lists } = await (await api()).clock.running({ ws });
  const addresses = [
    ...current.map((id) => `/dpo-tools/dpia/${id}`),
    ...older.map((id) => `/dpo-tools/dpia-version-1/${id}`),
  ];
  expect(collection.map(({ address }) => address)).toEqual(addresses.slice(0, 5));
  expect(lists.filter(({ module }) => module === 'dpia')).toEqual([
    { module: 'dpia', total: 3, more: 0, address: '/dpo-tools/dpia?review=PLANNED' },
    { module: 'dpia', total: 3, more: 1, address: '/dpo-tools/dpia-version-1?review=PLANNED' },
  ]);
  server.clock.set('2026-12-09T10:00:00+07:00');
  await server.deps.alarm.ring();
  const mails = await reviewMails(people.staff);
  for (const address of addresses) expect(mails).toContainEqual(expect.stringContaining(address));
});

it('is done by the reviewer of the published version, until the next one is published', async () => {
  const id = await publish('2026-12-20');
  const { dpia } = await api();
  const { draft, rowVersion } = await dpia.newVersion({ ws, id });
  const edited = await dpia.update({ ws, id, rowVersion, ...draft, reviewerId: people.other.personnelId });
  expect(edited).toMatchObject({
    draft: { reviewerId: people.other.personnelId },
    reviewer: { id: people.staff.personnelId },
  });
  const reviewedBy = async ({ personnelId: reviewerId }: Person) =>
    (await (await api()).dpia.list({ ws, reviewerId })).collection.map((row) => row.id);
  expect([await reviewedBy(people.staff), await reviewedBy(people.other)]).toEqual([[id], []]);
  server.clock.set('2026-12-14T10:00:00+07:00');
  await server.deps.alarm.ring();
  expect(await bellOf(people.staff)).toContain('dpia.reviewDueSoon');
  expect(await bellOf(people.other)).toEqual([]);
  const next = { ...edited.draft, reviewOn: '2027-11-10' };
  await (await api()).dpia.update({ ws, id, rowVersion: edited.rowVersion, ...next });
  expect(await (await api()).dpia.publish({ ws, id })).toMatchObject({ reviewer: { id: people.other.personnelId } });
});

it('continues while a new version is edited, and starts again with the date of that version', async () => {
  const id = await publish('2026-11-10');
  server.clock.set('2026-11-12T10:00:00+07:00');
  const { dpia } = await api();
  const { draft, rowVersion } = await dpia.newVersion({ ws, id });
  expect((await get(id)).reviewClock).toMatchObject({ dueAt: '2026-11-10T16:59:59.000Z' });
  await dpia.update({ ws, id, rowVersion, ...draft, reviewOn: '2027-11-10' });
  const next = await dpia.publish({ ws, id });
  expect(next.reviewClock).toMatchObject({ dueAt: '2027-11-10T16:59:59.000Z' });
  expect((await (await api()).clock.running({ ws })).overdue).toBe(0);
});

/** What the programme overview has of overdue reviews, and the state of the card. */
async function overview() {
  const cards = await (await api()).overview.cards({ ws });
  const { state, overdue } = cards.find(({ module }) => module === 'dpiaDashboard')!;
  return { state, reviews: overdue.filter(({ counted }) => counted !== 'plans') };
}

it('is among what is overdue on the overview, beside the number of a week ago', async () => {
  const id = await publish('2026-11-20');
  await publish('2026-11-27');
  server.clock.set('2026-12-01T10:00:00+07:00');
  const first = await overview();
  expect(first.state).toBe('overdue');
  expect(first.reviews).toMatchObject([
    { counted: 'reviews', total: 2, weekAgo: 1, unit: 'days', address: '/dpo-tools/dpia?review=OVERDUE' },
  ]);
  expect(first.reviews[0]!.records[0]).toMatchObject({
    id,
    dueAt: '2026-11-20T16:59:59.000Z',
    address: `/dpo-tools/dpia/${id}`,
  });
  // A review that was done since was still overdue a week ago.
  const { dpia } = await api();
  const { draft, rowVersion } = await dpia.newVersion({ ws, id });
  await dpia.update({ ws, id, rowVersion, ...draft, reviewOn: '2027-11-10' });
  await dpia.publish({ ws, id });
  expect((await overview()).reviews).toMatchObject([{ counted: 'reviews', total: 1, weekAgo: 1 }]);
});

it('is counted on the overview for the older variant too, where one is overdue', async () => {
  const { dpia } = await api();
  const { id } = await dpia.create({ ws, applicationId, name: 'แบบเดิม', reason: 'ตามรอบ', variant: 'OLDER' });
  await server.owner.updateTable('dpias').set({ reviewOn: '2026-11-01' }).where('id', '=', id).execute();
  const { state, reviews } = await overview();
  expect(state).toBe('overdue');
  expect(reviews).toMatchObject([
    { counted: 'reviews', total: 0, records: [] },
    { counted: 'olderReviews', total: 1, records: [{ id, address: `/dpo-tools/dpia-version-1/${id}` }] },
  ]);
  for (const locale of LOCALES)
    expect(translate(locale, 'dpiaDashboard:overview.olderReviews')).not.toBe('overview.olderReviews');
});
