import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileUrl } from '../../shared/file.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { approve, buildUpload, buildWorkedRequest } from '../helpers/answers.ts';
import { until } from '../helpers/exports.ts';
import { killed } from '../helpers/killedNode.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { openWithSevenZip } from '../helpers/sevenZip.ts';
import { buildTeam } from '../helpers/team.ts';

// The node that runs a job of a request is killed in the middle of it; another one restarts it.

const CSV = { name: 'ข้อมูลสมาชิก.csv', type: 'text/csv', bytes: Buffer.from('รหัส,ชื่อ\n1,สมหญิง\n') };

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
beforeEach(async () => {
  server = await buildServer();
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});
afterEach(() => server.close());

/** How often an event of a request was emitted. */
async function countEvents(event: string, entityId: string): Promise<number> {
  const rows = await server.owner
    .selectFrom('outbox')
    .select('event')
    .where('event', '=', event)
    .where('entityId', '=', entityId)
    .execute();
  return rows.length;
}

/** Has the job run by a node that is killed once it has emitted `event`, before its next read of `table`. */
async function killAmid(table: string, event: string, requestId: string): Promise<void> {
  const lock = await holdTable(server.databaseUrl, table);
  const node: ChildProcess = fork(
    join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
    [server.databaseUrl, server.deps.config.dataDir],
    { stdio: 'inherit' },
  );
  try {
    await lock.letUntil(async () => (await countEvents(event, requestId)) > 0 || undefined);
  } finally {
    await killed(node);
    await lock.release();
  }
}

/** Another node claims the job, once the silence of the first is detected. */
async function goOn(key: string): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where singleton_key = ${key}`.execute(
    server.owner,
  );
  server.deps.jobs.start();
}

const filesOf = (ownerKind: string, ownerId: string) =>
  server.owner
    .selectFrom('files')
    .select(['id', 'name'])
    .where('ownerKind', '=', ownerKind)
    .where('ownerId', '=', ownerId)
    .execute();

it('a package whose node is killed is rebuilt by another, complete and once, with the displayed password', async () => {
  const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
  const right = { ws, id, rightId };
  const work = (await callerFor(server, staff)).requestAnswer;
  await work.save({ ...right, message: '', withheld: '', rowVersion: 0 });
  await work.addFile({ ...right, fileId: await buildUpload(server, staff, CSV) });
  await approve(server, { dpo, staff }, { id });
  const { requestAnswer } = await callerFor(server, dpo);
  const { password } = await requestAnswer.release({ ...right, expiryDays: 14, downloadLimit: 3 });
  const { id: answerId } = await requestAnswer.get(right);

  await killAmid('request_answers', 'request.answerProgressed', id);
  const half = await requestAnswer.get(right);
  expect(half).toMatchObject({ status: 'BUILDING', package: null });
  expect(half.progress).toBeLessThan(100);
  expect(await filesOf('requestAnswer.package', answerId!)).toEqual([]);

  await goOn(answerId!);
  const answer = await until(async () => {
    const one = await requestAnswer.get(right);
    return ['READY', 'FAILED'].includes(one.status) && one;
  }, 'the package');
  expect(answer).toMatchObject({ status: 'READY', progress: 100, downloads: 0 });
  expect(await countEvents('request.answerReady', id)).toBe(1);
  const { rawPayload } = await server.app.inject({
    url: fileUrl(ws, answer.package!.fileId),
    headers: { authorization: `Bearer ${dpo.token}` },
  });
  const { isWell, files } = await openWithSevenZip(rawPayload, password);
  expect(isWell).toBe(true);
  expect([...files.keys()].sort()).toEqual(['SHA256SUMS.txt', `files/${CSV.name}`, 'letter.html', 'letter.pdf'].sort());
}, 120_000);

it('a gathering whose node is killed is repeated by another, once', async () => {
  const { id: requestId } = await buildWorkedRequest(server, { dpo, staff });
  const { requestTask } = await callerFor(server, dpo);
  const started = await requestTask.gather({ ws, requestId });

  await killAmid('request_gatherings', 'request.gatheringProgressed', requestId);
  const [half] = (await requestTask.gatherings({ ws, requestId })).collection;
  expect(half).toMatchObject({ status: 'RUNNING', jsonFileId: null });
  expect(half!.done).toBeGreaterThan(0);
  expect(half!.done).toBeLessThan(started.total);
  expect(await filesOf('requestTask.gathered', requestId)).toEqual([]);

  await goOn(started.id);
  const done = await until(async () => {
    const [one] = (await requestTask.gatherings({ ws, requestId })).collection;
    return ['DONE', 'FAILED'].includes(one!.status) && one!;
  }, 'the gathering');
  expect(done).toMatchObject({ id: started.id, status: 'DONE', done: started.total });
  expect(done.counts).toHaveLength(started.total);
  expect(await countEvents('request.gathered', requestId)).toBe(1);
  const fileIds = (await filesOf('requestTask.gathered', requestId)).map((file) => file.id);
  expect(fileIds.sort()).toEqual([done.jsonFileId!, done.viewFileId!].sort());
}, 120_000);
