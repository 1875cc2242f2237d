import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
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

/** How a workspace stands today. */
export interface MailQuota {
  readonly limits: MailLimits;
  /** Mails that can be sent today: `urgent` ones, and those to many. */
  readonly left: { readonly urgent: number; readonly toMany: number };
  readonly invitationsLeft: number;
}

type Parts = Pick<Deps, 'config' | 'now'>;

/** One in so many mails of a day is kept for what is urgent: who writes to many never stands in the way of that. */
const RESERVE = 10;

/** The day in Thailand, as the database writes it. */
const dayOf = (at: Date): string => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

interface Row {
  mails: number;
  invitations: number;
  mailsLimit: number | null;
  recipientsLimit: number | null;
  invitationsLimit: number | null;
}
const COLUMNS = ['mails', 'invitations', 'mailsLimit', 'recipientsLimit', 'invitationsLimit'] as const;

function quotaOf(row: Partial<Row>, { mailLimits }: Deps['config']): MailQuota {
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
    .select(sql<boolean>`day >= ${dayOf(now())}::date`.as('isToday'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return quotaOf(row?.isToday === false ? { ...row, mails: 0, invitations: 0 } : (row ?? {}), config);
}

/**
 * How a workspace stands, with its row held until the transaction ends: of all nodes one at a time counts what it sends.
 */
export async function holdQuota(trx: Trx, { config, now }: Parts, workspaceId: string): Promise<MailQuota> {
  const row = await trx
    .insertInto('mailQuotas')
    .values({ workspaceId, day: dayOf(now()) })
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
    select from mail_quotas q where q.workspace_id = ${sql.ref(workspaceId)} and q.day >= ${dayOf(now())}::date
      and q.mails >= ${most} - ${most} / ${sql.lit(RESERVE)})`;
}
