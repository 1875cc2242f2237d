import { randomUUIDv7 } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { NoticeKind } from '../../../shared/requestMessage/schema.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { endOutdated } from '../../platform/mail/ending.ts';
import { rightsOf } from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { organizationOf, recipientsOf } from '../requestIdentity/links.ts';
import { awaitedReplies, oldestOf } from './answerBy.ts';
import { answerReadyMail, noticeMail } from './mails.ts';
import * as queries from './queries.ts';
import { readyUntil } from './ready.ts';
import { type Notice, sealedFacts } from './sealed.ts';

/**
 * Mails everybody who acts in a request and has a link, in the request's language; the result of each mail is stored.
 * @param moveIds moves by staff that the mail announces
 */
export async function notify(
  trx: Trx,
  actor: WithDeps,
  requestId: string,
  notice: Notice & { readonly moveIds?: readonly string[] },
): Promise<void> {
  const id = await storeNotice(trx, actor, requestId, notice);
  await writeMails(trx, actor, requestId, { id, ...notice });
}

/** Stores a notice whose mails are still to be written. @returns its id */
export async function storeNotice(
  trx: Trx,
  { workspaceId, deps, at }: WithDeps,
  requestId: string,
  { kind, rights, reason, by, moveIds = [] }: Notice & { readonly moveIds?: readonly string[] },
): Promise<string> {
  const id = randomUUIDv7();
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  await trx
    .insertInto('requestNotices')
    .values({
      workspaceId,
      id,
      requestId,
      kind,
      facts: sealedFacts.seal(key, id, { rights, reason, ...(by && { by }) }),
      moveIds: queries.uuids(moveIds),
      at,
    })
    .execute();
  return id;
}

type StoredNotice = Notice & { readonly id: string };

/** Notices that request a reply. */
const REQUESTING: readonly NoticeKind[] = ['QUESTION', 'REMINDER'];

/**
 * A notice as its mails are written now, and until when they are of use: of one that requests a reply, the rights for
 * which one is still awaited, with their dates by now; that an answer is ready, while it is. `until` is null once they
 * are of no use, and undefined for others, which are true afterwards, too.
 */
async function currentOf(
  trx: Trx,
  { workspaceId, at }: Pick<WithDeps, 'workspaceId' | 'at'>,
  requestId: string,
  { id, ...notice }: StoredNotice,
): Promise<{ notice: Notice; until?: Date | null }> {
  if (notice.kind === 'READY') return { notice, until: (await readyUntil(trx, workspaceId, id, at)) ?? null };
  if (!REQUESTING.includes(notice.kind)) return { notice };
  const replies = await awaitedReplies(trx, workspaceId, await rightsOf(trx, workspaceId, [requestId]));
  const awaited = notice.rights.flatMap((right) => {
    const reply = right.id === undefined ? oldestOf(replies) : replies.get(right.id);
    return reply && reply.until > at ? [{ right, until: reply.until }] : [];
  });
  const rights = awaited.map(({ right, until }) => ({ ...right, until: until.toISOString() }));
  const latest = Math.max(...awaited.map(({ until }) => until.getTime()));
  return { notice: { ...notice, rights }, until: awaited.length > 0 ? new Date(latest) : null };
}

/** Ends mails that wait and request a reply that is no longer awaited: it came, or the right was decided. */
export async function endRequesting(trx: Trx, actor: WithDeps, requestId: string): Promise<void> {
  const { workspaceId, deps } = actor;
  const notices = await queries.waitingNotices(trx, workspaceId, requestId, REQUESTING);
  if (notices.length === 0) return;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  for (const { id, kind, facts } of notices) {
    const notice = { id, kind: kind as NoticeKind, ...sealedFacts.open(key, id, facts) };
    const { until } = await currentOf(trx, actor, requestId, notice);
    if (until === null) await endNotice(trx, actor, id);
  }
}

/** Ends the mails of a notice that wait: they are of no use any more. */
export const endNotice = (trx: Trx, actor: Actor, noticeId: string): Promise<void> =>
  endOutdated(trx, actor, sql<SqlBool>`d.batch_id = ${noticeId}`);

/**
 * Writes the mails of a notice, replacing earlier ones, while they are of use. Its reason is left out while the
 * identity has to be confirmed again: the mailbox may be somebody else's.
 * @returns how many; null where they are of no use any more
 */
export async function writeMails(
  trx: Trx,
  actor: WithDeps,
  requestId: string,
  stored: StoredNotice,
): Promise<number | null> {
  const { workspaceId, deps, at } = actor;
  const noticeId = stored.id;
  const request = await requests.identityOf(trx, actor, requestId);
  const organization = await organizationOf(trx, workspaceId);
  if (!request || organization === undefined) return 0;
  const { notice, until } = await currentOf(trx, actor, requestId, stored);
  if (until === null) return null;
  const [isProven, recipients] = [!mustConfirmAgain(request), await recipientsOf(trx, actor, request)];
  for (const { person, email, token } of recipients) {
    const reader = { email, locale: request.language };
    const about = { reference: requestReference(request.number), organization, person, token, isProven, at };
    const mail =
      notice.kind === 'READY'
        ? answerReadyMail(deps.config, reader, { ...about, until: until! })
        : noticeMail(deps.config, reader, about, notice);
    const { id, status } = await deps.mailer.enqueue(trx, {
      ...mail,
      workspaceId,
      quota: 'urgent',
      ...(until && { usefulUntil: until }),
    });
    await queries.insertDelivery(trx, { workspaceId, requestId, noticeId, person }, { id, state: status, at });
  }
  return recipients.length;
}
