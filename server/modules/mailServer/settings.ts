import { generateKeyPair, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { Connection } from '../../../shared/mailServer/connection.ts';
import type { MailServerDraft } from '../../../shared/mailServer/schema.ts';
import type { Config } from '../../platform/config.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { appError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/http/outbound.ts';
import type { ServerSettings } from '../../platform/mail/transport.ts';

/**
 * The context of the seal: names the column. Mails are sent outside any workspace, so it is sealed under the master
 * key.
 */
export const PASSWORD_CONTEXT = 'mail_servers.password';

export const sealPassword = (keyring: Pick<Keyring, 'system'>, id: string, password: string): Buffer =>
  keyring.system.seal(PASSWORD_CONTEXT, id, password);

export const DKIM_CONTEXT = 'mail_servers.dkim_key';

/** A new key of 2048 bits, sealed for its server, with its public key as published in the DNS. */
export async function newDkim(
  keyring: Pick<Keyring, 'system'>,
  id: string,
): Promise<{ key: Buffer; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { key: keyring.system.seal(DKIM_CONTEXT, id, privateKey), publicKey: publicKey.toString('base64') };
}

/** What is recorded as the server's answer where `openSecrets` finds none. */
export const UNOPENED_PASSWORD = 'the stored password cannot be opened';

/** Password and DKIM key of a server; null where they were sealed under a former master key: to be stated again. */
export function openSecrets(
  { system }: Pick<Keyring, 'system'>,
  { id, dkimSelector }: { readonly id: string; readonly dkimSelector: string },
  { password, dkimKey }: { readonly password: Buffer | null; readonly dkimKey: Buffer | null },
): Pick<ServerSettings, 'password' | 'dkim'> | null {
  try {
    return {
      password: password && system.open(PASSWORD_CONTEXT, id, password),
      dkim: dkimKey && { selector: dkimSelector, key: system.open(DKIM_CONTEXT, id, dkimKey) },
    };
  } catch {
    return null;
  }
}

const CONNECTION = ['host', 'port', 'encryption', 'certificate', 'username'] as const satisfies (keyof Connection)[];

/**
 * Whether the password must be stated again: otherwise it could be sent to a server of somebody who does not know it.
 */
export const leadsElsewhere = (before: Connection, after: Connection): boolean =>
  CONNECTION.some((field) => before[field] !== after[field]);

/**
 * Refuses settings with which no mail could be sent, or a password without encryption.
 * @param keepsPassword whether the stored password stays
 * @throws 400 at the field
 */
export function assertUsable(
  { host, encryption, certificate, username, password }: MailServerDraft,
  keepsPassword: boolean,
  config: Pick<Config, 'mailServers'>,
): void {
  assertReachable({ host, certificate }, config);
  if (username === '') return;
  if (encryption === 'none') throw appError('mailServer.plainPassword', { at: 'encryption' });
  if (password === undefined && !keepsPassword) throw appError('mailServer.passwordAgain', { at: 'password' });
}

/** Refuses an address inside the network unless configured, and an invalid certificate. @throws 400 at the field */
export function assertReachable(
  { host, certificate }: Pick<Connection, 'host' | 'certificate'>,
  { mailServers }: Pick<Config, 'mailServers'>,
): void {
  if (isIP(host) !== 0 && !isPublicAddress(host) && !mailServers.toPrivateNetwork)
    throw appError('mailServer.privateAddress', { at: 'host' });
  if (certificate !== '' && !isCertificate(certificate))
    throw appError('mailServer.certificate', { at: 'certificate' });
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
