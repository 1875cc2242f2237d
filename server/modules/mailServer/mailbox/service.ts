import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import type { removeMailbox as removal, setMailbox as setting } from '../../../../shared/mailServer/mailbox.ts';
import type { MailServer } from '../../../../shared/mailServer/schema.ts';
import type { Organization } from '../../../platform/auth/places.ts';
import { appError } from '../../../platform/errors.ts';
import type { Change } from '../../../platform/live/emit.ts';
import { assertNewest } from '../../../platform/records/stale.ts';
import type { SignedInContext } from '../../../platform/trpc/context.ts';
import { updateServer } from '../queries.ts';
import { existing } from '../reading.ts';
import { changed, locked } from '../service.ts';
import { viewOf } from '../view.ts';
import * as queries from './queries.ts';
import { assertMailbox, isAnotherMailbox, sealMailboxPassword } from './settings.ts';

/** The settings in the activity log, without the username. */
const logged = ({ host, port, folder }: { host: string; port: number; folder: string }): string =>
  `${host}:${port} ${folder}`;

/**
 * Sets up or changes the mailbox in which returned mails of a server are looked for.
 * @throws 404, 403 `mailServer.elsewhere` while workspaces use the server that are not the caller's, 400 at the field,
 * 409 `staleEdit` with the newer server
 */
export async function setMailbox(ctx: SignedInContext, input: z.output<typeof setting>): Promise<MailServer> {
  const { ws, id, rowVersion, password, ...draft } = input;
  const { organization } = await existing(ctx, { id, ws });
  return organization.place.transaction(async (trx) => {
    await lockedAt(trx, ctx, organization, input);
    const before = await queries.lockMailbox(trx, organization.id, id);
    assertMailbox({ ...draft, password }, before, ctx.deps.config);
    const sealed = password === undefined ? undefined : sealMailboxPassword(ctx.deps.keyring, id, password);
    if (before)
      await queries.updateMailbox(trx, {
        organizationId: organization.id,
        id,
        ...draft,
        ...(sealed && { password: sealed }),
        isAnother: isAnotherMailbox(before, draft),
      });
    // Without a mailbox before, the password is required.
    else await queries.insertMailbox(trx, { organizationId: organization.id, id, ...draft, password: sealed! });
    const changes: Change[] = [{ field: 'mailbox', old: before ? logged(before) : '', new: logged(draft) }];
    if (sealed) changes.push({ field: 'mailboxPassword', old: '', new: '•••' });
    return next(trx, ctx, organization, { id, rowVersion, changes });
  });
}

/** Removes the mailbox: returned mails are no longer looked for. @throws as `setMailbox` does, 404 without a mailbox */
export async function removeMailbox(ctx: SignedInContext, input: z.output<typeof removal>): Promise<MailServer> {
  const { ws, id } = input;
  const { organization } = await existing(ctx, { id, ws });
  return organization.place.transaction(async (trx) => {
    await lockedAt(trx, ctx, organization, input);
    const before = await queries.lockMailbox(trx, organization.id, id);
    if (!before) throw appError('mailServer.notFound');
    await queries.deleteMailbox(trx, organization.id, id);
    const changes = [{ field: 'mailbox', old: logged(before), new: '' }];
    return next(trx, ctx, organization, { ...input, changes });
  });
}

/** Locks the server, if it is at the caller's version. */
async function lockedAt(
  trx: Trx,
  ctx: SignedInContext,
  organization: Organization,
  { id, rowVersion }: { id: string; rowVersion: number },
): Promise<void> {
  const { before } = await locked(trx, ctx, organization, id);
  await assertNewest(before, rowVersion, () => viewOf(before, organization, ctx.deps.now()));
}

async function next(
  trx: Trx,
  { deps }: SignedInContext,
  organization: Organization,
  { id, rowVersion, changes }: { id: string; rowVersion: number; changes: Change[] },
): Promise<MailServer> {
  await updateServer(trx, {
    organizationId: organization.id,
    id,
    rowVersion: rowVersion + 1,
    updatedAt: deps.now(),
  });
  return changed(trx, organization, id, 'mailServer.updated', changes);
}
