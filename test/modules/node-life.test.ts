import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { resolveSession } from '../../server/platform/auth/sessions.ts';
import { USERS } from '../../server/platform/demo/people.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { connectionsOf } from '../../server/platform/operator/check.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildPerson, buildServer, buildWorkspace, type Person, type TestServer } from '../factories.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { until } from '../helpers/until.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

let database: TestDatabase;
let folder: string;
let world: TestServer;
let person: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'pokpong-node-'));
  mkdirSync(join(folder, 'client'));
  writeFileSync(join(folder, 'client', 'index.html'), '<!doctype html><html lang="th"><div id="root"></div></html>');
  world = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
  person = await buildPerson(world);
});
afterAll(async () => {
  await world.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}): Promise<RunningServer> =>
  startServer(
    loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      MASTER_KEY,
      ...env,
    }),
    { databaseUrl: database.url, clientDir: join(folder, 'client') },
  );
const readiness = async ({ address }: RunningServer) => {
  const answer = await fetch(`${address}/readyz`);
  return { code: answer.status, ...((await answer.json()) as { status: string; details?: Record<string, unknown> }) };
};

it('in production gives demo accounts no access, signed in already or not', async () => {
  const [user] = USERS;
  const password = 'pokpong-demo-2026';
  const { id, email, name } = user!;
  await world.owner
    .insertInto('users')
    .values({ id, email, name, passwordHash: await hashPassword(password) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ passwordHash: ref('excluded.passwordHash') })),
    )
    .execute();
  const signIn = async ({ address }: RunningServer) => {
    const answer = await fetch(`${address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return { status: answer.status, token: ((await answer.json()) as { accessToken?: string }).accessToken ?? '' };
  };
  const trial = await start();
  const { status, token } = await signIn(trial);
  expect(status).toBe(200);
  await trial.close();
  const node = await start({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', DRAIN_SECONDS: '0' });
  try {
    expect((await signIn(node)).status).toBe(401);
    expect(await resolveSession(world.deps.authDb, world.deps.config, token, new Date())).toBeNull();
    expect(
      await world.owner.selectFrom('users').select(['passwordHash']).where('id', '=', id).executeTakeFirst(),
    ).toEqual({ passwordHash: null });
  } finally {
    await node.close();
  }
});

describe('a node that is stopping', () => {
  it('is not ready from then on, closes sockets for reconnection elsewhere, and completes running work', async () => {
    const node = await start({ DRAIN_SECONDS: '5' });
    onTestFinished(() => node.close());
    const socket = await LiveSocket.open(Number(new URL(node.address).port), person.token);
    const lock = new pg.Client({ connectionString: database.url });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin; lock table data_controllers in access exclusive mode');
    const names = ['หนึ่ง', 'สอง', 'สาม', 'สี่'];
    const answers = names.map((name) =>
      fetch(`${node.address}/api/v1/${person.workspaceId}/data-controllers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
        body: JSON.stringify({
          name: { th: name },
          contactPerson: 'สมชาย',
          address: 'กรุงเทพฯ',
          phone: '021234567',
          email: 'dpo@controller.example',
        }),
      }),
    );
    // All are before the table.
    await until(async () => {
      const { rows } = await lock.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_locks where relation = 'data_controllers'::regclass and not granted",
      );
      return rows[0]!.waiting === names.length;
    });
    const closed = node.close();
    expect(await readiness(node)).toEqual({ code: 503, status: 'stopping' });
    await until(() => socket.closed !== null);
    expect(socket.closed).toEqual({ code: 1012, reason: 'try again' });
    await expect(LiveSocket.open(Number(new URL(node.address).port), person.token)).rejects.toThrow('refused with 503');
    await until(() =>
      fetch(`${node.address}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    await lock.query('commit');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    await closed;
  });
});

it('a node serves while it adds new catalogue entries to older workspaces', async () => {
  const { id } = await buildWorkspace(world);
  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();
  await lock.query('update workspaces set catalogue_edition = 1 where id = $1', [id]);
  await lock.query('begin');
  await lock.query('select from workspaces where id = $1 for update', [id]);
  const edition = async () =>
    (await lock.query<{ edition: number }>('select catalogue_edition as edition from workspaces where id = $1', [id]))
      .rows[0]!.edition;
  const node = await start();
  try {
    expect(await readiness(node)).toMatchObject({ code: 200, status: 'ready' });
    expect(await edition()).toBe(1);
    await lock.query('commit');
    await until(async () => (await edition()) > 1);
  } finally {
    await lock.end();
    await node.close();
  }
});

describe("a node's report on its components", () => {
  it('names files, mail and live events, and a mail server that does not respond', async () => {
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await new Promise<void>((resolve) => {
      smtp.listen(0, '127.0.0.1', () => resolve());
    });
    const { port } = smtp.server.address() as { port: number };
    const node = await start({ SMTP_URL: `smtp://127.0.0.1:${port}?requireTLS=false` });
    try {
      await until(async () => {
        const { details } = await readiness(node);
        return details?.mail === 'up' && details.files === 'up';
      });
      expect(await readiness(node)).toEqual({
        code: 200,
        status: 'ready',
        details: { files: 'up', mail: 'up', live: 'up' },
      });
    } finally {
      await node.close();
    }
    await new Promise<void>((resolve) => {
      smtp.close(() => resolve());
    });
    const without = await start({ SMTP_URL: `smtp://127.0.0.1:${port}?requireTLS=false` });
    try {
      await until(async () => (await readiness(without)).details?.mail === 'away');
      expect((await readiness(without)).code).toBe(200);
    } finally {
      await without.close();
    }
  });
});

