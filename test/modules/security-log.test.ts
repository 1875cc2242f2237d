import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, withScope } from '../../db/client.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { modules } from '../../server/modules/index.ts';
import { fileText } from '../../server/modules/securityLog/service.ts';
import { translate } from '../../server/platform/i18n.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { LOCALES } from '../../shared/locale.ts';
import { SECURITY_EVENTS, SECURITY_TOPICS } from '../../shared/registry/securityEvents.ts';
import type { ListSecurityLogs } from '../../shared/securityLog/schema.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { refusedWith } from '../helpers/refusal.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const PASSWORD = 'ม้าสีฟ้า-วิ่งริมทะเล-77';
let server: TestServer;
let organizationId: string;
let ws: string;
let admin: Person;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.owner.deleteFrom('throttles').execute();
  const workspace = await buildWorkspace(server, { name: 'สำนักงานใหญ่' });
  ({ organizationId, id: ws } = workspace);
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ดูแลดี' });
});

const list = async (person: Person, input: Partial<ListSecurityLogs> = {}, locale: 'th' | 'en' = 'en') =>
  (await callerFor(server, person, { locale })).securityLog.list({
    ws: person.workspaceId,
    pageSize: 100,
    currentPage: 1,
    ...input,
  });
/** Event and subject of the entries, oldest first. */
const lines = async (person: Person, input: Partial<ListSecurityLogs> = {}) =>
  (await list(person, input)).collection.toReversed().map(({ event }) => event);
const givePassword = async ({ userId }: Person) =>
  server.owner
    .updateTable('users')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', userId)
    .execute();
const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { 'accept-language': 'en' } });

describe('an account', () => {
  it('has its sign-ins, failures, lock-outs and end recorded for each organisation in which it works', async () => {
    await givePassword(admin);
    const elsewhere = await buildWorkspace(server);
    const second = await buildPerson(server, {
      workspaceId: elsewhere.id,
      userId: admin.userId,
      email: admin.email,
      role: 'Admin',
    });
    expect((await post('/auth/login', { email: admin.email, password: PASSWORD })).statusCode).toBe(200);
    for (let times = 0; times < 12; times += 1)
      await post('/auth/login', { email: admin.email, password: 'never the right one' });
    await (await callerFor(server, second)).auth.signOut();
    const expected = [
      'signIn.succeeded',
      ...Array.from({ length: 10 }, () => 'signIn.failed'),
      // Recorded once, however often it is attempted.
      'signIn.locked',
      'signIn.ended',
    ];
    expect(await lines(admin)).toEqual(expected);
    expect(await lines(await signInAgain(server, second))).toEqual(expected);
    expect((await list(admin)).collection[0]).toMatchObject({
      actor: { email: admin.email },
      workspace: null,
      topic: 'signIn',
    });
  });

  it('has nothing recorded for an organisation in which it no longer works', async () => {
    await givePassword(admin);
    const colleague = await buildPerson(server, { workspaceId: ws });
    const elsewhere = await buildWorkspace(server);
    await buildPerson(server, { workspaceId: elsewhere.id, userId: admin.userId, email: admin.email });
    for (const status of ['suspended', 'inactive']) {
      await server.owner.updateTable('personnel').set({ status }).where('id', '=', admin.personnelId).execute();
      expect((await post('/auth/login', { email: admin.email, password: PASSWORD })).statusCode).toBe(200);
    }
    expect(await lines(colleague)).toEqual([]);
  });

  it('has its resets recorded, and nothing is for an unknown address', async () => {
    await givePassword(admin);
    const before = await server.owner.selectFrom('securityLogs').select('id').execute();
    await post('/auth/login', { email: 'nobody@test.example', password: PASSWORD });
    await post('/auth/change-password', { email: 'nobody@test.example' });
    expect(await server.owner.selectFrom('securityLogs').select('id').execute()).toHaveLength(before.length);
    await post('/auth/change-password', { email: admin.email });
    const [mail] = await mailsOf(server, admin.email);
    await post('/auth/reset-password', { token: tokenIn(mail), password: 'a quiet river under 9 bridges' });
    admin = await signInAgain(server, admin);
    expect(await lines(admin)).toEqual(['password.resetRequested', 'password.changed']);
  });
});

