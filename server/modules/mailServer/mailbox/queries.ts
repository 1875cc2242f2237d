import { type Insertable, sql } from 'kysely';
import type { DB, Executor, Trx } from '../../../../db/client.ts';
import type { MailboxEncryption, MailboxFault } from '../../../../shared/mail/servers.ts';
import { mayReturn } from '../../../platform/mail/returns/returned.ts';
import type { Connection } from '../../../../shared/mailServer/connection.ts';

/** The mailbox of a server with its sealed password, locked for this transaction. */
export async function lockMailbox(trx: Trx, organizationId: string, id: string) {
  const row = await trx
    .selectFrom('mailServerMailboxes')
    .select(['host', 'port', 'encryption', 'certificate', 'username', 'folder', 'password', 'version'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, encryption: row.encryption as MailboxEncryption };
}

type Mailboxes = DB['mailServerMailboxes'];

export const insertMailbox = (trx: Trx, row: Insertable<Mailboxes>) =>
  trx.insertInto('mailServerMailboxes').values(row).execute();

/** Changes the settings: the mailbox is tried again with them, and read from the start where it is another one. */
export const updateMailbox = (
  trx: Trx,
  { organizationId, id, isAnother, ...values }: Partial<Insertable<Mailboxes>> & Key & { isAnother: boolean },
) =>
  trx
    .updateTable('mailServerMailboxes')
    .set({
      ...values,
      version: sql`version + 1`,
      restsUntil: null,
      readingUntil: null,
      triedAt: null,
      faultKind: null,
      faultAnswer: null,
      faultAt: null,
      ...(isAnother && { uidValidity: null, lastUid: 0, lastReadAt: null }),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

/** @returns whether there was one */
export async function deleteMailbox(trx: Trx, organizationId: string, id: string): Promise<boolean> {
  const rows = await trx
    .deleteFrom('mailServerMailboxes')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0;
}

interface Key {
  readonly organizationId: string;
  readonly id: string;
}

export interface ClaimedMailbox extends Key, Connection {
  readonly encryption: MailboxEncryption;
  readonly password: Buffer;
  readonly folder: string;
  readonly version: number;
  /** null: it was never read. */
  readonly uidValidity: number | null;
  readonly lastUid: number;
}

/**
 * Reserves the mailbox that was tried longest ago, for `leaseMs`, of those not tried since `since`: of servers in use,
 * not paused after a fault, and not being read by another node.
 */
export async function claimMailbox(
  db: Executor,
  { now, since, leaseMs }: { now: Date; since: Date; leaseMs: number },
): Promise<ClaimedMailbox | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<ClaimedMailbox>`
    update mail_server_mailboxes b set tried_at = ${at}, reading_until = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
     where (b.organization_id, b.id) in (
       select m.organization_id, m.id from mail_server_mailboxes m
         join mail_servers s on s.organization_id = m.organization_id and s.id = m.id and s.active
        where coalesce(m.rests_until <= ${at}, true) and coalesce(m.reading_until <= ${at}, true)
          and coalesce(m.tried_at < ${since.toISOString()}::timestamptz, true)
        order by m.tried_at nulls first limit 1 for update of m skip locked)
    returning b.organization_id, b.id, b.host, b.port, b.encryption, b.certificate, b.username, b.password, b.folder,
      b.version, b.uid_validity::float8 as uid_validity, b.last_uid::float8 as last_uid`.execute(db);
  return rows[0];
}

/** Those of these mails that can have come back, for workspaces whose mails the server carries. */
export async function returnableMails(
  db: Executor,
  { organizationId, id }: Key,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('mails as m')
    .innerJoin('mailServerLinks as l', 'l.workspaceId', 'm.workspaceId')
    .select('m.id')
    .where('l.organizationId', '=', organizationId)
    .where('l.serverId', '=', id)
    .where('m.id', 'in', [...ids])
    .where(mayReturn)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Stores the reading position. If the settings have changed meanwhile, nothing is written, since they may be of another
 * mailbox.
 */
export const writeRead = (
  db: Executor,
  { organizationId, id, version }: Key & { version: number },
  read: { uidValidity: number; lastUid: number; at: Date; returned: number },
) =>
  db
    .updateTable('mailServerMailboxes')
    .set({
      uidValidity: read.uidValidity,
      lastUid: read.lastUid,
      lastReadAt: read.at,
      returned: sql`returned + ${read.returned}::int`,
      readingUntil: null,
      restsUntil: null,
      faultKind: null,
      faultAnswer: null,
      faultAt: null,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();

/** Stores why the mailbox could not be read; it is paused for a while. */
export const writeFault = (
  db: Executor,
  { organizationId, id, version }: Key & { version: number },
  fault: { kind: MailboxFault; answer: string; at: Date; restsUntil: Date },
) =>
  db
    .updateTable('mailServerMailboxes')
    .set({
      readingUntil: null,
      restsUntil: fault.restsUntil,
      faultKind: fault.kind,
      faultAnswer: fault.answer,
      faultAt: fault.at,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();

/** Releases a mailbox that could not be read for reasons on our side. */
export const releaseMailbox = (db: Executor, { organizationId, id, version }: Key & { version: number }) =>
  db
    .updateTable('mailServerMailboxes')
    .set({ readingUntil: null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
