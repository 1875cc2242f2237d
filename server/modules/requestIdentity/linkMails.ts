import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { returnedStatus } from '../../../shared/mail/servers.ts';
import type { DeliveryState } from '../../../shared/mail/status.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import type { Actor } from '../../platform/actor.ts';
import { endOutdated, OUTDATED } from '../../platform/mail/ending.ts';
import type { Mailer, MailRequest } from '../../platform/mail/mailer.ts';

// The mails that bring somebody the link of a request: one row of mail_deliveries each, a batch for each link. The
// first is that of the link itself; reminders, and questions for documents and facts, follow.

/** The entity of these mails, with the id of the request. */
export const ENTITY = 'request' satisfies EntityId;

interface LinkMail {
  readonly linkId: string;
  readonly state: DeliveryState;
  /** Status (RFC 3463) under which it was returned after it had been sent; null: it was not. */
  readonly returned: string | null;
  readonly at: string | null;
  /** It ended without being sent, as it was of no use any more. */
  readonly isOutdated: boolean;
}

/**
 * Writes a mail with a link, whose result is stored. `isNew`: mails of the former link no longer count.
 * @returns its id
 */
export async function enqueueLinkMail(
  trx: Trx,
  { mailer, at }: { readonly mailer: Mailer; readonly at: Date },
  { requestId, linkId, isNew = false }: { requestId: string; linkId: string; isNew?: boolean },
  mail: MailRequest & { readonly workspaceId: string },
): Promise<string> {
  const { workspaceId } = mail;
  const { id, status } = await mailer.enqueue(trx, mail);
  if (isNew)
    await trx
      .updateTable('mailDeliveries')
      .set({ superseded: true })
      .where('workspaceId', '=', workspaceId)
      .where('batchId', '=', linkId)
      .where('superseded', '=', false)
      .execute();
  // Whoever writes one has locked the request.
  const position = sql<number>`(select count(*) from mail_deliveries where workspace_id = ${workspaceId} and batch_id = ${linkId} and not superseded)`;
  await trx
    .insertInto('mailDeliveries')
    .values({
      workspaceId,
      mailId: id,
      entity: ENTITY,
      entityId: requestId,
      batchId: linkId,
      position,
      written: true,
      state: status,
      settledAt: status === 'kept' ? at : null,
    })
    .execute();
  return id;
}

/** Writes a reminder with a link, which `endReminders` finds again. */
export async function enqueueReminder(
  trx: Trx,
  sender: Parameters<typeof enqueueLinkMail>[1],
  link: { requestId: string; linkId: string },
  mail: Parameters<typeof enqueueLinkMail>[3],
): Promise<void> {
  const id = await enqueueLinkMail(trx, sender, link, mail);
  await trx
    .updateTable('requestLinks')
    .set({ reminderIds: sql<string[]>`array_append(reminder_ids, ${id}::uuid)` })
    .where('workspaceId', '=', mail.workspaceId)
    .where('id', '=', link.linkId)
    .execute();
}

/** Ends reminders to confirm a request that wait. */
export const endReminders = (trx: Trx, actor: Actor, requestId: string): Promise<void> =>
  endOutdated(
    trx,
    actor,
    sql`d.mail_id in (select unnest(l.reminder_ids) from request_links l
                       where l.workspace_id = ${actor.workspaceId} and l.request_id = ${requestId})`,
  );

/** Ends the mails that request documents and facts of a request which no longer takes any, where they wait. */
export const endRequestMails = (trx: Trx, actor: Pick<Actor, 'workspaceId' | 'at'>, requestId: string): Promise<void> =>
  endOutdated(
    trx,
    actor,
    sql`d.mail_id in (
      select id from identity_documents
       where workspace_id = ${actor.workspaceId} and request_id = ${requestId} and state = 'REQUESTED'
      union all
      select id from identity_facts
       where workspace_id = ${actor.workspaceId} and request_id = ${requestId} and state = 'REQUESTED')`,
  );

/** Ends the mail that requests a document or a fact, whose id it has, if it waits. */
export const endRequestMail = (trx: Trx, actor: Actor, id: string): Promise<void> =>
  endOutdated(trx, actor, sql`d.mail_id = ${id}`);

/** The mails with the links of a request, by link, oldest first. Links from before mails were recorded have none. */
export async function linkMailsOf(
  db: Executor,
  workspaceId: string,
  requestId: string,
): Promise<ReadonlyMap<string, readonly LinkMail[]>> {
  const rows = await db
    .selectFrom('mailDeliveries')
    .select(['batchId as linkId', 'state', 'error', 'settledAt as at'])
    .where('workspaceId', '=', workspaceId)
    // By the links, which the index of deliveries begins with.
    .where('batchId', 'in', (eb) =>
      eb
        .selectFrom('requestLinks')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('requestId', '=', requestId),
    )
    .where('superseded', '=', false)
    .orderBy('batchId')
    .orderBy('position')
    .execute();
  return Map.groupBy(
    rows.map(({ error, ...row }) => ({
      ...row,
      state: row.state as DeliveryState,
      returned: returnedStatus(error),
      isOutdated: error === OUTDATED,
    })),
    ({ linkId }) => linkId,
  );
}

/** Without a server to send them mails are read in the app. */
const hasArrived = ({ state }: LinkMail): boolean => state === 'sent' || state === 'kept';

/** Whether somebody has their link, as far as is known: one of the mails with it was sent and has not come back. */
export const isReached = (mails: readonly LinkMail[] = []): boolean => mails.length === 0 || mails.some(hasArrived);

/** The newest mail with a link that arrived, else the newest that still waits, else that failed, or is of no use. */
export const newestOf = (mails: readonly LinkMail[] = []): LinkMail | null =>
  mails.findLast(hasArrived) ??
  mails.findLast(({ state }) => state === 'waiting') ??
  mails.findLast(({ isOutdated }) => !isOutdated) ??
  mails.at(-1) ??
  null;
