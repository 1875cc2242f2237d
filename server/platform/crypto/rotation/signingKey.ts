import type { z } from 'zod';
import type { maybeInWorkspace } from '../../../../shared/text.ts';
import { actorOf } from '../../actor.ts';
import { organizationsOf } from '../../auth/places.ts';
import { appError } from '../../errors.ts';
import { isOfOneOrganization } from '../../installation/oneOrganization.ts';
import { emit } from '../../live/emit.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import { retireSigningKey, signingKey } from '../signingKeys.ts';

/**
 * Has receipts signed with a new key from now on.
 * @throws AppError 409 `crypto.byOperator` where the installation is not one organisation's, `crypto.noSigningKey`
 * where nothing was signed yet
 */
export async function replaceSigningKey(
  ctx: SignedInContext,
  { ws }: z.output<typeof maybeInWorkspace>,
): Promise<void> {
  const { deps } = ctx;
  const [organization] = await organizationsOf(ctx, ws);
  if (!organization || !(await isOfOneOrganization(deps))) throw appError('crypto.byOperator');
  const { place } = organization;
  await place.transaction(async (trx) => {
    await emit(trx, actorOf(place), {
      event: 'crypto.signingKeyReplaced',
      entityId: place.workspace.id,
      subject: place.workspace.name,
    });
    if ((await retireSigningKey(deps)).length === 0) throw appError('crypto.noSigningKey');
  });
  await signingKey(deps);
}
