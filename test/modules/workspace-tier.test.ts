import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../server/modules/workspace/operator.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type TestServer,
} from '../factories.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

let open: TestServer;
let closed: TestServer;
beforeAll(async () => {
  open = await buildServer({ SIGNUP: 'open' });
  closed = await buildServer({ SIGNUP: 'closed' }, { databaseUrl: open.databaseUrl });
});
afterAll(async () => {
  await closed.close();
  await open.close();
});

const build = async () => {
  const { id: ws } = await buildWorkspace(open, { tier: 'Standard', flags: { consentEnabled: false } });
  const admin = await buildPerson(open, { workspaceId: ws, role: 'Admin' });
  const as = async (server: TestServer) => (await callerFor(server, admin)).workspace;
  return { ws, admin, as };
};
const run = (command: keyof typeof commands, ...words: string[]) => commands[command].run(open.deps, words);
const same = { name: 'สำนักงานใหญ่', package: 'Standard' as const, rowVersion: 1 };

describe('if anybody may sign up', () => {
  it('an Admin renames a workspace, and sets neither its tier nor its flags', async () => {
    const { ws, as } = await build();
    const api = await as(open);
    for (const wanted of [
      { package: 'Unlimit' as const },
      { dpiaEnabled: true },
      { consentEnabled: true },
      { applyDefaults: true },
    ])
      expect(await refusedWith(api.update({ ws, ...same, ...wanted }))).toBe('FORBIDDEN');
    const { dpiaEnabled, package: tier } = await api.update({ ws, ...same, consentEnabled: false });
    expect([tier, dpiaEnabled]).toEqual(['Standard', false]);
    // The same Admin, once the operator has closed sign-up.
    const after = await (await as(closed)).update({ ws, ...same, package: 'Pro', applyDefaults: true, rowVersion: 2 });
    expect(after).toMatchObject({ package: 'Pro', ...defaultFlags('Pro') });
  });

  it('an additional workspace has the tier and the flags of the one in which it is created', async () => {
    const { ws, as } = await build();
    const api = await as(open);
    expect(await refusal(api.create({ ws, name: 'สาขา', package: 'Unlimit' }))).toMatchObject({
      code: 'workspace.setByOperator',
    });
    expect(await api.create({ ws, name: 'สาขา', package: 'Standard' })).toMatchObject({
      package: 'Standard',
      consentEnabled: false,
      dataBreachEnabled: true,
    });
    expect(await (await as(closed)).create({ ws, name: 'สาขา', package: 'Pro' })).toMatchObject(defaultFlags('Pro'));
  });
});

describe('an operator', () => {
  it('sets tier and flags of a workspace, with an entry in its activity log', async () => {
    const { ws, admin, as } = await build();
    expect(await run('set-tier', ws, 'pro')).toEqual(
      expect.arrayContaining([expect.stringMatching(/: Pro$/), '  on  dpiaEnabled']),
    );
    await run('set-flags', ws, 'consentEnabled=off', 'dpiaEnabled=on');
    expect(await (await as(open)).get({ ws })).toMatchObject({
      package: 'Pro',
      consentEnabled: false,
      dpiaEnabled: true,
      rowVersion: 3,
    });
    const log = await (await callerFor(open, admin)).activityLog.list({ ws });
    expect(log.collection.filter(({ event }) => event === 'workspace.updated')).toMatchObject([
      { actor: null },
      { actor: null },
    ]);
  });

  it('is told in a sentence what is not possible', async () => {
    const { ws } = await build();
    const { id: dataControllerId } = await buildDataController(open, ws);
    await open.owner
      .insertInto('applications')
      .values(
        Array.from({ length: 11 }, (_, number) => ({
          workspaceId: ws,
          id: crypto.randomUUID(),
          name: `application ${number}`,
          description: 'x',
          dataControllerId,
        })),
      )
      .execute();
    await expect(run('set-tier', ws, 'Basic')).rejects.toThrow(
      'The workspace has 11 applications, and Basic allows 10.',
    );
    await expect(run('set-tier', ws, 'Gold')).rejects.toThrow(/no tier Gold/);
    await expect(run('set-flags', ws, 'consent=on')).rejects.toThrow(/consent=on: write FLAG=on/);
    await expect(run('set-flags', crypto.randomUUID(), 'dpiaEnabled=on')).rejects.toThrow(/no workspace/);
  });
});
