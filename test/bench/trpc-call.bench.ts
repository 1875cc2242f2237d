// The cost of a tRPC call for the server, compared with a plain Fastify route that returns the same JSON, and with the
// stock adapter.
import type { AddressInfo } from 'node:net';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { initTRPC } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { z } from 'zod';
import { type Figure, median } from '../../scripts/measure.ts';
import type { RequestContext } from '../../server/platform/trpc/context.ts';
import { registerTrpcHttp } from '../../server/platform/http/transport/http.ts';

const CALLS = 12_000;
const ROUNDS = 7;

const t = initTRPC.context<RequestContext>().create();
const input = z.object({ ws: z.uuid(), text: z.string() });
const record = {
  id: crypto.randomUUID(),
  name: 'ทะเบียนผู้ป่วยนอก',
  status: 'published',
  updatedAt: '2026-11-21T04:00:00.000Z',
};
const router = t.router({
  record: t.procedure.input(input).query(({ input: { text } }) => ({ ...record, text })),
  change: t.procedure.input(input).mutation(({ input: { text } }) => ({ ...record, text })),
});

export default async function bench(): Promise<Figure[]> {
  const app = Fastify();
  // The context is not measured: it is the same for all.
  const ctx = { deps: { log: app.log }, locale: 'th', session: null } as unknown as RequestContext;
  app.get('/bare', (request) => {
    const { text } = JSON.parse((request.query as { input: string }).input) as { text: string };
    return { ...record, text };
  });
  app.post('/bare', (request) => ({ ...record, text: (request.body as { text: string }).text }));
  registerTrpcHttp(app, { router, createContext: () => ctx, position: () => '1234-5678' });
  await app.register(fastifyTRPCPlugin, { prefix: '/stock', trpcOptions: { router, createContext: () => ctx } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const value = { ws: crypto.randomUUID(), text: 'ก' };
  const one = encodeURIComponent(JSON.stringify(value));
  const batch = encodeURIComponent(JSON.stringify({ 0: value }));
  const body = JSON.stringify(value);
  const ways = {
    bareGet: { url: `${base}/bare?input=${one}` },
    query: { url: `${base}/trpc/record?input=${one}` },
    batched: { url: `${base}/trpc/record?batch=1&input=${batch}` },
    stock: { url: `${base}/stock/record?batch=1&input=${batch}` },
    barePost: { url: `${base}/bare`, body },
    mutation: { url: `${base}/trpc/change?batch=1`, body: JSON.stringify({ 0: value }) },
  };
  const load = fork(new URL('../helpers/httpLoad.ts', import.meta.url), { execArgv: [] });
  const cost: Record<string, number[]> = {};
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [name, way] of Object.entries(ways)) {
        const before = process.cpuUsage();
        load.send({ ...way, calls: CALLS });
        const [done] = (await once(load, 'message')) as [{ calls: number }];
        const { user, system } = process.cpuUsage(before);
        if (round >= 0) (cost[name] ??= []).push((user + system) / done.calls);
      }
    }
  } finally {
    load.disconnect();
    await app.close();
  }
  const of = (name: keyof typeof ways) => median(cost[name]!);
  const figure = (name: string, way: keyof typeof ways, bare: 'bareGet' | 'barePost', goal = true): Figure => {
    const ratio = of(way) / of(bare);
    return {
      name,
      value: of(way),
      unit: 'µs of CPU',
      limitName: 'bare Fastify route',
      limit: of(bare),
      ratio,
      ...(goal ? { goal: 'at most 3x', met: ratio <= 3 } : {}),
    };
  };
  return [
    figure('tRPC query', 'query', 'bareGet'),
    figure('tRPC query, batched', 'batched', 'bareGet'),
    figure('tRPC mutation, batched', 'mutation', 'barePost'),
    figure('the same query through the stock adapter', 'stock', 'bareGet', false),
  ];
}
