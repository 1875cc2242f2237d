import { type Insertable, sql } from 'kysely';
import type { DB, Db, Executor } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { waitsForQuota } from './quota.ts';
import type { MailRoutes, RouteParts } from './routes.ts';
import type { MailDelivery } from './deliveries.ts';

/** Writes a mail. Nothing is read back: those who write mails may not read them. */
export async function insertMail(trx: Executor, mail: Insertable<DB['mails']>): Promise<void> {
  await trx.insertInto('mails').values(mail).execute();
}

/** That nobody works in the workspace any more; for the system's role. */
export const isClosed = (workspaceId: string) => sql<boolean>`${sql.ref(workspaceId)} in (select closed_workspaces())`;

/**
 * Takes up the mail that waits longest, for `leaseMs`; those of closed workspaces rest, but for what says so, and those
 * beyond what a workspace or its mail server may send today. No other node takes it up meanwhile. The claim is a
 * statement of its own, so no transaction stays open while the mail server is talked to (an open one would hold back
 * the live bell).
 */
export async function claimMail(
  systemDb: Db,
  parts: Parameters<typeof waitsForQuota>[0] &
    Pick<RouteParts, 'config'> & { readonly routes?: MailRoutes | undefined },
  leaseMs: number,
) {
  const now = parts.now();
  const { routes } = parts;
  return systemDb
    .updateTable('mails')
    .set({ attempts: sql`attempts + 1`, nextTryAt: new Date(now.getTime() + leaseMs) })
    .where('id', '=', (from) =>
      from
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'waiting')
        .where('nextTryAt', '<=', now.toISOString())
        .where((where) =>
          where.or([
            where('workspaceId', 'is', null),
            where('whileClosed', '=', true),
            where.not(isClosed('workspaceId')),
          ]),
        )
        .where((where) => where.not(waitsForQuota(parts)))
        .$if(routes !== undefined, (query) => query.where(routes!.canGoOut(parts)))
        .orderBy('nextTryAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'workspaceId', 'kind', 'payload', 'attempts', 'quota'])
    .executeTakeFirst();
}

/** Gives a mail back that was taken up and not tried. */
export async function releaseMail(systemDb: Executor, id: string, now: Date): Promise<void> {
  await systemDb
    .updateTable('mails')
    .set({ attempts: sql`attempts - 1`, nextTryAt: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

export type Outcome =
  | { status: 'sent'; at: Date }
  | { status: 'failed'; reason: string }
  | { status: 'waiting'; reason: string; nextTryAt: Date };

/** Writes how a sending went. A sent mail is emptied: its content is no longer needed. */
export async function settleMail(systemDb: Executor, id: string, outcome: Outcome): Promise<void> {
  const values =
    outcome.status === 'sent'
      ? { status: 'sent', sentAt: outcome.at, payload: Buffer.alloc(0), lastError: null }
      : outcome.status === 'failed'
        ? { status: 'failed', lastError: outcome.reason }
        : { lastError: outcome.reason, nextTryAt: outcome.nextTryAt };
  await systemDb.updateTable('mails').set(values).where('id', '=', id).where('status', '=', 'waiting').execute();
}

/** Why a mail has failed for good as its record keeps account of it; null when it has not, or stands in no record. */
export async function failureOfDelivery(systemDb: Executor, mailId: string): Promise<string | null> {
  const delivery = await systemDb
    .selectFrom('mailDeliveries')
    .select('error')
    .where('mailId', '=', mailId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return delivery ? (delivery.error ?? 'unknown') : null;
}

/** Tells those who look at the record that something became of its mails. */
export async function notifyDelivered(
  systemDb: Executor,
  event: EventName,
  { workspaceId, entity, entityId }: MailDelivery,
  at: Date,
): Promise<void> {
  await systemDb
    .insertInto('outbox')
    .values({ workspaceId, event, entity, entityId, actorId: null, recipients: null, createdAt: at })
    .execute();
}
