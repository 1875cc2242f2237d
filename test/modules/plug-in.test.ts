import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { declareKinds } from '../../db/kinds.ts';
import { modules } from '../../server/modules/index.ts';
import { defineModule, plugIn } from '../../server/platform/modules/manifest.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { EXPORT_KIND_KEYS } from '../../shared/registry/exportKinds.ts';
import { buildServer, buildWorkspace, type TestServer } from '../factories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());

it('collects what the manifests declare', () => {
  const registry = collectModules(modules);
  expect([...registry.clocks.keys()].sort()).toEqual(['approval.absence', 'approval.step', 'incident.authority']);
  expect([...registry.exports.keys()].sort()).toEqual([...EXPORT_KIND_KEYS].sort());
});

it('refuses a kind that two modules declare', () => {
  const first = defineModule({ name: 'first', imports: { table: { run: async () => {} } } });
  const second = defineModule({ name: 'second', imports: { table: { run: async () => {} } } });
  expect(() => collectModules([first, second])).toThrow('second declares table');
});

it('does not compile with a misspelled part, or without a handler of every kind', () => {
  // @ts-expect-error no manifest has such a part
  defineModule({ name: 'first', clock: {} });
  // @ts-expect-error nobody makes the exports
  plugIn([defineModule({ name: 'first' })]);
});

it('lets a deadline be of a declared kind alone', async () => {
  const { id: workspaceId } = await buildWorkspace(server);
  const insert = (kind: string) =>
    server.owner
      .insertInto('deadlines')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        kind,
        subjectId: randomUUIDv7(),
        startedAt: new Date(),
        dueAt: new Date(),
      })
      .execute();
  await insert('incident.authority');
  await expect(insert('incident.later')).rejects.toMatchObject({ code: '23503' });
  await declareKinds(server.databaseUrl, { deadlines: ['incident.later', 'incident.authority'] });
  await insert('incident.later');
});
