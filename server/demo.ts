import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { modules } from './modules/index.ts';
import { hashPassword } from './platform/auth/passwords.ts';
import type { Config } from './platform/config.ts';
import type { RequestContext } from './platform/trpc/context.ts';
import { createDeps } from './platform/deps.ts';
import { appRouter } from './router.ts';
import { defaultFlags } from '../shared/registry/flags.ts';
import { openDatabase, withScope } from '../db/client.ts';
import {
  DATA_CONTROLLERS,
  type DemoPerson,
  INVITED,
  ORGANIZATIONS,
  USERS,
  WORKSPACES,
} from './platform/demo/people.ts';

/** The demo's own time: it is seeded as if it had been kept over these weeks, and the same on every machine. */
const START = Date.UTC(2026, 9, 5, 2, 0);
const STEP = 47 * 60 * 1000;

/**
 * Fills an empty database with the demo: invented, bilingual, the same every time. Records are made through the
 * procedures, so that versions and the activity log are what the product itself would have written.
 * A demo that was cut off half way is taken away first.
 * @throws when NODE_ENV is production
 */
export async function seedDemo(databaseUrl: string, config: Config): Promise<void> {
  if (config.nodeEnv === 'production') throw new Error('The demo is not for production.');
  const owner = openDatabase(databaseUrl, 'owner', 1);
  let clock = START;
  const { deps, close } = createDeps({
    config: { ...config, logLevel: 'silent' },
    databaseUrl,
    modules,
    now: () => new Date(clock),
  });
  try {
    const organizations = ORGANIZATIONS.map(({ id }) => id);
    await owner.transaction().execute(async (trx) => {
      // A workspace takes its records along in no particular order.
      await sql`set constraints all deferred`.execute(trx);
      await trx.deleteFrom('workspaces').where('organizationId', 'in', organizations).execute();
    });
    await owner.deleteFrom('organizations').where('id', 'in', organizations).execute();
    await owner
      .deleteFrom('users')
      .where(
        'id',
        'in',
        USERS.map(({ id }) => id),
      )
      .execute();

    const at = new Date(clock);
    await owner
      .insertInto('organizations')
      .values(ORGANIZATIONS.map(({ id, name }) => ({ id, name, createdAt: at })))
      .execute();
    const passwordHash = await hashPassword(config.demoPassword);
    await owner
      .insertInto('users')
      .values(
        USERS.map(({ id, email, name }, index) => ({
          id,
          email,
          name,
          passwordHash,
          createdAt: new Date(clock + index),
          updatedAt: at,
        })),
      )
      .execute();

    for (const workspace of WORKSPACES) {
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
        for (const seed of deps.modules.seeds) await seed.newWorkspace(trx, { workspaceId: workspace.id, now: at });
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
        await trx
          .insertInto('dataControllers')
          .values(
            DATA_CONTROLLERS[workspace.key].map(({ th, en, contact, ...rest }) => ({
              workspaceId: workspace.id,
              id: randomUUIDv7(),
              nameTh: th,
              nameEn: en,
              contactPerson: contact,
              ...rest,
              createdAt: at,
              updatedAt: at,
            })),
          )
          .execute();
      });
      const keeper = USERS.find(
        (user) => user.in.includes(workspace.key) && (user.role === 'DPO' || workspace.key === 'other'),
      )!;
      // Every call has a context of its own, as a request has, and comes a while after the one before.
      const callerOf = (user: (typeof USERS)[number]) => {
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
            expiresAt: new Date(clock + 3_600_000).toISOString(),
          },
          ip: '127.0.0.1',
          memberships: new Map(),
        };
        return appRouter.createCaller(ctx);
      };
      const call = () => {
        clock += STEP;
        return callerOf(keeper);
      };
      const callAt = (who: DemoPerson, at: number) => {
        clock = at;
        return callerOf(USERS.find(({ email }) => email === `${who}@demo.example`)!);
      };
      for (const load of deps.modules.demos) {
        const savedClock = clock;
        let isAtMoment = false;
        const demo = await load();
        await demo({
          deps,
          workspace,
          next: call,
          at: (who, moment) => {
            isAtMoment = true;
            return callAt(who, moment);
          },
        });
        // What happens at moments of its own does not move the demo's time on.
        if (isAtMoment) clock = savedClock;
      }
    }
    await owner
      .updateTable('workspaces')
      .set({ settings: JSON.stringify({ demo: 'complete' }) })
      .where('organizationId', 'in', organizations)
      .execute();
  } finally {
    await close();
    await owner.destroy();
  }
}
