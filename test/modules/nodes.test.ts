import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';
import { learnKeys } from '../../server/platform/crypto/nodeKeys.ts';
import { publicKeys, signingKey } from '../../server/platform/crypto/signingKeys.ts';
import type { NodeList } from '../../shared/crypto/nodes.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { until } from '../helpers/until.ts';

const key = () => randomBytes(32).toString('base64');
const MASTER_KEY = key();
const MASTER_KEY_NEXT = key();
const nextId = createKeyring({ masterKey: MASTER_KEY_NEXT, dataDir: '/nowhere' }).masterKeyId;

let server: TestServer;
let ws: string;
let admin: Person;
beforeAll(async () => {
  server = await buildServer({ MASTER_KEY, MASTER_KEY_NEXT });
  ({ id: ws } = await buildWorkspace(server, { name: 'สำนักงานใหญ่' }));
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
});
afterAll(() => server.close());
beforeEach(() =>
  sql`delete from organizations where id not in (select organization_id from workspaces)`.execute(server.owner),
);

const calls = async (person = admin, overrides = {}) => (await callerFor(server, person, overrides)).crypto;
const openSignUp = () => ({ deps: { ...server.deps, config: { ...server.deps.config, signup: 'open' as const } } });
/** The nodes once they match. */
const nodes = (wanted: (list: NodeList) => boolean) =>
  until(async () => {
    const list = await (await calls()).nodes({ ws });
    return list !== null && wanted(list) && list;
  }, 'nodes');

describe('nodes', () => {
  it('are reported with their keys, to Admins of the only organisation', async () => {
    const list = await nodes((one) => one.nodes[0]?.reportedAt != null);
    expect(list).toMatchObject({
      nextKeyId: nextId,
      nodes: [{ running: true, hasKey: true, hasNextKey: true, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }],
    });
    expect(Object.keys(list.nodes[0]!).toSorted()).toEqual([
      'hasKey',
      'hasNextKey',
      'name',
      'reportedAt',
      'running',
      'startedAt',
      'version',
    ]);
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect((await refusal((await calls(dpo)).nodes({ ws }))).status).toBe('FORBIDDEN');
  });

  it('without the next key are named, and those stopped within a week', async () => {
    const other = await buildServer({ MASTER_KEY }, { databaseUrl: server.databaseUrl });
    const both = await nodes((one) => one.nodes.length === 2 && one.nodes.every(({ hasKey }) => hasKey));
    expect(both.nodes.map(({ hasNextKey }) => hasNextKey).toSorted()).toEqual([false, true]);
    const lacking = both.nodes.find(({ hasNextKey }) => !hasNextKey)!;
    await other.close();
    const after = await nodes((one) => one.nodes.some(({ running }) => !running));
    expect(after.nodes.map(({ name, running }) => [name, running])[1]).toEqual([lacking.name, false]);
    await sql`update node_keys set reported_at = now() - interval '8 days'`.execute(server.owner);
    await learnKeys(server.deps, after.nodes[0]!.name);
    expect((await (await calls()).nodes({ ws }))?.nodes.map(({ name }) => name)).toEqual([after.nodes[0]!.name]);
  });

  it('are reported to the operator only, if others may sign up or participate', async () => {
    expect(await (await calls(admin, openSignUp())).nodes({ ws })).toBeNull();
    await buildOrganization(server);
    expect(await (await calls()).nodes({ ws })).toBeNull();
  });
});

describe('the signing key', () => {
  const replace = async (person = admin, overrides = {}) => (await calls(person, overrides)).replaceSigningKey({ ws });
  const activeIds = async () =>
    (await (await calls()).inventory({ ws })).signingKeys.filter((one) => one.retiredAt === null).map(({ id }) => id);

  it('is replaced by an Admin of the only organisation; both logs record who did it, and its signatures are still valid', async () => {
    expect((await refusal(replace())).code).toBe('crypto.noSigningKey');
    const before = await signingKey(server.deps);
    await replace();
    const [active, ...others] = await activeIds();
    expect([active === before.id, others]).toEqual([false, []]);
    expect((await signingKey(server.deps)).id).toBe(active);
    expect((await publicKeys(server.deps)).keys.map(({ kid }) => kid)).toEqual([active, before.id]);
    const event = 'crypto.signingKeyReplaced';
    const activity = await server.owner
      .selectFrom('activityLogs')
      .select(['actorId', 'subject'])
      .where('event', '=', event)
      .execute();
    expect(activity).toEqual([{ actorId: admin.personnelId, subject: 'สำนักงานใหญ่' }]);
    const security = await server.owner
      .selectFrom('securityLogs')
      .select(['actorName', 'sourceId'])
      .where('event', '=', event)
      .execute();
    expect(security).toEqual([{ actorName: 'สมหญิง ใจดี', sourceId: ws }]);
  });

  it('cannot be replaced by anybody else, nor if the installation has several organisations', async () => {
    const before = await activeIds();
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect((await refusal(replace(dpo))).status).toBe('FORBIDDEN');
    expect((await refusal(replace(admin, openSignUp()))).code).toBe('crypto.byOperator');
    await buildOrganization(server);
    expect((await refusal(replace())).code).toBe('crypto.byOperator');
    expect(await activeIds()).toEqual(before);
  });
});
