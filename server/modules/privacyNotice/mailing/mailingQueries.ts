import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from '../../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../../db/statementNames.ts';
import { MAIL_FAILURES } from '../../../../shared/mail/failure.ts';
import type { NoticeMailing } from '../../../../shared/privacyNotice/mailing.ts';
import type { EntityId } from '../../../../shared/registry/entities.ts';
import { isProved } from '../../userConsent/proved.ts';

/** The entity of mails about notices, with the id of the notice; a batch is one mailing. */
export const ENTITY = 'privacyNotice' satisfies EntityId;

/**
 * Submissions `c` by which the consent of people is on record for these applications: each is somebody's current choice
 * `s` in a form of one of them, and allowed something. Where each browser chooses for itself, one person has several;
 * they are one by `c.uid`, in whose order the index `user_consents_subject` returns them.
 */
const onFile = (workspaceId: string, applicationIds: readonly string[]): RawBuilder<unknown> => sql`
  user_consents c
    join consent_subjects s on s.workspace_id = c.workspace_id and s.uid = coalesce(uuid_send(c.browser), c.uid)
      and s.consent_id = c.consent_id and s.user_consent_id = c.id
    join consents f on (f.workspace_id, f.id) = (c.workspace_id, c.consent_id)
   where c.workspace_id = ${workspaceId} and f.application_id = any(${[...applicationIds]}::uuid[]) and s.granted <> 0`;

