import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commands } from '../../server/modules/workspace/operator.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { translate } from '../../server/platform/i18n.ts';
import { endWaiting } from '../../server/platform/mail/ending.ts';
import { setMailLimits } from '../../server/platform/operator/limits.ts';
import { DELIVERY_STATES, mailDeliveryState } from '../../shared/mail/status.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { publishNotice } from '../helpers/notices.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { until } from '../helpers/until.ts';

/** Addresses that start with `gone` are refused permanently. */
let post: Awaited<ReturnType<typeof postOffice>>;
let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff', Person>;
let first: Notice;
beforeAll(async () => {
  post = await postOffice((address) =>
    address.startsWith('gone') ? { responseCode: 550, message: `${address} unknown` } : null,
  );
  server = await buildServer({ SMTP_URL: post.url }, { jobs: true });
});
afterAll(async () => {
  await server.close();
  await post.close();
});
beforeEach(async () => {
  post.received.length = 0;
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  first = await publishNotice(server, people.dpo, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
});

const api = async (person: Person = people.dpo) =>
  (await callerFor(server, await signInAgain(server, person))).privacyNotice;

/** A form of the application that the notice covers. */
async function formOfNotice() {
  const form = await buildConsentForm(server, people.dpo, { purposes: 2 });
  await server.owner
    .updateTable('consents')
    .set({ applicationId: first.draft.applications[0]!.id })
    .where('id', '=', form.id)
    .execute();
  return form;
}

/** The next version, about which people have to be informed. */
async function publishChange({ effectiveFrom = null }: { effectiveFrom?: string | null } = {}): Promise<Notice> {
  const { rowVersion, draft } = await (await api()).get({ ws, id: first.id });
  const saved = await (
    await api()
  ).update({
    ws,
    id: first.id,
    rowVersion,
    ...draft,
    organization: { ...draft.organization, acronym: 'RMY' },
    effectiveFrom,
  });
  return (await api()).publish({ ws, id: first.id, rowVersion: saved.rowVersion, tellAgain: true });
}
/** Changes the draft of the next version in what nobody has to be informed of. */
async function protectedBy(measure: string): Promise<Notice> {
  const { rowVersion, draft } = await (await api()).get({ ws, id: first.id });
  const measures = { ...draft.measures, custom: [{ th: measure, en: measure }] };
  return (await api()).update({ ws, id: first.id, rowVersion, ...draft, measures });
}
const wanted = (v = 2) => ({ ws, id: first.id, v });
const settled = () =>
  until(async () => {
    const { mailing } = await (await api()).mailing(wanted());
    return mailing?.endedAt && mailing.waiting === 0 && mailing;
  }, 'mails of the version');

it('notifies open screens at first, once a second and at the end, however many people are written to', async () => {
  const form = await formOfNotice();
  await recordChoices(
    server,
    form,
    Array.from({ length: 450 }, (_, number) => ({ uid: `member-${number}` })),
  );
  await publishChange();
  const startedAt = performance.now();
  await (await api()).startMailing(wanted());
  expect(await settled()).toMatchObject({ people: 450, lookedAt: 450, withoutAddress: 450 });
  const seconds = (performance.now() - startedAt) / 1000;
  const { times } = await server.owner
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<string>().as('times'))
    .where('workspaceId', '=', ws)
    .where('event', '=', 'privacyNotice.delivered')
    .executeTakeFirstOrThrow();
  expect(Number(times)).toBeGreaterThanOrEqual(2);
  expect(Number(times)).toBeLessThanOrEqual(2 + seconds);
});

