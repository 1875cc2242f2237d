import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { seedWorkspace } from './platform/modules/seed.ts';
import { modules } from './modules/index.ts';
import { hashPassword } from './platform/auth/passwords.ts';
import type { Config } from './platform/config.ts';
import type { Deps, RequestContext } from './platform/trpc/context.ts';
import { createDeps } from './platform/deps.ts';
import { appRouter } from './router.ts';
import { defaultFlags } from '../shared/registry/flags.ts';
import { type Db, openDatabase, withScope } from '../db/client.ts';
import { HOUR } from '../shared/duration.ts';
import { INVITED, ORGANIZATIONS, USERS, WORKSPACES } from './platform/demo/people.ts';

/** The demo's own time: it is seeded as if it had been kept over these weeks, and the same on every machine. */
const START = Date.UTC(2026, 9, 5, 2, 0);
/** Between two calls. */
const STEP = 47 * 60 * 1000;

const ORGANIZATION_IDS = ORGANIZATIONS.map(({ id }) => id);

/** What time it is in the demo, in milliseconds since 1970. */
interface DemoClock {
  now: number;
}
type Workspace = (typeof WORKSPACES)[number];
type User = (typeof USERS)[number];

/**
 * Fills an empty database with the demo: invented, bilingual, the same every time. Records are made through the
 * procedures, so that versions and the activity log are what the product itself would have written.
 * A demo that was cut off half way is taken away first.
 * @throws when NODE_ENV is production
 */
export async function seedDemo(databaseUrl: string, config: Config): Promise<void> {
  if (config.nodeEnv === 'production') throw new Error('The demo is not for production.');
  const owner = openDatabase(databaseUrl, 'owner', 1);
  const clock: DemoClock = { now: START };
  const { deps, close } = createDeps({
    config: { ...config, logLevel: 'silent' },
    databaseUrl,
    modules,
    now: () => new Date(clock.now),
  });
  try {
    await removeDemo(owner);
    await insertUsers(owner, config.demoPassword);
    for (const workspace of WORKSPACES) {
      await insertWorkspace(deps, workspace);
      await recordModules(deps, workspace, clock);
    }
    await owner
      .updateTable('workspaces')
      .set({ settings: JSON.stringify({ demo: 'complete' }) })
      .where('organizationId', 'in', ORGANIZATION_IDS)
      .execute();
  } finally {
    await close();
    await owner.destroy();
  }
}

async function removeDemo(owner: Db): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // A workspace takes its records along in no particular order.
    await sql`set constraints all deferred`.execute(trx);
    await trx.deleteFrom('workspaces').where('organizationId', 'in', ORGANIZATION_IDS).execute();
  });
  await owner.deleteFrom('organizations').where('id', 'in', ORGANIZATION_IDS).execute();
  await owner
    .deleteFrom('users')
    .where(
      'id',
      'in',
      USERS.map(({ id }) => id),
    )
    .execute();
}

/** The organisations, and the people who can sign in. */
async function insertUsers(owner: Db, password: string): Promise<void> {
  const at = new Date(START);
  await owner
    .insertInto('organizations')
    .values(ORGANIZATIONS.map(({ id, name }) => ({ id, name, createdAt: at })))
    .execute();
  const passwordHash = await hashPassword(password);
  await owner
    .insertInto('users')
    .values(
      USERS.map(({ id, email, name }, index) => ({
        id,
        email,
        name,
        passwordHash,
        createdAt: new Date(START + index),
        updatedAt: at,
      })),
    )
    .execute();
}

/** A workspace as a new one is, with its people. */
async function insertWorkspace(deps: Deps, workspace: Workspace): Promise<void> {
  const at = new Date(START);
  const organizationId = ORGANIZATIONS.find(({ key }) => key === workspace.organization)!.id;
  await withScope(deps.db, { workspaceId: workspace.id }, async (trx) => {
    await trx
      .insertInto('workspaces')
      .values({
        id: workspace.id,
        organizationId,
        name: workspace.name,
        package: workspace.tier,
        flags: JSON.stringify(defaultFlags(workspace.tier)),
        settings: JSON.stringify({ demo: 'building' }),
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    await deps.keyring.createWorkspaceKey(trx, workspace.id, at);
    await seedWorkspace(deps.modules.seeds, trx, { workspaceId: workspace.id, now: at });
    const people = [...USERS, ...INVITED.map((person) => ({ ...person, id: null }))].filter((person) =>
      person.in.includes(workspace.key),
    );
    await trx
      .insertInto('personnel')
      .values(
        people.map(({ id, email, name, position, phone, role }) => ({
          workspaceId: workspace.id,
          id: randomUUIDv7(),
          userId: id,
          email,
          name,
          position,
          phone,
          role,
          status: id ? 'active' : 'invited',
          createdAt: at,
          updatedAt: at,
        })),
      )
      .execute();
  });
}

/** Lets every module record its demo in a workspace. */
async function recordModules(deps: Deps, workspace: Workspace, clock: DemoClock): Promise<void> {
  const keeper = USERS.find(
    (user) => user.in.includes(workspace.key) && (user.role === 'DPO' || workspace.key === 'other'),
  )!;
  for (const load of deps.modules.demos) {
    const savedClock = clock.now;
    let isAtMoment = false;
    const demo = await load();
    await demo({
      deps,
      workspace,
      next() {
        clock.now += STEP;
        return callerOf(deps, keeper, clock);
      },
      at(who, moment) {
        isAtMoment = true;
        clock.now = moment;
        const user = USERS.find(({ email }) => email === `${who}@demo.example`)!;
        return callerOf(deps, user, clock);
      },
    });
    // What happens at moments of its own does not move the demo's time on.
    if (isAtMoment) clock.now = savedClock;
  }
}

/** Calls as a person. Every call has a context of its own, as a request has. */
function callerOf(deps: Deps, user: User, clock: DemoClock) {
  const ctx: RequestContext = {
    deps,
    locale: 'th',
    transport: 'http',
    session: {
      userId: user.id,
      email: user.email,
      name: user.name,
      locale: 'th',
      handle: user.id,
      kind: 'api',
      expiresAt: new Date(clock.now + HOUR).toISOString(),
    },
    ip: '127.0.0.1',
    memberships: new Map(),
  };
  return appRouter.createCaller(ctx);
}
