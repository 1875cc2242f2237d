import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { Encryption } from '../../../shared/mail/servers.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { isServerFault } from '../../platform/mail/failure.ts';
import { TO_MANY } from '../../platform/mail/quota.ts';
import type { CarriageFailure, MailRoutes, OwnServer, RouteParts } from '../../platform/mail/routes.ts';
import { openSecrets, UNOPENED_PASSWORD } from './settings.ts';

/** Pause of a server after a fault: repeating a wrong password can lock an account. */
const REST_MS = 10 * MINUTE;

type Parts = Pick<RouteParts, 'config' | 'now'>;
const hasGlobal = ({ config }: Parts): boolean => config.smtpUrl !== undefined;

async function hasServer(db: Executor, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from mail_server_links l join mail_servers s on s.organization_id = l.organization_id and s.id = l.server_id
     where l.workspace_id = ${workspaceId} and s.active`.execute(db);
  return rows.length > 0;
}

const leftToday: MailRoutes['leftToday'] = async ({ now }, db, workspaceId) => {
  const { rows } = await sql<{ remaining: number }>`
    select greatest(0, s.daily_limit - case when st.day >= ${bangkokDay(now())}::date then st.sent else 0 end) as remaining
      from mail_server_links l
      join mail_servers s on s.organization_id = l.organization_id and s.id = l.server_id and s.active
      left join mail_server_states st on st.organization_id = s.organization_id and st.server_id = s.id
     where l.workspace_id = ${workspaceId} and s.daily_limit is not null`.execute(db);
  return rows[0]?.remaining ?? null;
};

/**
 * With a global server all mails can be sent, except mails to many recipients whose own server has reached its daily
 * limit. Without one: mails of a server that is neither paused nor at its daily limit.
 */
function canGoOut(parts: Parts): RawBuilder<SqlBool> {
  const day = bangkokDay(parts.now());
  const own = (state: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
    select from mail_server_links l
      join mail_servers s on s.organization_id = l.organization_id and s.id = l.server_id and s.active
      left join mail_server_states st on st.organization_id = s.organization_id and st.server_id = s.id
     where l.workspace_id = mails.workspace_id and ${state})`;
  const usedUp = sql<SqlBool>`coalesce(st.day >= ${day}::date and st.sent >= s.daily_limit, false)`;
  const toMany = sql<SqlBool>`coalesce(mails.quota, '') = any(${[...TO_MANY]}::text[])`;
  if (hasGlobal(parts)) return sql<SqlBool>`not (${toMany} and ${own(usedUp)})`;
  return own(
    sql<SqlBool>`not ${usedUp} and coalesce(st.rests_until <= ${parts.now().toISOString()}::timestamptz, true)`,
  );
}

interface Row {
  organizationId: string;
  id: string;
  rowVersion: number;
  host: string;
  port: number;
  encryption: Encryption;
  certificate: string;
  username: string;
  password: Buffer | null;
  dkimSelector: string;
  dkimKey: Buffer | null;
  fromAddress: string;
  fromName: string;
  bounceAddress: string;
  rests: boolean;
}

const take: MailRoutes['take'] = async (parts, { workspaceId, quota }) => {
  const { systemDb, now } = parts;
  const { rows } = await sql<Row>`
    select s.organization_id, s.id, s.row_version, s.host, s.port, s.encryption, s.certificate, s.username, s.password,
      s.dkim_selector, s.dkim_key,
      s.from_address, s.from_name, s.bounce_address, coalesce(st.rests_until > ${now().toISOString()}::timestamptz, false) as rests
      from mail_server_links l
      join mail_servers s on s.organization_id = l.organization_id and s.id = l.server_id and s.active
      left join mail_server_states st on st.organization_id = s.organization_id and st.server_id = s.id
     where l.workspace_id = ${workspaceId}`.execute(systemDb);
  const [row] = rows;
  const otherwise = hasGlobal(parts) ? null : 'wait';
  if (!row || row.rests) return otherwise;
  if (!(await count(parts, row))) return quota !== null && TO_MANY.includes(quota) ? 'wait' : otherwise;
  const {
    organizationId,
    id,
    rowVersion: version,
    fromAddress,
    fromName,
    bounceAddress,
    rests: _,
    dkimSelector,
    dkimKey,
    ...settings
  } = row;
  const server: OwnServer = {
    organizationId,
    id,
    version,
    settings: { ...settings, password: null, dkim: null },
    from: { name: fromName, address: fromAddress },
    returnTo: bounceAddress || undefined,
  };
  const secrets = openSecrets(parts.keyring, { id, dkimSelector }, { password: row.password, dkimKey });
  if (secrets) return { ...server, settings: { ...settings, ...secrets } };
  await settle(parts, server, { kind: 'signIn', reason: 'SEAL', answer: UNOPENED_PASSWORD });
  return otherwise;
};

