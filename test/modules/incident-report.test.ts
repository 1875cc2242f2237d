import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { submitReport } from '../../shared/incident/publicReport.ts';
import { endOfId, referenceOf } from '../../shared/incident/reference.ts';
import type { z } from 'zod';
import { alarm } from '../../server/modules/incident/alarm.ts';
import { sealedReporter } from '../../server/modules/incident/reporter.ts';
import { reportedIncidents } from '../../server/modules/incident/subjectData.ts';
import { withScope } from '../../db/client.ts';
import { MAIL_CONTEXT } from '../../server/platform/mail/content.ts';
import {
  buildDataController,
  buildOrganization,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { mailsOf } from '../mailbox.ts';

type Report = z.input<typeof submitReport>;
interface Refusal {
  code?: string;
  cause?: { problem?: { code?: string; key?: string; issues?: { path: unknown[]; key: string }[]; details?: object } };
}

let server: TestServer;
let dpo: Person;
let ws: string;
let address = 0;
const NOW = new Date('2026-11-21T03:00:00Z');
const REPORTER = { firstName: 'สมหญิง', lastName: 'คนนอก', phone: '0898765432', email: 'outsider@example.com' };

beforeAll(async () => {
  server = await sharedServer();
  const organization = await buildOrganization(server, { name: 'โรงพยาบาลทดสอบ' });
  ws = (await buildWorkspace(server, { organizationId: organization.id, name: 'สาขาหลัก' })).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.set(NOW);
  address += 1;
});

/** Somebody outside, by default from a new address. */
const outside = (ip = `10.0.0.${address}`) => callerFor(server, null, { ip });
/** Enables the form by the screen's own procedures; returns the token of the link. */
async function turnOn(person = dpo, on = true): Promise<string> {
  const call = await callerFor(server, person);
  const { rowVersion, publicUrl: _, ...fields } = await call.incident.settings.get({ ws: person.workspaceId });
  const { publicUrl } = await call.incident.settings.update({
    ws: person.workspaceId,
    ...fields,
    rowVersion,
    publicForm: on,
  });
  return publicUrl ? new URLSearchParams(new URL(publicUrl).hash.slice(1)).get('token')! : '';
}
const reportOf = (token: string, more: Partial<Report> = {}): Report => ({
  token,
  key: randomUUID(),
  title: 'อีเมลผลตรวจส่งผิดคน',
  reporter: REPORTER,
  affectedSystems: 'อีเมลแผนกทะเบียน',
  description: 'ได้รับผลตรวจของผู้ป่วยอื่น',
  discoveredAt: '2026-11-21T02:00:00Z',
  occurredAt: '2026-11-21T01:00:00Z',
  ...more,
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Refusal) => ({ status: error.code, ...error.cause?.problem }),
  );
const incidents = () =>
  server.owner.selectFrom('incidents').selectAll().where('workspaceId', '=', ws).orderBy('number').execute();

describe('a public report', () => {
  it('names the organisation and its contacts to anybody with the link, and nothing more', async () => {
    const owner = await buildPerson(server, { role: 'DPO' });
    const token = await turnOn(owner);
    for (const status of ['suspended', 'invited'] as const)
      await buildPerson(server, { workspaceId: owner.workspaceId, role: 'DPO', status });
    await buildPerson(server, { workspaceId: owner.workspaceId, role: 'Admin' });
    await buildDataController(server, (await buildPerson(server)).workspaceId);
    const opened = async () => (await outside()).incidentReport.open({ token });
    const { organization, workspace } = await opened();
    const names = { organization, workspace };
    const { phone, email } = await server.owner
      .selectFrom('personnel')
      .select(['phone', 'email'])
      .where('id', '=', owner.personnelId)
      .executeTakeFirstOrThrow();
    expect(await opened()).toEqual({ ...names, controllers: [], officers: [{ phone, email }] });
    const controller = await buildDataController(server, owner.workspaceId, {
      nameTh: 'โรงพยาบาลร่มเย็น',
      nameEn: 'Romyen Hospital',
    });
    expect((await opened()).controllers).toEqual([
      {
        id: controller.id,
        name: { th: 'โรงพยาบาลร่มเย็น', en: 'Romyen Hospital' },
        address: '1 ถนนพระราม 4 กรุงเทพฯ',
        phone: '021234567',
        email: 'dpo@controller.example',
      },
    ]);
  });

  it('becomes an incident that waits for the DPO, with its clock, its reporter encrypted, and the DPO notified', async () => {
    const token = await turnOn();
    const accepted = await (await outside()).incidentReport.submit(reportOf(token, { locale: 'en' }));
    const row = (await incidents()).at(-1)!;
    expect(accepted).toEqual({ reference: referenceOf(row.id) });
    expect(row).toMatchObject({
      status: 'PENDING',
      source: 'MANUAL_REPORT',
      reporterId: null,
      createdBy: null,
      title: 'อีเมลผลตรวจส่งผิดคน',
      affectedSystems: 'อีเมลแผนกทะเบียน',
      cause: 'UNKNOWN',
    });
    expect(new Date(row.createdAt)).toEqual(NOW);
    expect(row.reporter.toString('utf8')).not.toContain('outsider');
    const opened = await withScope(server.deps.db, { workspaceId: ws }, async (trx) =>
      sealedReporter.open(await server.deps.keyring.workspaceKey(trx, ws), row.id, row.reporter),
    );
    expect(opened).toEqual(REPORTER);
    const clock = await server.owner
      .selectFrom('deadlines')
      .selectAll()
      .where('subjectId', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(new Date(clock.dueAt)).toEqual(new Date('2026-11-24T03:00:00Z'));
    expect(
      await server.owner.selectFrom('personalNotices').select('personnelId').where('workspaceId', '=', ws).execute(),
    ).toContainEqual({ personnelId: dpo.personnelId });
    const logged = JSON.stringify(
      await server.owner.selectFrom('activityLogs').selectAll().where('entityId', '=', row.id).execute(),
    );
    for (const secret of Object.values(REPORTER)) expect(logged).not.toContain(secret);
    const mails = await server.owner
      .selectFrom('mails')
      .select(['id', 'payload', 'kind'])
      .where('workspaceId', '=', ws)
      .execute();
    const letters = mails.map(
      ({ id, payload }) =>
        JSON.parse(server.deps.keyring.system.open(MAIL_CONTEXT, id, payload)) as {
          to: string;
          text: string;
        },
    );
    expect(letters.some(({ to }) => to === dpo.email)).toBe(true);
    for (const secret of Object.values(REPORTER)) expect(JSON.stringify(letters)).not.toContain(secret);
    // The DPO processes it like any other.
    const call = await callerFor(server, dpo);
    expect(await call.incident.get({ ws, id: row.id })).toMatchObject({
      reporter: REPORTER,
      reportedBy: null,
      allowed: expect.arrayContaining(['accept', 'reject']),
    });
  });

  it('sent again with the same key is one report, also if both arrive at once', async () => {
    const token = await turnOn();
    const report = reportOf(token, { title: 'ส่งซ้ำ' });
    const call = await outside();
    const answers = await Promise.all([
      call.incidentReport.submit(report),
      call.incidentReport.submit(report),
      call.incidentReport.submit(report),
    ]);
    answers.push(await call.incidentReport.submit(report));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    expect((await incidents()).filter(({ title }) => title === 'ส่งซ้ำ')).toHaveLength(1);
    const other = await call.incidentReport.submit({ ...report, key: randomUUID() });
    expect(other.reference).not.toBe(answers[0]!.reference);
  });

  it('with one key in two workspaces is two reports, and its id is not the key', async () => {
    const elsewhere = await buildPerson(server, { role: 'DPO' });
    const [here, there] = [await turnOn(), await turnOn(elsewhere)];
    const report = reportOf(here, { title: 'กุญแจเดียวกัน' });
    await (await outside()).incidentReport.submit(report);
    await (await outside()).incidentReport.submit({ ...report, token: there });
    const rows = await server.owner
      .selectFrom('incidents')
      .select(['id', 'workspaceId'])
      .where('title', '=', 'กุญแจเดียวกัน')
      .execute();
    expect(rows.map(({ workspaceId }) => workspaceId).sort()).toEqual([ws, elsewhere.workspaceId].sort());
    expect(new Set([report.key, ...rows.map(({ id }) => id)]).size).toBe(3);
  });

  it('counts the clock from its receipt, also if the workspace counts from awareness: nobody has verified when a stranger became aware', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const token = await turnOn(person);
    const call = await callerFor(server, person);
    const { publicUrl: _, ...settings } = await call.incident.settings.get({ ws: person.workspaceId });
    await call.incident.settings.update({ ws: person.workspaceId, ...settings, basis: 'awareness' });
    await (await outside()).incidentReport.submit(reportOf(token));
    const { dueAt } = await server.owner
      .selectFrom('deadlines')
      .select('dueAt')
      .where('workspaceId', '=', person.workspaceId)
      .executeTakeFirstOrThrow();
    expect(new Date(dueAt)).toEqual(new Date('2026-11-24T03:00:00Z'));
  });
});

describe('the awareness that a reporter states', () => {
  const aware = { occurredAt: '2026-11-11T01:00:00Z', discoveredAt: '2026-11-11T02:00:00Z' };
  const risk = { riskLevel: 'POSSIBLE_RISK' as const, riskDescription: 'รั่วไหล' };
  /** A report of something noticed ten days ago, to which the officer has added what it lacks. */
  async function reported() {
    await (await outside()).incidentReport.submit(reportOf(await turnOn(), { ...aware, actionsTaken: 'แจ้งธนาคาร' }));
    const { id } = (await incidents()).at(-1)!;
    for (const kind of ['application', 'dataSubjectGroup'])
      await server.owner
        .insertInto('incidentLinks')
        .values({ workspaceId: ws, incidentId: id, kind, position: 0, nameTh: 'ทะเบียน', nameEn: 'Register' })
        .execute();
    return { id, call: (await callerFor(server, dpo)).incident };
  }

  it('stays theirs: the organisation became aware by the receipt, also after acceptance', async () => {
    const { id, call } = await reported();
    const fact = { reporterAwareAt: '2026-11-11T02:00:00.000Z', discoveredAt: NOW.toISOString() };
    expect(await call.get({ ws, id })).toMatchObject(fact);
    const accepted = await call.accept({ ws, id, ...risk, assigneeId: dpo.personnelId });
    expect(accepted).toMatchObject({
      ...fact,
      clock: { dueAt: '2026-11-24T03:00:00.000Z', endedAt: null, other: null },
    });
  });

  it('is replaced by what the officer states on accepting, which is no future and not before the incident', async () => {
    const { id, call } = await reported();
    const accept = (discoveredAt: string) =>
      call.accept({ ws, id, ...risk, assigneeId: dpo.personnelId, discoveredAt });
    expect(await refusal(accept('2026-11-21T03:10:00Z'))).toMatchObject({ code: 'incident.inFuture' });
    expect(await refusal(accept('2026-11-11T00:59:00Z'))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'incident.awareBeforeOccurred',
    });
    expect(await accept('2026-11-20T03:00:00Z')).toMatchObject({
      discoveredAt: '2026-11-20T03:00:00.000Z',
      reporterAwareAt: '2026-11-11T02:00:00.000Z',
      clock: { dueAt: '2026-11-23T03:00:00.000Z', basis: 'awareness' },
    });
  });

  it('is moved by the migration, unless somebody has edited the report: its moment may be the officer’s', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const received = { ...aware, createdAt: NOW };
    const [unedited, edited] = [
      await buildIncident(server, person.workspaceId, received),
      await buildIncident(server, person.workspaceId, received),
    ];
    const rows = server.owner.updateTable('incidents').where('workspaceId', '=', person.workspaceId);
    await rows.set({ updatedBy: person.personnelId }).where('id', '=', edited.id).execute();
    const file = new URL('../../db/migrations/281_awareness_of_reporters.sql', import.meta.url);
    const update = /^update incidents set [^;]+/m.exec(await readFile(file, 'utf8'))![0];
    await sql`${sql.raw(update)} and workspace_id = ${person.workspaceId}`.execute(server.owner);
    const { incident } = await callerFor(server, person);
    const get = (id: string) => incident.get({ ws: person.workspaceId, id });
    const stated = '2026-11-11T02:00:00.000Z';
    expect(await get(unedited.id)).toMatchObject({ discoveredAt: NOW.toISOString(), reporterAwareAt: stated });
    expect(await get(edited.id)).toMatchObject({ discoveredAt: stated, reporterAwareAt: null });
  });
});