describe('a workspace', () => {
  it('has a name for each type of file whose downloads are recorded', () => {
    const { fileOwners } = collectModules(modules);
    const logged = [...fileOwners.values()].filter(({ downloadsLogged }) => downloadsLogged);
    for (const locale of LOCALES)
      for (const { kind } of logged) expect(translate(locale, fileText(kind)), kind).not.toContain('file.');
  });

  it('has members recorded who are deactivated and reactivated, and what other systems may do', async () => {
    const colleague = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'สมชาย ตั้งใจ' });
    const api = await callerFor(server, admin);
    await api.personnel.deactivate({ ws, id: colleague.personnelId });
    await api.personnel.activate({ ws, id: colleague.personnelId });
    const key = await api.apiKey.create({ ws, name: 'CRM', scopes: ['ropa.read'], lifetime: '30' });
    await api.apiKey.rotate({ ws, id: key.id, rowVersion: key.rowVersion, overlap: '0' });
    await api.apiKey.revoke({ ws, id: key.id });
    const account = { ws, name: 'ERP', description: '', role: 'Staff' as const };
    const { id, rowVersion } = await api.serviceAccount.create(account);
    await api.serviceAccount.update({ ...account, id, rowVersion, role: 'DPO', active: true });
    await api.serviceAccount.remove({ ws, id });
    const { collection } = await list(admin);
    expect(collection.toReversed().map(({ title, subject }) => [title, subject])).toEqual([
      ['Deactivated a member', 'สมชาย ตั้งใจ'],
      ['Reactivated a member', 'สมชาย ตั้งใจ'],
      ['Created an API key', 'CRM'],
      ['Rotated an API key', 'CRM'],
      ['Revoked an API key', 'CRM'],
      ['Added a service account', 'ERP'],
      ['Changed the role of a service account from Staff to DPO', 'ERP'],
      ['Deleted a service account', 'ERP'],
    ]);
  });

  it('has recorded where its mails are sent by', async () => {
    const { mailServer } = await callerFor(server, admin);
    const { id } = await mailServer.create({
      ws,
      name: 'Post',
      host: 'smtp.example.com',
      port: 587,
      encryption: 'starttls',
      fromAddress: 'privacy@example.com',
    });
    await mailServer.link({ ws, id, wid: ws });
    await mailServer.unlink({ ws, id, wid: ws });
    expect((await list(admin)).collection.toReversed().map(({ event, subject }) => [event, subject])).toEqual([
      ['mailServer.created', 'Post'],
      ['mailServer.linked', 'Post'],
      ['mailServer.unlinked', 'Post'],
    ]);
  });

  it('has roles, suspensions, exports, downloads, decryption and removals recorded, with whom and what', async () => {
    const colleague = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'สมชาย ตั้งใจ' });
    const caller = await callerFor(server, admin, { locale: 'th' });
    const person = await caller.personnel.get({ ws, id: colleague.personnelId });
    const { name, position, phone, email, rowVersion } = person;
    const fields = { ws, id: person.id, name, position, phone, email, photoId: null };
    const renamed = await caller.personnel.update({ ...fields, phone: '0899999999', role: 'Staff', rowVersion });
    await caller.personnel.update({ ...fields, role: 'DPO', rowVersion: renamed.rowVersion });
    const { data } = await caller.crypto.encrypt({ workspace: ws, data: { hn: 1 } });
    await caller.crypto.decrypt({ workspace: ws, data });
    const { id } = await caller.export.start({ ws, kind: 'page-views', format: 'csv' });
    const { url } = (await ended(server, admin, id)).file!;
    const download = () => server.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
    expect((await download()).statusCode).toBe(200);

    const { collection } = await list(admin, {}, 'th');
    expect(collection.toReversed().map(({ title, subject }) => [title, subject])).toEqual([
      ['เปลี่ยนบทบาทจาก เจ้าหน้าที่ เป็น DPO', 'สมชาย ตั้งใจ'],
      ['ถอดรหัสข้อมูลผ่าน API', ''],
      ['ส่งออก สถิติการเปิดหน้า (CSV)', ''],
      ['ดาวน์โหลดไฟล์: รายการส่งออก', id],
    ]);
    for (const line of collection)
      expect(line).toMatchObject({
        actor: { name: 'สมหญิง ดูแลดี', email: admin.email },
        workspace: { id: ws, name: 'สำนักงานใหญ่' },
      });
  });

  it('leaves its entries behind when it is deleted', async () => {
    const stays = await buildPerson(server, {
      workspaceId: (await buildWorkspace(server, { organizationId })).id,
      role: 'Admin',
    });
    const caller = await callerFor(server, admin);
    const { data } = await caller.crypto.encrypt({ workspace: ws, data: 1 });
    await caller.crypto.decrypt({ workspace: ws, data });
    const now = new Date();
    await server.owner
      .insertInto('workspaceDeletions')
      .values({
        id: ws,
        organizationId,
        name: 'สำนักงานใหญ่',
        requestedBy: admin.personnelId,
        requestedByName: 'x',
        requestedAt: now,
        dueAt: now,
        startedAt: now,
      })
      .execute();
    for (let place: number | null = 0; place !== null;) {
      await sql`select keep_activity_logs(${ws}::uuid, 1000)`.execute(server.deps.systemDb);
      const { rows }: { rows: { place: number | null }[] } = await sql<{ place: number | null }>`
        select place from remove_workspace_rows(${ws}::uuid, ${place}, 1000)`.execute(server.deps.systemDb);
      place = rows[0]!.place;
    }
    await sql`select finish_workspace_deletion(${ws}::uuid, gen_random_uuid(), ${now})`.execute(server.deps.systemDb);
    expect(await server.owner.selectFrom('workspaces').select('id').where('id', '=', ws).execute()).toEqual([]);
    const { collection } = await list(stays);
    expect(collection.map(({ event, actor }) => [event, actor?.name])).toEqual([
      ['workspaceDeletion.finished', undefined],
      ['crypto.decrypted', 'สมหญิง ดูแลดี'],
    ]);
    expect(collection[0]).toMatchObject({ subject: 'สำนักงานใหญ่', workspace: { id: ws } });
  });
});

