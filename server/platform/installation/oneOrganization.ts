import type { Deps } from '../trpc/context.ts';

/**
 * Whether Admins may do what concerns the whole installation: nobody else can sign up, and no other organisation has a
 * part of it.
 */
export async function isOfOneOrganization({ config, authDb }: Pick<Deps, 'config' | 'authDb'>): Promise<boolean> {
  if (config.signup !== 'closed') return false;
  return (await authDb.selectFrom('organizations').select('id').limit(2).execute()).length === 1;
}
