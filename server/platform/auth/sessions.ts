import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Lucia, TimeSpan } from 'lucia';
import type { Executor, Trx } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Config } from '../config.ts';
import { announceRevocation } from '../live/revoke.ts';
import type { Membership } from '../trpc/context.ts';
import type { ProgramKey } from './programKeys.ts';
import { lockUser } from './queries.ts';
import { SessionAdapter, type SessionAttributes, type UserAttributes } from './sessionAdapter.ts';

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

/** Who is signed in, and by which session. It never holds the session's id. */
export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  /** Names the session without opening it. */
  readonly handle: string;
  readonly kind: 'browser' | 'api';
  /** When it ends unless it is used: the earlier of the idle and the absolute end, ISO 8601. */
  readonly expiresAt: string;
  /** A new id is due: call `rotateSession` where a cookie can be set. */
  readonly renew?: true;
  /** A program calls by a key; the session is the key's. */
  readonly program?: ProgramKey;
}

/** A session just made. `token` is its id: to be given to the caller and forgotten. `expiresAt` is its absolute end. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
  readonly session: Session;
}

type SessionConfig = Pick<Config, 'session'>;
/** How long the old id still works after a rotation, for requests that were already under way. */
const GRACE_MS = 30_000;

function luciaFor(executor: Executor, config: SessionConfig, now: Date) {
  const idleMs = config.session.idleHours * HOUR;
  return new Lucia(new SessionAdapter(executor, idleMs, now), {
    sessionExpiresIn: new TimeSpan(idleMs, 'ms'),
    getSessionAttributes: (attributes: SessionAttributes) => attributes,
    getUserAttributes: (attributes: UserAttributes) => attributes,
  });
}

const earlier = (one: Date, other: Date): string => new Date(Math.min(one.getTime(), other.getTime())).toISOString();

/** A session with the places where its user works, as far as they were read with it. */
export interface SignedIn {
  readonly session: Session;
  readonly memberships: readonly Membership[];
}

/** The session that a token opens, as `resolveSession` finds it, and where its user works, in one statement. */
export async function resolveSignedIn(
  authDb: Executor,
  config: SessionConfig,
  token: string,
  now: Date,
): Promise<SignedIn | null> {
  const { session, user } = await luciaFor(authDb, config, now).validateSession(token);
  if (!session) return null;
  const { handle, kind, idleEndsAt, endsAt } = session;
  return {
    session: {
      userId: user.id,
      email: user.email,
      name: user.name,
      locale: user.locale,
      handle,
      kind,
      expiresAt: earlier(idleEndsAt, endsAt),
      ...(session.renew && kind === 'browser' ? { renew: true as const } : {}),
    },
    memberships: user.memberships,
  };
}

/**
 * The session that a token (from the cookie or `Authorization: Bearer`) opens; null when there is none, when it is
 * over, or when its user is disabled. Using it moves its idle end, written at most once a minute.
 */
export async function resolveSession(
  authDb: Executor,
  config: SessionConfig,
  token: string,
  now: Date,
): Promise<Session | null> {
  return (await resolveSignedIn(authDb, config, token, now))?.session ?? null;
}

/**
 * Starts a session under a new id, at sign-in. `proved`: whoever signs in was asked again, whoever was there before.
 * @throws when there is no such user, or they are disabled
 */
export async function createSession(
  authDb: Executor,
  config: SessionConfig,
  owner: { userId: string; kind: Session['kind']; now: Date; proved?: boolean },
): Promise<NewSession> {
  const { kind, now, proved = false } = owner;
  const endsAt = new Date(now.getTime() + config.session.maxHours * HOUR);
  return issue(authDb, config, owner, { handle: randomUUID(), kind, proved, createdAt: now, endsAt });
}

async function issue(
  executor: Executor,
  config: SessionConfig,
  { userId, now }: { userId: string; now: Date },
  fields: Omit<SessionAttributes, 'idleEndsAt' | 'renew'>,
): Promise<NewSession> {
  const attributes = { ...fields, idleEndsAt: new Date(now.getTime() + config.session.idleHours * HOUR), renew: false };
  const { id: token } = await luciaFor(executor, config, now).createSession(userId, attributes);
  const session = await resolveSession(executor, config, token, now);
  if (!session) throw new Error('a session was asked for a user who cannot sign in');
  return { token, expiresAt: attributes.endsAt, session };
}

