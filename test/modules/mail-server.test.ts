import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { SERVER_LIMIT } from '../../shared/mailServer/schema.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { MAIL_CERTIFICATE } from '../helpers/mailCertificate.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { PRIVATE_ADDRESSES, PRIVATE_NAMES } from '../helpers/hostileHosts.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let organizationId: string;
let admin: Person;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await buildServer({ MAIL_SERVERS_ON_PRIVATE_NETWORK: 'true' });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: ws, organizationId } = await buildWorkspace(server, { name: 'สำนักงานใหญ่' }));
  admin = await buildPerson(server, { workspaceId: ws, name: 'สมชาย ใจดี' });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const PASSWORD = 'correct horse battery';
const calls = async (person: Person = admin) => (await callerFor(server, person)).mailServer;
type Draft = Parameters<Awaited<ReturnType<typeof calls>>['create']>[0];
const draft = (more: Partial<Draft> = {}): Draft => ({
  ws,
  name: `Post ${randomUUID().slice(0, 8)}`,
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  username: 'privacy',
  password: PASSWORD,
  fromAddress: 'privacy@example.com',
  ...more,
});
const add = async (more: Partial<Draft> = {}, person: Person = admin) => (await calls(person)).create(draft(more));
/** A workspace of the same organisation, of the same Admin or of another. */
async function another({ of = admin, name = 'สาขา' }: { of?: Person | null; name?: string } = {}) {
  const { id } = await buildWorkspace(server, { organizationId, name });
  const person = of
    ? await buildPerson(server, { workspaceId: id, userId: of.userId, email: of.email })
    : await buildPerson(server, { workspaceId: id });
  return { id, person };
}
const office = async (...args: Parameters<typeof postOffice>) => {
  const one = await postOffice(...args);
  open.push(one);
  return one;
};

