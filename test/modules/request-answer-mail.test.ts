import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expirePackages } from '../../server/modules/requestAnswer/expiry.ts';
import { TAKE_PATH } from '../../shared/requestAnswer/person.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { approve, buildWorkedRequest, SUBJECT } from '../helpers/answers.ts';
import { waitForLocks } from '../helpers/lockWaits.ts';
import { holdNewFiles } from '../helpers/pausedFiles.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { until } from '../helpers/until.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const DAY = 86_400_000;
/** What the mail server answers to a recipient; null: it accepts the mail. */
let answer: { responseCode: number; message: string } | null = null;
let post: Awaited<ReturnType<typeof postOffice>>;
let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;

beforeAll(async () => {
  post = await postOffice(() => answer);
  server = await buildServer({ SMTP_URL: post.url }, { jobs: true });
});
afterAll(async () => {
  await server.close();
  await post.close();
});
beforeEach(async () => {
  answer = null;
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});

const as = async () => callerFor(server, await signInAgain(server, dpo));
const later = (days: number) => server.clock.set(new Date(server.deps.now().getTime() + days * DAY).toISOString());
const expire = () => expirePackages(server.deps, new AbortController().signal);
const noticeOf = async (id: string) =>
  (await (await as()).requestMessage.list({ ws, id })).notices.find(({ kind }) => kind === 'READY');
const stateOf = async (id: string) => (await noticeOf(id))?.mails.map(({ state }) => state);

/** How often the bells of the assignee and of the data protection officer state that no mail arrived. */
const bells = async () => {
  const rows = await server.owner
    .selectFrom('personalNotices as n')
    .innerJoin('activityLogs as a', (join) =>
      join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
    )
    .select('n.personnelId')
    .where('a.workspaceId', '=', ws)
    .where('a.event', '=', 'requestMessage.undelivered')
    .execute();
  return [staff, dpo].map((person) => rows.filter((row) => row.personnelId === person.personnelId).length);
};
const errorsOf = async (id: string) =>
  (await server.owner.selectFrom('mailDeliveries').select('error').where('entityId', '=', id).execute()).map(
    ({ error }) => error,
  );
/** The next try of all that waits, by a mail server that accepts mails again. */
async function sendRest(): Promise<void> {
  answer = null;
  server.clock.set(new Date(server.deps.now().getTime() + 60_000).toISOString());
  server.deps.mailer.kick();
  const waiting = () =>
    server.owner
      .selectFrom('mails')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('status', '=', 'waiting')
      .execute();
  await expect.poll(waiting).toEqual([]);
}

/** An answer whose package is ready, and whose mail was tried. */
async function buildReady(email = SUBJECT.email) {
  const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { email });
  const right = { ws, id, rightId };
  await approve(server, { dpo, staff }, { id });
  return { right, ready: await release(right) };
}

/** Releases an answer, and waits until its package is ready and its mail was tried. */
async function release(right: { ws: string; id: string; rightId: string }) {
  await (await as()).requestAnswer.release({ ...right, expiryDays: 2, downloadLimit: 1 });
  const ready = await until(async () => {
    const found = await (await as()).requestAnswer.get(right);
    return ['READY', 'FAILED'].includes(found.status) && found;
  }, 'the package');
  server.deps.mailer.kick();
  await expect.poll(() => stateOf(right.id)).not.toEqual(['waiting']);
  return ready;
}

