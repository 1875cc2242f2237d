import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB, Executor } from '../../../db/client.ts';
import { SIGN_IN_REPLIES } from '../../../shared/mail/failure.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { mayCallOthers } from '../installation/silence.ts';
import { OUTDATED } from './ending.ts';
import { waitsForQuota } from './quota.ts';
import type { MailRoutes, RouteParts } from './routes.ts';
import type { MailDelivery } from './deliveries.ts';

/** Writes a mail. Nothing is read back: those who write mails may not read them. */
export async function insertMail(trx: Executor, mail: Insertable<DB['mails']>): Promise<void> {
  await trx.insertInto('mails').values(mail).execute();
}

/** That nobody works in the workspace any more; for the system's role. */
export const isClosed = (workspaceId: string) => sql<boolean>`${sql.ref(workspaceId)} in (select closed_workspaces())`;

/** Of so many mails that are due longest one can nearly always go out. */
const LOOKED_AT = 100;

/**
 * Takes up the mail that waits longest, for `leaseMs`; those of closed workspaces rest, but for what says so, those
 * beyond what a workspace or its mail server may send today, and in a silent copy all. No other node takes it up
 * meanwhile. The claim is a statement of its own, so no transaction stays open while the mail server is talked to (an
 * open one would hold back the live bell).
 */
export async function claimMail(
  systemDb: Executor,
  parts: Parameters<typeof waitsForQuota>[0] &
    Pick<RouteParts, 'config'> & { readonly routes?: MailRoutes | undefined },
  leaseMs: number,
) {
  const now = parts.now();
  const byServer = parts.config.smtpUrl === undefined ? sql`not mails.opens_account` : sql`true`;
  const canGoOut = sql<boolean>`(mails.workspace_id is null or mails.while_closed or not ${isClosed('mails.workspaceId')})
    and ${mayCallOthers} and not ${waitsForQuota(parts)} and ${byServer}
    and ${parts.routes?.canGoOut(parts) ?? sql`true`}`;
  for (const found of [oldestOf(now, canGoOut), oldestOfLanes(now, canGoOut)]) {
    const { rows } = await sql<
      Pick<
        Selectable<DB['mails']>,
        'id' | 'workspaceId' | 'kind' | 'payload' | 'attempts' | 'quota' | 'opensAccount' | 'usefulUntil'
      >
    >`
      update mails set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + leaseMs)} where id = (${found})
      returning id, workspace_id, kind, payload, attempts, quota, opens_account, useful_until`.execute(systemDb);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** The first mail that can go out among those that are due longest. `canGoOut`: a condition on a row of `mails`. */
const oldestOf = (now: Date, canGoOut: RawBuilder<boolean>) => sql`
  with oldest as materialized (
    select id, workspace_id, quota, while_closed, opens_account, next_try_at from mails
     where status = 'waiting' and next_try_at <= ${now} order by next_try_at limit ${LOOKED_AT}
  ), free as materialized (
    select id from oldest as mails where ${canGoOut} order by next_try_at
  )
  select m.id from free cross join lateral (
    select id from mails where id = free.id and status = 'waiting' and next_try_at <= ${now} for update skip locked) as m
   limit 1`;

/** What mails have in common that can or cannot go out together, as the index of migration 305 has it. */
const LANE = sql`coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'), coalesce(quota, ''), while_closed, opens_account`;

/**
 * The same among all: `firsts` is the first mail of each lane, found from lane to lane. Of a workspace that has used up
 * its day one mail is looked at, in place of the million that may wait for the next.
 */
const oldestOfLanes = (now: Date, canGoOut: RawBuilder<boolean>) => sql`
  with recursive firsts as (
    (select workspace_id, quota, while_closed, opens_account, next_try_at from mails where status = 'waiting' order by ${LANE}, next_try_at limit 1)
    union all
    select n.* from firsts as f cross join lateral (
      select workspace_id, quota, while_closed, opens_account, next_try_at from mails
       where status = 'waiting'
         and (${LANE}) > (coalesce(f.workspace_id, '00000000-0000-0000-0000-000000000000'), coalesce(f.quota, ''), f.while_closed, f.opens_account)
       order by ${LANE}, next_try_at limit 1) as n
  ), lanes as materialized (
    select coalesce(workspace_id, '00000000-0000-0000-0000-000000000000') as workspace_id, coalesce(quota, '') as quota, while_closed, opens_account
      from firsts as mails where next_try_at <= ${now} and ${canGoOut} order by next_try_at
  )
  select m.id from lanes cross join lateral (
    select id from mails
     where status = 'waiting' and next_try_at <= ${now} and (${LANE}) = (lanes.workspace_id, lanes.quota, lanes.while_closed, lanes.opens_account)
     order by next_try_at limit 1 for update skip locked) as m
   limit 1`;

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

/**
 * How many mails wait because the mail server refused their sender: others that it refuses for good do not wait, but
 * for those without sign-in.
 */
export async function countRefusedSenders(systemDb: Executor): Promise<number> {
  const { waiting } = await systemDb
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('status', '=', 'waiting')
    .where('lastError', 'like', 'EENVELOPE 5%')
    .where(
      'lastError',
      'not in',
      SIGN_IN_REPLIES.map((reply) => `EENVELOPE ${reply}`),
    )
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/**
 * Why a mail is not to be sent as its record keeps account of it: it has failed for good, or another was written in its
 * place. Null when it is to be sent, or stands in no record.
 */
export async function failureOfDelivery(systemDb: Executor, mailId: string): Promise<string | null> {
  const delivery = await systemDb
    .selectFrom('mailDeliveries')
    .select(['state', 'error', 'superseded'])
    .where('mailId', '=', mailId)
    .executeTakeFirst();
  if (delivery?.state === 'failed') return delivery.error ?? 'unknown';
  return delivery?.superseded ? OUTDATED : null;
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