it('sends to everybody whose consent is on file, once, in their language, and counts recipients reached', async () => {
  const form = await formOfNotice();
  const other = await buildConsentForm(server, people.dpo, { purposes: 1 });
  await recordChoices(server, form, [
    { uid: 'somchai@people.example', name: 'สมชาย ลับเฉพาะ' },
    { uid: 'jane@people.example', language: 'en' },
    { uid: 'gone@people.example' },
    { uid: 'member-7' },
    {
      uid: 'member-8',
      guardian: { firstName: 'มานี', lastName: 'ใจดี', email: 'mother@people.example', telephone: '' },
    },
    { uid: 'refused@people.example', granted: [] },
  ]);
  await recordChoices(server, form, [{ uid: 'somchai@people.example', granted: [0] }]);
  await recordChoices(server, other, [{ uid: 'elsewhere@people.example' }]);
  await publishChange();
  expect(await (await api()).mailing(wanted())).toMatchObject({
    isOwed: true,
    // The source of the application is one of the catalogue, direct or not.
    isIndirect: JSON.stringify(first.parts).includes('(ม.25)'),
    people: 5,
    mailing: null,
  });
  const started = await (await api()).startMailing(wanted());
  expect(started.mailing).toMatchObject({ people: 5, withoutAddress: 0 });
  expect(await settled()).toMatchObject({ people: 5, lookedAt: 5, sent: 3, failed: 1, withoutAddress: 1, kept: 0 });
  const received = post.received.map(({ to, raw }) => ({ to: to.join(), isEnglish: raw.includes('lang=3Den') }));
  expect(received.toSorted((one, two) => (one.to < two.to ? -1 : 1))).toEqual([
    { to: 'jane@people.example', isEnglish: true },
    { to: 'mother@people.example', isEnglish: false },
    { to: 'somchai@people.example', isEnglish: false },
  ]);
  expect(await refusal((await api()).startMailing(wanted()))).toMatchObject({ code: 'privacyNotice.mailingStarted' });
  const logged = await server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', ws)
    .where('event', 'like', 'privacyNotice.%')
    .execute();
  expect(logged.map(({ event }) => event)).toContain('privacyNotice.mailingStarted');
  expect(JSON.stringify(logged)).not.toMatch(/people\.example|ลับเฉพาะ/);
});

it('where each browser chooses for itself, a person with several is one, and is written to once', async () => {
  const form = await formOfNotice();
  await server.owner
    .updateTable('consents')
    .set({ settings: sql<string>`settings || '{"level": "browser"}'` })
    .where('id', '=', form.id)
    .execute();
  const inBrowser = (uid: string) => ({ uid, knownBy: 'browser' as const, browser: randomUUID() });
  await recordChoices(server, form, [
    inBrowser('somchai@people.example'),
    inBrowser('somchai@people.example'),
    { ...inBrowser('somchai@people.example'), granted: [0] },
    inBrowser('jane@people.example'),
    { ...inBrowser('refused@people.example'), granted: [] },
  ]);
  await publishChange();
  expect(await (await api()).mailing(wanted())).toMatchObject({ people: 2 });
  await (await api()).startMailing(wanted());
  expect(await settled()).toMatchObject({ people: 2, lookedAt: 2, sent: 2 });
  expect(post.received.map(({ to }) => to.join()).toSorted()).toEqual([
    'jane@people.example',
    'somchai@people.example',
  ]);
});

