import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPackage } from '../../server/modules/requestAnswer/build.ts';
import { runGathering } from '../../server/modules/requestTask/runGathering.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { approve, buildUpload, buildWorkedRequest } from '../helpers/answers.ts';
import { killed } from '../helpers/killedNode.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { openWithSevenZip } from '../helpers/sevenZip.ts';
import { buildTeam } from '../helpers/team.ts';
import { until } from '../helpers/until.ts';

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
    .select('id')
    .where('ownerKind', '=', ownerKind)
    .where('ownerId', '=', ownerId)
    .execute();

/** Releases an answer with files; no node builds its package yet. */
async function releaseAnswer(files = [CSV]) {
  const { id, rightId } = await buildWorkedRequest(server, { dpo, staff });
  const right = { ws, id, rightId };
  const work = (await callerFor(server, staff)).requestAnswer;
  await work.save({ ...right, message: '', withheld: '', rowVersion: 0 });
  for (const file of files) await work.addFile({ ...right, fileId: await buildUpload(server, staff, file) });
  await approve(server, { dpo, staff }, { id });
  const { requestAnswer } = await callerFor(server, dpo);
  const { password } = await requestAnswer.release({ ...right, expiryDays: 14, downloadLimit: 3 });
  return { id, right, answerId: (await requestAnswer.get(right)).id!, password, requestAnswer };
}

/** Does a job on nodes that stop in good order, more of them than may be killed by it. */
async function onStoppingNodes(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  for (let node = 0; node < 4; node += 1)
    await expect(run(AbortSignal.abort(new Error('the node stops')))).rejects.toThrow('the node stops');
}
const goesOn = () => new AbortController().signal;

it('a package whose node is killed is rebuilt by another, complete and once, with the displayed password', async () => {
  const { id, right, answerId, password, requestAnswer } = await releaseAnswer();

  await killAmid('request_answers', 'request.answerProgressed', id);
  const half = await requestAnswer.get(right);
  expect(half).toMatchObject({ status: 'BUILDING', package: null });
  expect(half.progress).toBeLessThan(100);
  expect(await filesOf('requestAnswer.package', answerId)).toEqual([]);

  await goOn(answerId);
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
});

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
});

it('a package of which nodes stop in good order waits for the next, however many they were', async () => {
  const { right, answerId, requestAnswer } = await releaseAnswer();
  await onStoppingNodes((signal) => buildPackage(server.deps, ws, answerId, signal));
  expect(await requestAnswer.get(right)).toMatchObject({ status: 'QUEUED', progress: 0 });
  await buildPackage(server.deps, ws, answerId, goesOn());
  expect(await requestAnswer.get(right)).toMatchObject({ status: 'READY' });
});

it('a package that another node has taken over is not given back by a run that ends later', async () => {
  const { id, right, answerId, requestAnswer } = await releaseAnswer();
  const lock = await holdTable(server.databaseUrl, 'request_answers');
  const stopping = new AbortController();
  const run = buildPackage(server.deps, ws, answerId, stopping.signal);
  run.catch(() => {});
  try {
    await lock.letUntil(async () => (await countEvents('request.answerProgressed', id)) > 0 || undefined);
    const takeover = server.owner
      .updateTable('requestAnswers')
      .set({ runId: randomUUID(), attempts: 2 })
      .where('id', '=', answerId)
      .execute();
    stopping.abort(new Error('the node stops'));
    await lock.release();
    await takeover;
  } finally {
    await lock.release();
  }
  await expect(run).rejects.toThrow('the node stops');
  expect(await requestAnswer.get(right)).toMatchObject({ status: 'BUILDING' });
});

it('a package is tried again while the file store is away, and fails with that reason', async () => {
  const { right, answerId, requestAnswer } = await releaseAnswer([]);
  // The folder of this workspace's files is a file: nothing can be stored there.
  const folder = join(server.deps.config.dataDir, 'files', ws);
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'in the way');
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await expect(buildPackage(server.deps, ws, answerId, goesOn())).rejects.toThrow('file.storeAway');
    expect(await requestAnswer.get(right)).toMatchObject({ status: 'QUEUED' });
  }
  await buildPackage(server.deps, ws, answerId, goesOn());
  expect(await requestAnswer.get(right)).toMatchObject({ status: 'FAILED', failure: 'unavailable' });
  rmSync(folder);
  await requestAnswer.release({ ...right, expiryDays: 14, downloadLimit: 3 });
  await buildPackage(server.deps, ws, answerId, goesOn());
  expect(await requestAnswer.get(right)).toMatchObject({ status: 'READY' });
});

it('a gathering of which nodes stop in good order waits for the next, however many they were', async () => {
  const { id: requestId } = await buildWorkedRequest(server, { dpo, staff });
  const { requestTask } = await callerFor(server, dpo);
  const { id } = await requestTask.gather({ ws, requestId });
  await onStoppingNodes((signal) => runGathering(server.deps, ws, id, signal));
  const now = async () => (await requestTask.gatherings({ ws, requestId })).collection[0];
  expect(await now()).toMatchObject({ status: 'QUEUED', done: 0 });
  await runGathering(server.deps, ws, id, goesOn());
  expect(await now()).toMatchObject({ status: 'DONE' });
});
