import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAllowedFrom } from '../../server/modules/apiKey/addresses.ts';
import { KEY_SCOPES } from '../../shared/apiKey/scopes.ts';
import { createApiKey, KEY_LIMIT } from '../../shared/apiKey/schema.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let admin: Person;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-21T05:00:00Z');
  ws = (await buildWorkspace(server)).id;
  admin = await buildPerson(server, { workspaceId: ws, name: 'สมชาย ใจดี' });
});

type NewKey = Parameters<Awaited<ReturnType<typeof callerFor>>['apiKey']['create']>[0];
const keys = async (person = admin) => (await callerFor(server, person)).apiKey;
const issue = async (more: Partial<NewKey> = {}) =>
  (await keys()).create({ ws, name: 'CRM', scopes: ['ropa.read', 'ropa.write'], lifetime: '30', ...more });
const APPLICATIONS = 'applications?pageSize=10&currentPage=1';
const call = (
  key: string,
  {
    path = APPLICATIONS,
    method = 'GET' as 'GET' | 'POST',
    of = ws,
    body = undefined as object | undefined,
    from = '127.0.0.1',
    locale = 'en',
  } = {},
) =>
  server.app.inject({
    method,
    url: `/api/v1/${of}/${path}`,
    headers: { authorization: `Bearer ${key}`, 'accept-language': locale },
    remoteAddress: from,
    ...(body && { payload: body }),
  });
