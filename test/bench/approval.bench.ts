// From the click of one approver, over REST, to the next approver's own socket, while 1,000 sockets of colleagues
// follow the workspace; compared with the response to the one who clicked. And an edit of a record of a workspace with
// and without lines.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Figure, median, share } from '../../scripts/measure.ts';
import { createSession } from '../../server/platform/auth/sessions.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { buildApplication, buildApprovalLine } from '../helpers/approvals.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import type { ServerReport } from '../helpers/serverProcess.ts';
import type { CrowdOrder } from '../helpers/socketCrowd.ts';

const SOCKETS = 1000;
const SOCKETS_A_PERSON = 100;
const APPROVERS = 10;
const LINES = Number(process.env.BENCH_ROUNDS ?? 40);
const WARM_UP = 4;
const EDITS = 40;

interface Approver {
  id: string;
  token: string;
  socket: WebSocket;
  /** Called with the time at which an event of this line reached the socket. */
  reached: (lineId: string, at: number) => void;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const children: ChildProcess[] = [];
  const sockets: WebSocket[] = [];
  try {
    const server = fork(
      new URL('../helpers/serverProcess.ts', import.meta.url),
      [world.databaseUrl, world.config.dataDir],
      { execArgv: [] },
    );
    children.push(server);
    const { port } = (await answer(server)) as { port: number };
    const approvers: Approver[] = [];
    for (let index = 0; index < APPROVERS; index += 1) approvers.push(await approverOf(world, port));
    sockets.push(...approvers.map(({ socket }) => socket));
    const crowd = fork(new URL('../helpers/socketCrowd.ts', import.meta.url), { execArgv: [] });
    children.push(crowd);
    const tokens: string[] = [];
    for (let person = 0; person < SOCKETS / SOCKETS_A_PERSON; person += 1) {
      const { token } = await personOf(world, 'DPO');
      tokens.push(...Array.from({ length: SOCKETS_A_PERSON }, () => token));
    }
    crowd.send({ open: 'live', port, tokens, workspaceId: world.workspaceId } satisfies CrowdOrder);
    await answer(crowd);

    const pushed: number[] = [];
    const answered: number[] = [];
    for (let line = 0; line < LINES; line += 1) {
      const { id } = await buildApprovalLine(world, world.workspaceId, {
        requesterId: world.personnelId,
        approverIds: approvers.map((approver) => approver.id),
      });
      for (let step = 0; step + 1 < APPROVERS; step += 1) {
        const { answerMs, reachMs } = await approve(
          port,
          world.workspaceId,
          id,
          approvers[step]!,
          approvers[step + 1]!,
        );
        if (line < WARM_UP) continue;
        answered.push(answerMs);
        pushed.push(reachMs);
      }
    }
    const p99 = share(pushed, 0.99);
    const name = (what: string) =>
      `an approval reaches the next approver's socket beside ${SOCKETS.toLocaleString('en')} others, ${what}`;
    const figure = (what: string, part: number, goal?: { goal: string; met: boolean }): Figure => ({
      name: name(what),
      value: share(pushed, part),
      unit: 'ms',
      limitName: 'the answer to the one who approves',
      limit: share(answered, part),
      ratio: share(pushed, part) / share(answered, part),
      ...goal,
    });
    return [figure('half', 0.5), figure('99 %', 0.99, { goal: 'under 100 ms', met: p99 < 100 }), await editing(world)];
  } finally {
    for (const socket of sockets) socket.terminate();
    for (const child of children) {
      child.disconnect();
      await once(child, 'exit');
    }
    await world.close();
  }
}

/** The cost of editing an application with an approved line, compared with one without: the record is hashed once. */
async function editing(world: BenchWorld): Promise<Figure> {
  const caller = world.call();
  const { workspaceId: ws } = world;
  const costs: Record<'none' | 'line', number[]> = { none: [], line: [] };
  const ids = { none: (await buildApplication(world, ws)).id, line: (await buildApplication(world, ws)).id };
  await buildApprovalLine(world, ws, {
    requesterId: world.personnelId,
    approverIds: [world.personnelId],
    applicationId: ids.line,
    status: 'APPROVED',
  });
  for (let edit = 0; edit < EDITS; edit += 1) {
    for (const way of ['none', 'line'] as const) {
      const { name, description, dataController, rowVersion } = await caller.application.get({ ws, id: ids[way] });
      // The line is requested repeatedly, so that each edit finds it approved.
      if (way === 'line')
        await world.owner
          .updateTable('approvalLines')
          .set({ status: 'APPROVED' })
          .where('applicationId', '=', ids.line)
          .execute();
      const input = {
        ws,
        id: ids[way],
        name,
        description,
        dataControllerId: dataController.id,
        dataSubjectCount: edit + 1,
        rowVersion,
      };
      const startedAt = performance.now();
      await caller.application.update(input);
      costs[way].push(performance.now() - startedAt);
    }
  }
  const [value, limit] = [median(costs.line), median(costs.none)];
  return {
    name: 'saving an application whose approval it takes back',
    value,
    unit: 'ms',
    limitName: 'one without a line',
    limit,
    ratio: value / limit,
  };
}

async function approve(
  port: number,
  ws: string,
  lineId: string,
  approver: Approver,
  next: Approver,
): Promise<{ answerMs: number; reachMs: number }> {
  const arrived = new Promise<number>((resolve) => {
    next.reached = (id, at) => id === lineId && resolve(at);
  });
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${ws}/approval-lines/${lineId}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${approver.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'APPROVED' }),
  });
  const body = await response.text();
  const answerMs = performance.now() - startedAt;
  if (!response.ok) throw new Error(`an approval was refused: ${response.status} ${body}`);
  const reachMs = (await arrived) - startedAt;
  next.reached = () => {};
  // People do not click within the same instant.
  await sleep(10);
  return { answerMs, reachMs };
}

async function personOf({ owner, deps, workspaceId }: BenchWorld, role: Role): Promise<{ id: string; token: string }> {
  const [userId, id] = [randomUUIDv7(), randomUUIDv7()];
  const email = `${id}@bench.example`;
  await owner.insertInto('users').values({ id: userId, email, name: 'Watcher' }).execute();
  await owner
    .insertInto('personnel')
    .values({ workspaceId, id, userId, email, name: 'Watcher', role, status: 'active' })
    .execute();
  return { id, ...(await createSession(deps.authDb, deps.config, { userId, kind: 'api', now: deps.now() })) };
}

/** A Top Management user, who is only notified of lines that name them, with an open socket. */
async function approverOf(world: BenchWorld, port: number): Promise<Approver> {
  const { id, token } = await personOf(world, 'Top Management');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  const approver: Approver = { id, token, socket, reached: () => {} };
  await once(socket, 'open');
  const ready = once(socket, 'message');
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const lineId = /"event":"approvalLine\.stepApproved"[^}]*"id":"([0-9a-f-]{36})"/.exec(data.toString())?.[1];
    if (lineId) approver.reached(lineId, at);
  });
  socket.send(
    JSON.stringify({
      id: 1,
      method: 'subscription',
      params: { path: 'notification.live', input: { ws: world.workspaceId } },
    }),
  );
  await ready;
  return approver;
}

async function answer(child: ChildProcess): Promise<ServerReport> {
  const [report] = (await once(child, 'message')) as [ServerReport];
  return report;
}
