import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { type Db, openDatabase, withScope } from '../db/client.ts';
import { buildApp } from '../server/app.ts';
import { modules } from '../server/modules/index.ts';
import { createSession } from '../server/platform/auth/sessions.ts';
import { closeApp } from '../server/platform/http/closeApp.ts';
import { type Config, loadConfig } from '../server/platform/config.ts';
import { createHealth } from '../server/platform/health/health.ts';
import type { Deps, RequestContext } from '../server/platform/trpc/context.ts';
import { createDeps } from '../server/platform/deps.ts';
import { appRouter } from '../server/router.ts';
import { defaultFlags, type Flags } from '../shared/registry/flags.ts';
import type { Role } from '../shared/registry/roles.ts';
import type { Tier } from '../shared/registry/tiers.ts';
import { createTestDatabase } from './database.ts';
import { fillCatalogue } from './seededCatalogue.ts';

export interface TestServer {
  readonly databaseUrl: string;
  readonly deps: Deps;
  readonly app: FastifyInstance;
  /** Database connection as superuser, for setup and for reading without row-level security. */
  readonly owner: Db;
  /** The clock; `set` freezes it. */
  readonly clock: { set(at: Date | string): void; run(): void };
  close(): Promise<void>;
}

/** The parts of a server required by the factories. */
export type World = Pick<TestServer, 'deps' | 'owner'>;

/**
 * A complete server with its own database, not listening: call it by `app.inject` or through `callerFor`. With `jobs`
 * it runs jobs too, with `alarm` it notifies deadlines automatically.
 */