/**
 * Puts a session under a new id: same handle, same absolute end. The old id works for 30 seconds more.
 * Null when another request has just done so.
 */
export function rotateSession(
  authDb: Executor,
  config: SessionConfig,
  session: Session,
  now: Date,
): Promise<NewSession | null> {
  return atomically(authDb, async (trx) => {
    // Before the session: whoever ends all of this user's would otherwise not see the one that takes its place.
    await lockUser(trx, session.userId, 'share');
    const old = await trx
      .selectFrom('sessions')
      .select(['idHash', 'createdAt', 'expiresAt', 'proved'])
      .where('handle', '=', session.handle)
      .where('renew', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!old) return null;
    const endsAt = new Date(old.expiresAt);
    await trx
      .updateTable('sessions')
      .set({ handle: randomUUID(), renew: false, expiresAt: earlier(endsAt, new Date(now.getTime() + GRACE_MS)) })
      .where('idHash', '=', old.idHash)
      .execute();
    return issue(
      trx,
      config,
      { userId: session.userId, now },
      {
        handle: session.handle,
        kind: session.kind,
        proved: old.proved,
        createdAt: new Date(old.createdAt),
        endsAt,
      },
    );
  });
}

/** Of a session under its old id, after a rotation, nothing is listed or counted: it ends within `GRACE_MS`. */
const stillOpen = (authDb: Executor, userIds: readonly string[], now: Date) =>
  authDb
    .selectFrom('sessions')
    .where('userId', 'in', [...userIds])
    .where('expiresAt', '>', new Date(now.getTime() + GRACE_MS).toISOString())
    .where('idleExpiresAt', '>', now.toISOString());

/** The open sessions of a user, the one used last first. */
export const openSessions = (authDb: Executor, userId: string, now: Date) =>
  stillOpen(authDb, [userId], now)
    .select(['handle', 'createdAt', 'lastSeenAt'])
    .select(sql<Session['kind']>`kind`.as('kind'))
    .select(sql<string>`least(expires_at, idle_expires_at)`.as('expiresAt'))
    .select(sql<boolean>`expires_at <= idle_expires_at`.as('endsAnyway'))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('handle')
    .execute();

/** How many sessions of users are open, and when one was used last; nothing of users without any. */
export async function countOpenSessions(
  authDb: Executor,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, { sessions: number; lastSeenAt: string }>> {
  if (userIds.length === 0) return new Map();
  const rows = await stillOpen(authDb, userIds, now)
    .select('userId')
    .select(sql<number>`count(*)::int`.as('sessions'))
    .select(sql<string>`max(last_seen_at)`.as('lastSeenAt'))
    .groupBy('userId')
    .execute();
  return new Map(rows.map(({ userId, ...open }) => [userId, open]));
}

/** Ends one session, by its handle; its open sockets close on every node. */
export function endSession(authDb: Executor, handle: string): Promise<void> {
  return atomically(authDb, async (trx) => {
    const end = () => trx.deleteFrom('sessions').where('handle', '=', handle).returning('userId').executeTakeFirst();
    // A rotation that was under way has given the handle to a new session, which the first statement could not see.
    const ended = (await end()) ?? (await end());
    if (ended) await announceRevocation(trx, { userId: ended.userId, handle });
  });
}

/** Ends all sessions of a user but one: at a change of password, or when they are disabled. */
export function endSessionsOfUser(authDb: Executor, userId: string, exceptHandle?: string): Promise<void> {
  return atomically(authDb, async (trx) => {
    await lockUser(trx, userId, 'update');
    await trx
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .$if(exceptHandle !== undefined, (query) => query.where('handle', '<>', exceptHandle as string))
      .execute();
    await announceRevocation(trx, { userId });
  });
}

/**
 * To be called when a user's role changes: their browsers get a new id with their next answer, and their open sockets
 * are looked at again. REST clients keep their token, which nothing could replace; what it may do is asked with every
 * call.
 */
export function renewSessionsOfUser(authDb: Executor, userId: string): Promise<void> {
  return atomically(authDb, async (trx) => {
    await trx
      .updateTable('sessions')
      .set({ renew: true })
      .where('userId', '=', userId)
      .where('kind', '=', 'browser')
      .execute();
    await announceRevocation(trx, { userId });
  });
}

function atomically<Result>(executor: Executor, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return executor.isTransaction ? work(executor as Trx) : executor.transaction().execute(work);
}
