import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { INVITATION_DAYS } from '../../../shared/personnel/schema.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Caller } from '../../platform/actor.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { newToken } from '../../platform/auth/tokens.ts';
import { countInvitation } from '../../platform/mail/quota.ts';
import { invitationMail } from './mails.ts';
import * as queries from './queries.ts';

/** Links that one address gets for a workspace, so that inviting cannot fill somebody's mailbox. */
const INVITED_ADDRESS: Limit = {
  name: 'invitation.address',
  max: 5,
  seconds: 86_400,
  code: 'personnel.invitedOften',
};

/**
 * Stores the invitation (of its token only the SHA-256) and its mail, in the language of the inviting person; what
 * becomes of the mail stands with the person. @throws 429 `mail.invitationLimit`, `tooMany`
 */
export async function invite(
  trx: Trx,
  actor: Caller,
  person: { id: string; email: string; name: string; role: Role },
): Promise<void> {
  const { config, mailer, now } = actor.deps;
  const { workspaceId, locale, workspaceName: workspace } = actor;
  await spend(actor.deps, INVITED_ADDRESS, [person.email, workspaceId]);
  await countInvitation(trx, actor.deps, workspaceId);
  const { token, hash } = newToken();
  const expiresAt = new Date(now().getTime() + INVITATION_DAYS * DAY);
  await queries.replaceInvitation(trx, {
    workspaceId,
    personnelId: person.id,
    email: person.email,
    tokenHash: hash,
    expiresAt,
  });
  const mail = invitationMail(
    config,
    { email: person.email, name: person.name, locale },
    { workspace, role: person.role, token, expiresAt },
  );
  const { id, status } = await mailer.enqueue(trx, {
    ...mail,
    workspaceId,
    opensAccount: true,
    usefulUntil: expiresAt,
  });
  await queries.replaceDelivery(trx, { workspaceId, personnelId: person.id }, { mailId: id, state: status, at: now() });
}
