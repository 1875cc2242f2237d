import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DB, Trx } from '../../../db/client.ts';
import {
  type Encryption,
  type FailureKind,
  type MailboxEncryption,
  type MailboxStop,
  SERVER_FAULTS,
} from '../../../shared/mail/servers.ts';
import type { listMailFailures, MailFailure } from '../../../shared/mailServer/schema.ts';
import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { containing, pageOf } from '../../platform/list/list.ts';

const servers = (trx: Trx, organizationId: string) =>
  trx.selectFrom('mailServers as s').where('s.organizationId', '=', organizationId);

const SETTINGS = [
  's.name',
  's.host',
  's.port',
  's.certificate',
  's.username',
  's.fromAddress',
  's.fromName',
  's.bounceAddress',
  's.dailyLimit',
  's.active',
  's.dkimSelector',
  's.dkimPublic',
] as const;

const columns = (query: ReturnType<typeof servers>) =>
  query
    .leftJoin('mailServerStates as st', (join) =>
      join.onRef('st.organizationId', '=', 's.organizationId').onRef('st.serverId', '=', 's.id'),
    )
    .select(['s.id', ...SETTINGS, 's.createdAt', 's.updatedAt', 's.rowVersion', 'st.lastSentAt', 'st.day', 'st.sent'])
    .select((where) => [
      sql<Encryption>`s.encryption`.as('encryption'),
      sql<'restored' | null>`s.stopped`.as('stopped'),
      sql<boolean>`s.password is not null`.as('hasPassword'),
      jsonArrayFrom(
        where
          .selectFrom('mailServerLinks as l')
          .select('l.workspaceId as id')
          .whereRef('l.organizationId', '=', 's.organizationId')
          .whereRef('l.serverId', '=', 's.id')
          .orderBy('l.workspaceId'),
      ).as('links'),
      // The last failure that prevents all mails, unless a mail was sent or the settings were changed since.
      jsonObjectFrom(
        where
          .selectFrom('mailServerFailures as f')
          .select([sql<FailureKind>`f.kind`.as('kind'), 'f.reason', 'f.answer', 'f.lastAt as at'])
          .whereRef('f.organizationId', '=', 's.organizationId')
          .whereRef('f.serverId', '=', 's.id')
          .where('f.kind', 'in', [...SERVER_FAULTS])
          .where(sql<boolean>`f.last_at >= s.updated_at and f.last_at > coalesce(st.last_sent_at, '-infinity')`)
          .orderBy('f.lastAt', 'desc')
          .limit(1),
      ).as('fault'),
      jsonObjectFrom(
        where
          .selectFrom('mailServerMailboxes as b')
          .select([
            'b.host',
            'b.port',
            sql<MailboxEncryption>`b.encryption`.as('encryption'),
            'b.certificate',
            'b.username',
            'b.folder',
            'b.lastReadAt as read',
            'b.returned',
            sql<MailboxStop | null>`b.fault_kind`.as('kind'),
            'b.faultAnswer as answer',
            'b.faultAt as at',
          ])
          .whereRef('b.organizationId', '=', 's.organizationId')
          .whereRef('b.id', '=', 's.id'),
      ).as('mailbox'),
    ]);

export type ServerRow = NonNullable<Awaited<ReturnType<typeof findServer>>>;

/** All servers of an organisation whose name, host or address contains the text. */
export async function listServers(trx: Trx, organizationId: string, text: string) {
  let filtered = servers(trx, organizationId);
  if (text)
    filtered = filtered.where((eb) =>
      eb.or((['s.name', 's.host', 's.fromAddress'] as const).map((column) => eb(column, 'ilike', containing(text)))),
    );
  return columns(filtered).execute();
}

export const findServer = (trx: Trx, organizationId: string, id: string) =>
  columns(servers(trx, organizationId).where('s.id', '=', id)).executeTakeFirst();

/** The server with its sealed password, locked for this transaction. */
export const lockServer = (trx: Trx, organizationId: string, id: string) =>
  servers(trx, organizationId)
    .select(['s.id', 's.password', 's.dkimKey', 's.rowVersion'])
    .where('s.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function countServers(trx: Trx, organizationId: string): Promise<number> {
  const row = await servers(trx, organizationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether another server of the organisation has this name. */
export async function isNamed(trx: Trx, organizationId: string, name: string, but: string | null): Promise<boolean> {
  let same = servers(trx, organizationId).where(sql<boolean>`lower(s.name) = lower(${name})`);
  if (but !== null) same = same.where('s.id', '!=', but);
  return (await same.select('s.id').executeTakeFirst()) !== undefined;
}

export const insertServer = (trx: Trx, row: Insertable<DB['mailServers']>) =>
  trx.insertInto('mailServers').values(row).execute();

export async function updateServer(
  trx: Trx,
  { organizationId, id, ...values }: Partial<Insertable<DB['mailServers']>> & { organizationId: string; id: string },
): Promise<void> {
  await trx
    .updateTable('mailServers')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  // With other settings it is tried again.
  await trx
    .updateTable('mailServerStates')
    .set({ restsUntil: null })
    .where('organizationId', '=', organizationId)
    .where('serverId', '=', id)
    .execute();
}

export const deleteServer = (trx: Trx, organizationId: string, id: string) =>
  trx.deleteFrom('mailServers').where('organizationId', '=', organizationId).where('id', '=', id).execute();

export const linkWorkspace = (trx: Trx, row: Insertable<DB['mailServerLinks']>) =>
  trx
    .insertInto('mailServerLinks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet((eb) => ({
        serverId: eb.ref('excluded.serverId'),
        organizationId: eb.ref('excluded.organizationId'),
        createdAt: eb.ref('excluded.createdAt'),
      })),
    )
    .execute();

/** @returns whether the workspace used this server */
export async function unlinkWorkspace(trx: Trx, workspaceId: string, serverId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('mailServerLinks')
    .where('workspaceId', '=', workspaceId)
    .where('serverId', '=', serverId)
    .returning('workspaceId')
    .execute();
  return removed.length > 0;
}

/** The server of each workspace of an organisation. */
export const linksOf = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('mailServerLinks as l')
    .innerJoin('mailServers as s', (join) =>
      join.onRef('s.organizationId', '=', 'l.organizationId').onRef('s.id', '=', 'l.serverId'),
    )
    .select(['l.workspaceId', 's.id', 's.name'])
    .where('l.organizationId', '=', organizationId)
    .execute();

export const listFailures = (
  trx: Trx,
  organizationId: string,
  { id, query, kind, ...page }: z.output<typeof listMailFailures>,
): Promise<List<MailFailure>> => {
  let filtered = trx
    .selectFrom('mailServerFailures')
    .where('organizationId', '=', organizationId)
    .where('serverId', '=', id);
  if (kind !== 'ALL') filtered = filtered.where('kind', '=', kind);
  if (query)
    filtered = filtered.where((eb) =>
      eb.or((['answer', 'reason'] as const).map((column) => eb(column, 'ilike', containing(query)))),
    );
  return pageOf(
    filtered,
    page,
    (rows) =>
      rows
        .select(['reason', 'answer', 'count', 'firstAt', 'lastAt'])
        .select([sql<string>`day::text`.as('day'), sql<FailureKind>`kind`.as('kind')]),
    { lastAt: sql.ref('lastAt'), count: sql.ref('count') },
    sql`(day, kind, reason)`,
  );
};

/** Mails that the server has sent today. */
export const sentToday = ({ day, sent }: Pick<ServerRow, 'day' | 'sent'>, now: Date): number =>
  day !== null && day >= bangkokDay(now) ? (sent ?? 0) : 0;
