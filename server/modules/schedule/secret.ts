import type { Keyring } from '../../platform/crypto/keyring.ts';

/**
 * The context of the seal: names the column. Schedules run outside any workspace, so it is sealed under the master key.
 */
export const SECRET_CONTEXT = 'export_schedules.secret';

export const sealSecret = ({ system }: Keyring, id: string, secret: string): Buffer =>
  system.seal(SECRET_CONTEXT, id, secret);
/** @throws SealError when it was sealed under another master key */
export const openSecret = ({ system }: Keyring, id: string, sealed: Buffer): string =>
  system.open(SECRET_CONTEXT, id, sealed);

/** Whether SFTP can sign in with this private key: of OpenSSH or PEM, without a passphrase. */
export async function isPrivateKey(text: string): Promise<boolean> {
  // Loaded here, so that it does not delay the start.
  const { default: ssh2 } = await import('ssh2');
  const parsed = ssh2.utils.parseKey(text);
  return !(parsed instanceof Error) && [parsed].flat().every((key) => key.isPrivateKey());
}