const codeOf = async (sent: Promise<unknown>) => (await refusal(sent)).code;
const stored = (id: string) =>
  server.owner.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a key', () => {
  it('may call what its scopes permit, only in its workspace, and is stored as a hash', async () => {
    const { key, id, prefix } = await issue();
    expect(key).toMatch(/^ppk_[\w-]{43}$/);
    expect((await call(key)).statusCode).toBe(200);
    expect(JSON.stringify(await stored(id))).not.toContain(key);
    expect(key.startsWith(prefix)).toBe(true);
    expect(JSON.stringify(await (await keys()).list({ ws }))).not.toContain(key);
    const other = await buildPerson(server, { userId: admin.userId });
    expect((await call(key, { of: other.workspaceId })).statusCode).toBe(404);
  });

  it('reads the treatment plans of an assessment only if it may read both', async () => {
    const path = `dpias/${randomUUID()}/treatment-plan`;
    const answer = async (...scopes: ('dpia.read' | 'treatmentPlan.read')[]) =>
      (await call((await issue({ scopes })).key, { path })).statusCode;
    expect(await answer('dpia.read')).toBe(403);
    expect(await answer('treatmentPlan.read')).toBe(403);
    expect(await answer('dpia.read', 'treatmentPlan.read')).toBe(200);
  });

  it('is refused beyond its scopes, and for people, sessions and keys', async () => {
    const { key } = await issue();
    const beyond = await call(key, { path: 'consents?pageSize=10&currentPage=1' });
    expect([beyond.statusCode, beyond.json().message]).toEqual([403, expect.stringContaining('consent.read')]);
    for (const path of ['api-keys', 'personnels?pageSize=10&currentPage=1', 'activity-logs?pageSize=10&currentPage=1'])
      expect((await call(key, { path })).statusCode, path).toBe(403);
    const created = await call(key, {
      path: 'api-keys',
      method: 'POST',
      body: { name: 'x', scopes: ['ropa.read'], lifetime: '30' },
    });
    expect(created.statusCode).toBe(403);
    const profile = await server.app.inject({
      url: '/trpc/auth.profile',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(profile.statusCode).toBe(403);
    expect(KEY_SCOPES.some((scope) => /workspace|organization|admin|activityLog/.test(scope))).toBe(false);
    expect(createApiKey.safeParse({ ws, name: 'x', scopes: ['workspace.manage'], lifetime: '30' }).success).toBe(false);
  });

  it('has no more permissions than its creator has now', async () => {
    const { key } = await issue({ scopes: ['dpia.decide', 'ropa.read'] });
    const set = (values: { role?: string; status?: 'suspended' }) =>
      server.owner.updateTable('personnel').set(values).where('id', '=', admin.personnelId).execute();
    await set({ role: 'Top Management' });
    expect((await call(key)).statusCode).toBe(403);
    await set({ role: 'Admin' });
    expect((await call(key)).statusCode).toBe(200);
    await set({ status: 'suspended' });
    expect((await call(key)).statusCode).toBe(401);
  });

  it('is listed as paused while the person who created it is not active, and works again afterwards', async () => {
    const creator = await buildPerson(server, { workspaceId: ws });
    const { key, id } = await (await keys(creator)).create({ ws, name: 'CRM', scopes: ['ropa.read'], lifetime: '30' });
    const listed = async () => {
      const { list } = await keys();
      const [all, active, paused] = [
        await list({ ws }),
        await list({ ws, state: 'active' }),
        await list({ ws, state: 'paused' }),
      ];
      return [all.collection.find((one) => one.id === id)?.state, active.meta.totalItems, paused.meta.totalItems];
    };
    const { personnel } = await callerFor(server, admin);
    const person = { ws, id: creator.personnelId };
    expect([await listed(), (await call(key)).statusCode]).toEqual([['active', 1, 0], 200]);
    await personnel.deactivate(person);
    expect([await listed(), (await call(key)).statusCode]).toEqual([['paused', 0, 1], 401]);
    await personnel.activate(person);
    expect([await listed(), (await call(key)).statusCode]).toEqual([['active', 1, 0], 200]);
    await personnel.suspend({ ...person, reason: 'ทดสอบ' });
    expect([await listed(), (await call(key)).statusCode]).toEqual([['paused', 0, 1], 401]);
  });

  it('ends by its date and by revocation, with a message in the caller’s language', async () => {
    const { key, id } = await issue();
    server.clock.set('2026-12-22T05:00:00Z');
    const [en, th] = [await call(key), await call(key, { locale: 'th' })];
    expect([en.statusCode, th.statusCode]).toEqual([401, 401]);
    expect(en.json().message).toContain('expired');
    expect(th.json().message).toContain('คีย์ API');
    server.clock.set('2026-11-21T05:00:00Z');
    await (await keys()).revoke({ ws, id });
    expect((await call(key)).statusCode).toBe(401);
    expect(await codeOf((await keys()).revoke({ ws, id }))).toBe('apiKey.revoked');
    expect((await call(`ppk_${'x'.repeat(43)}`)).statusCode).toBe(401);
  });

  it('has its last use recorded at most once a minute', async () => {
    const { key, id } = await issue();
    const used = async (at: string) => {
      server.clock.set(at);
      await call(key);
      return (await stored(id)).lastUsedAt;
    };
    const first = await used('2026-11-21T06:00:00Z');
    expect(await used('2026-11-21T06:00:59Z')).toBe(first);
    expect(await used('2026-11-21T06:01:00Z')).not.toBe(first);
    // One that was never used comes last in either direction.
    const unused = await issue();
    for (const sortDirection of ['ASC', 'DESC'] as const)
      expect((await (await keys()).list({ ws, sortBy: 'lastUsedAt', sortDirection })).collection).toMatchObject([
        { id },
        { id: unused.id },
      ]);
  });

  it('is recorded beside its creator in the activity log', async () => {
    const { key } = await issue({ scopes: ['ropa.read', 'ropa.write', 'piiCategory.read', 'dpiaSettings.write'] });
    const created = await call(key, {
      path: 'purpose-categories',
      method: 'POST',
      body: { name: { th: 'การตลาด', en: 'Marketing' }, description: { th: 'ข่าวสาร', en: 'News' } },
    });
    const log = await (await callerFor(server, admin)).activityLog.list({ ws });
    const names = log.collection.map(({ event, actor }) => `${event} ${actor?.name}`);
    expect(names).toContain('apiKey.created สมชาย ใจดี');
    expect(created.statusCode, created.body).toBe(201);
    expect(names[0]).toBe('purposeCategory.created API key CRM (สมชาย ใจดี)');
  });
});