describe('an address', () => {
  let node: RunningServer;
  beforeAll(async () => {
    node = await start();
  });
  afterAll(() => node.close());
  const ask = async (path: string, accept = '*/*') => {
    const answer = await fetch(`${node.address}${path}`, { headers: { accept } });
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]];
  };

  it.each(['/', '/en', '/login', '/en/consent/dashboard', '/business-function/application?tab=versions'])(
    'of a page returns the application: %s',
    async (path) => {
      expect(await ask(path)).toEqual([200, 'text/html']);
      expect(await ask(path, 'text/html')).toEqual([200, 'text/html']);
    },
  );

  it.each(['/metrics', '/wp-login.php', '/en/metrics', '/login/more/and/more', '/.env'])(
    'that is unknown is 404, with a helpful page for people: %s',
    async (path) => {
      expect(await ask(path)).toEqual([404, 'application/json']);
      expect(await ask(path, 'text/html,application/xhtml+xml')).toEqual([404, 'text/html']);
    },
  );

  it('of the API never returns a page', async () => {
    expect(await ask('/api/v1/nothing', 'text/html')).toEqual([404, 'application/json']);
  });
});

it('a node opens as many connections as documented and checked, and no more', async () => {
  const busy = await buildServer({ DATABASE_POOL: '4' }, { jobs: true });
  try {
    const { db, authDb, systemDb, ingestDb, copyOut } = busy.deps;
    const lock = new pg.Client({ connectionString: busy.databaseUrl, application_name: 'lock' });
    await lock.connect();
    await lock.query('begin; lock table throttles in access exclusive mode; select pg_advisory_xact_lock(1)');
    // Not through the connection with the lock: within a transaction Postgres returns the activity of its first query.
    const names = async () => {
      const { rows } = await sql<{ name: string; count: number }>`
        select split_part(application_name, ' ', 2) as name, count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'pokpong %' and application_name <> 'pokpong owner'
        group by 1`.execute(busy.owner);
      return Object.fromEntries(rows.map(({ name, count }) => [name, count])) as Record<string, number>;
    };
    const waiting = Array.from({ length: 12 }, () => [
      ...[authDb, systemDb].map((pool) => sql`select count(*) from throttles`.execute(pool)),
      sql`select pg_advisory_xact_lock_shared(1)`.execute(db),
      ingestDb.query({ text: 'select pg_advisory_xact_lock_shared(1)', values: [] }),
      copyOut.read({}, sql`select pg_advisory_xact_lock_shared(1)`.compile(db)),
    ]).flat();
    const settled = Promise.allSettled(waiting);
    await until(async () => (await names()).jobs !== undefined);
    await lock.query('commit');
    await settled;
    const open = await names();
    expect(open).toMatchObject({ pokpong_app: 4 + 6 + 2, pokpong_auth: 2, pokpong_system: 3, relay: 1 });
    expect(Object.values(open).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(connectionsOf(4));
    await lock.end();
  } finally {
    await busy.close();
  }
  const guide = readFileSync(join(import.meta.dirname, '../../docs/self-hosting.md'), 'utf8');
  expect(guide).toContain(`${connectionsOf(10)} by default`);
});
