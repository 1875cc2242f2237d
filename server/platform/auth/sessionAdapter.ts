import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import type { Executor } from '../../../db/client.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { isLocale, type Locale } from '../../../shared/locale.ts';
import type { Membership } from '../trpc/context.ts';
import { membershipOfSession, membershipsOfSession } from './membership.ts';
import { hashToken } from './tokens.ts';

export interface SessionAttributes {
  /** Names the session in lists and events; opens nothing. */
  handle: string;
  kind: 'browser' | 'api';
  createdAt: Date;
  /** The end unless it is used before. */
  idleEndsAt: Date;
  /** The absolute end, however much the session is used. */
  endsAt: Date;
  /** A new id is due at the next answer that can carry it. */
  renew: boolean;
  /** It began by proving who is there. */
  proved: boolean;
}
export interface UserAttributes {
  email: string;
  name: string;
  locale: Locale;
  /** Read together with the session; not all of them where there are many. */
  memberships: readonly Membership[];
}

/** A used session's end moves at most this often, so that not every request writes. */
const TOUCH_MS = MINUTE;

/** Sessions that are not over, of people who may sign in. */
const openSessions = (executor: Executor, now: Date) =>
  executor
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select([
      's.idHash',
      's.handle',
      's.userId',
      's.kind',
      's.renew',
      's.proved',
      's.createdAt',
      's.lastSeenAt',
      's.idleExpiresAt',
      's.expiresAt',
      'u.email',
      'u.name',
      'u.locale',
    ])
    .select((where) => membershipsOfSession(where).as('memberships'))
    .where('s.idleExpiresAt', '>', now.toISOString())
    .where('s.expiresAt', '>', now.toISOString())
    .where('u.disabledAt', 'is', null);
type Row = Awaited<ReturnType<ReturnType<typeof openSessions>['execute']>>[number];

/**
 * lucia's storage over our tables. Ids are hashed on their way in, so that a stolen table opens no session.
 * lucia reads the machine's clock; ours may be another (tests freeze it), so the end that lucia sees is shifted by
 * the difference and only the times of the rows count. Whether a session is over is decided by the database alone.
 */
export class SessionAdapter implements Adapter {
  readonly #executor: Executor;
  readonly #now: Date;
  readonly #shift: number;
  readonly #idleEnd: Date;

  constructor(executor: Executor, idleMs: number, now: Date) {
    this.#executor = executor;
    this.#now = now;
    this.#shift = Date.now() - now.getTime();
    this.#idleEnd = new Date(now.getTime() + idleMs);
  }

  async getSessionAndUser(sessionId: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const row = await this.#rows().where('s.idHash', '=', hashToken(sessionId)).executeTakeFirst();
    if (!row) return [null, null];
    const touch = this.#now.getTime() - Date.parse(row.lastSeenAt) >= TOUCH_MS;
    if (touch) {
      await this.#executor
        .updateTable('sessions')
        .set({ lastSeenAt: this.#now, idleExpiresAt: this.#idleEnd })
        .where('idHash', '=', row.idHash)
        .execute();
    }
    const user: DatabaseUser = {
      id: row.userId,
      attributes: {
        email: row.email,
        name: row.name,
        locale: isLocale(row.locale) ? row.locale : 'th',
        memberships: row.memberships.map(membershipOfSession),
      },
    };
    return [this.#sessionOf(row, sessionId, touch ? this.#idleEnd : row.idleExpiresAt), user];
  }

  async getUserSessions(userId: string): Promise<DatabaseSession[]> {
    // Ids are not known here, only their hashes: such a session can be shown, not opened.
    return (await this.#rows().where('s.userId', '=', userId).execute()).map((row) =>
      this.#sessionOf(row, row.idHash, row.idleExpiresAt),
    );
  }

  async setSession({ id, userId, attributes }: DatabaseSession): Promise<void> {
    await this.#executor
      .insertInto('sessions')
      .values({
        idHash: hashToken(id),
        handle: attributes.handle,
        userId,
        kind: attributes.kind,
        proved: attributes.proved,
        createdAt: attributes.createdAt,
        lastSeenAt: this.#now,
        idleExpiresAt: attributes.idleEndsAt,
        expiresAt: attributes.endsAt,
      })
      .execute();
  }

  async updateSessionExpiration(sessionId: string): Promise<void> {
    await this.#executor
      .updateTable('sessions')
      .set({ lastSeenAt: this.#now, idleExpiresAt: this.#idleEnd })
      .where('idHash', '=', hashToken(sessionId))
      .execute();
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#executor.deleteFrom('sessions').where('idHash', '=', hashToken(sessionId)).execute();
  }

  async deleteUserSessions(userId: string): Promise<void> {
    await this.#executor.deleteFrom('sessions').where('userId', '=', userId).execute();
  }

  async deleteExpiredSessions(): Promise<void> {
    await this.#executor
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('idleExpiresAt', '<=', this.#now.toISOString()),
          where('expiresAt', '<=', this.#now.toISOString()),
        ]),
      )
      .execute();
  }

  #rows() {
    return openSessions(this.#executor, this.#now);
  }

  #forLucia(time: string | Date): Date {
    return new Date(new Date(time).getTime() + this.#shift);
  }

  #sessionOf(row: Row, id: string, idleExpiresAt: string | Date): DatabaseSession {
    return {
      id,
      userId: row.userId,
      expiresAt: this.#forLucia(idleExpiresAt),
      attributes: {
        handle: row.handle,
        kind: row.kind === 'api' ? 'api' : 'browser',
        createdAt: new Date(row.createdAt),
        idleEndsAt: new Date(idleExpiresAt),
        endsAt: new Date(row.expiresAt),
        renew: row.renew,
        proved: row.proved,
      },
    };
  }
}
