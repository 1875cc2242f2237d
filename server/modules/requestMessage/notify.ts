import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { WithDeps } from '../../platform/actor.ts';
import * as requests from '../request/service.ts';
import { organizationOf, recipientsOf } from '../requestIdentity/links.ts';
import { noticeMail } from './mails.ts';
import * as queries from './queries.ts';
import { type Notice, sealedFacts } from './sealed.ts';

/**
 * Mails everybody who acts in a request and has a link, in the request's language; the result of each mail is stored.
 * @param moveIds moves by staff that the mail announces
 */
export async function notify(
  trx: Trx,
  actor: WithDeps,
  requestId: string,
  { kind, rights, reason, moveIds = [] }: Notice & { readonly moveIds?: readonly string[] },
): Promise<void> {
  const { workspaceId, deps, at } = actor;
  const id = randomUUIDv7();
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  await trx
    .insertInto('requestNotices')
    .values({
      workspaceId,
      id,
      requestId,
      kind,
      facts: sealedFacts.seal(key, id, { rights, reason }),
      moveIds: queries.uuids(moveIds),
      at,
    })
    .execute();
  await writeMails(trx, actor, requestId, { id, kind, rights, reason });
}

/**
 * Writes the mails of a notice, replacing earlier ones. Its reason is left out while the identity has to be confirmed
 * again: the mailbox may be somebody else's. @returns how many
 */
export async function writeMails(
  trx: Trx,
  actor: WithDeps,
  requestId: string,
  { id: noticeId, ...notice }: Notice & { readonly id: string },
): Promise<number> {
  const { workspaceId, deps, at } = actor;
  const request = await requests.identityOf(trx, actor, requestId);
  const organization = await organizationOf(trx, workspaceId);
  if (!request || organization === undefined) return 0;
  const [isProven, recipients] = [!mustConfirmAgain(request), await recipientsOf(trx, actor, request)];
  for (const { person, email, token } of recipients) {
    const about = { reference: requestReference(request.number), organization, token, isProven, at };
    const mail = noticeMail(deps.config, { email, locale: request.language }, about, notice);
    const { id, status } = await deps.mailer.enqueue(trx, { ...mail, workspaceId, quota: 'urgent' });
    await queries.insertDelivery(trx, { workspaceId, requestId, noticeId, person }, { id, state: status, at });
  }
  return recipients.length;
}
