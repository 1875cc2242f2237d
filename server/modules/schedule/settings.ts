import { isIP } from 'node:net';
import type { ScheduleDraft } from '../../../shared/schedule/schema.ts';
import type { Config } from '../../platform/config.ts';
import { appError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/http/outbound.ts';
import { isEncryptionKey } from './encryption.ts';
import { isPrivateKey } from './secret.ts';

/**
 * Fields that determine the server: changing one requires the password, which could otherwise be sent to somebody who
 * does not know it.
 */
const DESTINATION = ['host', 'port', 'username'] as const;
type Place = Pick<ScheduleDraft, (typeof DESTINATION)[number]>;

export const leadsElsewhere = (before: Place, after: Place): boolean =>
  DESTINATION.some((field) => before[field] !== after[field]);

/** The field in which the form asks for the secret of a schedule with this sign-in method. */
export const secretField = (signIn: string): 'password' | 'privateKey' =>
  signIn === 'key' ? 'privateKey' : 'password';

/** Whether it is another server, whose key is another too. */
export const isOtherServer = (before: Place, after: Place): boolean =>
  before.host !== after.host || before.port !== after.port;

/** @throws 400 at the field */
export async function assertUsable(draft: ScheduleDraft, config: Config): Promise<void> {
  const { host, password, privateKey, encryptionKey } = draft;
  if (isIP(host) !== 0 && !isPublicAddress(host) && !config.sftp.toPrivateNetwork)
    throw appError('schedule.privateAddress', { at: 'host' });
  if (password !== undefined && privateKey !== undefined) throw appError('schedule.oneSecret', { at: 'privateKey' });
  if (privateKey !== undefined && !(await isPrivateKey(privateKey)))
    throw appError('schedule.privateKey', { at: 'privateKey' });
  if (encryptionKey !== '' && !(await isEncryptionKey(encryptionKey)))
    throw appError('schedule.encryptionKey', { at: 'encryptionKey' });
}
