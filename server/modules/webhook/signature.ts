import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret in the format of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The header by which a receiver verifies the sender: signed with each of the secrets (Standard Webhooks 1.0, `v1`).
 */
export function signatureOf({ id, at, body }: Signed, secrets: readonly string[]): string {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' ');
}
