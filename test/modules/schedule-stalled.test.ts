import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { startPasswordServer } from '../helpers/passwordServer.ts';
import { hand } from '../debian.ts';
import { delivered, type Sshd, startSshd } from '../sshd.ts';

const NEVER = new AbortController().signal;
const PASSWORD = 'correct horse battery';
const DAY = 86_400_000;

let server: TestServer;
let sshd: Sshd;
let ws: string;
let admin: Person;
let form: BuiltForm;
let stalled: { readonly listener: Server; readonly port: number; readonly sockets: Set<Socket> };
beforeAll(async () => {
  server = await buildServer({ SFTP_ON_PRIVATE_NETWORK: 'true' });
  sshd = await startSshd();
});
afterAll(() => Promise.all([server.close(), sshd.close()]));
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  admin = await buildPerson(server, { workspaceId: ws });
  form = await buildConsentForm(server, admin, { purposes: 1 });
  stalled = await startStalled();
});
afterEach(async () => {
  for (const socket of stalled.sockets) socket.destroy();
  await new Promise((resolve) => stalled.listener.close(resolve));
});

/** A server that accepts connections and then does not respond. */
async function startStalled() {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { listener, sockets, port: (listener.address() as AddressInfo).port };
}

const calls = async () => (await callerFor(server, admin)).schedule;
let folders = 0;
async function add(more: { port: number; username?: string; password?: string; hostKey?: string }) {
  folders += 1;
  const folder = join(sshd.folder, String(folders));
  mkdirSync(folder);
  hand(folder);
  const { id } = await (
    await calls()
  ).create({
    ws,
    name: `Drop ${folders}`,
    workspaceIds: [ws],
    consentIds: [form.id],
    frequency: 'Daily',
    hour: 2,
    host: '127.0.0.1',
    username: sshd.username,
    ...(more.password === undefined && { privateKey: sshd.privateKey }),
    hostKey: sshd.hostKey,
    folder,
    ...more,
  });
  await (await calls()).run({ ws, id });
  return { id, folder };
}
const taskOf = async (id: string) => (await (await calls()).tasks({ ws, id })).collection[0]!;

/** A node with other timeouts. */
const waiting = (connectMs: number, answerMs: number): Deps => {
  const sftp = { ...server.deps.config.sftp, patience: { connectMs, answerMs } };
  return { ...server.deps, config: { ...server.deps.config, sftp } };
};

describe('a delivery to an unresponsive server', () => {
  it('ends with its report code, and is retried', async () => {
    const { id } = await add({ port: stalled.port });
    await deliver(waiting(300, 300), ws, (await taskOf(id)).id, NEVER);
    const task = await taskOf(id);
    expect(task).toMatchObject({ state: 'waiting', attempts: 1, problem: 'tooSlow', reportCode: 'SFTP-402' });
    expect(task.nextAt).not.toBeNull();
    expect(task.log.map(({ step }) => step)).toEqual(['making', 'connecting', 'failed']);
    expect(task.log.at(-1)).toMatchObject({ reportCode: 'SFTP-402' });
    // No connection of ours stays open there.
    const open = () => [...stalled.sockets].filter((socket) => !socket.readableEnded && !socket.destroyed).length;
    for (const socket of stalled.sockets) socket.resume();
    await expect.poll(open).toBe(0);
  });

  it('also ends so if the server stops responding in the middle of the file', async () => {
    await fillConsents(server, form, {
      rows: 20_000,
      subjects: 20_000,
      from: new Date(Date.now() - 30 * DAY),
      to: new Date(Date.now() - DAY),
    });
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, silentAfter: 500_000 });
    try {
      const { id, folder } = await add({
        port: drop.port,
        username: 'drop',
        password: PASSWORD,
        hostKey: drop.hostKey,
      });
      await deliver(waiting(20_000, 2000), ws, (await taskOf(id)).id, NEVER);
      const task = await taskOf(id);
      expect(task).toMatchObject({ state: 'waiting', attempts: 1, problem: 'tooSlow', reportCode: 'SFTP-402' });
      expect(task.log.map(({ step }) => step)).toEqual(['making', 'connecting', 'uploading', 'failed']);
      expect(delivered({ ...sshd, folder })).toEqual([`.${task.fileName}.part`]);
    } finally {
      await drop.close();
    }
  });

  it('blocks nothing else: the node responds, delivers elsewhere, and stops cleanly', async () => {
    const { id } = await add({ port: stalled.port });
    const stop = new AbortController();
    const isOver = deliver(waiting(600_000, 600_000), ws, (await taskOf(id)).id, stop.signal);
    const ending = expect(isOver).rejects.toThrow();
    await expect.poll(() => stalled.sockets.size).toBe(1);

    const other = await add({ port: sshd.port });
    await deliver(server.deps, ws, (await taskOf(other.id)).id, NEVER);
    expect(await taskOf(other.id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(await taskOf(id)).toMatchObject({ state: 'running', attempts: 1 });

    stop.abort();
    await ending;
    expect(await taskOf(id)).toMatchObject({ state: 'waiting', attempts: 0, problem: null });
  });
});
