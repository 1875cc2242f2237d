import type { Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import { activePersonnel } from '../auth/personnel.ts';
import type { Deps } from '../trpc/context.ts';
import type { MailAddressee } from './letter.ts';

/** Somebody who is written to, in their own language. */
export interface MailReader extends MailAddressee {
  readonly personnelId: string;
}

/** The name by which mails call the workspace; read where the actor does not bring it. */
export const workspaceName = async (
  trx: Trx,
  { workspaceId, workspaceName: known }: { workspaceId: string; workspaceName?: string },
): Promise<string> =>
  known ??
  (await trx.selectFrom('workspaces').select('name').where('id', '=', workspaceId).executeTakeFirstOrThrow()).name;

/**
 * Those of the personnel who are active and have an account, with the language of each. An address that is not their
 * account's was typed by somebody of the workspace and never proved: what goes there counts as to a stranger.
 */
export async function readersOf(
  deps: Pick<Deps, 'authDb'>,
  trx: Trx,
  workspaceId: string,
  personnelIds: readonly string[],
): Promise<MailReader[]> {
  if (personnelIds.length === 0) return [];
  const people = await activePersonnel(trx, workspaceId)
    .select(['id', 'userId', 'email', 'name'])
    .where('id', 'in', [...new Set(personnelIds)])
    .where('userId', 'is not', null)
    .orderBy('id')
    .execute();
  if (people.length === 0) return [];
  // Accounts are out of reach of the tenants' role.
  const accounts = await deps.authDb
    .selectFrom('users')
    .select(['id', 'email', 'locale'])
    .where(
      'id',
      'in',
      people.map(({ userId }) => userId!),
    )
    .execute();
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  return people.map(({ id, userId, email, name }): MailReader => {
    const account = accountOf.get(userId!);
    return {
      personnelId: id,
      email,
      name,
      locale: (account?.locale as Locale | undefined) ?? 'th',
      ...(email !== account?.email && { quota: 'urgent' as const }),
    };
  });
}
