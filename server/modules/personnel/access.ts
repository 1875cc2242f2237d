import type { Trx } from '../../../db/client.ts';
import { isLocale } from '../../../shared/locale.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Caller } from '../../platform/actor.ts';
import { usableAccount } from './lookup.ts';
import { type Access, accessMail } from './mails.ts';

/**
 * Notifies somebody who has an account that they can work in the workspace, at the address that they sign in with: the
 * one in their record proves nobody's account.
 */
export async function notifyAccess(
  trx: Trx,
  actor: Caller,
  { userId, name, role }: { userId: string; name: string; role: Role },
  access: Access,
): Promise<void> {
  const { deps, workspaceId, workspaceName: workspace, name: by } = actor;
  const account = await usableAccount(deps.authDb, userId);
  if (!account) return;
  const locale = isLocale(account.locale) ? account.locale : 'th';
  const reader = { email: account.email, name, locale };
  const mail = accessMail(deps.config, reader, { access, workspaceId, workspace, role, by });
  await deps.mailer.enqueue(trx, { ...mail, workspaceId });
}