it('goes to who a person is known to be, whatever anybody who knows their uid enters', async () => {
  const form = await formOfNotice();
  await server.owner
    .updateTable('consents')
    .set({ settings: sql<string>`settings || '{"level": "browser"}'` })
    .where('id', '=', form.id)
    .execute();
  const guardian = (name: string) => ({
    firstName: name,
    lastName: 'ใจดี',
    email: `${name}@people.example`,
    telephone: '',
  });
  const at = (minute: number) => new Date(server.deps.now().getTime() - (60 - minute) * 60_000);
  const uids = ['HN-0042', 'HN-0043', 'HN-0044', 'HN-0045'] as const;
  await recordChoices(server, form, [
    { uid: uids[0], at: at(0), knownBy: 'token', guardian: guardian('mother') },
    { uid: uids[1], at: at(1), knownBy: 'token', guardian: guardian('father') },
  ]);
  // One is known by the records of the organisation, and one withdrew everything.
  await recordChoices(server, form, [{ uid: uids[2], at: at(2), knownBy: 'import', guardian: guardian('aunt') }], {
    imported: true,
  });
  await recordChoices(server, form, [
    { uid: uids[1], at: at(3), knownBy: 'link', granted: [], guardian: guardian('father') },
  ]);
  const stranger = { language: 'en' as const, guardian: guardian('stranger') };
  const inBrowser = () => ({ ...stranger, knownBy: 'browser' as const, browser: randomUUID() });
  await recordChoices(server, form, [
    { uid: uids[0], at: at(4), ...inBrowser() },
    { uid: uids[1], at: at(5), ...inBrowser() },
    { uid: uids[3], at: at(6), ...inBrowser(), guardian: guardian('uncle') },
  ]);
  await recordChoices(server, form, [{ uid: uids[2], at: at(7), ...stranger }]);
  await publishChange();
  await (await api()).startMailing(wanted());
  expect(await settled()).toMatchObject({ people: 4, lookedAt: 4, sent: 4 });
  const received = post.received.map(({ to, raw }) => [to.join(), raw.includes('lang=3Den')]);
  expect(received.toSorted()).toEqual([
    ['aunt@people.example', false],
    ['father@people.example', false],
    ['mother@people.example', false],
    // Of this one nothing else is known.
    ['uncle@people.example', true],
  ]);
});

it('is sent for each person, so that a guardian of two children gets two, which the mail and the screen state', async () => {
  const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'mother@people.example', telephone: '' };
  await recordChoices(server, await formOfNotice(), [
    { uid: 'pupil-1', guardian },
    { uid: 'pupil-2', guardian },
  ]);
  await publishChange();
  const { texts } = await (await api()).mailing(wanted());
  expect(texts.th.mail).toContain('หนึ่งครั้งต่อเจ้าของข้อมูลหนึ่งราย');
  expect(texts.en.mail).toContain('for each person for whom consent was given; if you gave it for several');
  expect(translate('th', 'privacyNoticeScreen:mailing.confirmBody')).toContain('ผู้ปกครองของหลายรายจึงได้รับหลายฉบับ');
  expect(translate('en', 'privacyNoticeScreen:mailing.confirmBody')).toContain(
    'guardian of several people receives several',
  );
  await (await api()).startMailing(wanted());
  expect(await settled()).toMatchObject({ people: 2, lookedAt: 2, sent: 2, withoutAddress: 0 });
  expect(post.received.map(({ to }) => to.join())).toEqual([guardian.email, guardian.email]);
});

it('continues after the last recipient of a finally failed job, and sends to nobody twice', async () => {
  const uids = ['somchai', 'jane', 'mana', 'piti'].map((name) => `${name}@people.example`);
  await recordChoices(
    server,
    await formOfNotice(),
    uids.map((uid) => ({ uid })),
  );
  await publishChange();
  await (await api()).startMailing(wanted());
  await settled();
  expect(post.received.map(({ to }) => to.join()).toSorted()).toEqual(uids.toSorted());
  // As if the node had died after the second of them, each time it was restarted.
  const order = await server.owner
    .selectFrom('consentSubjects')
    .select('uid')
    .where('workspaceId', '=', ws)
    .orderBy('uid')
    .execute();
  const { id } = await server.owner
    .updateTable('privacyNoticeMailings')
    .set({ endedAt: null, lookedAt: 2, lastUid: order[1]!.uid })
    .where('workspaceId', '=', ws)
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.owner.deleteFrom('mailDeliveries').where('batchId', '=', id).where('position', '>=', 2).execute();
  await sql`update pgboss.job set state = 'failed' where singleton_key = ${id}`.execute(server.owner);
  post.received.length = 0;
  const find = () => findLostJobs(server.deps);
  await server.owner
    .updateTable('privacyNoticeMailings')
    .set({ startedAt: new Date(server.deps.now().getTime() - 60_000) })
    .where('id', '=', id)
    .execute();
  expect(await find()).toBe(1);
  expect(await settled()).toMatchObject({ lookedAt: 4, withoutAddress: 0 });
  expect(post.received).toHaveLength(2);
  expect(await find()).toBe(0);
});

