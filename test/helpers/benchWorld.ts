// A real database with one signed-in person, for the benches: they run without vitest, so without its factories.
import { seedWorkspace } from '../../server/platform/modules/seed.ts';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase, withScope } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { modules } from '../../server/modules/index.ts';
import { prepareDatabase } from '../../server/platform/modules/prepareDatabase.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { createDeps } from '../../server/platform/deps.ts';
import { appRouter } from '../../server/router.ts';
import type { Person } from '../factories.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';

export const BENCH_PERSON = { email: 'dpo@bench.example', password: 'ความเร็วเป็นเรื่องของทุกคน' } as const;

export interface BenchWorld {
  readonly databaseUrl: string;
  readonly config: Config;
  readonly deps: Deps;
  /** Database connection as superuser. */
  readonly owner: Db;
  /** The measured workspace; the person is its DPO. */
  readonly workspaceId: string;
  readonly personnelId: string;
  /** Another workspace of the organisation, for data surrounding the measured one. */
  addWorkspace(): Promise<string>;
  /**
   * Calls procedures as the person, each with its own context, like a request; with the `deps` of another node if
   * passed.
   */
  call(deps?: Deps): ReturnType<typeof appRouter.createCaller>;
  close(): Promise<void>;
}

/**
 * Starts a separate Postgres and creates a workspace with a data controller and a DPO in it. `durable`: it waits for
 * the disk, as in production.
 */
export async function startBenchWorld({ durable = false } = {}): Promise<BenchWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pokpong-bench-'));
  const postgres = await startEmbedded({ dataDir, fast: !durable, production: true });
  await prepareDatabase(postgres.url, collectModules(modules));
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SIGNUP: 'closed', DATA_DIR: dataDir, PORT: '0' });
  const owner = openDatabase(postgres.url, 'owner', 2);
  const { deps, close } = createDeps({ config, databaseUrl: postgres.url, modules });
  const organizationId = randomUUIDv7();
  const userId = randomUUIDv7();
  await owner.insertInto('organizations').values({ id: organizationId, name: 'องค์กรวัดความเร็ว' }).execute();
  await owner
    .insertInto('users')
    .values({
      id: userId,
      email: BENCH_PERSON.email,
      name: 'ดวงพร วัดความเร็ว',
      passwordHash: await hashPassword(BENCH_PERSON.password),
    })
    .execute();

  const addWorkspace = async (): Promise<string> => {
    const id = randomUUIDv7();
    await withScope(deps.db, { workspaceId: id }, async (trx) => {
      await trx
        .insertInto('workspaces')
        .values({
          id,
          organizationId,
          name: `พื้นที่ ${id.slice(-6)}`,
          package: 'Unlimit',
          flags: JSON.stringify(defaultFlags('Unlimit')),
        })
        .execute();
      await deps.keyring.createWorkspaceKey(trx, id, deps.now());
      await seedWorkspace(deps.modules.seeds, trx, { workspaceId: id, now: deps.now() });
    });
    await owner
      .insertInto('dataControllers')
      .values({
        workspaceId: id,
        id: randomUUIDv7(),
        nameTh: 'ผู้ควบคุมข้อมูล',
        nameEn: 'Controller',
        contactPerson: 'สมชาย',
        address: 'กรุงเทพฯ',
        phone: '021234567',
        email: 'dpo@controller.example',
      })
      .execute();
    return id;
  };
  const workspaceId = await addWorkspace();
  const personnelId = randomUUIDv7();
  await owner
    .insertInto('personnel')
    .values({
      workspaceId,
      id: personnelId,
      userId,
      email: BENCH_PERSON.email,
      name: 'ดวงพร วัดความเร็ว',
      role: 'DPO',
      status: 'active',
      phone: '0812345678',
      position: 'DPO',
    })
    .execute();

  return {
    databaseUrl: postgres.url,
    config,
    deps,
    owner,
    workspaceId,
    personnelId,
    addWorkspace,
    call: (of = deps) =>
      appRouter.createCaller({
        deps: of,
        locale: 'th',
        transport: 'http',
        session: {
          userId,
          email: BENCH_PERSON.email,
          name: 'ดวงพร',
          locale: 'th',
          handle: userId,
          kind: 'api',
          expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        },
        ip: '127.0.0.1',
        memberships: new Map(),
      }),
    async close() {
      await close();
      await owner.destroy();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The person of a bench world, signed in at its server, for the test builders. */
export async function benchPerson(world: BenchWorld, address: string): Promise<Person> {
  const signIn = await fetch(`${address}/trpc/auth.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(BENCH_PERSON),
  });
  const { personnelId, workspaceId } = world;
  const token = /pokpong_session=([^;]+)/.exec(signIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { userId: '', personnelId, workspaceId, email: BENCH_PERSON.email, role: 'DPO', token } as Person;
}