describe('the mail that an answer is ready', () => {
  it('is displayed with its result, can be sent again, and starts the days of the answer once it is sent', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const { right, ready } = await buildReady();
    expect(await stateOf(right.id)).toEqual(['failed']);
    // Nobody knows of it: it is not removed, and staff read no date that has passed.
    expect((await (await as()).requestAnswer.get(right)).expiresAt).toBe(ready.expiresAt);
    later(3);
    await expire();
    expect(await (await as()).requestAnswer.get(right)).toMatchObject({ status: 'READY', expiresAt: null });
    answer = null;
    const sentAt = server.deps.now().getTime();
    const { id: noticeId } = (await noticeOf(right.id))!;
    await (await as()).requestMessage.resend({ ws, id: right.id, noticeId });
    await expect.poll(() => stateOf(right.id)).toEqual(['sent']);
    await expect
      .poll(async () => Date.parse((await (await as()).requestAnswer.get(right)).expiresAt!))
      .toBe(sentAt + 2 * DAY);
    // A mail that is sent once more has the same days.
    later(1);
    await (await as()).requestMessage.resend({ ws, id: right.id, noticeId });
    await expect.poll(() => post.received.filter(({ to }) => to[0] === SUBJECT.email).length).toBeGreaterThan(1);
    await expect.poll(() => stateOf(right.id)).toEqual(['sent']);
    expect(Date.parse((await (await as()).requestAnswer.get(right)).expiresAt!)).toBe(sentAt + 2 * DAY);
    later(1);
    await expire();
    expect((await (await as()).requestAnswer.get(right)).status).toBe('EXPIRED');
    expect(await refusal((await as()).requestMessage.resend({ ws, id: right.id, noticeId }))).toMatchObject({
      code: 'requestAnswer.notReady',
    });
  });

  it('that failed leaves an answer that can be opened after its days, which start again with the first opening', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const email = 'unreached@test.example';
    const { right } = await buildReady(email);
    const mails = await mailsOf(server, email);
    const token = tokenIn(mails.find(({ kind }) => kind === 'requestReceived'));
    later(3);
    await expire();
    const { requestIdentity, requestAnswer } = await callerFor(server, null, { ip: '10.3.0.1' });
    await requestIdentity.sendCode({ token });
    const codeMail = (await mailsOf(server, email)).find(({ kind }) => kind === 'requestCode')!;
    const { session } = await requestIdentity.enterCode({ token, code: /^\d{6}$/m.exec(codeMail.text)![0] });
    const openedAt = server.deps.now().getTime();
    const { answers } = await requestAnswer.ready({ session });
    expect(answers.map(({ expiresAt }) => Date.parse(expiresAt))).toEqual([openedAt + 2 * DAY]);
    const take = (place: number) =>
      server.app.inject({ method: 'POST', url: TAKE_PATH, payload: { session, rightId: right.rightId, place } });
    expect((await take(0)).statusCode).toBe(200);
    await expire();
    expect(Date.parse((await (await as()).requestAnswer.get(right)).expiresAt!)).toBe(openedAt + 2 * DAY);
    expect((await take(1)).statusCode).toBe(200);
    later(2);
    await expire();
    expect((await (await as()).requestAnswer.get(right)).status).toBe('EXPIRED');
  });

  it('that went to an address that was corrected since starts no days: those count from the mail to the new one', async () => {
    // With another right that is open: a request whose rights are all closed is not corrected.
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { others: ['ERASURE'] });
    const right = { ws, id, rightId };
    await approve(server, { dpo, staff }, { id, rightIds: [rightId] });
    await release(right);
    expect(await stateOf(id)).toEqual(['sent']);
    later(1);
    const { request } = await as();
    const { rowVersion } = await request.get({ ws, id });
    const subject = { ...SUBJECT, email: 'corrected@test.example' };
    await request.update({ ws, id, rowVersion, subject, rights: [] } as never);
    later(2);
    await expire();
    expect((await (await as()).requestAnswer.get(right)).status).toBe('READY');
    const sentAt = server.deps.now().getTime();
    const { id: noticeId } = (await noticeOf(id))!;
    await (await as()).requestMessage.resend({ ws, id, noticeId });
    await expect.poll(() => stateOf(id)).toEqual(['sent']);
    await expect
      .poll(async () => Date.parse((await (await as()).requestAnswer.get(right)).expiresAt!))
      .toBe(sentAt + 2 * DAY);
  });

  it('goes nowhere that a correction is about to replace while the package is finished', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { others: ['ERASURE'] });
    const right = { ws, id, rightId };
    await approve(server, { dpo, staff }, { id, rightIds: [rightId] });
    const { request, requestAnswer } = await as();
    const { rowVersion } = await request.get({ ws, id });
    const paused = holdNewFiles(join(server.deps.config.dataDir, 'files'));
    const toFormer = () => post.received.filter(({ to }) => to[0] === SUBJECT.email).length;
    let corrected: Promise<unknown> | undefined;
    try {
      await requestAnswer.release({ ...right, expiryDays: 2, downloadLimit: 1 });
      await paused.opened;
      const before = toFormer();
      await server.owner.transaction().execute(async (trx) => {
        await trx.selectFrom('requests').select('id').where('id', '=', id).forNoKeyUpdate().execute();
        const subject = { ...SUBJECT, email: 'corrected@test.example' };
        corrected = request.update({ ws, id, rowVersion, subject, rights: [] } as never);
        await waitForLocks(server, 1, 'the correction waits');
        paused.release();
        await waitForLocks(server, 2, 'the package waits for the correction');
      });
      await corrected;
      await until(async () => (await (await as()).requestAnswer.get(right)).status === 'READY', 'the package');
      await sendRest();
      expect(toFormer()).toBe(before);
    } finally {
      paused.release();
    }
  });

  it('that failed is announced to those who work on the request, once each time it is mailed', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
    const right = { ws, id, rightId };
    await approve(server, { dpo, staff }, { id });
    await sendRest();
    answer = { responseCode: 550, message: 'unknown' };
    await release(right);
    await expect.poll(bells).toEqual([1, 1]);
    const { id: noticeId } = (await noticeOf(right.id))!;
    await (await as()).requestMessage.resend({ ws, id: right.id, noticeId });
    await expect.poll(bells).toEqual([2, 2]);
    // One that waits longer than the answer is ready has not failed.
    answer = { responseCode: 451, message: 'later' };
    await (await as()).requestMessage.resend({ ws, id: right.id, noticeId });
    await expect.poll(() => errorsOf(right.id)).toContain('EENVELOPE 451');
    await (await as()).requestAnswer.withdraw(right);
    await sendRest();
    expect(await bells()).toEqual([2, 2]);
  });

  it('that waits is not sent once the answer was withdrawn', async () => {
    const { id, rightId } = await buildWorkedRequest(server, { dpo, staff }, { email: 'waits@test.example' });
    const right = { ws, id, rightId };
    await approve(server, { dpo, staff }, { id });
    await sendRest();
    const before = post.received.length;
    answer = { responseCode: 451, message: 'later' };
    await (await as()).requestAnswer.release({ ...right, expiryDays: 2, downloadLimit: 1 });
    await until(async () => (await (await as()).requestAnswer.get(right)).status === 'READY', 'the package');
    server.deps.mailer.kick();
    await expect.poll(() => errorsOf(id)).toContain('EENVELOPE 451');
    await (await as()).requestAnswer.withdraw(right);
    expect(await errorsOf(id)).toContain('outdated');
    await sendRest();
    expect(post.received.slice(before).filter(({ to }) => to.includes('waits@test.example'))).toEqual([]);
  });

  it('that failed keeps no answer that staff have handed over themselves', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const { right } = await buildReady();
    await (await as()).requestAnswer.noteHandedOver(right);
    later(3);
    await expire();
    expect((await (await as()).requestAnswer.get(right)).status).toBe('EXPIRED');
  });

  it('that failed keeps one that was opened only before it was withdrawn and released again', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const { right } = await buildReady();
    await (await as()).requestAnswer.noteHandedOver(right);
    await (await as()).requestAnswer.withdraw(right);
    later(1);
    await release(right);
    later(3);
    await expire();
    expect((await (await as()).requestAnswer.get(right)).status).toBe('READY');
  });
});
