// From a commit to the sockets of everyone who may receive it, compared with a plain `ws` broadcast of the same bytes.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocketServer } from 'ws';
import { openDatabase, withScope } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrator.ts';
import { type Figure, median, share } from '../../scripts/measure.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { type LiveNode, makeReader, makeWorkspace, startLiveNode } from '../helpers/liveNode.ts';
import { clock, type CrowdOrder, type CrowdReport } from '../helpers/socketCrowd.ts';

const ROUNDS = 40;
const WARM_UP = 10;
const SOCKETS_A_PERSON = 100;

export default async function bench(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pokpong-bench-'));
  const postgres = await startEmbedded({ dataDir, fast: true });
  const stop = [() => rm(dataDir, { recursive: true, force: true }), () => postgres.stop()];
  try {
    await migrate(postgres.url);
    const owner = openDatabase(postgres.url, 'owner', 4);
    stop.push(() => owner.destroy());
    const node = await startLiveNode(postgres.url);
    stop.push(() => node.stop());
    const ws = await makeWorkspace(owner);
    const figures: Figure[] = [];
    for (const size of [1000, 5000]) {
      const people = await Promise.all(Array.from({ length: size / SOCKETS_A_PERSON }, () => makeReader(owner, ws)));
      const tokens = Array.from({ length: size }, (_, index) => people[Math.floor(index / SOCKETS_A_PERSON)]!.token);
      figures.push(...(await measure(node, ws, tokens)));
    }
    return figures;
  } finally {
    for (const end of stop.reverse()) await end();
  }
}

async function measure(node: LiveNode, workspaceId: string, tokens: string[]): Promise<Figure[]> {
  const size = tokens.length;
  const bare = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 64 * 1024 });
  await once(bare, 'listening');
  const crowd = fork(new URL('../helpers/socketCrowd.ts', import.meta.url), { execArgv: [] });
  try {
    const start = memory();
    await ask(crowd, { open: 'bare', port: (bare.address() as AddressInfo).port, tokens, workspaceId });
    const withBare = memory();
    await ask(crowd, { open: 'live', port: node.port, tokens, workspaceId });
    await sleep(500);
    const withLive = memory();
    const bytes = Buffer.from(
      JSON.stringify({
        id: 1,
        result: {
          type: 'data',
          data: {
            id: '1234-5678',
            data: { seq: '1234-5678', event: 'application.created', entity: 'application', id: crypto.randomUUID() },
          },
          id: '1234-5678',
        },
      }),
    );

    const live: number[][] = [];
    const limit: number[][] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const limits = await round1(crowd, 'bare', async () => {
        const startedAt = clock();
        for (const client of bare.clients) client.send(bytes, { binary: false });
        return startedAt;
      });
      const pushed = await round1(crowd, 'live', async () => {
        await withScope(node.deps.db, { workspaceId }, (trx) =>
          emit(
            trx,
            { workspaceId, personnelId: null, at: new Date() },
            { event: 'application.created', entityId: crypto.randomUUID() },
          ),
        );
        const startedAt = clock();
        node.deps.poke();
        return startedAt;
      });
      if (round < WARM_UP) continue;
      limit.push(limits);
      live.push(pushed);
    }
    const last = (rounds: number[][]) => median(rounds.map((times) => times.at(-1)!));
    const reached = (rounds: number[][], part: number) => share(rounds.flat(), part);
    const named = (what: string) => `push to ${size.toLocaleString('en')} sockets, ${what}`;
    const figure = (
      what: string,
      value: number,
      bareValue: number,
      goal?: { text: string; met: boolean },
      unit = 'ms',
    ): Figure => ({
      name: named(what),
      value,
      unit,
      limitName: 'bare ws broadcast',
      limit: bareValue,
      ratio: value / bareValue,
      ...(goal ? { goal: goal.text, met: goal.met } : {}),
    });
    const p99 = reached(live, 0.99);
    const ratio = last(live) / last(limit);
    const kib = (withLive - withBare) / size / 1024;
    return [
      figure('half are reached', reached(live, 0.5), reached(limit, 0.5)),
      figure(
        '99 % are reached',
        p99,
        reached(limit, 0.99),
        size === 1000 ? { text: 'under 100 ms', met: p99 < 100 } : undefined,
      ),
      figure(
        'the last one',
        last(live),
        last(limit),
        size === 5000 ? { text: 'at most 1.2x', met: ratio <= 1.2 } : undefined,
      ),
      figure(
        'memory a socket',
        kib,
        (withBare - start) / size / 1024,
        { text: 'at most 16 KiB', met: kib <= 16 },
        'KiB',
      ),
    ];
  } finally {
    crowd.disconnect();
    await once(crowd, 'exit');
    bare.close();
    await sleep(1000);
  }
}

/** Milliseconds after the start of `send` at which each socket was reached, ascending. */
async function round1(crowd: ChildProcess, kind: 'live' | 'bare', send: () => Promise<number>): Promise<number[]> {
  crowd.send({ expect: kind } satisfies CrowdOrder);
  await sleep(15);
  const answer = once(crowd, 'message') as Promise<[CrowdReport]>;
  const startedAt = await send();
  const [report] = await answer;
  if (!('reached' in report)) throw new Error('the crowd answered something else');
  return report.reached.map((at) => at - startedAt);
}

async function ask(crowd: ChildProcess, order: CrowdOrder): Promise<void> {
  const answer = once(crowd, 'message');
  crowd.send(order);
  await answer;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes in use after garbage collection. */
function memory(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