describe('a mail server', () => {
  it('is stored with its password encrypted, and returns it nowhere', async () => {
    const added = await add({ name: 'ไปรษณีย์กลาง', fromName: 'สำนักงานคุ้มครองข้อมูล', dailyLimit: 500 });
    expect(added).toMatchObject({
      name: 'ไปรษณีย์กลาง',
      hasPassword: true,
      state: 'working',
      fault: null,
      dailyLimit: 500,
      sentToday: 0,
      workspaces: [],
      otherWorkspaces: 0,
    });
    const stored = await server.owner
      .selectFrom('mailServers')
      .selectAll()
      .where('id', '=', added.id)
      .executeTakeFirstOrThrow();
    expect(stored.password?.includes(Buffer.from(PASSWORD))).toBe(false);
    const answers = [added, await (await calls()).get({ ws, id: added.id }), await (await calls()).list({ ws })];
    expect(JSON.stringify(answers)).not.toContain(PASSWORD);
    expect(JSON.stringify(answers)).not.toContain('"password"');
    const log = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    expect(log.map(({ event }) => event)).toContain('mailServer.created');
    expect(JSON.stringify(log)).not.toContain(PASSWORD);
  });

  it('preserves what an edit leaves out, and reports if somebody else was faster', async () => {
    const { id, rowVersion } = await add({ fromName: 'เดิม' });
    const edited = await (await calls()).update({ ws, id, rowVersion, fromName: 'ใหม่' });
    expect(edited).toMatchObject({ fromName: 'ใหม่', host: 'smtp.example.com', hasPassword: true, rowVersion: 2 });
    for (const late of [
      async () => (await calls()).update({ ws, id, rowVersion, fromName: 'อีก' }),
      async () => (await calls()).sign({ ws, id, rowVersion, selector: 'pokpong' }),
    ])
      expect(await refusal(late())).toMatchObject({ code: 'staleEdit', details: { current: edited } });
    // No port is read out of anything but a number.
    for (const port of [null, '', '587', true])
      await expect((await calls()).update({ ws, id, rowVersion: 2, port: port as never })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    // An edit without changes writes nothing.
    expect((await (await calls()).update({ ws, id, rowVersion: 2, fromName: 'ใหม่' })).rowVersion).toBe(2);
  });

  it('does not send its password to another server requested by somebody who does not know it', async () => {
    const { id, rowVersion } = await add();
    for (const elsewhere of [
      { host: 'evil.example' },
      { port: 2525 },
      { encryption: 'tls' as const },
      { certificate: MAIL_CERTIFICATE },
      { username: 'other' },
    ])
      expect(await refusal((await calls()).update({ ws, id, rowVersion, ...elsewhere }))).toMatchObject({
        code: 'mailServer.passwordAgain',
        fields: ['password'],
      });
    const moved = await (await calls()).update({ ws, id, rowVersion, host: 'smtp2.example.com', password: PASSWORD });
    expect(moved.host).toBe('smtp2.example.com');
    // Without a username there is no password.
    const open = await (await calls()).update({ ws, id, rowVersion: 2, username: '' });
    expect(open.hasPassword).toBe(false);
  });

  it('is refused if no mail could be sent by it, or a password would be sent in plain text', async () => {
    const refused = async (more: Partial<Draft>) => {
      const { code, fields } = await refusal(add(more));
      return [code, ...fields];
    };
    expect(await refused({ encryption: 'none' })).toEqual(['mailServer.plainPassword', 'encryption']);
    expect(await refused({ password: undefined })).toEqual(['mailServer.passwordAgain', 'password']);
    expect(await refused({ certificate: '-----BEGIN CERTIFICATE-----\nx' })).toEqual([
      'mailServer.certificate',
      'certificate',
    ]);
    for (const host of ['smtp example', 'https://smtp.example', '-x', 'a/b', ''])
      await expect(add({ host }), host).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const port of [0, 65_536]) await expect(add({ port })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(add({ fromAddress: 'a@x.example, b@x.example' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const bounceAddress of ['bounces', 'a@x.example, b@x.example', 'a@x.example\r\nRCPT TO:<b@x.example>'])
      await expect(add({ bounceAddress }), bounceAddress).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await add({ name: 'Same' });
    expect(await refused({ name: 'SAME' })).toEqual(['mailServer.nameTaken', 'name']);
  });

  it('belongs to an organisation, which may have a limited number', async () => {
    const { id } = await add();
    const stranger = await buildPerson(server);
    const elsewhere = await calls(stranger);
    expect((await elsewhere.list({ ws: stranger.workspaceId })).collection).toEqual([]);
    for (const call of [
      () => elsewhere.get({ ws: stranger.workspaceId, id }),
      () => elsewhere.update({ ws: stranger.workspaceId, id, rowVersion: 1, name: 'mine' }),
      () => elsewhere.remove({ ws: stranger.workspaceId, id }),
      () => elsewhere.sendTest({ ws: stranger.workspaceId, id }),
      () => elsewhere.failures({ ws: stranger.workspaceId, id }),
      () => elsewhere.link({ ws: stranger.workspaceId, id, wid: stranger.workspaceId }),
      () => elsewhere.unlink({ ws: stranger.workspaceId, id, wid: stranger.workspaceId }),
    ])
      expect((await refusal(call())).status).toBe('NOT_FOUND');
    for (let count = 1; count < SERVER_LIMIT; count += 1) await add();
    expect((await refusal(add())).code).toBe('mailServer.tooMany');
  });

  it('is created in the only organisation of the caller, or in that of the workspace they name', async () => {
    expect((await add({ ws: undefined })).name).toMatch(/^Post/);
    const other = await buildPerson(server, { userId: admin.userId, email: admin.email });
    expect((await refusal(add({ ws: undefined }))).code).toBe('mailServer.whichOrganization');
    const there = await add({ ws: other.workspaceId });
    const row = await server.owner
      .selectFrom('mailServers')
      .select('organizationId')
      .where('id', '=', there.id)
      .executeTakeFirstOrThrow();
    expect(row.organizationId).not.toBe(organizationId);
    // The list is of the organisation of the workspace; of both if none is named.
    expect((await (await calls()).list({ ws })).meta.totalItems).toBe(1);
    expect((await (await calls()).list({})).meta.totalItems).toBe(2);
    expect((await refusal((await calls()).get({ ws, id: there.id }))).status).toBe('NOT_FOUND');
  });
});

describe('workspaces of a server', () => {
  it('are assigned by their Admins, have one server at a time, and each logs it', async () => {
    const [first, second] = [await add({ name: 'A' }), await add({ name: 'B' })];
    const branch = await another();
    const linked = await (await calls()).link({ ws, id: first.id, wid: branch.id });
    expect(linked.workspaces).toEqual([{ id: branch.id, name: 'สาขา' }]);
    await (await calls()).link({ ws, id: second.id, wid: branch.id });
    expect((await (await calls()).get({ ws, id: first.id })).workspaces).toEqual([]);
    expect(await (await calls()).workspaces({ ws })).toEqual(
      expect.arrayContaining([
        { id: ws, name: 'สำนักงานใหญ่', organizationId, serverId: null, serverName: '' },
        { id: branch.id, name: 'สาขา', organizationId, serverId: second.id, serverName: 'B' },
      ]),
    );
    expect((await refusal((await calls()).unlink({ ws, id: first.id, wid: branch.id }))).status).toBe('NOT_FOUND');
    expect((await (await calls()).unlink({ ws, id: second.id, wid: branch.id })).workspaces).toEqual([]);
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', branch.id)
      .orderBy('createdAt')
      .execute();
    expect(log.map(({ event }) => event)).toEqual(['mailServer.linked', 'mailServer.linked', 'mailServer.unlinked']);
  });

  it('prevent others from changing it, and are only counted for users who may not read them', async () => {
    const { id } = await add();
    const theirs = await another({ of: null, name: 'ของผู้อื่น' });
    expect((await refusal((await calls()).link({ ws, id, wid: theirs.id }))).status).toBe('NOT_FOUND');
    const colleague = await calls(theirs.person);
    await colleague.link({ ws: theirs.id, id, wid: theirs.id });
    const view = await (await calls()).get({ ws, id });
    expect(view).toMatchObject({ workspaces: [], otherWorkspaces: 1 });
    expect(JSON.stringify(view)).not.toContain('ของผู้อื่น');
    const own = await calls();
    for (const call of [() => own.update({ ws, id, rowVersion: 1, name: 'x' }), () => own.remove({ ws, id })])
      expect((await refusal(call())).code).toBe('mailServer.elsewhere');
    await colleague.unlink({ ws: theirs.id, id, wid: theirs.id });
    await (await calls()).remove({ ws, id });
    expect((await refusal((await calls()).get({ ws, id }))).status).toBe('NOT_FOUND');
  });
});

describe('a server of a workspace that is closed, or without the console', () => {
  it('is changed, unlinked and deleted, and each of its workspaces records it', async () => {
    const branch = await another();
    const set = (values: object) =>
      server.owner.updateTable('workspaces').set(values).where('id', '=', branch.id).execute();
    const flags = JSON.stringify({ ...defaultFlags('Unlimit'), adminConsoleEnable: false });
    for (const values of [{ closedAt: new Date() }, { closedAt: null, flags }]) {
      await set({ closedAt: null, flags: JSON.stringify(defaultFlags('Unlimit')) });
      const { id, name } = await add();
      const own = await calls();
      await own.link({ ws, id, wid: branch.id });
      await set(values);
      expect(await own.workspaces({ ws })).toContainEqual(
        expect.objectContaining({ id: branch.id, serverId: id, serverName: name }),
      );
      expect(await own.update({ ws, id, rowVersion: 1, dailyLimit: 7 })).toMatchObject({ otherWorkspaces: 0 });
      const [newest] = await server.owner
        .selectFrom('activityLogs')
        .select(['event', 'actorId'])
        .where('workspaceId', '=', branch.id)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute();
      expect(newest).toEqual({ event: 'mailServer.updated', actorId: branch.person.personnelId });
      await own.unlink({ ws, id, wid: branch.id });
      expect((await refusal(own.link({ ws, id, wid: branch.id }))).status).toBe('NOT_FOUND');
      await own.remove({ ws, id });
    }
  });
});

describe('the list', () => {
  it('is searched, filtered, sorted in Thai and paged', async () => {
    const names = ['ขนส่ง', 'เก่า', 'กลาง'];
    for (const name of names) await add({ name, fromAddress: `${names.indexOf(name)}@example.com` });
    const off = await add({ name: 'ปิด', active: false });
    const list = async (input: object) =>
      (await (await calls()).list({ ws, ...input })).collection.map(({ name }) => name);
    const byName = { sortBy: 'name', sortDirection: 'ASC' };
    expect(await list(byName)).toEqual(['กลาง', 'เก่า', 'ขนส่ง', 'ปิด']);
    // The newest update first, as in every list.
    expect(await list({})).toEqual(['ปิด', 'กลาง', 'เก่า', 'ขนส่ง']);
    expect(await list({ ...byName, sortDirection: 'DESC', pageSize: 2, currentPage: 2 })).toEqual(['เก่า', 'กลาง']);
    expect(await list({ query: '1@EXAMPLE' })).toEqual(['เก่า']);
    expect(await list({ query: '%' })).toEqual([]);
    expect(await list({ state: 'inactive' })).toEqual(['ปิด']);
    await (await calls()).link({ ws, id: off.id, wid: ws });
    expect(await list({ workspaceId: ws })).toEqual(['ปิด']);
  });

  it('states whether the installation has a global server', async () => {
    expect((await (await calls()).list({ ws })).hasGlobal).toBe(false);
    const { deps } = server;
    const config = { ...deps.config, smtpUrl: 'smtps://smtp.example.com' };
    const { mailServer } = await callerFor(server, admin, { deps: { ...deps, config } });
    expect((await mailServer.list({ ws })).hasGlobal).toBe(true);
  });
});

describe('over REST', () => {
  it('is read and changed only by an Admin of the console', async () => {
    const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, person: Person, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v1/admin/mail-servers${path}`,
        headers: { authorization: `Bearer ${person.token}` },
        ...(payload && { payload }),
      });
    const created = await call('POST', '', admin, draft());
    expect(created.statusCode).toBe(201);
    expect(created.body).not.toContain(PASSWORD);
    const { id } = created.json<{ id: string }>();
    const patched = await call('PATCH', `/${id}`, admin, { rowVersion: 1, dailyLimit: 50 });
    expect(patched.json()).toMatchObject({ dailyLimit: 50, rowVersion: 2 });
    expect((await call('POST', `/${id}/workspaces/${ws}`, admin, {})).json()).toMatchObject({
      workspaces: [{ id: ws }],
    });
    expect((await call('DELETE', `/${id}/workspaces/${ws}`, admin)).json()).toMatchObject({ workspaces: [] });
    expect((await call('GET', '?pageSize=10&currentPage=1', admin)).json()).toMatchObject({ meta: { totalItems: 1 } });
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect((await call('GET', `/${id}`, dpo)).statusCode).toBe(403);
    expect((await call('GET', `/${id}`, await buildPerson(server))).statusCode).toBe(404);
  });
});

describe('a test mail', () => {
  const LOGIN = { user: 'privacy', password: PASSWORD };
  const reaching = (port: number, more: Partial<Draft> = {}) =>
    add({ host: 'localhost', port, certificate: MAIL_CERTIFICATE, ...more });
  const test = async (id: string) => (await calls()).sendTest({ ws, id });

  it("is sent to the caller, encrypted and from the sender, with the server's response", async () => {
    for (const encryption of ['starttls', 'tls'] as const) {
      const post = await office(undefined, { encryption, login: LOGIN });
      const { id } = await reaching(post.port, { encryption, fromName: 'ฝ่ายคุ้มครองข้อมูล' });
      expect(await test(id)).toEqual({
        sent: true,
        to: admin.email,
        kind: null,
        answer: expect.stringMatching(/^250 /),
      });
      expect(post.received).toEqual([
        {
          from: 'privacy@example.com',
          to: [admin.email],
          isEncrypted: true,
          raw: expect.stringMatching(/^From: =\?UTF-8/m),
        },
      ]);
    }
  });

  it('is returned to the bounce address, which the server may refuse as a sender', async () => {
    const post = await office(undefined, {
      encryption: 'starttls',
      login: LOGIN,
      refuseSender: (address) => (address.startsWith('spoof') ? { responseCode: 553, message: 'not yours' } : null),
    });
    const { id } = await reaching(post.port, { bounceAddress: 'bounces@example.com' });
    expect(await test(id)).toMatchObject({ sent: true });
    expect(post.received.map(({ from, to }) => [from, to])).toEqual([['bounces@example.com', [admin.email]]]);
    expect(post.received[0]?.raw).toMatch(/^From: privacy@example\.com/m);
    const refused = await reaching(post.port, { bounceAddress: 'spoof@example.com' });
    expect(await test(refused.id)).toMatchObject({ sent: false, kind: 'sender' });
  });

  it('reports the error: password, encryption, sender, recipient, no server', async () => {
    const strict = await office((address) => ({ responseCode: 550, message: `<${address}> unknown` }), {
      encryption: 'starttls',
      login: LOGIN,
      refuseSender: (address) =>
        address.startsWith('spoof') ? { responseCode: 553, message: `${address} is not yours` } : null,
    });
    const plain = await office();
    const closed = await postOffice();
    await closed.close();
    const failed = async (port: number, more: Partial<Draft> = {}) => test((await reaching(port, more)).id);
    expect(await failed(strict.port, { password: 'wrong' })).toMatchObject({
      kind: 'signIn',
      answer: expect.stringContaining('535'),
    });
    // An untrusted certificate.
    expect(await failed(strict.port, { certificate: '' })).toMatchObject({ sent: false, kind: 'tls' });
    expect(await failed(strict.port, { fromAddress: 'spoof@example.com' })).toMatchObject({
      kind: 'sender',
      answer: expect.not.stringContaining('@'),
    });
    expect(await failed(strict.port)).toMatchObject({ kind: 'refused', answer: expect.not.stringContaining('@') });
    // STARTTLS removed: neither password nor mail is sent.
    expect(await failed(plain.port)).toMatchObject({ sent: false, kind: 'tls' });
    expect(plain.received).toEqual([]);
    expect(await failed(closed.port)).toMatchObject({ kind: 'unreachable' });
    // Without a password it may be permitted.
    expect(await failed(plain.port, { encryption: 'none', username: '' })).toMatchObject({ sent: true });
    expect(plain.received.map(({ isEncrypted }) => isEncrypted)).toEqual([false]);
  });

  it('reports a stored password that no longer opens, without calling the server', async () => {
    const post = await office(undefined, { encryption: 'starttls', login: LOGIN });
    const { id } = await reaching(post.port);
    const password = server.deps.keyring.system.seal('another.column', id, PASSWORD);
    await server.owner.updateTable('mailServers').set({ password }).where('id', '=', id).execute();
    const answer = expect.stringContaining('password');
    expect(await test(id)).toEqual({ sent: false, to: admin.email, kind: 'signIn', answer });
    expect(post.received).toEqual([]);
  });

  it('is rate-limited', async () => {
    const post = await office();
    const { id } = await reaching(post.port, { encryption: 'none', username: '' });
    for (let count = 0; count < 20; count += 1) await test(id);
    expect((await refusal(test(id))).status).toBe('TOO_MANY_REQUESTS');
  });
});

it('addresses inside the network are not reachable unless configured, however they are written', async () => {
  const strict = await buildServer();
  try {
    const person = await buildPerson(strict);
    const { mailServer } = await callerFor(strict, person);
    const post = await office();
    const open = { ...draft(), ws: person.workspaceId, port: post.port, encryption: 'none' as const, username: '' };
    for (const host of PRIVATE_ADDRESSES)
      expect((await refusal(mailServer.create({ ...open, host }))).code, host).toBe('mailServer.privateAddress');
    for (const host of PRIVATE_NAMES) {
      const { id } = await mailServer.create({ ...open, name: host, host });
      const { sent, kind } = await mailServer.sendTest({ ws: person.workspaceId, id });
      expect(sent, host).toBe(false);
      // What no resolver parses as an address is an unknown name.
      expect(['address', 'unreachable'], host).toContain(kind);
    }
    expect(post.received).toEqual([]);
  } finally {
    await strict.close();
  }
});
