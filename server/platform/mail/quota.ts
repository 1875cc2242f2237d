import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import type { MailsToday } from '../../../shared/mail/today.ts';
import { appError } from '../errors.ts';
import type { Deps } from '../trpc/context.ts';

/** What a workspace may send to people outside it. */
export interface MailLimits {
  /** Mails a day. */
  readonly mails: number;
  /** Recipients of one notification. */
  readonly recipients: number;
  /** Invitations a day. */
  readonly invitations: number;
}

/**
 * What a mail to somebody outside the workspace takes of its day as it goes out. `many`: to addresses that anybody may
 * have typed; `urgent`: from the tenth that is kept for it, too; both wait for the next day once theirs is used up.
 * `counted`: it is of no use tomorrow, so it goes out in any case. `countedMany`: to many, and counted as it was
 * written, so that it takes nothing as it goes out.
 */
export type QuotaUse = 'many' | 'urgent' | 'counted' | 'countedMany';

/** Mails to many: they wait for the next day once the mail server of their workspace has reached its daily limit. */
export const TO_MANY: readonly QuotaUse[] = ['many', 'countedMany'];

/** How a workspace stands today. */
export interface MailQuota {
  readonly limits: MailLimits;
  /** Mails that can be sent today: `urgent` ones, and those to many. */
  readonly left: { readonly urgent: number; readonly toMany: number };
  readonly invitationsLeft: number;
}

type Parts = { readonly config: Pick<Deps['config'], 'mailLimits'>; readonly now: Deps['now'] };

/** One in so many mails of a day is kept for what is urgent: who writes to many never stands in the way of that. */
const RESERVE = 10;

interface Row {
  mails: number;
  invitations: number;
  mailsLimit: number | null;
  recipientsLimit: number | null;
  invitationsLimit: number | null;
}
const COLUMNS = ['mails', 'invitations', 'mailsLimit', 'recipientsLimit', 'invitationsLimit'] as const;

function quotaOf(row: Partial<Row>, { mailLimits }: Parts['config']): MailQuota {
  const limits = {
    mails: row.mailsLimit ?? mailLimits.mails,
    recipients: row.recipientsLimit ?? mailLimits.recipients,
    invitations: row.invitationsLimit ?? mailLimits.invitations,
  };
  const urgent = Math.max(0, limits.mails - (row.mails ?? 0));
  return {
    limits,
    left: { urgent, toMany: Math.max(0, urgent - Math.floor(limits.mails / RESERVE)) },
    invitationsLeft: Math.max(0, limits.invitations - (row.invitations ?? 0)),
  };
}