describe('the log', () => {
  /** Entries of one day each, the first the newest. */
  async function fill(...facts: { event: keyof typeof SECURITY_EVENTS; name?: string; day: string }[]) {
    for (const { event, name = 'สมหญิง ดูแลดี', day } of facts)
      await server.owner
        .insertInto('securityLogs')
        .values({
          organizationId,
          id: crypto.randomUUID(),
          event,
          actorName: name,
          actorEmail: 'a@test.example',
          sourceId: ws,
          sourceName: 'สำนักงานใหญ่',
          createdAt: new Date(`${day}T05:00:00Z`),
        })
        .execute();
  }

  it('is searched, filtered, sorted, paged and exported only by the Admin', async () => {
    await fill(
      { event: 'signIn.failed', day: '2026-11-03', name: 'สมปอง คุ้มครอง' },
      { event: 'personnel.suspended', day: '2026-11-02' },
      { event: 'signIn.succeeded', day: '2026-11-01' },
    );
    const found = async (input: Partial<ListSecurityLogs>) =>
      (await list(admin, input)).collection.map((row) => row.event);
    expect(await found({})).toEqual(['signIn.failed', 'personnel.suspended', 'signIn.succeeded']);
    expect(await found({ sortDirection: 'ASC' })).toEqual(['signIn.succeeded', 'personnel.suspended', 'signIn.failed']);
    expect(await found({ topic: 'signIn' })).toEqual(['signIn.failed', 'signIn.succeeded']);
    expect(await found({ query: 'สมปอง' })).toEqual(['signIn.failed']);
    expect(await found({ query: '%' })).toEqual([]);
    expect(await found({ from: '2026-11-02', to: '2026-11-02' })).toEqual(['personnel.suspended']);
    expect(await found({ pageSize: 10, currentPage: 2 })).toEqual([]);
    expect((await list(admin, { pageSize: 10 })).meta).toMatchObject({ totalItems: 3, totalPage: 1 });
    expect(await refusedWith(list(admin, { from: '2026-11-02', to: '2026-11-01' }))).toBe('BAD_REQUEST');

    const caller = await callerFor(server, admin);
    const input = { topic: 'signIn', query: 'สมปอง' };
    const { id } = await caller.export.start({ ws, kind: 'security-logs', format: 'csv', input });
    const item = await ended(server, admin, id);
    expect(item).toMatchObject({ status: 'done', done: 1 });
    const { body } = await server.app.inject({
      url: item.file!.url,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(body).toContain('สมปอง คุ้มครอง');
    expect(body).not.toContain('สมหญิง');

    for (const role of ['DPO', 'Staff', 'Top Management'] as const)
      expect(await refusedWith(list(await buildPerson(server, { workspaceId: ws, role })))).toBe('FORBIDDEN');
    const stranger = await buildPerson(server, { role: 'Admin' });
    expect((await list(stranger)).collection).toEqual([]);
  });

  it('cannot be changed or shortened by any runtime role, nor written for another organisation', async () => {
    await fill({ event: 'signIn.failed', day: '2026-11-03' });
    const other = await buildWorkspace(server);
    const outcome = async (role: 'app' | 'auth' | 'system', text: string) => {
      const db = openDatabase(server.databaseUrl, `pokpong_${role}`, 1);
      try {
        return await withScope(db, { workspaceId: ws }, async (trx) => {
          await sql.raw(text).execute(trx);
          return 'done';
        });
      } catch (error) {
        return (error as { code?: string }).code;
      } finally {
        await db.destroy();
      }
    };
    for (const role of ['app', 'auth', 'system'] as const)
      for (const text of [
        "update security_logs set subject = 'x'",
        'delete from security_logs',
        'truncate security_logs',
      ])
        expect(await outcome(role, text), `${role}: ${text}`).toBe('42501');
    const insert = (organization: string) =>
      `insert into security_logs (organization_id, id, event, actor_name, actor_email, created_at)
       values ('${organization}', gen_random_uuid(), 'signIn.failed', '', '', now())`;
    expect(await outcome('app', insert(other.organizationId))).toBe('42501');
    expect(await outcome('app', insert(organizationId))).toBe('done');
  });

  it('is retained for two years', async () => {
    await fill({ event: 'signIn.failed', day: '2024-11-20' }, { event: 'signIn.ended', day: '2024-11-24' });
    server.clock.set('2026-11-22T05:00:00Z');
    const rule = server.deps.modules.retention.find(({ name }) => name === 'securityLogs');
    expect(await rule?.apply(server.deps, new AbortController().signal)).toBe(1);
    server.clock.run();
    expect(await lines(admin)).toEqual(['signIn.ended']);
  });

  it.each(LOCALES)('has a sentence for every event and a label for every topic in %s', async (locale) => {
    for (const event of Object.keys(SECURITY_EVENTS) as (keyof typeof SECURITY_EVENTS)[])
      await fill({ event, day: '2026-11-03' });
    const { collection } = await list(admin, {}, locale);
    expect(new Set(collection.map(({ topic }) => topic))).toEqual(new Set(SECURITY_TOPICS));
    for (const { title } of collection) expect(title).not.toMatch(/event\.|_/);
  });
});