/** How many people these are, each counted once. */
export async function countPeople(
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct c.uid)::int as people from ${onFile(workspaceId, applicationIds)}`.execute(db);
  return rows[0]!.people;
}

/** A person with the submission to one of these forms by which they are known. */
export interface PersonOnFile {
  readonly uid: Buffer;
  readonly userConsentId: string;
  readonly identity: Buffer;
  readonly language: 'th' | 'en';
}

/**
 * The next of them after `after`, in the order of their keyed hashes. Who a person is follows from the last submission
 * that is known to be theirs, and only where there is none from their newest choice (docs/decisions/150).
 */
export async function nextPeople(
  db: Executor,
  workspaceId: string,
  { applicationIds, after, limit }: { applicationIds: readonly string[]; after: Buffer | null; limit: number },
): Promise<PersonOnFile[]> {
  const { rows } = await sql<PersonOnFile>`
    select p.uid, coalesce(proved.id, p.id) as user_consent_id, coalesce(proved.identity, p.identity) as identity,
           coalesce(proved.language, p.language) as language
      from (
        select distinct on (c.uid) c.uid, c.id, c.identity, c.language
          from ${onFile(workspaceId, applicationIds)} ${after === null ? sql`` : sql`and c.uid > ${after}::bytea`}
         order by c.uid, s.at desc limit ${limit}) p
      left join lateral (
        select u.id, u.identity, u.language
          from user_consents u
          join consents f on (f.workspace_id, f.id) = (u.workspace_id, u.consent_id)
          join consent_counters n on (n.workspace_id, n.consent_id) = (u.workspace_id, u.consent_id)
         where u.workspace_id = ${workspaceId} and u.uid = p.uid and f.application_id = any(${[...applicationIds]}::uuid[])
           and ${isProved}
         order by u.id desc limit 1) proved on true
     order by p.uid ${sql.raw(CUSTOM_PLAN)}`.execute(db);
  return rows;
}

type Started = NonNullable<NoticeMailing['mailing']>;

/** The progress of the mailing about a version; undefined before it was started. */
export async function findMailing(
  db: Executor,
  workspaceId: string,
  { id, version }: { id: string; version: number },
): Promise<Started | undefined> {
  const { rows } = await sql<Started>`
    select m.started_at, p.name as started_by, m.people, m.looked_at, m.without_address, m.ended_at, m.paused,
           m.stopped_at, d.*
      from privacy_notice_mailings m
      left join personnel p on (p.workspace_id, p.id) = (m.workspace_id, m.started_by)
      cross join lateral (
        select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'sent')::int as sent,
               count(*) filter (where state = 'kept')::int as kept, count(*) filter (where state = 'failed' and error is distinct from ${MAIL_FAILURES.stopped})::int as failed,
               count(*) filter (where state = 'failed' and error = ${MAIL_FAILURES.stopped})::int as stopped
          from mail_deliveries where workspace_id = m.workspace_id and batch_id = m.id and not superseded) d
     where m.workspace_id = ${workspaceId} and m.privacy_notice_id = ${id} and m.version = ${version}`.execute(db);
  return rows[0];
}

/** Starts the mailing about a version. */
export async function insertMailing(
  trx: Trx,
  mailing: {
    workspaceId: string;
    privacyNoticeId: string;
    version: number;
    people: number;
    startedBy: string;
    startedAt: Date;
  },
): Promise<string> {
  const id = randomUUIDv7();
  await trx
    .insertInto('privacyNoticeMailings')
    .values({ id, ...mailing })
    .execute();
  return id;
}

/** Continues a mailing that a restored copy has paused. @returns its id */
export async function resumeMailing(
  trx: Trx,
  workspaceId: string,
  { id, version }: { id: string; version: number },
): Promise<string> {
  const row = await trx
    .updateTable('privacyNoticeMailings')
    .set({ endedAt: null, paused: null })
    .where('workspaceId', '=', workspaceId)
    .where('privacyNoticeId', '=', id)
    .where('version', '=', version)
    .where('paused', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A mailing that has not ended, locked until the transaction ends. */
export const lockMailing = (trx: Trx, workspaceId: string, id: string) =>
  trx
    .selectFrom('privacyNoticeMailings')
    .select(['id', 'privacyNoticeId', 'version', 'lastUid', 'lookedAt', 'stoppedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Stops mailings that have not ended, or whose mails wait: they have to end again. @returns their ids */
export async function stopMailings(
  trx: Trx,
  workspaceId: string,
  { noticeId, supersededBy, at }: { noticeId: string; supersededBy: number | undefined; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update privacy_notice_mailings m set stopped_at = ${at}, ended_at = null
     where m.workspace_id = ${workspaceId} and m.privacy_notice_id = ${noticeId} and m.stopped_at is null
       and (m.ended_at is null or exists (
         select from mail_deliveries d where d.workspace_id = m.workspace_id and d.batch_id = m.id and d.state = 'waiting'))
       ${
         supersededBy === undefined
           ? sql``
           : sql`and m.version < ${supersededBy} and exists (
         select from privacy_notice_versions v
          where v.workspace_id = m.workspace_id and v.privacy_notice_id = m.privacy_notice_id
            and v.version = ${supersededBy} and v.tell_again)`
       }
    returning m.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Stores the progress. */
export const advance = (
  trx: Trx,
  workspaceId: string,
  id: string,
  { lastUid, lookedAt, withoutAddress }: { lastUid: Buffer; lookedAt: number; withoutAddress: number },
) =>
  trx
    .updateTable('privacyNoticeMailings')
    .set((eb) => ({
      lastUid,
      lookedAt: eb('lookedAt', '+', lookedAt),
      withoutAddress: eb('withoutAddress', '+', withoutAddress),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();

export const end = (trx: Trx, workspaceId: string, id: string, endedAt: Date) =>
  trx
    .updateTable('privacyNoticeMailings')
    .set({ endedAt })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();

/** Stores its mails. */
export async function insertDeliveries(
  trx: Trx,
  { workspaceId, noticeId, mailingId }: { workspaceId: string; noticeId: string; mailingId: string },
  mails: readonly { id: string; position: number; state: 'waiting' | 'kept'; at: Date }[],
): Promise<void> {
  if (mails.length === 0) return;
  await trx
    .insertInto('mailDeliveries')
    .values(
      mails.map(({ id, position, state, at }) => ({
        workspaceId,
        mailId: id,
        entity: ENTITY,
        entityId: noticeId,
        batchId: mailingId,
        position,
        written: true,
        state,
        settledAt: state === 'kept' ? at : null,
      })),
    )
    .execute();
}