describe('the data of a reporter', () => {
  it('is found when they ask for theirs, by email, among many', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const other = person.workspaceId;
    await (await outside()).incidentReport.submit(reportOf(await turnOn(person)));
    await buildIncident(server, other);
    const found = (email: string) =>
      withScope(server.deps.db, { workspaceId: other }, async (trx) =>
        reportedIncidents.find(
          trx,
          {
            workspaceId: other,
            key: await server.deps.keyring.workspaceKey(trx, other),
            locale: 'th',
            now: NOW,
            signal: new AbortController().signal,
          },
          { uid: '', email, requestId: randomUUID() },
        ),
      );
    expect(await found('Outsider@Example.com')).toEqual({
      by: ['email'],
      records: [
        {
          number: 1,
          at: NOW.toISOString(),
          name: 'สมหญิง คนนอก',
          email: REPORTER.email,
          telephone: REPORTER.phone,
          subject: 'อีเมลผลตรวจส่งผิดคน',
        },
      ],
    });
    expect((await found('nobody@example.com')).records).toEqual([]);
  });
});

describe('the reference of a report', () => {
  it('does not reveal how many there were, and the data protection officer finds the incident by it', async () => {
    const token = await turnOn();
    const accepted = await (await outside()).incidentReport.submit(reportOf(token, { title: 'ค้นด้วยเลขอ้างอิง' }));
    expect(accepted.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const row = (await incidents()).at(-1)!;
    const call = await callerFor(server, dpo);
    for (const query of [accepted.reference, ` ${accepted.reference.toLowerCase().replace('-', '')} `]) {
      const { collection, meta } = await call.incident.list({ ws, query });
      expect([collection.map(({ id }) => id), meta.totalItems], query).toEqual([[row.id], 1]);
    }
    // Incidents of the personnel have none.
    const own = await buildIncident(server, ws, { reporterId: dpo.personnelId });
    expect((await call.incident.list({ ws, query: referenceOf(own.id) })).collection).toEqual([]);
  });

  it('is parsed as it is typed', () => {
    const id = '01a2b3c4-d5e6-8f70-8abc-00ffedca8580';
    expect(referenceOf(id)).toBe('ZZPW-N1C0');
    for (const typed of ['ZZPW-N1C0', 'zzpw nlco', 'ZZPWNICO']) expect(endOfId(typed)).toBe('ffedca8580');
    expect(endOfId(referenceOf('00000000-0000-8000-8000-000000000001'))).toBe('0000000001');
    for (const other of ['', 'ZZPW-N1C', 'ZZPU-N1C0', 'ผลตรวจผิดคน', '12345-678'])
      expect(endOfId(other), other).toBeNull();
  });
});

describe('a link', () => {
  it('that is unknown, switched off, renewed or of a workspace without the module gets the same response', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const renewed = await turnOn(person);
    await (await callerFor(server, person)).incident.settings.renewLink({ ws: person.workspaceId });
    const off = await turnOn();
    await turnOn(dpo, false);
    const bare = await buildPerson(server, { role: 'DPO' });
    const without = await turnOn(bare);
    await server.owner
      .updateTable('workspaces')
      .set((eb) => ({ flags: eb.val(JSON.stringify({ dataBreachEnabled: false })) }))
      .where('id', '=', bare.workspaceId)
      .execute();
    const links = { unknown: randomBytes(24).toString('base64url'), renewed, off, without };
    const before = await server.owner
      .selectFrom('incidents')
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .executeTakeFirstOrThrow();
    const answers = [];
    for (const token of Object.values(links)) {
      const call = await outside();
      answers.push(
        await refusal(call.incidentReport.open({ token })),
        await refusal(call.incidentReport.submit(reportOf(token))),
      );
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 'NOT_FOUND', code: 'incidentReport.notFound' });
    expect(
      await server.owner
        .selectFrom('incidents')
        .select((eb) => eb.fn.countAll<number>().as('many'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
    // Enabled again it has the same link.
    expect(await turnOn()).toBe(off);
  });

  it('cannot be read from the database by the tenants of another workspace', async () => {
    await turnOn();
    const elsewhere = await buildWorkspace(server);
    expect(
      await withScope(server.deps.db, { workspaceId: elsewhere.id }, (trx) =>
        trx.selectFrom('incidentSettings').selectAll().execute(),
      ),
    ).toEqual([]);
  });
});

describe('rate limits', () => {
  it('apply to one address, attempts with unknown links included, and others are not affected', async () => {
    const token = await turnOn();
    const call = await outside('10.9.9.9');
    for (let count = 0; count < 15; count += 1)
      await refusal(call.incidentReport.submit(reportOf(randomBytes(24).toString('base64url'))));
    for (let count = 0; count < 5; count += 1) await call.incidentReport.submit(reportOf(token));
    const status = async () => (await incidents()).at(-1)!.status;
    expect(await status()).toBe('PENDING');
    // Reports beyond the limit are accepted, and wait for a review.
    await call.incidentReport.submit(reportOf(token));
    expect(await status()).toBe('WAITING');
    await (await outside('10.9.9.10')).incidentReport.submit(reportOf(token));
    expect(await status()).toBe('PENDING');
    server.clock.set(new Date(NOW.getTime() + 3_601_000));
    await call.incidentReport.submit(reportOf(token));
    expect(await status()).toBe('PENDING');
  });

  it('apply to one address in total: nobody fills a workspace alone', async () => {
    const call = await outside('10.9.8.8');
    for (let count = 0; count < 200; count += 1)
      await refusal(call.incidentReport.submit(reportOf(randomBytes(24).toString('base64url'))));
    expect(await refusal(call.incidentReport.submit(reportOf(await turnOn())))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
      details: { seconds: expect.any(Number) },
    });
  });

  it('apply to one link, however many addresses the reports come from', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const token = await turnOn(person);
    for (let count = 0; count < 200; count += 1)
      await (await outside(`10.1.${count >> 4}.${count & 15}`)).incidentReport.submit(reportOf(token));
    const received: { reference: string }[] = [];
    for (let count = 1; count <= 3; count += 1)
      received.push(await (await outside(`10.2.0.${count}`)).incidentReport.submit(reportOf(token)));
    const rows = () =>
      server.owner
        .selectFrom('incidents')
        .select(['id', 'status', 'rowVersion'])
        .where('workspaceId', '=', person.workspaceId)
        .orderBy('number')
        .execute();
    expect((await rows()).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 200 }, () => 'PENDING'),
      'WAITING',
      'WAITING',
      'WAITING',
    ]);
    // Each of those sent by people notifies; of the others one per hour. Their reporters get the same response.
    const notices = await server.owner
      .selectFrom('personalNotices')
      .select('personnelId')
      .where('personnelId', '=', person.personnelId)
      .execute();
    expect(notices).toHaveLength(201);
    const excess = (await rows()).slice(200);
    expect(received).toEqual(excess.map(({ id }) => ({ reference: referenceOf(id) })));
    const call = await callerFor(server, person);
    const ws = person.workspaceId;
    // After a review one that is real is submitted, and continues like any other.
    const { id, rowVersion } = excess[1]!;
    expect((await call.incident.get({ ws, id })).allowed).toEqual(expect.arrayContaining(['edit', 'submit']));
    expect((await call.incident.submit({ ws, id, rowVersion })).status).toBe('PENDING');
    // Another organisation's link is not affected.
    await (await outside('10.2.0.2')).incidentReport.submit(reportOf(await turnOn()));
  });

  it('of a link are not used up by refused reports, nor by the same report again', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const token = await turnOn(person);
    const key = randomUUID();
    for (let count = 0; count < 210; count += 1) {
      const call = await outside(`10.3.${count >> 4}.${count & 15}`);
      // A future date is refused when the report is written, the key is found before.
      if (count % 2)
        await refusal(call.incidentReport.submit(reportOf(token, { discoveredAt: '2026-11-21T03:10:00Z' })));
      else await call.incidentReport.submit(reportOf(token, { key }));
    }
    const spent = await server.owner
      .selectFrom('throttles')
      .select('hits')
      .where('key', 'like', 'incidentReport.link:%')
      .orderBy('hits')
      .execute();
    expect(spent.map(({ hits }) => hits)).toContain(1);
    await (await outside('10.4.0.1')).incidentReport.submit(reportOf(token));
    expect(
      await server.owner.selectFrom('incidents').select('id').where('workspaceId', '=', person.workspaceId).execute(),
    ).toHaveLength(2);
  });

  it('apply to one network of IPv6, whatever the address', async () => {
    const token = await turnOn();
    for (let count = 1; count <= 20; count += 1)
      await refusal(
        (await outside(`2001:db8:7::${count.toString(16)}`)).incidentReport.submit(
          reportOf(randomBytes(24).toString('base64url')),
        ),
      );
    expect(await refusal((await outside('2001:0db8:0007:0:ffff:1:2:3')).incidentReport.submit(reportOf(token)))).toBe(
      'taken',
    );
    expect((await incidents()).at(-1)!.status).toBe('WAITING');
    await (await outside('2001:db8:7:1::1')).incidentReport.submit(reportOf(token));
    expect((await incidents()).at(-1)!.status).toBe('PENDING');
  });

  it('treat an IPv4 address as one, also if it comes as IPv6', async () => {
    const unknown = () => reportOf(randomBytes(24).toString('base64url'));
    for (let count = 0; count < 200; count += 1)
      await refusal((await outside(count % 2 ? '10.6.6.6' : '::ffff:10.6.6.6')).incidentReport.submit(unknown()));
    expect(await refusal((await outside('::ffff:10.6.6.6')).incidentReport.submit(unknown()))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
    });
    expect(await refusal((await outside('::ffff:10.6.6.7')).incidentReport.submit(unknown()))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });

  it('apply to mails to officers: ten an hour, then only the bell', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const token = await turnOn(person);
    const send = async (count: number) => (await outside(`10.5.0.${count}`)).incidentReport.submit(reportOf(token));
    for (let count = 1; count <= 13; count += 1) await send(count);
    const mails = () => mailsOf(server, person.email);
    expect((await mails()).map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'incident.submitted'));
    const warning = 'ทางกระดิ่งเท่านั้น';
    expect((await mails()).map(({ text }) => text.includes(warning))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
    ]);
    expect(
      await server.owner
        .selectFrom('personalNotices')
        .select('personnelId')
        .where('personnelId', '=', person.personnelId)
        .execute(),
    ).toHaveLength(13);
    server.clock.set(new Date('2026-11-21T04:00:00Z'));
    await send(14);
    expect(await mails()).toHaveLength(11);
  });

  it('apply to opening links from one address', async () => {
    const call = await outside('10.8.8.8');
    for (let count = 0; count < 60; count += 1)
      await refusal(call.incidentReport.open({ token: randomBytes(24).toString('base64url') }));
    expect(await refusal(call.incidentReport.open({ token: await turnOn() }))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
    });
  });
});

