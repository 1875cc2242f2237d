import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { createPersonnel, Personnel } from '../../../shared/personnel/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { attachFile } from '../../platform/files/service.ts';
import { emit } from '../../platform/live/emit.ts';
import { assertRoom } from '../workspace/limits.ts';
import { photo } from './files.ts';
import { invite } from './invite.ts';
import * as queries from './queries.ts';
import { assertEmailFree, assertMayTouch, assertNoAccountHere, existing, officersChanged } from './rules.ts';

/**
 * Invites a person: a record in status invited and a mail with a link that works once, for seven days. Somebody who
 * already has an account must accept too.
 * @throws 409 `personnel.limit` when the tier allows no more, 409 `personnel.emailTaken`, `personnel.accountHere`,
 * 403 when a DPO invites an Admin
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createPersonnel>): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    assertMayTouch(ctx, input.role);
    // The lock of the limit first: two simultaneous invitations of one address then meet here and not at the index.
    await assertRoom(trx, ctx.workspace.id, 'personnel');
    await assertEmailFree(trx, ctx, input.email);
    await assertNoAccountHere(actorOf(ctx), input.email);
    const id = randomUUIDv7();
    if (input.photoId)
      await attachFile(trx, photo, {
        workspaceId: ctx.workspace.id,
        ownerId: id,
        fileId: input.photoId,
        by: ctx.personnel.id,
        field: 'photoId',
      });
    await queries.insert(
      trx,
      { workspaceId: ctx.workspace.id, id, at: ctx.deps.now(), by: ctx.personnel.id, status: 'invited' },
      input,
    );
    if (input.role === 'DPO') await officersChanged(trx, actorOf(ctx));
    await invite(trx, actorOf(ctx), { id, ...input });
    await emit(trx, actorOf(ctx), {
      event: 'personnel.invited',
      entityId: id,
      changes: [{ field: 'role', old: null, new: input.role }],
    });
    return (await existing(trx, ctx, id)).person;
  });
}
