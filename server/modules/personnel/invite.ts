import type { Trx } from '../../../db/client.ts';
import { INVITATION_DAYS } from '../../../shared/personnel/schema.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Caller } from '../../platform/actor.ts';
import { newToken } from '../../platform/auth/tokens.ts';
import { invitationMail } from './mails.ts';
import * as queries from './queries.ts';

/** Writes the invitation (of its token only the SHA-256) and its mail, in the language of who invites. */
export async function invite(
  trx: Trx,
  actor: Caller,
  person: { id: string; email: string; name: string; role: Role },
): Promise<void> {
  const { config, mailer, now } = actor.deps;
  const { workspaceId, locale, workspaceName: workspace } = actor;
  const { token, hash } = newToken();
  const expiresAt = new Date(now().getTime() + INVITATION_DAYS * 86_400_000);
  await queries.replaceInvitation(trx, {
    workspaceId,
    personnelId: person.id,
    tokenHash: hash,
    expiresAt,
  });
  const mail = invitationMail(
    config,
    { email: person.email, name: person.name, locale },
    { workspace, role: person.role, token, expiresAt },
  );
  await mailer.enqueue(trx, { ...mail, workspaceId });
}