describe('a key of another person', () => {
  it('is revoked, never rotated: whoever has it acts as its creator', async () => {
    const other = await buildPerson(server, { workspaceId: ws });
    const own = await issue();
    const again = { ws, id: own.id, rowVersion: own.rowVersion, overlap: '0' } as const;
    expect(await codeOf((await keys(other)).rotate(again))).toBe('apiKey.ofAnother');
    expect((await call(own.key)).statusCode).toBe(200);
    expect((await (await keys(other)).revoke({ ws, id: own.id })).state).toBe('revoked');
    // That of a service account is anybody's who administers the workspace.
    const { serviceAccount } = await callerFor(server, admin);
    const account = await serviceAccount.create({ ws, name: 'ERP', description: '', role: 'Staff' });
    const shared = await issue({ serviceAccountId: account.id });
    const rotated = await (
      await keys(other)
    ).rotate({ ws, id: shared.id, rowVersion: shared.rowVersion, overlap: '0' });
    expect((await call(rotated.key)).statusCode).toBe(200);
  });

  it('does not approve, nor does one’s own', async () => {
    const requester = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const line = await buildApprovalLine(server, ws, {
      requesterId: requester.personnelId,
      approverIds: [admin.personnelId],
    });
    const { key } = await issue({ scopes: ['approval.act', 'approval.read'] });
    const decided = await server.app.inject({
      method: 'PUT',
      url: `/api/v1/${ws}/approval-lines/${line.id}/status`,
      headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
      payload: { status: 'APPROVED', comment: '', rowVersion: 1 },
    });
    expect([decided.statusCode, decided.json().code]).toEqual([403, 'approvalLine.byProgram']);
    expect((await call(key, { path: `approval-lines/${line.id}` })).json()).toMatchObject({ status: 'NEW' });
  });
});

describe('allowed addresses', () => {
  it('are the only ones from which a key is accepted', async () => {
    const { key } = await issue({ allowedAddresses: ['203.0.113.0/24', '2001:db8::1'] });
    expect((await call(key, { from: '203.0.113.9' })).statusCode).toBe(200);
    expect((await call(key, { from: '203.0.114.9' })).statusCode).toBe(403);
    expect((await call(key, { from: '::ffff:203.0.113.9' })).statusCode).toBe(200);
    expect((await call(key, { from: '2001:db8::2' })).statusCode).toBe(403);
  });

  it.each(['0.0.0.0/33', '203.0.113.0/', '203.0.113', 'example.com', '::1/129', '10.0.0.1,10.0.0.2', ''])(
    '%j is not one',
    (network) => {
      const input = { ws, name: 'x', scopes: ['ropa.read'], lifetime: '30', allowedAddresses: [network] };
      expect(createApiKey.safeParse(input).success).toBe(false);
    },
  );

  it('distinguish address families', () => {
    expect(isAllowedFrom('127.0.0.1', [])).toBe(true);
    expect(isAllowedFrom('not an address', ['0.0.0.0/0'])).toBe(false);
    expect(isAllowedFrom('::1', ['0.0.0.0/0'])).toBe(false);
  });
});

describe('the number of keys', () => {
  it('is limited, without those that have expired or were revoked', async () => {
    const issued = [];
    for (let count = 0; count < KEY_LIMIT; count += 1) issued.push(await issue({ name: `CRM ${count}` }));
    expect(await codeOf(issue())).toBe('apiKey.tooMany');
    await (await keys()).revoke({ ws, id: issued[0]!.id });
    await issue({ lifetime: '90' });
    expect(await codeOf(issue())).toBe('apiKey.tooMany');
    server.clock.set(issued[0]!.expiresAt!);
    // The session of the first Admin has expired too.
    admin = await buildPerson(server, { workspaceId: ws });
    await issue();
  });
});

