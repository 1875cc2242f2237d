import { appError } from '../../platform/errors.ts';
import { type Organization, organizationsOf } from '../../platform/auth/places.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';

/** The organisation of a new server. @throws 400 where the caller has several and names none */
export async function homeOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization> {
  const [first, ...others] = await organizationsOf(ctx, ws);
  if (!first || others.length > 0) throw appError('mailServer.whichOrganization', { at: 'ws' });
  return first;
}
