import { type PublicConfig, publicAddress } from '../../platform/mail/links.ts';

/** Where this product encrypts for programs. */
const ownBox = (config: PublicConfig): string => `${publicAddress(config)}/encrypt-decrypt-api/v1`;

/** A workspace that names no encryption service uses the product's own. */
export const withEncryptBox = <Named extends { encryptBoxUrl: string }>(
  config: PublicConfig,
  workspace: Named,
): Named => ({
  ...workspace,
  encryptBoxUrl: workspace.encryptBoxUrl || ownBox(config),
});

/** What is stored of it: nothing of the product's own, whose address may become another. */
export const storedEncryptBox = (config: PublicConfig, url: string): string => (url === ownBox(config) ? '' : url);