describe('rotation', () => {
  it('accepts the previous key only during the overlap', async () => {
    const { key, id, rowVersion } = await issue();
    const rotated = await (await keys()).rotate({ ws, id, rowVersion, overlap: '1' });
    expect([(await call(key)).statusCode, (await call(rotated.key)).statusCode]).toEqual([200, 200]);
    server.clock.set('2026-11-21T06:00:00Z');
    expect([(await call(key)).statusCode, (await call(rotated.key)).statusCode]).toEqual([401, 200]);
    const last = await (await keys()).rotate({ ws, id, rowVersion: rotated.rowVersion, overlap: '0' });
    expect([(await call(rotated.key)).statusCode, (await call(last.key)).statusCode]).toEqual([401, 200]);
  });

  it('by two at once is performed by only one', async () => {
    const { id, rowVersion } = await issue();
    const results = await Promise.allSettled(
      [await keys(), await keys()].map((api) => api.rotate({ ws, id, rowVersion, overlap: '24' })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rotated = results.find((result) => result.status === 'fulfilled')!.value;
    const { key: _, ...current } = rotated;
    expect(await refusal((await keys()).rotate({ ws, id, rowVersion, overlap: '24' }))).toMatchObject({
      code: 'staleEdit',
      details: { current },
    });
  });

  it('does not reactivate a revoked key', async () => {
    const { id, rowVersion } = await issue();
    await (await keys()).revoke({ ws, id });
    expect(await codeOf((await keys()).rotate({ ws, id, rowVersion, overlap: '24' }))).toBe('apiKey.revoked');
  });

  it('does not extend an expired key, whose new secret would be refused', async () => {
    const { id, rowVersion, expiresAt } = await issue({ lifetime: '30' });
    server.clock.set(expiresAt!);
    admin = await signInAgain(server, admin);
    expect(await codeOf((await keys()).rotate({ ws, id, rowVersion, overlap: '0' }))).toBe('apiKey.expired');
  });
});

describe('files', () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'accept-language': 'en' });
  const download = (key: string, url: string) => server.app.inject({ url, headers: bearer(key) });
  const crypt = (key: string, name: string, bytes: Buffer, { of = ws, inForm = false } = {}) => {
    const boundary = 'pokpong-boundary';
    const part = (head: string, body: Buffer | string) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ];
    return server.app.inject({
      method: 'POST',
      url: `/encrypt-decrypt-api/v1/${name}${inForm ? '' : `?workspace=${of}`}`,
      headers: { ...bearer(key), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        ...(inForm ? part('name="workspace"', of) : []),
        ...part('name="file"; filename="a.txt"', bytes),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    });
  };
  const codeIn = (answer: { statusCode: number; json: () => unknown }) => [
    answer.statusCode,
    (answer.json() as { code: string }).code,
  ];

  it('are encrypted and decrypted by a key with that scope, only in its workspace', async () => {
    const { key } = await issue({ scopes: ['encryption.use'] });
    const plain = Buffer.from('เลขบัตรประชาชน');
    for (const inForm of [false, true]) {
      const sealed = await crypt(key, 'encrypt-file', plain, { inForm });
      expect(sealed.statusCode, sealed.body).toBe(200);
      const opened = await crypt(key, 'decrypt-file', sealed.rawPayload, { inForm });
      expect(opened.rawPayload).toEqual(plain);
      const { workspaceId } = await buildPerson(server, { userId: admin.userId });
      expect((await crypt(key, 'encrypt-file', plain, { of: workspaceId, inForm })).statusCode).toBe(404);
    }
    const log = await (await callerFor(server, admin)).activityLog.list({ ws });
    expect(log.collection[0]).toMatchObject({ event: 'crypto.decrypted', actor: { name: 'API key CRM (สมชาย ใจดี)' } });
  });

  it.each(['encrypt-file', 'decrypt-file'])('are refused to other keys by %s', async (name) => {
    const { key } = await issue();
    for (const inForm of [false, true]) {
      const refused = await crypt(key, name, Buffer.from('x'), { inForm });
      expect(codeIn(refused)).toEqual([403, 'forbidden.scope']);
      expect((refused.json() as { message: string }).message).toContain('encryption.use');
    }
    const used = await issue({ scopes: ['encryption.use'], allowedAddresses: ['203.0.113.9'] });
    expect(codeIn(await crypt(used.key, name, Buffer.from('x')))).toEqual([403, 'apiKey.address']);
    await (await keys()).revoke({ ws, id: used.id });
    expect((await crypt(used.key, name, Buffer.from('x'))).statusCode).toBe(401);
  });

  it('written by an export are downloaded by a key that may start it, and by no other', async () => {
    const form = await buildConsentForm(server, admin);
    await recordChoices(server, form, [{ uid: 'somchai', granted: [0], at: new Date('2026-11-20T05:00:00Z') }]);
    const { key, id } = await issue({ scopes: ['consent.export'] });
    const started = await call(key, {
      path: 'exports/user-consents',
      method: 'POST',
      body: { consentId: form.id, format: 'csv' },
    });
    expect(started.statusCode, started.body).toBe(201);
    const { id: exportId } = started.json() as { id: string };
    const { file } = await ended(server, admin, exportId);
    const response = await call(key, { path: `exports/${exportId}` });
    expect([response.statusCode, response.json()]).toMatchObject([200, { status: 'done', file: { id: file!.id } }]);
    const document = await download(key, file!.url);
    expect([document.statusCode, document.body.includes('somchai')]).toEqual([200, true]);
    const security = await server.owner
      .selectFrom('securityLogs')
      .select('event')
      .where('sourceId', '=', ws)
      .where('event', '=', 'file.downloaded')
      .execute();
    expect(security).toHaveLength(1);

    const other = await issue({ scopes: ['consent.read', 'ropa.export'] });
    expect(codeIn(await download(other.key, file!.url))).toEqual([403, 'forbidden.scope']);
    expect(codeIn(await call(other.key, { path: `exports/${exportId}` }))).toEqual([403, 'forbidden.scope']);
    // A person of two workspaces: what their key of one may read, that of the other does not find.
    const elsewhere = await buildPerson(server, { userId: admin.userId });
    const foreign = await (
      await callerFor(server, elsewhere)
    ).apiKey.create({ ws: elsewhere.workspaceId, name: 'CRM', scopes: ['consent.export'], lifetime: '30' });
    for (const place of [ws, elsewhere.workspaceId])
      expect((await download(foreign.key, file!.url.replace(ws, place))).statusCode, place).toBe(404);
    await (await keys()).revoke({ ws, id });
    expect((await download(key, file!.url)).statusCode).toBe(401);
  });

  it('of records, and unattached uploads, are restricted to people', async () => {
    const { key } = await issue({ scopes: KEY_SCOPES.slice() });
    const form = new FormData();
    form.append('file', new Blob(['x']), 'a.txt');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const upload = async (token: string) =>
      server.app.inject({
        method: 'POST',
        url: `/files-api/v1/upload?workspace=${ws}`,
        headers: { ...bearer(token), 'content-type': request.headers.get('content-type')! },
        payload: Buffer.from(await request.clone().arrayBuffer()),
      });
    const uploaded = await upload(admin.token);
    expect(uploaded.statusCode, uploaded.body).toBe(200);
    expect(codeIn(await upload(key))).toEqual([403, 'forbidden.program']);
    const { url } = uploaded.json() as { url: string };
    expect((await download(admin.token, url)).statusCode).toBe(200);
    expect(codeIn(await download(key, url))).toEqual([403, 'forbidden.program']);
  });
});