it('sends as far as the daily quota of the workspace permits, reports how many wait, and the others on the next day', async () => {
  server.clock.set('2027-03-01T03:00:00Z');
  people.dpo = await signInAgain(server, people.dpo);
  await setMailLimits(server.deps, ws, ['mails=4']);
  const uids = ['somchai', 'jane', 'mana', 'piti', 'chujai', 'wira'].map((name) => `${name}@people.example`);
  await recordChoices(
    server,
    await formOfNotice(),
    uids.map((uid) => ({ uid })),
  );
  await publishChange();
  // Before the start, for the dialog that starts it.
  expect(await (await api()).mailing(wanted())).toMatchObject({
    people: 6,
    today: { left: 4, limitedBy: 'workspace' },
  });
  await (await api()).startMailing(wanted());
  const today = await until(async () => {
    const { mailing } = await (await api()).mailing(wanted());
    return mailing?.endedAt && mailing.sent === 4 && mailing;
  }, 'mails of the first day');
  expect(today).toMatchObject({ people: 6, lookedAt: 6, sent: 4, waiting: 2, failed: 0 });
  expect((await (await api()).mailing(wanted())).today.left).toBe(0);
  // Midnight in Thailand is 17:00 in UTC.
  server.clock.set('2027-03-01T17:00:30Z');
  server.deps.mailer.kick();
  expect(await settled()).toMatchObject({ people: 6, sent: 6, waiting: 0 });
  expect(post.received.map(({ to }) => to.join()).toSorted()).toEqual(uids.toSorted());
});

/** A mailing whose second half waits for the next day. */
async function halfSent() {
  server.clock.set('2027-04-01T03:00:00Z');
  people.dpo = await signInAgain(server, people.dpo);
  await setMailLimits(server.deps, ws, ['mails=2']);
  const uids = ['somchai', 'jane', 'mana', 'piti'].map((name) => `${name}@people.example`);
  await recordChoices(
    server,
    await formOfNotice(),
    uids.map((uid) => ({ uid })),
  );
  await publishChange();
  await (await api()).startMailing(wanted());
  await until(async () => {
    const { mailing } = await (await api()).mailing(wanted());
    return mailing?.endedAt && mailing.sent === 2 && mailing.waiting === 2;
  }, 'mails of the first day');
}
/** Begins the next day, on which the mails that waited would go out; what has gone out since. */
async function nextDay(version: number) {
  await until(async () => {
    const { mailing } = await (await api()).mailing(wanted(version));
    return mailing?.endedAt && mailing.stoppedAt;
  }, 'the mailing has stopped');
  post.received.length = 0;
  await setMailLimits(server.deps, ws, ['mails=100']);
  server.deps.mailer.kick();
}

it('stops once the notice is withdrawn: mails that wait are not sent', async () => {
  await halfSent();
  await (await api()).remove({ ws, id: first.id });
  await nextDay(2);
  const { mailing } = await (await api()).mailing(wanted());
  expect(mailing).toMatchObject({ sent: 2, waiting: 0, failed: 0, stopped: 2 });
  const { rows } = await sql`select status from mails where workspace_id = ${ws} and status = 'waiting'`.execute(
    server.owner,
  );
  expect(rows).toEqual([]);
  expect(post.received).toEqual([]);
});

