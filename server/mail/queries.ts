import { type Insertable, sql } from 'kysely';
import type { DB, Db, Executor } from '../../db/client.ts';

/** Writes a mail. Nothing is read back: those who write mails may not read them. */
export async function insertMail(trx: Executor, mail: Insertable<DB['mails']>): Promise<void> {
  await trx.insertInto('mails').values(mail).execute();
}

/**
 * Takes up the mail that waits longest, for `leaseMs`: no other node takes it up meanwhile. The claim is a statement of
 * its own, so no transaction stays open while the mail server is talked to (an open one would hold back the live bell).
 */
export async function claimMail(systemDb: Db, now: Date, leaseMs: number) {
  return systemDb
    .updateTable('mails')
    .set({ attempts: sql`attempts + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where('id', '=', (from) =>
      from.selectFrom('mails').select('id').where('status', '=', 'waiting').where('nextTryAt', '<=', now.toISOString()).orderBy('nextTryAt').limit(1).forUpdate().skipLocked(),
    )
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst();
}

type Outcome = { status: 'sent'; at: Date } | { status: 'failed'; reason: string } | { status: 'waiting'; reason: string; nextTryAt: Date };

/** Writes how a sending went. A sent mail is emptied: what it said is nobody's business any more. */
export async function settleMail(systemDb: Db, id: string, outcome: Outcome): Promise<void> {
  const values =
    outcome.status === 'sent'
      ? { status: 'sent', sentAt: outcome.at, payload: Buffer.alloc(0), lastError: null }
      : outcome.status === 'failed'
        ? { status: 'failed', lastError: outcome.reason }
        : { lastError: outcome.reason, nextTryAt: outcome.nextTryAt };
  await systemDb.updateTable('mails').set(values).where('id', '=', id).where('status', '=', 'waiting').execute();
}