/** How a workspace stands; nothing is held. */
export async function readQuota(trx: Trx, { config, now }: Parts, workspaceId: string): Promise<MailQuota> {
  const row = await trx
    .selectFrom('mailQuotas')
    .select(COLUMNS)
    .select(sql<boolean>`day >= ${bangkokDay(now())}::date`.as('isToday'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return quotaOf(row?.isToday === false ? { ...row, mails: 0, invitations: 0 } : (row ?? {}), config);
}

/** The same, with how many mails to many the workspace and its mail server can send today. */
export async function readMailsToday(
  trx: Trx,
  deps: Parts & Pick<Deps, 'mailer'>,
  workspaceId: string,
): Promise<MailQuota & { readonly today: MailsToday }> {
  const [quota, ofServer] = await Promise.all([
    readQuota(trx, deps, workspaceId),
    deps.mailer.leftOfServer(trx, workspaceId),
  ]);
  const { toMany } = quota.left;
  const byServer = ofServer !== null && ofServer < toMany;
  return {
    ...quota,
    today: byServer ? { left: ofServer, limitedBy: 'server' } : { left: toMany, limitedBy: 'workspace' },
  };
}

/**
 * How a workspace stands, with its row held until the transaction ends: of all nodes one at a time counts what it
 * sends.
 */
export async function holdQuota(trx: Trx, { config, now }: Parts, workspaceId: string): Promise<MailQuota> {
  const row = await trx
    .insertInto('mailQuotas')
    .values({ workspaceId, day: bangkokDay(now()) })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({
        // Another node's clock may be in the new day already.
        day: sql`greatest(mail_quotas.day, excluded.day)`,
        mails: sql`case when mail_quotas.day < excluded.day then 0 else mail_quotas.mails end`,
        invitations: sql`case when mail_quotas.day < excluded.day then 0 else mail_quotas.invitations end`,
      }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return quotaOf(row, config);
}

/** Counts mails of today, in the transaction that holds the quota. */
export async function countMails(trx: Trx, workspaceId: string, mails: number): Promise<void> {
  if (mails === 0) return;
  await trx
    .updateTable('mailQuotas')
    .set({ mails: sql`mails + ${mails}` })
    .where('workspaceId', '=', workspaceId)
    .execute();
}

/** Counts one invitation. @throws 429 `mail.invitationLimit` when today's are used up */
export async function countInvitation(trx: Trx, parts: Parts, workspaceId: string): Promise<void> {
  const { limits, invitationsLeft } = await holdQuota(trx, parts, workspaceId);
  if (invitationsLeft === 0) throw appError('mail.invitationLimit', { values: { limit: limits.invitations } });
  await trx
    .updateTable('mailQuotas')
    .set({ invitations: sql`invitations + 1` })
    .where('workspaceId', '=', workspaceId)
    .execute();
}

/**
 * Whether a workspace can write to many today no more; for the system's role.
 * @param workspaceId column with its table
 */
export function isUsedUp({ config, now }: Parts, workspaceId: string): RawBuilder<SqlBool> {
  const most = sql`coalesce(q.mails_limit, ${config.mailLimits.mails}::int)`;
  return sql<SqlBool>`exists (
    select from mail_quotas q where q.workspace_id = ${sql.ref(workspaceId)} and q.day >= ${bangkokDay(now())}::date
      and q.mails >= ${most} - ${most} / ${sql.lit(RESERVE)})`;
}

/** Mails that a use may take of a day; `q` is the row of the quota. */
const mostOf = ({ config }: Pick<Parts, 'config'>, quota: RawBuilder<unknown>): RawBuilder<number> => {
  const most = sql`coalesce(q.mails_limit, ${config.mailLimits.mails}::int)`;
  return sql<number>`(case ${quota} when 'many' then ${most} - ${most} / ${sql.lit(RESERVE)} else ${most} end)`;
};

/** Whether a row of `mails` waits because its workspace has used up what it may send today; for the system's role. */
export const waitsForQuota = (parts: Parts): RawBuilder<SqlBool> =>
  // Mails to the workspace's own people, at addresses that they have proved, take nothing: their `quota` is null.
  sql<SqlBool>`(coalesce(mails.quota, '') in ('many', 'urgent') and exists (
    select from mail_quotas q where q.workspace_id = mails.workspace_id and q.day >= ${bangkokDay(parts.now())}::date
      and q.mails >= ${mostOf(parts, sql`mails.quota`)}))`;

/**
 * Counts a mail that is about to go out; for the system's role.
 * @returns false when it has to wait: what is left was taken by another meanwhile
 */
export async function spendMail(
  systemDb: Db,
  parts: Parts,
  { workspaceId, quota }: { workspaceId: string; quota: QuotaUse },
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_quotas as q (workspace_id, day, mails) values (${workspaceId}, ${bangkokDay(parts.now())}, 1)
    on conflict (workspace_id) do update set
      day = greatest(q.day, excluded.day), mails = 1 + case when q.day < excluded.day then 0 else q.mails end
    where ${quota} = 'counted' or q.day < excluded.day or q.mails < ${mostOf(parts, sql`${quota}`)}
    returning q.workspace_id`.execute(systemDb);
  return rows.length > 0;
}