export async function buildServer(
  env: Record<string, string> = {},
  options: { databaseUrl?: string; jobs?: true; alarm?: true } = {},
): Promise<TestServer> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  // A folder that is given is the caller's to remove.
  const ownDir = env.DATA_DIR === undefined ? mkdtempSync(path.join(tmpdir(), 'pokpong-test-')) : undefined;
  const config: Config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...(ownDir && { DATA_DIR: ownDir }),
    DATABASE_POOL: '4',
    // Most tests need what Admins may select; tests of open sign-up override it.
    SIGNUP: 'closed',
    ...env,
  });
  let frozen: Date | undefined;
  const { deps, live, join, close } = createDeps({
    config,
    databaseUrl: database.url,
    modules,
    now: () => frozen ?? new Date(),
  });
  const owner = openDatabase(database.url, 'owner', 3);
  const health = createHealth({ deps, relay: live.relay, join, migrated: async () => true });
  const app = await buildApp({ deps, hub: live.hub, modules, health });
  await live.start();
  if (options.jobs) deps.jobs.start();
  if (options.alarm) deps.alarm.start();
  return {
    databaseUrl: database.url,
    deps,
    app,
    owner,
    clock: { set: (at) => void (frozen = new Date(at)), run: () => void (frozen = undefined) },
    async close() {
      await live.stop();
      // Tests leave requests open longer than any client.
      await closeApp(app, 2000);
      await Promise.all([close(), owner.destroy()]);
      await database.drop();
      if (ownDir) rmSync(ownDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<TestServer> | undefined;

/**
 * The server that all files of this worker share, over one database: for files that make workspaces of their own, leave
 * those of others alone and start no work that goes through all of them (alarms, schedules, jobs, partitions). `close`
 * sets its clock going again.
 */
export async function sharedServer(): Promise<TestServer> {
  const server = await (shared ??= buildServer({ DATA_DIR: mkdtempSync(path.join(inject('runFolder'), 'shared-')) }));
  return { ...server, close: async () => server.clock.run() };
}

let counter = 0;
/** A number unique in this process, for distinct names and addresses. */
const next = () => (counter += 1);

export interface Person {
  readonly userId: string;
  readonly personnelId: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  readonly token: string;
}

/** Creates an organisation. */
export async function buildOrganization(server: World, overrides: { name?: string } = {}): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await server.owner
    .insertInto('organizations')
    .values({ id, name: overrides.name ?? `Organisation ${next()}` })
    .execute();
  return { id };
}

/** Creates a workspace with its built-in catalogue and key; also its organisation unless one is passed. */
export async function buildWorkspace(
  server: World,
  overrides: { organizationId?: string; name?: string; tier?: Tier; flags?: Partial<Flags> } = {},
): Promise<{ id: string; organizationId: string; name: string }> {
  const organizationId = overrides.organizationId ?? (await buildOrganization(server)).id;
  const id = randomUUIDv7();
  const tier = overrides.tier ?? 'Unlimit';
  const name = overrides.name ?? `Workspace ${next()}`;
  await withScope(server.deps.db, { workspaceId: id }, async (trx) => {
    await trx
      .insertInto('workspaces')
      .values({
        id,
        organizationId,
        name,
        package: tier,
        flags: JSON.stringify({ ...defaultFlags(tier), ...overrides.flags }),
        // No node adds what is passed below.
        ...Object.fromEntries(server.deps.modules.seeds.map(({ column, edition }) => [column, edition])),
      })
      .execute();
    await server.deps.keyring.createWorkspaceKey(trx, id, server.deps.now());
  });
  await fillCatalogue(server.owner, id, server.deps.now());
  return { id, organizationId, name };
}

/** Creates a signed-in person in a workspace; also the workspace unless one is passed. */
export async function buildPerson(
  server: World,
  overrides: {
    workspaceId?: string;
    role?: Role;
    email?: string;
    name?: string;
    userId?: string;
    status?: 'invited' | 'active' | 'inactive' | 'suspended';
  } = {},
): Promise<Person> {
  const workspaceId = overrides.workspaceId ?? (await buildWorkspace(server)).id;
  const role = overrides.role ?? 'Admin';
  const number = next();
  const userId = overrides.userId ?? randomUUIDv7();
  const personnelId = randomUUIDv7();
  const name = overrides.name ?? `Person ${number}`;
  const email = overrides.email ?? `person${number}-${personnelId.slice(-6)}@test.example`;
  if (!overrides.userId) await server.owner.insertInto('users').values({ id: userId, email, name }).execute();
  await server.owner
    .insertInto('personnel')
    .values({
      workspaceId,
      id: personnelId,
      userId,
      email,
      name,
      role,
      status: overrides.status ?? 'active',
      phone: '0812345678',
      position: 'Officer',
    })
    .execute();
  const { token } = await createSession(server.deps.authDb, server.deps.config, {
    userId,
    kind: 'api',
    now: server.deps.now(),
    proved: true,
  });
  return { userId, personnelId, workspaceId, email, role, token };
}

/** The same person, signed in again, because the previous session may have expired. */
export async function signInAgain(server: World, person: Person): Promise<Person> {
  const { authDb, config, now } = server.deps;
  const { token } = await createSession(authDb, config, {
    userId: person.userId,
    kind: 'api',
    now: now(),
    proved: true,
  });
  return { ...person, token };
}

/** The context of a request by `person`, or by nobody. */
export async function contextFor(
  server: World,
  person: Person | null,
  overrides: Partial<RequestContext> = {},
): Promise<RequestContext> {
  const { resolveSession } = await import('../server/platform/auth/sessions.ts');
  const session = person
    ? await resolveSession(server.deps.authDb, server.deps.config, person.token, server.deps.now())
    : null;
  return {
    deps: server.deps,
    locale: 'en',
    transport: 'http',
    session,
    ip: '127.0.0.1',
    memberships: new Map(),
    ...overrides,
  };
}

/**
 * Calls procedures as `person` (or signed out): `(await callerFor(server, dpo)).purpose.list({ ws })`. Each call has
 * its own context, created at the time of the call.
 */
export async function callerFor(server: World, person: Person | null, overrides: Partial<RequestContext> = {}) {
  return appRouter.createCaller(await contextFor(server, person, overrides));
}

/** Creates a data controller, bypassing row-level security. */
export async function buildDataController(
  server: World,
  workspaceId: string,
  overrides: { nameTh?: string; nameEn?: string } = {},
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await server.owner
    .insertInto('dataControllers')
    .values({
      workspaceId,
      id,
      nameTh: overrides.nameTh ?? `ผู้ควบคุมข้อมูล ${next()}`,
      nameEn: overrides.nameEn ?? 'Controller',
      contactPerson: 'สมชาย ใจดี',
      address: '1 ถนนพระราม 4 กรุงเทพฯ',
      phone: '021234567',
      email: 'dpo@controller.example',
    })
    .execute();
  return { id };
}