it('stops mails in those states alone from which they can be given up', async () => {
  await halfSent();
  const mails = await server.owner
    .selectFrom('mailDeliveries')
    .select(['mailId', 'batchId'])
    .where('workspaceId', '=', ws)
    .orderBy('mailId')
    .execute();
  // One in each state.
  expect(mails).toHaveLength(DELIVERY_STATES.length);
  for (const [place, { mailId }] of mails.entries())
    await server.owner
      .updateTable('mailDeliveries')
      .set({ state: DELIVERY_STATES[place]! })
      .where('mailId', '=', mailId)
      .execute();
  const batch = { workspaceId: ws, batchId: mails[0]!.batchId };
  await endWaiting(server.deps.systemDb, batch, { reason: 'stopped', at: server.deps.now(), limit: 10 });
  const after = await server.owner
    .selectFrom('mailDeliveries')
    .select('state')
    .where('workspaceId', '=', ws)
    .orderBy('mailId')
    .execute();
  expect(after.map(({ state }) => state)).toEqual(
    DELIVERY_STATES.map((state) => mailDeliveryState[state].giveUp?.to ?? state),
  );
  expect(DELIVERY_STATES.filter((state) => mailDeliveryState[state].giveUp)).toEqual(['waiting']);
});

it('stops once a version is published that people are informed of, which owes what the stopped one changed', async () => {
  await halfSent();
  await (await api()).publish({ ws, id: first.id, rowVersion: (await protectedBy('A')).rowVersion });
  expect((await (await api()).mailing(wanted())).mailing).toMatchObject({ stoppedAt: null, waiting: 2 });
  await (await api()).publish({ ws, id: first.id, rowVersion: (await protectedBy('B')).rowVersion, tellAgain: true });
  await nextDay(2);
  expect((await (await api()).mailing(wanted())).mailing).toMatchObject({ sent: 2, waiting: 0, stopped: 2 });
  expect(await (await api()).mailing(wanted(4))).toMatchObject({ isOwed: true, people: 4, mailing: null });
});

it('goes on while notices are switched off: the page that it leads to stays readable', async () => {
  await halfSent();
  post.received.length = 0;
  await commands['set-flags'].run(server.deps, [ws, 'privacyEnabled=off']);
  // Midnight in Thailand is 17:00 in UTC.
  server.clock.set('2027-04-01T17:00:30Z');
  server.deps.mailer.kick();
  await until(() => post.received.length === 2, 'mails of the next day');
  expect((await server.app.inject({ url: noticePage(ws, first.id) })).statusCode).toBe(200);
});

it('contains what people have to be informed of in both languages, for every channel', async () => {
  await publishChange();
  const { texts } = await (await api()).mailing(wanted());
  expect(texts.th.website).toMatch(new RegExp(`https?://[^ ]+/notices/${ws}/${first.id}`));
  expect(texts.en.reception).toContain('has updated its privacy notice');
  expect(texts.th.mail).toContain('ประกาศสำหรับลูกค้า');
  expect(texts.en.mail).toContain('no unsubscribe link');
  expect(texts.en.mail).not.toContain('until then it displays the previous one');
});

it('about a version that followed before anybody was written to contains what the earlier one changed', async () => {
  await recordChoices(server, await formOfNotice(), [{ uid: 'somchai@people.example' }]);
  const { purpose } = await callerFor(server, people.dpo);
  const { draftOf } = await import('../../shared/purpose/fields.ts');
  const { purposeId } = first.draft.provisions[0]!;
  const before = await purpose.get({ ws, id: purposeId });
  const recipient = { name: 'บริษัทจัดส่ง', countries: ['SG'], contract: 'DPA-2', safeguard: 'standardClauses' };
  const saved = await purpose.update({
    ws,
    id: purposeId,
    rowVersion: before.rowVersion,
    ...draftOf(before.content),
    thirdPartyDisclosure: true,
    thirdParties: [recipient],
  } as never);
  await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
  const publish = async (measure: string) => {
    const typed = await protectedBy(measure);
    await (await api()).publish({ ws, id: first.id, rowVersion: typed.rowVersion });
    return (await api()).mailing(wanted(typed.publishedVersion + 1));
  };
  const about = expect.stringContaining('บริษัทจัดส่ง');
  expect(await publish('A')).toMatchObject({ isOwed: true, texts: { th: { mail: about } } });
  expect(await publish('B')).toMatchObject({ version: 3, isOwed: true, texts: { th: { mail: about } } });
  expect(await refusal((await api()).startMailing(wanted(2)))).toMatchObject({ code: 'privacyNotice.mailingNotOwed' });
  await (await api()).startMailing(wanted(3));
  // Now people know it.
  expect(await publish('C')).toMatchObject({ version: 4, isOwed: false });
});