/** Counts a mail of today. @returns false where the server has reached its daily limit */
async function count({ systemDb, now }: RouteParts, { organizationId, id }: Row): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_server_states as st (organization_id, server_id, day, sent)
    values (${organizationId}, ${id}, ${bangkokDay(now())}, 1)
    on conflict (organization_id, server_id) do update set
      day = greatest(st.day, excluded.day), sent = 1 + case when st.day < excluded.day then 0 else st.sent end
    where st.day < excluded.day or st.sent < coalesce(
      (select s.daily_limit from mail_servers s where s.organization_id = st.organization_id and s.id = st.server_id),
      2147483646)
    returning st.server_id`.execute(systemDb);
  return rows.length > 0;
}

const giveBack: MailRoutes['giveBack'] = async ({ systemDb }, { organizationId, id }) => {
  await systemDb
    .updateTable('mailServerStates')
    .set({ sent: sql`greatest(0, sent - 1)` })
    .where('organizationId', '=', organizationId)
    .where('serverId', '=', id)
    .execute();
};

const settle: MailRoutes['settle'] = async (parts, server, failure) => {
  const { systemDb, now } = parts;
  const { organizationId, id } = server;
  if (failure === null) {
    await systemDb
      .updateTable('mailServerStates')
      .set({ lastSentAt: now(), restsUntil: null })
      .where('organizationId', '=', organizationId)
      .where('serverId', '=', id)
      .execute();
    return;
  }
  await giveBack(parts, server);
  await writeFailure(parts, server, failure);
  // With the current settings, so that somebody who has just changed them need not wait.
  if (isServerFault(failure.kind))
    await systemDb
      .updateTable('mailServerStates')
      .set({ restsUntil: new Date(now().getTime() + REST_MS) })
      .where('organizationId', '=', organizationId)
      .where('serverId', '=', id)
      .where((where) =>
        where.exists(
          where
            .selectFrom('mailServers as s')
            .select('s.id')
            .where('s.organizationId', '=', organizationId)
            .where('s.id', '=', id)
            .where('s.rowVersion', '=', server.version),
        ),
      )
      .execute();
};

/**
 * One row for each day and cause, however many mails failed. Nothing for a server that no longer exists. The first row
 * of a fault of the server on a day is announced to its workspaces (announce.ts).
 */
export async function writeFailure(
  { systemDb, now }: { readonly systemDb: Executor; readonly now: () => Date },
  { organizationId, id }: Pick<OwnServer, 'organizationId' | 'id'>,
  { kind, reason, answer }: CarriageFailure,
): Promise<void> {
  const at = now().toISOString();
  const day = bangkokDay(now());
  await sql`
    insert into mail_server_failures as f
      (organization_id, server_id, day, kind, reason, answer, first_at, last_at, unannounced)
    select s.organization_id, s.id, ${day}::date, ${kind}, ${reason}, ${answer}, ${at}::timestamptz, ${at}::timestamptz,
           ${isServerFault(kind)} and not exists (
             select from mail_server_failures e
              where (e.organization_id, e.server_id, e.day, e.kind) = (s.organization_id, s.id, ${day}::date, ${kind}))
      from mail_servers s where s.organization_id = ${organizationId} and s.id = ${id}
    on conflict (organization_id, server_id, day, kind, reason) do update set
      count = f.count + 1, answer = excluded.answer, last_at = excluded.last_at`.execute(systemDb);
}

export const mailRoutes: MailRoutes = { hasServer, leftToday, canGoOut, take, giveBack, settle };
