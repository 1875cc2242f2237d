import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import type { Executor } from '../../../db/client.ts';
import { isLocale, type Locale } from '../../../shared/locale.ts';
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
}
export interface UserAttributes {
  email: string;
  name: string;
  locale: Locale;
}

/** A used session's end moves at most this often, so that not every request writes. */
const TOUCH_MS = 60_000;

/**
 * lucia's storage over our tables. Ids are hashed on their way in, so that a stolen table opens no session.
 * lucia reads the machine's clock; ours may be another (tests freeze it), so the end that lucia sees is shifted by
 * the difference and only the times of the rows count. Whether a session is over is decided by the database alone.
 */
export function sessionAdapter(executor: Executor, idleMs: number, now: Date): Adapter {
  const shift = Date.now() - now.getTime();
  const forLucia = (time: string | Date): Date => new Date(new Date(time).getTime() + shift);
  const idleEnd = new Date(now.getTime() + idleMs);

  const rows = () =>
    executor
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .select([
        's.idHash',
        's.handle',
        's.userId',
        's.kind',
        's.renew',
        's.createdAt',
        's.lastSeenAt',
        's.idleExpiresAt',
        's.expiresAt',
        'u.email',
        'u.name',
        'u.locale',
      ])
      .where('s.idleExpiresAt', '>', now.toISOString())
      .where('s.expiresAt', '>', now.toISOString())
      .where('u.disabledAt', 'is', null);

  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const sessionOf = (row: Row, id: string, idleExpiresAt: string | Date): DatabaseSession => ({
    id,
    userId: row.userId,
    expiresAt: forLucia(idleExpiresAt),
    attributes: {
      handle: row.handle,
      kind: row.kind === 'api' ? 'api' : 'browser',
      createdAt: new Date(row.createdAt),
      idleEndsAt: new Date(idleExpiresAt),
      endsAt: new Date(row.expiresAt),
      renew: row.renew,
    },
  });

  return {
    async getSessionAndUser(sessionId) {
      const row = await rows().where('s.idHash', '=', hashToken(sessionId)).executeTakeFirst();
      if (!row) return [null, null];
      const touch = now.getTime() - Date.parse(row.lastSeenAt) >= TOUCH_MS;
      if (touch) {
        await executor
          .updateTable('sessions')
          .set({ lastSeenAt: now, idleExpiresAt: idleEnd })
          .where('idHash', '=', row.idHash)
          .execute();
      }
      const user: DatabaseUser = {
        id: row.userId,
        attributes: { email: row.email, name: row.name, locale: isLocale(row.locale) ? row.locale : 'th' },
      };
      return [sessionOf(row, sessionId, touch ? idleEnd : row.idleExpiresAt), user];
    },
    async getUserSessions(userId) {
      // Ids are not known here, only their hashes: such a session can be shown, not opened.
      return (await rows().where('s.userId', '=', userId).execute()).map((row) =>
        sessionOf(row, row.idHash, row.idleExpiresAt),
      );
    },
    async setSession({ id, userId, attributes }) {
      await executor
        .insertInto('sessions')
        .values({
          idHash: hashToken(id),
          handle: attributes.handle,
          userId,
          kind: attributes.kind,
          createdAt: attributes.createdAt,
          lastSeenAt: now,
          idleExpiresAt: attributes.idleEndsAt,
          expiresAt: attributes.endsAt,
        })
        .execute();
    },
    async updateSessionExpiration(sessionId) {
      await executor
        .updateTable('sessions')
        .set({ lastSeenAt: now, idleExpiresAt: idleEnd })
        .where('idHash', '=', hashToken(sessionId))
        .execute();
    },
    async deleteSession(sessionId) {
      await executor.deleteFrom('sessions').where('idHash', '=', hashToken(sessionId)).execute();
    },
    async deleteUserSessions(userId) {
      await executor.deleteFrom('sessions').where('userId', '=', userId).execute();
    },
    async deleteExpiredSessions() {
      await executor
        .deleteFrom('sessions')
        .where((where) =>
          where.or([where('idleExpiresAt', '<=', now.toISOString()), where('expiresAt', '<=', now.toISOString())]),
        )
        .execute();
    },
  };
}
