import { createCipheriv, randomBytes } from 'node:crypto';
import type { WorkspaceKey } from '../../server/platform/crypto/workspaceKey.ts';

/**
 * A value encrypted in the earlier format, without the row in the context (version 1 of `envelope.ts`): it opens in
 * every row of its column. Also for many rows of a database that share one value.
 */
export function sealedBefore(key: WorkspaceKey, context: string, text: string): Buffer {
  const { id, key: secret } = key.secret('columns')!;
  const head = Buffer.concat([Buffer.from([1, 16]), Buffer.from(id.replaceAll('-', ''), 'hex')]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  cipher.setAAD(Buffer.concat([head, Buffer.from(`${key.workspaceId} ${context}`)]));
  return Buffer.concat([head, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}
