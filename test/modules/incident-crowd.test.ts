import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { sized } from '../size.ts';

const PEOPLE = sized(300, 5000);
/** The number of mails that a node passes to the mail server at a time. */
const IN_FLIGHT = 3;

let post: Awaited<ReturnType<typeof postOffice>>;
let server: TestServer;
let dpo: Person;
let ws: string;
const nodes: ChildProcess[] = [];
beforeAll(async () => {
  post = await postOffice();
  server = await buildServer({ SMTP_URL: post.url });
  // It accepts requests; separate nodes send.
  await server.deps.mailer.close();
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
});
beforeEach(async () => {
  await server.owner.deleteFrom('mails').execute();
  post.received.length = 0;
});
afterEach(() => {
  for (const node of nodes.splice(0)) node.kill('SIGKILL');
});
afterAll(async () => {
  await server.close();
  await post.close();
});

const startNode = (): ChildProcess => {
  const node = fork(
    path.join(import.meta.dirname, '../helpers/mailNodeProcess.ts'),
    [server.databaseUrl, server.deps.config.dataDir, post.url],
    { stdio: 'inherit' },
  );
  nodes.push(node);
  return node;
};
const crowd = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    name: `คนที่ ${number}`,
    email: `p${number}@crowd.example`,
    phone: '',
  }));
const call = async () => (await callerFor(server, dpo)).incidentNotification;
const send = async (count: number, more: object = {}) => {
  const { id } = await buildIncident(server, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
  const created = await (
    await call()
  ).create({
    ws,
    id,
    recipientGroup: 'DATA_SUBJECT',
    channel: 'EMAIL',
    subject: 'แจ้งเหตุ',
    message: 'ข้อมูลของท่านรั่วไหล',
    recipients: crowd(count),
    ...more,
  });
  return { id, created };
};
const progress = async (id: string) => (await (await call()).list({ ws, id })).collection[0]!.mails!;

describe('a notification to many recipients', () => {
  it('returns after its first mails are written, displays its progress, and reaches everybody once although its node is killed', async () => {
    const { id, created } = await send(PEOPLE);
    expect(created).toMatchObject({
      status: 'SENT',
      recipientCount: PEOPLE,
      mails: { total: PEOPLE, waiting: PEOPLE },
    });
    // The data in the response stays small.
    expect([created.recipients.length, created.deliveries.length]).toEqual([100, 100]);
    const written = async () =>
      Number(
        (
          await server.owner
            .selectFrom('mails')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('status', '=', 'waiting')
            .executeTakeFirstOrThrow()
        ).count,
      );
    expect(await written()).toBe(100);

    const first = startNode();
    await expect.poll(() => post.received.length, { interval: 5 }).toBeGreaterThan(PEOPLE / 3);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const half = await progress(id);
    expect(half.sent).toBeGreaterThan(0);
    expect(half.waiting).toBeGreaterThan(0);
    expect(half.sent + half.waiting).toBe(PEOPLE);
    // However many there are, few letters are in memory at a time.
    expect(await written()).toBeLessThanOrEqual(100);
    const row = await server.owner
      .selectFrom('mails')
      .select('id')
      .where('status', '=', 'waiting')
      .where('attempts', '>', 0)
      .execute();
    expect(row.length).toBeLessThanOrEqual(IN_FLIGHT);

    // Their lease has expired.
    await server.owner
      .updateTable('mails')
      .set({ nextTryAt: new Date(0) })
      .where('status', '=', 'waiting')
      .execute();
    const second = startNode();
    await expect.poll(async () => (await progress(id)).sent, { interval: 5 }).toBe(PEOPLE);
    // Killed before it may have written the consequences of the last one: another node does.
    second.kill('SIGKILL');
    startNode();

    const byAddress = Map.groupBy(post.received, ({ to }) => to[0]!);
    expect(byAddress.size).toBe(PEOPLE);
    const twice = [...byAddress.values()].filter((mails) => mails.length > 1);
    expect(twice.length).toBeLessThanOrEqual(row.length);
    // One passed on at the moment of death is sent again as the same mail, which mail servers recognise by its id.
    for (const mails of twice)
      expect(new Set(mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])).size).toBe(1);
    await expect
      .poll(
        async () =>
          (
            await server.owner
              .selectFrom('incidents')
              .select('subjectsNotifiedAt')
              .where('id', '=', id)
              .executeTakeFirstOrThrow()
          ).subjectsNotifiedAt,
      )
      .not.toBeNull();
    // Viewers are notified in intervals, not of each.
    const events = await server.owner
      .selectFrom('outbox')
      .select('seq')
      .where('event', '=', 'incidentNotification.delivered')
      .where('entityId', '=', id)
      .execute();
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThan(PEOPLE / 3);

    const page = await (
      await call()
    ).deliveries({ ws, id, nid: created.id, pageSize: 100, currentPage: PEOPLE / 100, filter: 'REACHED' });
    expect(page.meta.totalItems).toBe(PEOPLE);
    expect(page.collection.map(({ email, position }) => [email, position])).toEqual(
      crowd(PEOPLE)
        .slice(-100)
        .map(({ email }, place) => [email, PEOPLE - 100 + place]),
    );
    const { collection } = await (await call()).deliveries({ ws, id, nid: created.id, filter: 'FAILED' });
    expect(collection).toEqual([]);
  });

  it('delays a password reset no longer than a hundred mails', async () => {
    await send(400);
    await server.deps.authDb.transaction().execute((trx) =>
      server.deps.mailer.enqueue(trx, {
        kind: 'passwordReset',
        to: 'forgetful@crowd.example',
        locale: 'th',
        subject: 'ตั้งรหัสผ่าน',
        text: 'x',
      }),
    );
    const node = startNode();
    await expect.poll(() => post.received.length).toBe(401);
    node.kill('SIGKILL');
    expect(post.received.findIndex(({ to }) => to[0] === 'forgetful@crowd.example')).toBeLessThanOrEqual(
      100 + IN_FLIGHT,
    );
  });

  it('exceeding the maximum of recipients is refused', async () => {
    await expect(send(5001)).rejects.toThrow();
  });

  it('is only stored without a mail server, completely', async () => {
    const bare = await buildServer();
    try {
      const person = await buildPerson(bare, { role: 'DPO' });
      const { id } = await buildIncident(bare, person.workspaceId, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
      const caller = (await callerFor(bare, person)).incidentNotification;
      await caller.create({
        ws: person.workspaceId,
        id,
        recipientGroup: 'DATA_SUBJECT',
        channel: 'EMAIL',
        subject: 'แจ้งเหตุ',
        message: 'ก',
        recipients: crowd(250),
      });
      await expect
        .poll(async () => (await caller.list({ ws: person.workspaceId, id })).collection[0]!.mails)
        .toMatchObject({ total: 250, kept: 250 });
    } finally {
      await bare.close();
    }
  });
});
