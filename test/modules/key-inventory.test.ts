import { createHash, createHmac } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALGORITHMS } from '../../shared/crypto/algorithms.ts';
import { SIGNING_ALGORITHM } from '../../shared/signed.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { hashToken } from '../../server/platform/auth/tokens.ts';
import { keyedHash } from '../../server/platform/crypto/keyedHash.ts';
import { jobs } from '../../server/platform/crypto/rotation/rekey.ts';
import { retireSigningKey, signingKey } from '../../server/platform/crypto/signingKeys.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';

let server: TestServer;
let ws: string;
let admin: Person;
beforeAll(async () => {
  server = await sharedServer();
  ({ id: ws } = await buildWorkspace(server, { name: 'สำนักงานใหญ่' }));
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
});
afterAll(() => server.close());

const calls = async (person = admin) => (await callerFor(server, person)).crypto;
const listed = { currentPage: 1, pageSize: 10 } as const;

describe('keys of workspaces', () => {
  test('are listed for Admins only, each with the current one', async () => {
    const { id: elsewhere } = await buildWorkspace(server, { name: 'ที่อื่น' });
    const { collection } = await (await calls()).keys({ ws, ...listed });
    expect(collection).toHaveLength(1);
    expect(collection[0]).toMatchObject({ id: ws, name: 'สำนักงานใหญ่', state: 'current', olderKeys: 0, rotation: null });
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const stranger = await buildPerson(server, { workspaceId: elsewhere, role: 'Admin' });
    await expect((await calls(staff)).keys({ ws, ...listed })).rejects.toThrow();
    await expect((await calls(staff)).inventory({ ws })).rejects.toThrow();
    await expect((await calls(staff)).replaceKey({ ws, id: ws })).rejects.toThrow();
    await expect((await calls(stranger)).replaceKey({ ws: elsewhere, id: ws })).rejects.toThrow('workspace.notFound');
  });

  test('are replaced once at a time, with the progress and who started it; the log names both', async () => {
    const before = (await (await calls()).keys({ ws, ...listed })).collection[0]!;
    await (await calls()).replaceKey({ ws, id: ws });
    const replacing = (await (await calls()).keys({ ws, ...listed, state: 'replacing' })).collection[0]!;
    expect(replacing).toMatchObject({
      state: 'replacing',
      olderKeys: 1,
      rotation: { startedBy: 'สมหญิง ใจดี', done: 0, failed: 0, finishedAt: null },
    });
    expect(replacing.keyId).not.toBe(before.keyId);
    await expect((await calls()).replaceKey({ ws, id: ws })).rejects.toThrow('crypto.keyBeingReplaced');

    await server.owner
      .updateTable('workspaceKeys')
      .set({ activeFrom: new Date(Date.now() - 120_000) })
      .where('id', '=', replacing.keyId)
      .execute();
    const data = { workspaceId: ws, id: replacing.keyId };
    await jobs['key.rekey'](server.deps, { id: replacing.keyId, data, signal: new AbortController().signal });
    const after = await (await calls()).keys({ ws, ...listed, query: 'ใหญ่' });
    expect(after.collection[0]).toMatchObject({ state: 'current', rotation: { failed: 0 } });
    expect(after.collection[0]!.rotation!.finishedAt).not.toBeNull();
    expect((await (await calls()).keys({ ws, ...listed, state: 'replacing' })).collection).toEqual([]);
    expect((await (await calls()).keys({ ws, ...listed, query: 'ไม่มี' })).collection).toEqual([]);
    const log = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'actorId'])
      .where('workspaceId', '=', ws)
      .where('event', '=', 'crypto.keyReplaced')
      .execute();
    expect(log).toEqual([{ event: 'crypto.keyReplaced', actorId: admin.personnelId }]);
  });

  test('report if files could not be read', async () => {
    await server.owner.updateTable('keyRotations').set({ failed: 2 }).where('workspaceId', '=', ws).execute();
    const { collection } = await (await calls()).keys({ ws, ...listed, state: 'incomplete' });
    expect(collection[0]).toMatchObject({ id: ws, state: 'incomplete', rotation: { failed: 2 } });
  });
});

describe('keys of the installation', () => {
  test('are named, with the previous ones, and nothing of them but their names', async () => {
    const first = await signingKey(server.deps);
    const before = await (await calls()).inventory({ ws });
    expect(before).toMatchObject({ masterKey: { id: server.deps.keyring.masterKeyId }, formerMasterKeys: [] });
    expect(before.signingKeys).toMatchObject([{ id: first.id, retiredAt: null }]);
    await retireSigningKey(server.deps);
    const second = await signingKey(server.deps);
    const after = await (await calls()).inventory({ ws });
    expect(after.signingKeys.map(({ id, retiredAt }) => [id, retiredAt === null])).toEqual(
      expect.arrayContaining([
        [first.id, false],
        [second.id, true],
      ]),
    );
    expect(Object.keys(after.signingKeys[0]!).toSorted()).toEqual(['createdAt', 'id', 'retiredAt']);
  });
});

describe('the algorithms listed on the page', () => {
  test('are those with which the product encrypts, signs and hashes', async () => {
    const { data } = await (await calls()).encrypt({ workspace: ws, data: { a: 1 } });
    const { alg, enc } = decodeProtectedHeader(data);
    expect(ALGORITHMS.apiValues.algorithm).toBe(`JWE ${alg}, ${enc}`);
    expect(ALGORITHMS.receipts.algorithm).toContain(`(${SIGNING_ALGORITHM})`);
    expect(await hashPassword('a long password')).toMatch(new RegExp(`^\\$${ALGORITHMS.passwords.algorithm}\\$`, 'i'));
    expect(ALGORITHMS.tokens.algorithm.replace('-', '').toLowerCase()).toBe('sha256');
    expect(hashToken('token')).toBe(createHash('sha256').update('token').digest('hex'));
    const key = Buffer.alloc(32, 7);
    expect(ALGORITHMS.lookups.algorithm).toBe('HMAC-SHA-256');
    expect(keyedHash(key)('text')).toBe(createHmac('sha256', key).update('text').digest('base64url'));
  });
});
