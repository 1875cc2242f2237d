import { type Db, type Trx, withScope } from '../../../db/client.ts';
import type { CopyOut } from '../../../db/copyOut.ts';
import { together } from '../../../db/together.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Standing } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import type { Session } from '../auth/sessions.ts';
import type { Alarm } from '../clock/alarm.ts';
import { hasChangedDeadlines } from '../clock/deadlines.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { removeBytes, removedBy } from '../files/remove.ts';
import type { FileStore } from '../files/store.ts';
import type { Jobs } from '../jobs/engine.ts';
import type { FollowUps } from '../jobs/followUps.ts';
import { actsByProgram, hasEmitted } from '../live/emit.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import type { Turns } from './turns.ts';

/** Runs a statement, prepared under `name` on each connection. */
export interface Statements {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** What the whole server shares; `buildApp` is a function of these. */
export interface Deps {
  readonly config: Config;
  readonly log: Logger;
  /** What the modules contribute to the platform. */
  readonly modules: ModuleRegistry;
  /** One pool a database role (migration 001): tenants' records, sign-in, relay and jobs. */
  readonly db: Db;
  readonly authDb: Db;
  readonly systemDb: Db;
  /** One connection that encrypts sealed columns again, and sees no other. */
  readonly rekeyDb: Db;
  /**
   * Few connections of pokpong_app that only take submissions of consent in and look them up: prepared statements, no
   * query builder.
   */
  readonly ingestDb: Statements;
  /** Few connections of pokpong_app that exports read by. */
  readonly copyOut: CopyOut;
  readonly keyring: Keyring;
  readonly files: FileStore;
  readonly mailer: Mailer;
  /** Work that goes on after the answer: exports, imports. */
  readonly jobs: Jobs;
  /** Calls of one user at once. */
  readonly turns: Turns;
  /** Tells people when a deadline comes near or passes. */
  readonly alarm: Alarm;
  readonly followUps: FollowUps;
  /** The clock; tests freeze it. */
  readonly now: () => Date;
  /** Tells the relay that something was committed. */
  readonly poke: () => void;
}

/** What came with one request, before anybody is known. */
export interface RequestContext {
  readonly deps: Deps;
  readonly locale: Locale;
  readonly session: Session | null;
  readonly transport: 'http' | 'rest' | 'ws';
  /** Address of the caller as far as the configured proxies are trusted; for rate limits only, never stored. */
  readonly ip: string;
  /** What the browser is known by to people who have signed in from it; absent on sockets. */
  readonly device?: { readonly cookie: string | null; readonly remember: (cookie: string) => void };
  /** Sets or clears the session cookie; absent on sockets. */
  readonly setSession?: (token: string | null, expiresAt?: Date) => void;
  /** Personnel id by which a REST call names its caller in a header; it must be their own. */
  readonly claimedId?: string;
  /** Memberships already resolved in this request. */
  readonly memberships: Map<string, Promise<Membership | null>>;
}

export interface SignedInContext extends RequestContext {
  readonly session: Session;
}

/** A person's place in one workspace. */
export interface Membership {
  readonly workspace: {
    readonly id: string;
    readonly organizationId: string;
    readonly name: string;
    readonly tier: Tier;
    readonly flags: Flags;
    /** Since when nobody works in it; null while it is open. */
    readonly closedAt: string | null;
  };
  readonly personnel: { readonly id: string; readonly name: string; readonly email: string; readonly role: Role };
}

/** What services of a workspace take first. */
export interface WorkspaceContext extends SignedInContext, Membership {
  readonly standing: Standing;
  /** One transaction behind the workspace's wall; the relay is notified when it emitted something and committed. */
  readonly transaction: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /** One that only reads: what it asks at the same time (`Promise.all`) is sent as one statement. */
  readonly read: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
}

/**
 * Runs `work` behind the wall of a workspace; wakes the relay if it emitted events, the alarm if it changed deadlines,
 * and removes the bytes of the files that it removed.
 */
export async function transact<Result>(
  deps: Deps,
  scope: { workspaceId?: string; userId?: string },
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  let emitted = false;
  let changed = false;
  let removed: ReturnType<typeof removedBy> = [];
  const result = await withScope(deps.db, scope, async (trx) => {
    const value = await work(trx);
    emitted = hasEmitted(trx);
    changed = hasChangedDeadlines(trx);
    removed = removedBy(trx);
    return value;
  });
  if (emitted) deps.poke();
  if (changed) deps.alarm.wake();
  await removeBytes(deps, removed);
  return result;
}

/** What permissions of a person in a workspace are judged by. */
export function standingOf({ workspace, personnel }: Membership, { variant }: Pick<Config, 'variant'>): Standing {
  const { flags, tier, closedAt } = workspace;
  return { role: personnel.role, flags, tier, variant, closed: closedAt !== null };
}

/** The context of a workspace procedure, from the session and the membership. */
export function workspaceContext(ctx: SignedInContext, membership: Membership): WorkspaceContext {
  const scope = { workspaceId: membership.workspace.id, userId: ctx.session.userId };
  return {
    ...ctx,
    ...membership,
    standing: {
      ...standingOf(membership, ctx.deps.config),
      ...(ctx.session.program && { scopes: ctx.session.program.scopes }),
    },
    transaction: (work) =>
      transact(ctx.deps, scope, (trx) => {
        if (ctx.session.program) actsByProgram(trx, ctx.session.program.name);
        return work(trx);
      }),
    read: (work) => withScope(ctx.deps.db, scope, (trx) => together(trx, work)),
  };
}
