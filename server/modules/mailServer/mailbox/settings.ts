import type { MailboxDraft } from '../../../../shared/mailServer/mailbox.ts';
import type { Config } from '../../../platform/config.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import { assertReachable, leadsElsewhere, UNOPENED_PASSWORD } from '../settings.ts';
import { MailboxFailure } from '../../../platform/mail/returns/mailbox.ts';
import { appError } from '../../../platform/errors.ts';

/** The context of the seal: names the column. */
export const MAILBOX_PASSWORD_CONTEXT = 'mail_server_mailboxes.password';

export const sealMailboxPassword = (keyring: Pick<Keyring, 'system'>, id: string, password: string): Buffer =>
  keyring.system.seal(MAILBOX_PASSWORD_CONTEXT, id, password);
/** @throws MailboxFailure for a password that was sealed under a former master key: it has to be stated again */
export function openMailboxPassword(keyring: Pick<Keyring, 'system'>, id: string, sealed: Buffer): string {
  try {
    return keyring.system.open(MAILBOX_PASSWORD_CONTEXT, id, sealed);
  } catch (error) {
    throw new MailboxFailure('signIn', UNOPENED_PASSWORD, { cause: error });
  }
}

type Settings = Omit<MailboxDraft, 'password'>;

/**
 * Refuses settings with which the mailbox could not be read, or its password would be sent to a server of somebody who
 * does not know it.
 * @param before the previous settings, whose password stays unless another one is stated
 * @throws 400 at the field
 */
export function assertMailbox(draft: MailboxDraft, before: Settings | undefined, config: Pick<Config, 'mailServers'>) {
  assertReachable(draft, config);
  if (draft.password === undefined && (!before || leadsElsewhere(before, draft)))
    throw appError('mailServer.passwordAgain', { at: 'password' });
}

/** Whether it has other messages than before, so that it is read from the start. */
export const isAnotherMailbox = (before: Settings, after: Settings): boolean =>
  (['host', 'port', 'username', 'folder'] as const).some((field) => before[field] !== after[field]);