describe('reports beyond the limit', () => {
  /** The alarm of a report that is due in 22 hours. */
  function ring(workspaceId: string, subjectId: string): Promise<void> {
    const due = NOW.getTime() + 72 * 3_600_000;
    const at = new Date(due - 22 * 3_600_000);
    const facts = {
      workspaceId,
      subjectId,
      together: [subjectId],
      hours: 24,
      startedAt: NOW,
      dueAt: new Date(due),
      at,
    };
    return withScope(server.deps.db, { workspaceId }, (trx) => alarm(server.deps, trx, facts));
  }

  it('have deadlines that are counted apart, ring once an hour together, and are rejected as they are', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const ws = person.workspaceId;
    const call = (await callerFor(server, person)).incident;
    const excess = [];
    for (let count = 0; count < 3; count += 1) excess.push(await buildIncident(server, ws, { status: 'WAITING' }));
    await buildIncident(server, ws, { status: 'PENDING' });
    expect(await call.clocks({ ws })).toMatchObject({ total: 1, overdue: 0, excess: 3, collection: [{ number: 4 }] });
    for (const { id } of excess) await ring(ws, id);
    const notices = await server.owner
      .selectFrom('activityLogs as l')
      .innerJoin('personalNotices as n', 'n.activityId', 'l.id')
      .select(['l.event', 'l.changes'])
      .where('n.personnelId', '=', person.personnelId)
      .execute();
    // The time that is left, not the threshold that has passed.
    expect(notices).toEqual([{ event: 'incident.dueSoon', changes: [{ field: 'hoursLeft', old: null, new: 22 }] }]);
    expect(await mailsOf(server, person.email)).toEqual([]);
    expect((await call.reject({ ws, id: excess[0]!.id, reason: 'ไม่ใช่เหตุละเมิด' })).status).toBe('REJECTED');
    // Dealt with, it counts like any other once it is revised.
    await call.revise({ ws, id: excess[0]!.id });
    expect(await call.clocks({ ws })).toMatchObject({ total: 2, excess: 2 });
  });

  it('use up none of the ten mails of an hour: the tenth announces that no more follow', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const ws = person.workspaceId;
    // The tenth alarm is that of the report beyond the limit.
    for (let count = 1; count <= 12; count += 1)
      await ring(ws, (await buildIncident(server, ws, { status: count === 10 ? 'WAITING' : 'PENDING' })).id);
    const warning = 'ทางกระดิ่งเท่านั้น';
    expect((await mailsOf(server, person.email)).map(({ text }) => text.includes(warning))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
    ]);
  });

  it('alone are rejected before they are submitted: a colleague’s unsent report is not', async () => {
    const call = (await callerFor(server, dpo)).incident;
    const draft = await buildIncident(server, ws, { status: 'WAITING', reporterId: dpo.personnelId });
    expect((await call.get({ ws, id: draft.id })).allowed).not.toContain('reject');
    expect(await refusal(call.reject({ ws, id: draft.id, reason: 'ไม่ใช่' }))).toMatchObject({ status: 'FORBIDDEN' });
  });
});