it('states when the page will display a version that is not in force yet', async () => {
  const ahead = new Date(server.deps.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  await publishChange({ effectiveFrom: ahead });
  const { texts } = await (await api()).mailing(wanted());
  expect(texts.en.mail).toContain('until then it displays the previous one');
  expect(texts.th.reception).toContain('ก่อนวันนั้นแสดงฉบับก่อนหน้า');
});

it('is only for the newest version that requires it, of an offered notice, with recipients', async () => {
  expect(await refusal((await api()).startMailing(wanted(1)))).toMatchObject({ code: 'privacyNotice.mailingNotOwed' });
  await publishChange();
  expect(await refusal((await api()).startMailing(wanted()))).toMatchObject({ code: 'privacyNotice.mailingToNobody' });
  await recordChoices(server, await formOfNotice(), [{ uid: 'somchai@people.example' }]);
  expect(await refusal((await api(people.staff)).startMailing(wanted()))).toMatchObject({ code: 'forbidden.role' });
  expect(await refusal((await api()).startMailing(wanted(9)))).toMatchObject({ code: 'privacyNotice.notFound' });
  await (await api()).remove({ ws, id: first.id });
  expect(await (await api()).mailing(wanted())).toMatchObject({ isOwed: false, people: 1 });
  expect(await refusal((await api()).startMailing(wanted()))).toMatchObject({ code: 'privacyNotice.mailingNotOwed' });
});

it('of two that start it at the same time starts once', async () => {
  await recordChoices(server, await formOfNotice(), [{ uid: 'somchai@people.example' }]);
  await publishChange();
  const both = await Promise.allSettled([(await api()).startMailing(wanted()), (await api()).startMailing(wanted())]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await settled()).toMatchObject({ sent: 1 });
  expect(post.received).toHaveLength(1);
});

it('goes on in a copy only when somebody continues it there, with those who were not checked', async () => {
  const form = await formOfNotice();
  await recordChoices(server, form, [{ uid: 'somchai@people.example' }, { uid: 'jane@people.example' }]);
  await publishChange();
  await (await api()).startMailing(wanted());
  await settled();
  // As a restore leaves one that had checked nobody (test/modules/backup.test.ts).
  await server.owner.deleteFrom('mailDeliveries').where('workspaceId', '=', ws).execute();
  await server.owner
    .updateTable('privacyNoticeMailings')
    .set({ paused: 'restored', lastUid: null, lookedAt: 0 })
    .where('workspaceId', '=', ws)
    .execute();
  post.received.length = 0;
  server.clock.set(new Date(server.deps.now().getTime() + 60 * 60_000));
  expect(await findLostJobs(server.deps)).toBe(0);
  expect(await (await api()).mailing(wanted())).toMatchObject({ isOwed: true, mailing: { paused: 'restored' } });
  expect(await refusal((await api(people.staff)).startMailing(wanted()))).toMatchObject({ code: 'forbidden.role' });
  const continued = await (await api()).startMailing(wanted());
  expect(continued.mailing).toMatchObject({ paused: null, people: 2 });
  expect(await settled()).toMatchObject({ lookedAt: 2, sent: 2, paused: null });
  expect(post.received.map(({ to }) => to.join()).toSorted()).toEqual([
    'jane@people.example',
    'somchai@people.example',
  ]);
  expect(await refusal((await api()).startMailing(wanted()))).toMatchObject({ code: 'privacyNotice.mailingStarted' });
});
