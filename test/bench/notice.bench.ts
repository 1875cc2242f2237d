// Public pages of privacy notices from memory: responses per second, compared with a plain `node:http` server in the
// same process that returns the same bytes with the same headers, both called over 64 connections from another process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUIDv7 } from 'node:crypto';
import { type Figure, median } from '../../scripts/measure.ts';
import type { NoticeContent } from '../../shared/privacyNotice/content.ts';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { listenBench } from '../helpers/consentBench.ts';
import { type LoadDone, startLoad } from '../helpers/consentLoad.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 64;
/** Responses per second on two cores, one of which calls. */
const GOAL = 2000;
const GZIP = 'accept-encoding: gzip, br';

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const product = await listenBench(world);
  const path = noticePage(world.workspaceId, await publishBenchNotice(world));
  const address = `http://127.0.0.1:${product.port}${path}`;
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const etag = answer.headers.get('etag')!;
  const load = startLoad();
  const bare = await listenBare(address);
  const ways = {
    page: { product: product.port, headers: [GZIP] },
    unchanged: { product: product.port, headers: [GZIP, `if-none-match: ${etag}`] },
  };
  try {
    const figures: Figure[] = [];
    for (const [name, { headers }] of Object.entries(ways)) {
      const reached: Record<'product' | 'bare', LoadDone[]> = { product: [], bare: [] };
      for (let round = -1; round < ROUNDS; round += 1)
        for (const way of ['product', 'bare'] as const) {
          const { port } = way === 'product' ? product : bare;
          const order = { port, path, headers, connections: CONNECTIONS, seconds: round < 0 ? 1 : SECONDS };
          const done = await load.run({ ...order, method: 'GET', body: '' });
          if (done.failed > 0) throw new Error(`${done.failed} calls failed`);
          if (round >= 0) reached[way].push(done);
        }
      const of = (way: 'product' | 'bare') => median(reached[way].map(({ perSecond }) => perSecond));
      figures.push({
        name: name === 'page' ? 'public page of a notice' : 'public page that the browser has already',
        value: of('product'),
        unit: '1/s',
        limitName: 'bare node:http server, the same answer',
        limit: of('bare'),
        ratio: of('product') / of('bare'),
        goal: `at least ${GOAL.toLocaleString('en')} a second`,
        met: of('product') >= GOAL,
      });
    }
    return figures;
  } finally {
    load.stop();
    await bare.close();
    await product.close();
    await world.close();
  }
}

/** A server that returns what the product returned, and nothing else. */
async function listenBare(address: string): Promise<{ port: number; close(): Promise<void> }> {
  const full = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await full.arrayBuffer());
  const { brotliCompressSync } = await import('node:zlib');
  const bytes = brotliCompressSync(body);
  const headers = Object.fromEntries(
    [...full.headers].filter(([name]) => !/^(date|connection|keep-alive|content-length)$/.test(name)),
  );
  const server = createServer((request, response) => {
    if (request.headers['if-none-match']) return void response.writeHead(304, headers).end();
    response.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A notice of ten purposes, in force. @returns its id */
async function publishBenchNotice({ owner, workspaceId }: BenchWorld): Promise<string> {
  const controller = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  const name = 'ประกาศความเป็นส่วนตัวสำหรับลูกค้า';
  const draft = noticeDraft.parse({ name });
  const words = (number: number) => ({
    th: `ข้อความที่ ${number} ซึ่งยาวเท่ากับข้อความของประกาศที่องค์กรใช้จริงหนึ่งข้อความ`,
    en: `Sentence ${number}, as long as a sentence of a notice that an organisation really uses.`,
  });
  const content: NoticeContent = {
    name,
    kind: 'customer',
    draft,
    dataControllerId: controller.id,
    parts: Array.from({ length: 10 }, (_, part) => ({
      kind: 'purpose' as const,
      key: `p${part}`,
      heading: words(part),
      sentences: Array.from({ length: 8 }, (_sentence, place) => ({
        ...words(place),
        key: `p${part}.s${place}`,
        section: '23(1)',
        source: { record: 'purpose' as const, id, version: 1, field: 'piiCategories' },
        register: null,
        outdated: false,
      })),
    })),
    summary: {
      controller: words(0),
      purposes: Array.from({ length: 10 }, (_, purpose) => words(purpose)),
      weighs: ['sensitive', 'abroad'],
      contact: 'dpo@bench.example',
      requestUrl: null,
    },
    points: [],
    approver: { name: 'ผู้อนุมัติ', position: 'ผู้อำนวยการ' },
    effectiveOn: '2026-01-01',
  };
  await owner
    .insertInto('privacyNotices')
    .values({
      workspaceId,
      id,
      name,
      kind: 'customer',
      dataControllerId: controller.id,
      content: JSON.stringify(draft),
      status: 'published',
      publishedVersion: 1,
    })
    .execute();
  const hash = '0'.repeat(64);
  await owner
    .insertInto('privacyNoticeVersions')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      privacyNoticeId: id,
      version: 1,
      content: JSON.stringify(content),
      sha256: hash,
      sha256Th: hash,
      sha256En: hash,
      effectiveOn: content.effectiveOn,
    })
    .execute();
  return id;
}
