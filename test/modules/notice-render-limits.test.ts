import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RenderCache } from '../../server/modules/privacyNotice/public/renderCache.ts';
import { createPdfRenderer } from '../../server/platform/documents/pdf.ts';
import type { ReportDocument } from '../../server/platform/documents/document.ts';
import { buildDataController, buildPerson, buildServer, sharedServer, type TestServer } from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';
import { refusal } from '../helpers/refusal.ts';

/** Calls of one address in a minute. */
const CALLS = 12;
const VERSIONS = 30;

let author: TestServer;
let server: TestServer;
let page: string;
beforeAll(async () => {
  author = await sharedServer();
  const dpo = await buildPerson(author, { role: 'DPO' });
  const { id: dataControllerId } = await buildDataController(author, dpo.workspaceId, { nameTh: 'โรงพยาบาลร่มเย็น' });
  const { id } = await publishNotice(author, dpo, { dataControllerId, name: 'ประกาศ' });
  page = `/notices/${dpo.workspaceId}/${id}`;
  await sql`
    insert into privacy_notice_versions
      (workspace_id, id, privacy_notice_id, version, content, effective_on, sha256, sha256_th, sha256_en)
    select workspace_id, gen_random_uuid(), privacy_notice_id, n, content, effective_on, sha256, sha256_th, sha256_en
      from privacy_notice_versions, generate_series(2, ${VERSIONS}::int) n where privacy_notice_id = ${id}`.execute(
    author.owner,
  );
  // A node that starts afterwards is passed none of these events: each would empty its cache in the middle of a test.
  server = await buildServer(
    { REQUEST_RATE_PER_MINUTE: String(CALLS), DATA_DIR: author.deps.config.dataDir },
    { databaseUrl: author.databaseUrl },
  );
});
afterAll(async () => {
  await server.close();
  await author.close();
});

const get = (url: string, remoteAddress: string) => server.app.inject({ url, remoteAddress });
const pdfOf = (version: number, lang: 'th' | 'en') => `${page}/notice.pdf?version=${version}&lang=${lang}`;

it('one address has only a few differences computed in a minute, and gets those that are cached without limit', async () => {
  const changes = (to: number) => get(`${page}/changes?from=1&to=${to}`, '203.0.113.1');
  for (let version = 2; version < 2 + CALLS; version += 1) expect((await changes(version)).statusCode).toBe(200);
  const refused = await changes(2 + CALLS);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await changes(2)).statusCode).toBe(200);
  expect((await get(`${page}/changes?from=1&to=${2 + CALLS}`, '203.0.113.2')).statusCode).toBe(200);
});

it('one address has only ten PDFs drawn in a minute, and all beyond what may wait is refused for a while', async () => {
  const answers = { refused: [] as string[], busy: [] as string[] };
  let drawn = 0;
  // Five addresses ask for more than one document that is drawn and thirty that wait.
  const calls = Array.from({ length: 55 }, async (_, index) => {
    const url = pdfOf(1 + Math.floor(index / 2), index % 2 === 0 ? 'th' : 'en');
    const { statusCode, headers } = await get(url, `203.0.113.${10 + (index % 5)}`);
    if (statusCode === 200) drawn += 1;
    if (statusCode === 429) answers.refused.push(String(headers['retry-after']));
    if (statusCode === 503) answers.busy.push(String(headers['retry-after']));
  });
  await expect.poll(() => [answers.refused.length, answers.busy.length > 0]).toEqual([5, true]);
  expect(new Set(answers.busy)).toEqual(new Set(['60']));
  expect(answers.refused.every((seconds) => Number(seconds) > 0)).toBe(true);
  await Promise.all(calls);
  expect(drawn + answers.busy.length).toBe(50);
  expect(drawn).toBeGreaterThanOrEqual(31);
});

it('documents beyond those that may wait are refused with what to do', async () => {
  const { log } = server.deps;
  const renderer = createPdfRenderer({ log, maxWaiting: 1 });
  const document = {} as ReportDocument;
  const accepted = [renderer.render(document), renderer.render(document)].map((call) => call.catch(() => 'ended'));
  expect(await refusal(renderer.render(document))).toMatchObject({
    status: 'SERVICE_UNAVAILABLE',
    code: 'document.busy',
  });
  await renderer.close();
  expect(await Promise.all(accepted)).toEqual(['ended', 'ended']);
});

it('what is being rendered is not rendered a second time, however much else is requested', async () => {
  const cache = new RenderCache<string>(1);
  const started: string[] = [];
  const release: (() => void)[] = [];
  const render = (name: string) =>
    cache.get(
      name,
      () => started.push(name),
      () => new Promise<string>((resolve) => release.push(() => resolve(name))),
    );
  const calls = ['a', 'b', 'c', 'a', 'b'].map(render);
  expect(started).toEqual(['a', 'b', 'c']);
  for (const finish of release) finish();
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'a', 'b']);
  expect(await render('c')).toBe('c');
  expect(started.length).toBe(3);
});
