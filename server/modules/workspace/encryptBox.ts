import { type PublicConfig, publicAddress } from '../../platform/mail/links.ts';

/** The product's own encryption service. */
const ownBox = (config: PublicConfig): string => `${publicAddress(config)}/encrypt-decrypt-api/v1`;

/** A workspace that names no encryption service uses the product's own. */
export const withEncryptBox = <Named extends { encryptBoxUrl: string }>(
  config: PublicConfig,
  workspace: Named,
): Named => ({
  ...workspace,
  encryptBoxUrl: workspace.encryptBoxUrl || ownBox(config),
});

/** The stored form: empty for the product's own service, whose address may change. */
export const storedEncryptBox = (config: PublicConfig, url: string): string => (url === ownBox(config) ? '' : url);
