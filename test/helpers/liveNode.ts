import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Db, openDatabase, withScope } from '../../db/client.ts';
import { loadConfig } from '../../server/platform/config.ts';
import type { Deps, RequestContext } from '../../server/platform/trpc/context.ts';
import { appError } from '../../server/platform/errors.ts';
import { emit, type EventFacts } from '../../server/platform/live/emit.ts';
import { createLive, type Live } from '../../server/platform/live/index.ts';
import { createLogger } from '../../server/platform/log.ts';
import { notificationRouter } from '../../server/modules/notification/router.ts';
import { readCookie } from '../../server/platform/auth/cookies.ts';
import { registerTrpcHttp } from '../../server/platform/http/transport/http.ts';
import { registerTrpcWs } from '../../server/platform/http/transport/ws.ts';
import { Turns } from '../../server/platform/trpc/turns.ts';
import { can, member, open, router } from '../../server/platform/trpc/trpc.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import type { Role } from '../../shared/registry/roles.ts';

/** Besides the live events, procedures that end in every possible way. */
const sampleRouter = router({
  notification: notificationRouter,
  sample: router({
    echo: open
      .input(z.object({ text: z.string().max(200_000) }).optional())
      .query(({ input }) => ({ text: input?.text ?? '' })),
    store: open.input(z.object({ text: z.string() })).mutation(({ input }) => ({ stored: input.text })),
    touch: open.mutation(() => ({ touched: true })),
    mine: member.query(({ ctx }) => ({ role: ctx.personnel.role })),
    rare: can('admin.console').query(() => ({ open: true })),
    away: open.query((): string => {
      throw appError('SERVICE_UNAVAILABLE');
    }),
    duplicate: open.input(z.object({})).mutation((): string => {
      throw appError('duplicate', { at: 'name' });
    }),
    broken: open.query((): string => {
      throw new Error('select secret from table');
    }),
    slow: open.query(() => new Promise<string>((resolve) => setTimeout(resolve, 200, 'late'))),
  }),
});
export type SampleRouter = typeof sampleRouter;

export interface LiveNode {
  readonly port: number;
  readonly live: Live;
  readonly deps: Deps;
  /** Closes all sockets, as a broken network would. */
  cut(): void;
  stop(): Promise<void>;
}

/**
 * One node of the live layer and its transports, listening; sessions are looked up by handle, which is sufficient here.
 */
export async function startLiveNode(
  databaseUrl: string,
  options: { publicUrl?: string; now?: () => Date } = {},
): Promise<LiveNode> {
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...(options.publicUrl ? { PUBLIC_URL: options.publicUrl } : {}),
  });
  const log = createLogger(config);
  const db = openDatabase(databaseUrl, 'pokpong_app', 8);
  const authDb = openDatabase(databaseUrl, 'pokpong_auth', 4);
  const systemDb = openDatabase(databaseUrl, 'pokpong_system', 4);
  const now = options.now ?? (() => new Date());
  const live = createLive({ config, databaseUrl, systemDb, authDb, log, now });
  const turns = new Turns(4);
  const deps = { config, log, db, authDb, systemDb, turns, now, poke: live.poke } as unknown as Deps;

  const createContext = async (request: FastifyRequest): Promise<RequestContext> => {
    const handle =
      request.headers.authorization?.replace('Bearer ', '') ?? readCookie(request.headers.cookie, 'session');
    const row = handle
      ? await authDb
          .selectFrom('sessions')
          .select(['handle', 'userId', 'expiresAt'])
          .where('handle', '=', handle)
          .where('expiresAt', '>', now().toISOString())
          .executeTakeFirst()
      : undefined;
    return {
      deps,
      locale: 'en',
      transport: 'http',
      ip: request.ip,
      memberships: new Map(),
      session: row ? (row as never) : null,
    };
  };
  const app = Fastify({ forceCloseConnections: true });
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });
  registerTrpcHttp(app, { router: sampleRouter, createContext, position: () => live.hub.position });
  registerTrpcWs(app, { router: sampleRouter, hub: live.hub, createContext });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await live.start();
  return {
    port: (app.server.address() as AddressInfo).port,
    live,
    deps,
    cut() {
      for (const client of app.websocketServer.clients) client.terminate();
    },
    async stop() {
      await live.stop();
      await app.close();
      await Promise.all([db.destroy(), authDb.destroy(), systemDb.destroy()]);
    },
  };
}

export interface Reader {
  readonly userId: string;
  readonly personnelId: string;
  readonly workspaceId: string;
  /** Handle of the session, which these nodes accept as a token. */
  readonly token: string;
}

/** A workspace with every flag on. */
export async function makeWorkspace(owner: Db): Promise<string> {
  const organizationId = randomUUIDv7();
  const id = randomUUIDv7();
  await owner.insertInto('organizations').values({ id: organizationId, name: 'Hospital' }).execute();
  await owner
    .insertInto('workspaces')
    .values({ id, organizationId, name: 'Main', package: 'Unlimit', flags: JSON.stringify(defaultFlags('Unlimit')) })
    .execute();
  return id;
}

/** A signed-in person of a workspace. */
export async function makeReader(
  owner: Db,
  workspaceId: string,
  role: Role = 'Admin',
  expiresAt = new Date(Date.now() + 3_600_000),
): Promise<Reader> {
  const userId = randomUUIDv7();
  const personnelId = randomUUIDv7();
  const token = randomUUIDv7();
  const email = `${personnelId}@test.example`;
  await owner.insertInto('users').values({ id: userId, email, name: 'Somebody' }).execute();
  await owner
    .insertInto('personnel')
    .values({ workspaceId, id: personnelId, userId, email, name: 'Somebody', role, status: 'active' })
    .execute();
  await owner
    .insertInto('sessions')
    .values({ idHash: token, handle: token, userId, kind: 'api', idleExpiresAt: expiresAt, expiresAt })
    .execute();
  return { userId, personnelId, workspaceId, token };
}

/** Commits one event on a node, as a service would; resolves with the id of its record. */
export async function emitOn(
  node: LiveNode,
  workspaceId: string,
  facts: Partial<EventFacts> = {},
  actorId: string | null = null,
): Promise<string> {
  const entityId = facts.entityId ?? randomUUIDv7();
  await withScope(node.deps.db, { workspaceId }, (trx) =>
    emit(
      trx,
      { workspaceId, personnelId: actorId, at: node.deps.now() },
      { event: 'application.created', subject: 'Register', ...facts, entityId },
    ),
  );
  node.deps.poke();
  return entityId;
}
