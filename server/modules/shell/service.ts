import type { RequestContext } from '../../platform/trpc/context.ts';
import { PRODUCT_VERSION } from '../../../shared/constants.ts';
import type { ShellConfig } from '../../../shared/shell/schema.ts';

/** Somebody who is only there when the demo was seeded; the demo is refused in production. */
const DEMO_ACCOUNT = 'admin@demo.example';

/** What the client must know before anybody has signed in. Nothing in it is secret. */
export async function config({ deps }: RequestContext): Promise<ShellConfig> {
  const { config } = deps;
  const production = config.nodeEnv === 'production';
  return {
    variant: config.variant,
    signup: config.signup,
    oidc: config.oidc ? { name: config.oidc.name, only: config.oidc.only } : null,
    support: config.support,
    manualUrl: config.manualUrl ?? null,
    version: PRODUCT_VERSION,
    demo: !production && (await hasDemo(deps)),
    devMail: !production && config.smtpUrl === undefined,
  };
}

async function hasDemo({ authDb }: RequestContext['deps']): Promise<boolean> {
  const row = await authDb.selectFrom('users').select('id').where('email', '=', DEMO_ACCOUNT).executeTakeFirst();
  return row !== undefined;
}
