// A scheduled export of 100,000 submissions (SCHEDULE_ROWS for another number) to OpenSSH's server on this machine,
// compared with a plain `sftp` put of the same file: generating and sending, and sending alone. Then the highest memory
// of a node in a separate process that delivers them, plain and encrypted, compared with that of a tenth of them.
import { fork, spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey } from 'openpgp';
import { type Figure, inTurns, median } from '../../scripts/measure.ts';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { publishBenchForm } from '../helpers/consentBench.ts';
import { highestMemory } from '../helpers/memory.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { type Sshd, startSshd } from '../sshd.ts';

const ROWS = Number(process.env.SCHEDULE_ROWS ?? 100_000);
const TURNS = { rounds: 5, warmUp: 1 };
const DAY = 86_400_000;
const NEVER = new AbortController().signal;
/** Of a plain put. */
const SHARE = 0.5;
const SMALL = Math.max(1, Math.round(ROWS / 10));
const GROWTH_MIB = 50;
const MIB = 2 ** 20;
const size = ROWS.toLocaleString('en');

export default async function bench(): Promise<Figure[]> {
  const [world, sshd] = [await startBenchWorld(), await startSshd()];
  try {
    const deps: Deps = { ...world.deps, config: { ...world.config, sftp: { toPrivateNetwork: true } } };
    const { owner, personnelId } = world;
    await owner.updateTable('personnel').set({ role: 'Admin' }).where('id', '=', personnelId).execute();
    const formId = await filledForm(world, ROWS);
    const id = await schedule(world, deps, sshd, { formId });
    const sending: number[] = [];
    const delivery = async () => {
      const task = await delivered(world, deps, id);
      sending.push(task.sendingMs);
      return task;
    };
    // The plain client uploads the same file that was delivered.
    const { fileName } = await delivery();
    const file = join(world.config.dataDir, 'bare.csv');
    copyFileSync(join(sshd.folder, fileName), file);
    const key = join(world.config.dataDir, 'bare.key');
    writeFileSync(key, sshd.privateKey, { mode: 0o600 });
    sending.length = 0;
    const { own, limit } = await inTurns(TURNS, delivery, () => put(sshd, key, file));
    const perSecond = (ms: number) => ROWS / (ms / 1000);
    const bare = perSecond(median(limit));
    const sent = perSecond(median(sending.slice(TURNS.warmUp)));
    const total = perSecond(median(own));
    const limitName = 'bare sftp put of the same file';
    return [
      {
        name: `sending a file of ${size} submissions, with its manifest`,
        value: sent,
        unit: 'rows/s',
        limitName,
        limit: bare,
        ratio: sent / bare,
        goal: `at least ${SHARE} of it`,
        met: sent >= SHARE * bare,
      },
      {
        name: 'the same, made first: the whole delivery',
        value: total,
        unit: 'rows/s',
        limitName,
        limit: bare,
        ratio: total / bare,
      },
      ...(await memory(world, deps, sshd, formId)),
    ];
  } finally {
    await world.close();
    await sshd.close();
  }
}

/** A published form with submissions. @returns its id */
async function filledForm(world: BenchWorld, rows: number): Promise<string> {
  const form = await publishBenchForm(world);
  const now = Date.now();
  await fillConsents(world, form, { rows, from: new Date(now - 365 * DAY), to: new Date(now - DAY), subjects: rows });
  return form.id;
}

async function schedule(
  world: BenchWorld,
  deps: Deps,
  sshd: Sshd,
  { formId, encryptionKey = '' }: { formId: string; encryptionKey?: string },
): Promise<string> {
  const { workspaceId: ws } = world;
  const { id } = await world.call(deps).schedule.create({
    ws,
    name: `Bench ${randomUUIDv7()}`,
    workspaceIds: [ws],
    consentIds: [formId],
    encryptionKey,
    frequency: 'Daily',
    hour: 2,
    host: '127.0.0.1',
    port: sshd.port,
    username: sshd.username,
    privateKey: sshd.privateKey,
    folder: sshd.folder,
    hostKey: sshd.hostKey,
  });
  return id;
}

/** The highest memory of a node for a delivery of many rows, compared with that for a tenth of them. */
async function memory(world: BenchWorld, deps: Deps, sshd: Sshd, large: string): Promise<Figure[]> {
  const small = await filledForm(world, SMALL);
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Receiver' }], format: 'armored' });
  const figures: Figure[] = [];
  for (const [way, encryptionKey] of [
    ['plain', ''],
    ['encrypted by OpenPGP', publicKey],
  ] as const) {
    const peakOf = async (formId: string) =>
      peak(world, deps, await schedule(world, deps, sshd, { formId, encryptionKey }));
    const limit = await peakOf(small);
    const value = await peakOf(large);
    figures.push({
      name: `highest memory of the node that delivers ${size}, ${way}`,
      value: value / MIB,
      unit: 'MiB',
      limitName: `${SMALL.toLocaleString('en')} of them`,
      limit: limit / MIB,
      ratio: value / limit,
      goal: `${GROWTH_MIB} MiB of growth at most`,
      met: value - limit <= GROWTH_MIB * MIB,
    });
  }
  return figures;
}

/** Highest memory of a new node that makes one delivery and nothing else. */
async function peak(world: BenchWorld, deps: Deps, id: string): Promise<number> {
  const { call, workspaceId: ws, databaseUrl, config } = world;
  const node = fork(join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [databaseUrl, config.dataDir], {
    stdio: 'inherit',
    env: { ...process.env, SFTP_ON_PRIVATE_NETWORK: 'true' },
  });
  try {
    await once(node, 'message');
    await call(deps).schedule.run({ ws, id });
    for (;;) {
      const [task] = (await call(deps).schedule.tasks({ ws, id })).collection;
      if (task!.state === 'delivered') return highestMemory(node);
      if (task!.problem !== null) throw new Error(`the delivery failed: ${task!.problem}`);
      await sleep(250);
    }
  } finally {
    node.kill();
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  }
}

/** Delivers once. @returns the name of the file and the time from connecting to the end */
async function delivered(
  { call, workspaceId: ws }: BenchWorld,
  deps: Deps,
  id: string,
): Promise<{ fileName: string; sendingMs: number }> {
  await call(deps).schedule.run({ ws, id });
  const newest = async () => (await call(deps).schedule.tasks({ ws, id })).collection[0]!;
  await deliver(deps, ws, (await newest()).id, NEVER);
  const { state, rows, fileName, log } = await newest();
  if (state !== 'delivered' || rows !== ROWS || !fileName) throw new Error(`the delivery is ${state}, of ${rows} rows`);
  const at = (step: string) => Date.parse(log.find((line) => line.step === step)!.at);
  return { fileName, sendingMs: at('delivered') - at('connecting') };
}

/** The manual equivalent. */
async function put({ port, username, folder }: Sshd, key: string, file: string): Promise<void> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes', 'LogLevel=ERROR'];
  const client = spawn(
    'sftp',
    ['-q', '-b', '-', '-i', key, '-P', `${port}`, ...options.flatMap((one) => ['-o', one]), `${username}@127.0.0.1`],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const target = join(folder, 'bare.csv');
  client.stdin.end(`put ${file} ${target}\n`);
  const [code] = (await once(client, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`sftp ended with ${code}`);
  rmSync(target);
}
