import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { sharedServer, type TestServer } from '../factories.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

/** Statements that a call may send, including those of its session and its transaction. */
const BUDGET = 8;
/**
 * Calls that read all workspaces of their caller, each in separate transactions under its row-level security: two here.
 */
const OF_TWO_WORKSPACES: Readonly<Record<string, number>> = {
  'account.list': 9,
  'account.sessions': 9,
  'workspace.manage': 11,
  'consentAdmin.consents': 9,
  // Days of each, ids of each, rows of the page.
  'consentAdmin.userConsents': 18,
};
/** Calls that preview a complete document: from the register, its files and the request. */
const OF_DOCUMENTS: Readonly<Record<string, number>> = { 'requestAnswer.letter': 13, 'dpia.reportPage': 10 };

const queries = proceduresOf(appRouter).filter(({ procedure }) => procedure._def.type === 'query');

let server: TestServer;
let world: World;
const call = new AsyncLocalStorage<string[]>();
const { query } = pg.Client.prototype;

beforeAll(async () => {
  // Every statement of every pool is sent by this function of the driver.
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    call.getStore()?.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  server = await sharedServer();
  world = await buildWorld(server, 'COUNTED');
}, 60_000);
afterAll(async () => {
  pg.Client.prototype.query = query;
  await server.close();
});

/**
 * The statements that a call sends to Postgres. The start of a transaction is sent together with its scope, and counts
 * once.
 */
async function statementsOf(path: string): Promise<string[]> {
  const statements: string[] = [];
  const input = SAMPLES[path]!.input(world);
  const answer = await call.run(
    statements,
    async () =>
      // Awaited here, because it starts when it is awaited.
      await server.app.inject({
        url: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
        headers: { authorization: `Bearer ${world.people.Admin.token}` },
      }),
  );
  const codes = [200, ...(SAMPLES[path]!.refused ? [400, 403, 404, 409] : [])];
  expect(codes, `${path}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
  return statements;
}

it('no reading call sends more statements than permitted', async () => {
  const counts: Record<string, string[]> = {};
  for (const { path } of queries) {
    // The columns of a statement sent for the first time are unknown.
    await statementsOf(path);
    counts[path] = await statementsOf(path);
  }
  expect(
    Object.entries(counts)
      .filter(([path, statements]) => statements.length > (OF_TWO_WORKSPACES[path] ?? OF_DOCUMENTS[path] ?? BUDGET))
      .map(([path, { length }]) => `${path}: ${length}`),
  ).toEqual([]);
}, 60_000);
