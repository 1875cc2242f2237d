import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../../db/client.ts';
import { returnReason } from '../../../../shared/mail/servers.ts';
import { mailAccounts, type MailDelivery } from '../deliveries.ts';
import { returnDelivery } from '../deliveryWorkflow.ts';
import { notifyDelivered } from '../queries.ts';
import type { Deps } from '../../trpc/context.ts';

/**
 * Which mails can come back: those that a server has accepted, as far as is known, or may have accepted before their
 * node ended. Of a mail that was never attempted nobody outside knows the Message-ID.
 */
export const mayReturn = sql<SqlBool>`(status = 'sent' or (status = 'waiting' and attempts > 0))`;

/** A mail that was sent and has come back. */
export interface ReturnedMail {
  readonly id: string;
  /** RFC 3463: `5.1.1`. */
  readonly status: string;
}

/**
 * Tells the records that keep account of these mails that they have failed, as when a server refuses one: their modules
 * do what follows, once for each batch. Safe to call again, which is how a node that died in between is made good.
 * @returns ids of those whose module could not be told
 */
export async function settleReturned(deps: Deps, mails: readonly ReturnedMail[]): Promise<Set<string>> {
  const { systemDb, modules, now, log } = deps;
  const accounts = mailAccounts(modules.deliveries, () => deps);
  const batches = await systemDb.transaction().execute(async (trx) => {
    const found = new Map<string, { delivery: MailDelivery; ids: string[] }>();
    const changed = new Map<string, MailDelivery>();
    for (const { id, status } of mails) {
      const delivery = await returnDelivery(trx, id, returnReason(status), now());
      if (!delivery) continue;
      const batch = found.get(delivery.batchId) ?? { delivery, ids: [] };
      found.set(delivery.batchId, { ...batch, ids: [...batch.ids, id] });
      if (delivery.changed) changed.set(delivery.entityId, delivery);
    }
    for (const delivery of changed.values()) {
      const event = accounts.eventOf(delivery.entity);
      if (event) await notifyDelivered(trx, event, delivery, now());
    }
    return [...found.values()];
  });
  deps.poke();
  const unsettled = new Set<string>();
  for (const { delivery, ids } of batches)
    await accounts.tried(delivery).catch((error: unknown) => {
      log.warn({ err: error, mails: ids.length }, 'that mails were returned could not be told; it will be tried again');
      for (const id of ids) unsettled.add(id);
    });
  return unsettled;
}

/** They have failed for good. @returns those that had not before */
export async function endReturned(db: Executor, mails: readonly ReturnedMail[]): Promise<ReturnedMail[]> {
  const ended: ReturnedMail[] = [];
  for (const mail of mails) {
    const row = await db
      .updateTable('mails')
      .set({ status: 'failed', lastError: returnReason(mail.status) })
      .where('id', '=', mail.id)
      .where(mayReturn)
      .returning('id')
      .executeTakeFirst();
    if (row) ended.push(mail);
  }
  return ended;
}