describe('hostile input', () => {
  it('is refused by field, and nothing is stored', async () => {
    const token = await turnOn();
    const before = (await incidents()).length;
    const wrong: [string, Record<string, unknown>][] = [
      ['token', { token: "' or 1=1 --xxxxxxxxxxxx" }],
      ['key', { key: 'no uuid' }],
      ['title', { title: '' }],
      ['title', { title: 'x'.repeat(301) }],
      ['title', { title: 'nul\u0000l' }],
      ['title', { title: 'half \ud800' }],
      ['description', { description: 'x'.repeat(10_001) }],
      ['reporter.phone', { reporter: { ...REPORTER, phone: '12' } }],
      ['reporter.email', { reporter: { ...REPORTER, email: 'a@b\r\nBcc: c@d.example' } }],
      ['discoveredAt', { discoveredAt: 'yesterday' }],
      ['occurredAt', { occurredAt: '2026-11-21T02:30:00Z' }],
      ['discoveredAt', { discoveredAt: '2026-11-21T03:10:00Z' }],
      ['locale', { locale: 'xx' }],
    ];
    for (const [path, more] of wrong) {
      const refused = (await refusal(
        (await outside(`10.7.0.${wrong.findIndex(([, one]) => one === more)}`)).incidentReport.submit({
          ...reportOf(token),
          ...more,
        } as Report),
      )) as { status: string; issues?: { path: string[] }[] };
      expect(refused.status, JSON.stringify(more).slice(0, 60)).toBe('BAD_REQUEST');
      if (refused.issues)
        expect(
          refused.issues.map((issue) => issue.path.join('.')),
          path,
        ).toContain(path);
    }
    expect(await incidents()).toHaveLength(before);
  });

  it('of a program that fills in everything is reported, not silently dropped', async () => {
    const token = await turnOn();
    const before = (await incidents()).length;
    expect(
      await refusal((await outside()).incidentReport.submit(reportOf(token, { website: 'https://spam.example' }))),
    ).toMatchObject({ status: 'BAD_REQUEST', code: 'incidentReport.automatic' });
    expect(await incidents()).toHaveLength(before);
  });

  it('of markup and formulas is stored as text', async () => {
    const token = await turnOn();
    const title = '<script>alert(1)</script>=HYPERLINK("x")';
    await (await outside()).incidentReport.submit(reportOf(token, { title, description: '{{constructor}} ${7*7}' }));
    expect((await incidents()).at(-1)).toMatchObject({ title, description: '{{constructor}} ${7*7}' });
  });

  it('cannot name another incident, a status, a risk or a workspace', async () => {
    const token = await turnOn();
    const more = {
      id: randomUUID(),
      ws: randomUUID(),
      status: 'RESOLVED',
      riskLevel: 'NO_RISK',
      reporterId: dpo.personnelId,
      number: 999_999,
    };
    await (await outside()).incidentReport.submit({ ...reportOf(token, { title: 'มากเกินไป' }), ...more } as Report);
    const row = (await incidents()).at(-1)!;
    expect(row).toMatchObject({
      title: 'มากเกินไป',
      workspaceId: ws,
      status: 'PENDING',
      riskLevel: null,
      reporterId: null,
    });
    expect([row.id, row.number]).not.toEqual([more.id, more.number]);
  });
});
