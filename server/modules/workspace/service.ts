import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { withScope } from '../../../db/client.ts';
import { together } from '../../../db/together.ts';
import type { List } from '../../../shared/list.ts';
import { defaultFlags, FLAGS, type Flag, type Flags } from '../../../shared/registry/flags.ts';
import { TIER_LIMITS, type Tier } from '../../../shared/registry/tiers.ts';
import type {
  createWorkspace,
  listManagedWorkspaces,
  listWorkspaces,
  updateWorkspace,
  Workspace,
  WorkspaceItem,
} from '../../../shared/workspace/schema.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { seedWorkspace } from '../../platform/modules/seed.ts';
import type { Config } from '../../platform/config.ts';
import { actorOf } from '../../platform/actor.ts';
import { flagsChanged } from '../../platform/clock/silence.ts';
import { type SignedInContext, transact, type WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { storedEncryptBox, withEncryptBox } from './encryptBox.ts';
import { type Limited, lockWorkspace } from './limits.ts';
import * as queries from './queries.ts';
import { assertNewest } from '../../platform/records/stale.ts';

/** Each workspace has its own quota of mails: strangers must not get more by creating more. */
const NEW_WORKSPACES: Limit = { name: 'workspace.created', max: 5, seconds: 86_400, code: 'workspace.createdOften' };

type Standing = Flags & { package: Tier };

const limitsOf = (tier: Tier) => ({
  applications: TIER_LIMITS[tier].applications,
  personnel: TIER_LIMITS[tier].personnel,
});

/** The workspaces in which the caller is active, of any organisation. */
export function list(ctx: SignedInContext, input: z.output<typeof listWorkspaces>) {
  return withEncryptBoxes(ctx, (userId) =>
    withScope(ctx.deps.db, { userId }, (trx) => together(trx, (reading) => queries.list(reading, userId, input))),
  );
}

async function withEncryptBoxes(
  { deps, session }: SignedInContext,
  listed: (userId: string) => Promise<List<WorkspaceItem>>,
): Promise<List<WorkspaceItem>> {
  const page = await listed(session.userId);
  return { ...page, collection: page.collection.map((item) => withEncryptBox(deps.config, item)) };
}

/** The workspaces that the caller manages as Admin, with their usage of the tier. */
export async function manage(ctx: WorkspaceContext, input: z.output<typeof listManagedWorkspaces>) {
  const { userId } = ctx.session;
  const page = await withEncryptBoxes(ctx, () =>
    transact(ctx.deps, { userId }, (trx) => queries.list(trx, userId, input, 'Admin')),
  );
  const collection = [];
  for (const item of page.collection) {
    // Each workspace is counted under its own row level security.
    const used = await transact(ctx.deps, { workspaceId: item.uuid, userId }, (trx) => queries.usageOf(trx, item.uuid));
    collection.push({
      ...item,
      limits: limitsOf(item.tier),
      personnelCount: used.personnel,
      applicationCount: used.applications,
    });
  }
  return { ...page, collection };
}

export function get(ctx: WorkspaceContext): Promise<Workspace> {
  return ctx.transaction((trx) => existing(ctx, trx, ctx.workspace.id));
}

/**
 * Whether Admins choose tier and flags. With open sign-up anybody could choose everything: there the operator sets
 * both, and a new workspace gets those of the one in which it is created.
 */
const mayChooseTier = ({ signup }: Pick<Config, 'signup'>): boolean => signup === 'closed';

/**
 * A new workspace in the caller's organisation, with its catalogue and key; the caller becomes its Admin.
 * @throws 403 `workspace.setByOperator`; 429 where anybody may sign up
 */
export async function create(ctx: WorkspaceContext, input: z.output<typeof createWorkspace>): Promise<Workspace> {
  const { deps, session, workspace: current, personnel } = ctx;
  const { userId } = session;
  const { name, package: tier } = input;
  const isOwn = mayChooseTier(deps.config);
  if (!isOwn && tier !== current.tier) throw appError('workspace.setByOperator', { at: 'package' });
  if (!isOwn) await spend(deps, NEW_WORKSPACES, current.organizationId);
  const contact = await ctx.transaction((trx) => queries.contactOf(trx, current.id, personnel.id));
  const at = deps.now();
  const workspaceId = randomUUIDv7();
  const adminId = randomUUIDv7();
  return transact(deps, { workspaceId, userId }, async (trx) => {
    await queries.insert(trx, {
      id: workspaceId,
      organizationId: current.organizationId,
      name,
      tier,
      flags: isOwn ? defaultFlags(tier) : current.flags,
      by: adminId,
      at,
    });
    await queries.insertAdmin(trx, {
      workspaceId,
      id: adminId,
      userId,
      name: personnel.name,
      email: personnel.email,
      ...contact,
      at,
    });
    await deps.keyring.createWorkspaceKey(trx, workspaceId, at);
    await seedWorkspace(deps.modules.seeds, trx, { workspaceId, now: at });
    await emit(
      trx,
      { workspaceId, personnelId: adminId, at },
      { event: 'workspace.created', entityId: workspaceId, subject: name },
    );
    return existing(ctx, trx, workspaceId);
  });
}

/**
 * Changes name, tier and flags of a workspace. With `applyDefaults` the flags are reset to the tier's defaults before
 * those of the input are applied.
 * @throws 403 `workspace.setByOperator`; 409 `staleEdit` with the newer record; 409 `workspace.tierTooSmall` naming
 * what is used and what would be allowed
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateWorkspace>): Promise<Workspace> {
  const { id } = ctx.workspace;
  return ctx.transaction(async (trx) => {
    await lockWorkspace(trx, id);
    const before = await existing(ctx, trx, id);
    await assertNewest(before, input.rowVersion);
    if (input.package !== before.package) await assertFits(input.package, await queries.usageOf(trx, id));
    const flags = flagsAfter(before, input);
    if (!mayChooseTier(ctx.deps.config) && !isSame(before, { package: input.package, ...flags }))
      throw appError('workspace.setByOperator', { at: 'package' });
    const at = ctx.deps.now();
    await queries.update(trx, {
      id,
      name: input.name,
      tier: input.package,
      encryptBoxUrl: storedEncryptBox(ctx.deps.config, input.encryptBoxUrl),
      flags,
      activityMonths: input.activityMonths,
      consentMonths: input.consentMonths,
      rowVersion: input.rowVersion + 1,
      by: ctx.personnel.id,
      at,
    });
    await flagsChanged(trx, { ...actorOf(ctx), at }, { before, after: flags });
    const after = await existing(ctx, trx, id);
    const changes = changesBetween(logged(ctx.deps.config, before), logged(ctx.deps.config, after));
    if (changes.length > 0) {
      await emit(
        trx,
        { workspaceId: id, personnelId: ctx.personnel.id, at },
        { event: 'workspace.updated', entityId: id, subject: after.name, changes },
      );
    }
    return after;
  });
}

function flagsAfter(
  before: Flags,
  input: { package: Tier; applyDefaults: boolean } & Partial<Record<Flag, boolean | undefined>>,
): Flags {
  const start = input.applyDefaults ? defaultFlags(input.package) : before;
  return Object.fromEntries(FLAGS.map((flag) => [flag, input[flag] ?? start[flag]])) as Flags;
}

const isSame = (one: Standing, other: Standing): boolean =>
  (['package', ...FLAGS] as const).every((key) => one[key] === other[key]);

type Used = Record<Limited, number>;

/** Where the workspace exceeds the limits of a tier. */
export function overOf(tier: Tier, used: Used): Limited[] {
  const limits = limitsOf(tier);
  return (['applications', 'personnel'] as const).filter((kind) => limits[kind] !== null && used[kind] > limits[kind]);
}

function assertFits(tier: Tier, used: Used): void {
  const limits = limitsOf(tier);
  const over = overOf(tier, used);
  if (over.length === 0) return;
  throw appError('workspace.tierTooSmall', {
    values: { tier, ...used, applicationLimit: limits.applications, personnelLimit: limits.personnel },
    details: { used, limits, over },
  });
}

/** A workspace for a caller who is active in it. @throws 404 */
export async function existing(
  { deps, session }: SignedInContext,
  trx: Parameters<typeof queries.find>[0],
  id: string,
): Promise<Workspace> {
  const found = await queries.find(trx, id, session.userId);
  if (!found) throw appError('workspace.notFound');
  return { ...withEncryptBox(deps.config, found), limits: limitsOf(found.tier) };
}

const logged = (config: Config, workspace: Workspace) => ({
  name: workspace.name,
  package: workspace.package,
  encryptBoxUrl: storedEncryptBox(config, workspace.encryptBoxUrl),
  activityMonths: workspace.activityMonths,
  consentMonths: workspace.consentMonths,
  ...Object.fromEntries(FLAGS.map((flag) => [flag, workspace[flag]])),
});
