import { compactDecrypt, CompactEncrypt, decodeProtectedHeader, errors as joseErrors } from 'jose';
import { SealError } from './envelope.ts';
import type { Secrets } from './workspaceKey.ts';

const PURPOSE = 'jwe';

/** Id of the key that an encrypted value names; undefined when it is none. */
export function keyIdOfValue(jwe: string): string | undefined {
  try {
    return decodeProtectedHeader(jwe).kid;
  } catch {
    return undefined;
  }
}

/** Seals the bytes of a JSON text as a compact JWE (RFC 7516; `dir`, A256GCM). */
export async function sealValue(key: Secrets, text: Uint8Array): Promise<string> {
  const secret = key.secret(PURPOSE);
  if (!secret) throw new Error('a workspace key without its own key');
  return new CompactEncrypt(text)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: secret.id, cty: 'application/json' })
    .encrypt(secret.key);
}

/**
 * The bytes that `sealValue` was given.
 * @throws SealError `otherKey` when it is under a key that is not there, `damaged` when it was changed, `foreign` when
 * it is no such JWE
 */
export async function openValue(key: Pick<Secrets, 'secret'>, jwe: string): Promise<Buffer> {
  try {
    const { plaintext } = await compactDecrypt(
      jwe,
      ({ kid }) => {
        const secret = kid ? key.secret(PURPOSE, kid) : undefined;
        if (!secret) throw new SealError('otherKey', 'This value was encrypted under a key that is not there.');
        return secret.key;
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    return Buffer.from(plaintext);
  } catch (error) {
    if (error instanceof joseErrors.JWEDecryptionFailed) throw new SealError('damaged', 'This value was changed.');
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError)
      throw new SealError('foreign', 'This is no value that was encrypted by this product.');
    throw error;
  }
}
