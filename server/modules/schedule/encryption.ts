import { Readable } from 'node:stream';
import { createMessage, encrypt, enums, readKey } from 'openpgp';
import { DeliveryProblem } from './problem.ts';

/** Whether files can be encrypted for this OpenPGP key now: a public one that has not expired. */
export async function isEncryptionKey(armoredKey: string): Promise<boolean> {
  try {
    const key = await readKey({ armoredKey });
    await key.getEncryptionKey();
    return !key.isPrivate();
  } catch {
    return false;
  }
}

/** Encrypts for the holder of an OpenPGP key, piece by piece. @throws DeliveryProblem for a key that has expired */
export async function* encryptedFor(armoredKey: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let encrypted: AsyncIterable<Uint8Array>;
  try {
    const encryptionKeys = await readKey({ armoredKey });
    const binary = Readable.toWeb(Readable.from(source));
    encrypted = (await encrypt({
      message: await createMessage({ binary: binary as never }),
      encryptionKeys,
      format: 'binary',
      config: { preferredCompressionAlgorithm: enums.compression.uncompressed },
    })) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new DeliveryProblem('encryption', { cause: error });
  }
  yield* encrypted;
}
