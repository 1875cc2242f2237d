import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { type createPersonnel, INVITATION_DAYS, type Personnel } from '../../../shared/personnel/schema.ts';
import { newToken } from '../../platform/auth/tokens.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { attachFile } from '../../platform/files/service.ts';
import { emit } from '../../platform/live/emit.ts';
import { invitationMail } from '../../platform/mail/letters.ts';
import { assertRoom } from '../workspace/limits.ts';
import { photo } from './files.ts';
import * as queries from './queries.ts';
import { assertEmailFree, assertMayTouch, existing, officersChanged } from './rules.ts';

/**
 * Invites a person: a record in status invited and a mail with a link that is good once, for seven days.
 * Somebody who has an account already must accept just the same.
 * @throws 409 `personnel.limit` when the tier allows no more, 409 `personnel.emailTaken`, 403 when a DPO invites an
 * Admin
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createPersonnel>): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    assertMayTouch(ctx, input.role);
    // The limit's lock first: two invitations of one address at once then meet here and not at the index.
    await assertRoom(trx, ctx.workspace.id, 'personnel');
    await assertEmailFree(trx, ctx, input.email);
    const id = randomUUIDv7();
    if (input.photoId)
      await attachFile(trx, photo, {
        workspaceId: ctx.workspace.id,
        ownerId: id,
        fileId: input.photoId,
        by: ctx.personnel.id,
        field: 'photoId',
      });
    await queries.insert(trx, { workspaceId: ctx.workspace.id, id, at: ctx.deps.now(), status: 'invited' }, input);
    if (input.role === 'DPO') await officersChanged(trx, ctx);
    await invite(trx, ctx, { id, ...input });
    await emit(trx, actorOf(ctx), {
      event: 'personnel.invited',
      entityId: id,
      changes: [{ field: 'role', old: null, new: input.role }],
    });
    return (await existing(trx, ctx, id)).shown;
  });
}

/** Sends a new link; the ones sent before stop working. */
export function resend(ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    const { shown } = await existing(trx, ctx, input.id);
    assertMayTouch(ctx, shown.role);
    if (shown.status !== 'invited')
      throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove', details: { status: shown.status } });
    await invite(trx, ctx, shown);
    await emit(trx, actorOf(ctx), { event: 'personnel.invited', entityId: shown.id });
    return (await existing(trx, ctx, shown.id)).shown;
  });
}

/** Writes the invitation (of its token only the SHA-256) and its mail, in the language of who invites. */
export async function invite(
  trx: Trx,
  ctx: WorkspaceContext,
  person: { id: string; email: string; name: string; role: Role },
): Promise<void> {
  const { config, mailer, now } = ctx.deps;
  const { token, hash } = newToken();
  const expiresAt = new Date(now().getTime() + INVITATION_DAYS * 86_400_000);
  await queries.replaceInvitation(trx, {
    workspaceId: ctx.workspace.id,
    personnelId: person.id,
    tokenHash: hash,
    expiresAt,
  });
  const mail = invitationMail(
    config,
    { email: person.email, name: person.name, locale: ctx.locale },
    { workspace: ctx.workspace.name, role: person.role, token, expiresAt },
  );
  await mailer.enqueue(trx, { ...mail, workspaceId: ctx.workspace.id });
}
