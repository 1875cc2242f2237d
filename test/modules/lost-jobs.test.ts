import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await buildServer();
  world = await buildWorld(server, 'LOST');
});
afterAll(() => server.close());

/** By queue: makes the rows of the workspace wait since a time, and answers their ids. */
const WAITING: Readonly<Record<string, (since: Date) => ReturnType<typeof sql<{ id: string }>>>> = {
  'requestAnswer.build': (since) =>
    sql`update request_answers set status = 'QUEUED', package_id = null, released_at = ${since} where workspace_id = ${world.ws} returning id`,
  'requestTask.gather': (since) =>
    sql`update request_gatherings set status = 'QUEUED', created_at = ${since} where workspace_id = ${world.ws} returning id`,
  'privacyNotice.mailing': (since) =>
    sql`update privacy_notice_mailings set ended_at = null, started_at = ${since} where workspace_id = ${world.ws} returning id`,
  'key.rekey': (since) =>
    sql`update key_rotations set finished_at = null, started_at = ${since} where workspace_id = ${world.ws} returning id`,
};

it.each(Object.keys(WAITING))('a row without a job of %s, as after a restore, is given one', async (queue) => {
  const jobs = async () => {
    const { rows } = await sql<{ key: string; data: unknown }>`
      select singleton_key as key, data from pgboss.job where name = ${queue} and state = 'created'`.execute(
      server.owner,
    );
    return rows;
  };
  await sql`delete from pgboss.job where name = ${queue}`.execute(server.owner);
  const wait = async (ms: number) => {
    const { rows } = await WAITING[queue]!(new Date(Date.now() - ms)).execute(server.owner);
    return rows.map(({ id }) => id);
  };
  // A recent one may have a job that is not committed everywhere.
  const ids = await wait(1000);
  expect(ids.length).toBeGreaterThan(0);
  await findLostJobs(server.deps);
  expect(await jobs()).toEqual([]);

  await wait(60_000);
  await findLostJobs(server.deps);
  expect((await jobs()).toSorted((one, other) => one.key.localeCompare(other.key))).toEqual(
    ids.toSorted().map((id) => ({ key: id, data: { workspaceId: world.ws, id } })),
  );
  await findLostJobs(server.deps);
  expect((await jobs()).length).toBe(ids.length);
});
