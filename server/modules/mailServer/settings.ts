import { generateKeyPair, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { MailServerDraft } from '../../../shared/mailServer/schema.ts';
import type { Config } from '../../platform/config.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { appError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/http/outbound.ts';
import type { ServerSettings } from '../../platform/mail/transport.ts';

/** Names the column in the seal: mails go out outside any workspace, so it is sealed under the master key. */
export const PASSWORD_CONTEXT = 'mail_servers.password';

export const sealPassword = (keyring: Pick<Keyring, 'system'>, id: string, password: string): Buffer =>
  keyring.system.seal(PASSWORD_CONTEXT, id, password);
export const openPassword = (keyring: Pick<Keyring, 'system'>, id: string, sealed: Buffer | null): string | null =>
  sealed && keyring.system.open(PASSWORD_CONTEXT, id, sealed);

export const DKIM_CONTEXT = 'mail_servers.dkim_key';

/** A new key of 2048 bits, sealed for its server, with its public half as it stands in the DNS. */
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
export const openDkim = (
  keyring: Pick<Keyring, 'system'>,
  id: string,
  selector: string,
  sealed: Buffer | null,
): ServerSettings['dkim'] => sealed && { selector, key: keyring.system.open(DKIM_CONTEXT, id, sealed) };

/** What leads to the server: who changes it has to know the password, or could have it sent to a server of their own. */
const DESTINATION = ['host', 'port', 'encryption', 'certificate', 'username'] as const;
type Destination = Pick<ServerSettings, (typeof DESTINATION)[number]>;

export const leadsElsewhere = (before: Destination, after: Destination): boolean =>
  DESTINATION.some((field) => before[field] !== after[field]);

/**
 * Refuses settings by which no mail could go out, or a password in clear.
 * @param keepsPassword whether the one before stays
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

/** Refuses an address inside the network unless configured, and what is no certificate. @throws 400 at the field */
export function assertReachable(
  { host, certificate }: { readonly host: string; readonly certificate: string },
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
