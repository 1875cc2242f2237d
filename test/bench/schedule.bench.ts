// A scheduled export of 100,000 submissions (SCHEDULE_ROWS for another number) to OpenSSH's server on this machine,
// beside a bare `sftp` put of the same file: making and sending, and sending alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, inTurns, median } from '../../scripts/measure.ts';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { publishBenchForm } from '../helpers/consentBench.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { type Sshd, startSshd } from '../sshd.ts';

const ROWS = Number(process.env.SCHEDULE_ROWS ?? 100_000);
const TURNS = { rounds: 5, warmUp: 1 };
const DAY = 86_400_000;
const NEVER = new AbortController().signal;
/** Of a bare put. */
const SHARE = 0.5;
const size = ROWS.toLocaleString('en');

export default async function bench(): Promise<Figure[]> {
  const [world, sshd] = [await startBenchWorld(), await startSshd()];
  try {
    const deps: Deps = { ...world.deps, config: { ...world.config, sftp: { toPrivateNetwork: true } } };
    const id = await schedule(world, deps, sshd);
    const sending: number[] = [];
    const delivery = async () => {
      const task = await delivered(world, deps, id);
      sending.push(task.sendingMs);
      return task;
    };
    // What a bare client puts there is the very file that was delivered.
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
    const whole = perSecond(median(own));
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
        value: whole,
        unit: 'rows/s',
        limitName,
        limit: bare,
        ratio: whole / bare,
      },
    ];
  } finally {
    await world.close();
    await sshd.close();
  }
}

/** A schedule of a form with submissions. */
async function schedule(world: BenchWorld, deps: Deps, sshd: Sshd): Promise<string> {
  const { owner, personnelId, workspaceId: ws } = world;
  await owner.updateTable('personnel').set({ role: 'Admin' }).where('id', '=', personnelId).execute();
  const form = await publishBenchForm(world);
  const now = Date.now();
  await fillConsents(world, form, {
    rows: ROWS,
    from: new Date(now - 365 * DAY),
    to: new Date(now - DAY),
    subjects: ROWS,
  });
  const { id } = await world.call(deps).schedule.create({
    ws,
    name: 'Bench',
    workspaceIds: [ws],
    consentIds: [form.id],
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

/** Delivers once. @returns the name of the file and how long it took from connecting to the end */
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

/** What a person would do by hand. */
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
