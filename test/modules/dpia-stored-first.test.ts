import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDataController, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { holdNewFiles } from '../helpers/pausedFiles.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildRegister } from '../helpers/register.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let application: { id: string; purposeIds: string[] };
beforeAll(async () => {
  server = await buildServer();
  ({ ws, dpo } = await buildTeam(server, { dpo: 'DPO' }));
  const { id: dataControllerId } = await buildDataController(server, ws);
  const call = () => callerFor(server, dpo);
  application = (await buildRegister(server, call, { ws, dataControllerId, applications: 1, purposesEach: 1 }))[0]!;
});
afterAll(() => server.close());

const api = async () => (await callerFor(server, dpo)).dpia;
const draft = () =>
  draftDpia(
    server,
    dpo,
    { ws, applicationId: application.id },
    { purposes: application.purposeIds.map((purposeId) => ({ purposeId, necessary: true, proportionate: true })) },
  );
/** Transactions that wait for something other than the database. */
const openTransactions = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`.execute(server.owner)
  ).rows[0]!.count;

/** Starts `call`, and does `meanwhile` while the store of files does not answer. */
async function whileStoring<Result>(call: () => Promise<Result>, meanwhile: () => Promise<void>): Promise<Result> {
  const paused = holdNewFiles(join(server.deps.config.dataDir, 'files'));
  try {
    const result = call();
    result.catch(() => {});
    await paused.opened;
    await meanwhile();
    paused.release();
    return await result;
  } finally {
    paused.release();
  }
}

it('publishing an assessment holds no transaction while its diagram is stored', async () => {
  const { id } = await draft();
  const calls = await api();
  let open = -1;
  const published = await whileStoring(
    () => calls.publish({ ws, id }),
    async () => {
      open = await openTransactions();
    },
  );
  expect([open, published.publishedVersion]).toEqual([0, 1]);
  expect((await calls.version({ ws, id, v: 1 })).content.dataFlowFileId).not.toBeNull();
});

it('an assessment whose data flows change while their diagram is stored is published on the next call', async () => {
  const { id } = await draft();
  const calls = await api();
  const rename = (name: string) =>
    server.owner.updateTable('applications').set({ name }).where('id', '=', application.id).execute();
  const published = whileStoring(
    () => calls.publish({ ws, id }),
    async () => void (await rename('ชื่อใหม่ของระบบ')),
  );
  expect(await refusal(published)).toMatchObject({ status: 'CONFLICT', code: 'concurrent' });
  expect((await calls.get({ ws, id })).publishedVersion).toBe(0);
  await calls.publish({ ws, id });
  const { dataFlowFileId } = (await calls.version({ ws, id, v: 1 })).content;
  const files = await server.owner
    .selectFrom('files')
    .select(['id', 'ownerId'])
    .where('workspaceId', '=', ws)
    .where('type', 'like', 'image/svg+xml%')
    .orderBy('createdAt', 'desc')
    .limit(2)
    .execute();
  // The first one belongs to no record, which the sweep removes.
  expect(files).toEqual([
    { id: dataFlowFileId, ownerId: id },
    { id: expect.any(String) as string, ownerId: null },
  ]);
});

it('importing an assessment holds no transaction while its annex is stored', async () => {
  const pia = { name: 'Sleep monitor', dpo_opinion: 'Fine', house_number: 3 };
  const file = JSON.stringify({ pia, answers: [], measures: [], evaluations: [], comments: [] });
  let open = -1;
  const answer = await whileStoring(
    async () =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1/${ws}/dpias/cnil`,
        headers: { authorization: `Bearer ${dpo.token}` },
        payload: { applicationId: application.id, file },
      }),
    async () => {
      open = await openTransactions();
    },
  );
  expect([open, answer.statusCode]).toEqual([0, 201]);
  expect(answer.json<{ dpia: { annexes: unknown[] } }>().dpia.annexes.length).toBe(1);
});
