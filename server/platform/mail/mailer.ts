import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import { email } from '../../../shared/text.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { MAIL_CONTEXT, type MailContent } from './content.ts';
import { oneLine } from './letter.ts';
import { insertMail } from './queries.ts';
import type { QuotaUse } from './quota.ts';
import { MailSender, type SenderOptions } from './sender.ts';
import { createTransport } from './transport.ts';

export interface MailRequest {
  /** Left out: a new one. */
  id?: string;
  /** The workspace it is sent for; left out for mails about an account. */
  workspaceId?: string | null;
  /** What it is about, in code: `passwordReset`. */
  kind: string;
  /** One address. */
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html?: string;
  /** It goes out although nobody works in its workspace any more. */
  whileClosed?: boolean;
  /** To somebody outside the workspace: what it takes of the workspace's day. */
  quota?: QuotaUse;
  /** Files of the workspace, read from the file store when the mail is sent. */
  attachments?: readonly MailAttachment[];
}
export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly storageKey: string;
}

export interface Mailer {
  /**
   * Writes a mail in the caller's transaction: it is sent exactly when that commits. Call `kick` (or `deps.poke`)
   * after. Answers its id and whether it is to be sent or only kept.
   * @throws when `to` is not one address
   */
  enqueue(trx: Trx, mail: MailRequest): Promise<{ id: string; status: 'waiting' | 'kept' }>;
  /** Looks for waiting mails now; a schedule does so every minute, for retries and for what another node has left. */
  kick(): void;
  /** Whether the mail server takes mails of ours; `off` without one. */
  check(): Promise<'up' | 'away' | 'off'>;
  /** Lets the mails under way end, then stops. */
  close(): Promise<void>;
}

interface MailerOptions extends SenderOptions {
  config: Pick<Config, 'nodeEnv' | 'smtpUrl' | 'mailFrom' | 'mailLimits'>;
  keyring: Pick<Keyring, 'system'>;
}

/** Mails that go out at a time. */
const AT_ONCE = 3;

/**
 * What is written as status of a new mail: kept for reading in the app where no mail server is configured, outside
 * production.
 */
const firstStatus = (config: MailerOptions['config']): 'waiting' | 'kept' =>
  config.smtpUrl || config.nodeEnv === 'production' ? 'waiting' : 'kept';

/**
 * The mails of the product: rows of `mails`, sent by whichever node takes them up first. Without SMTP_URL they are
 * kept in development, and wait in production.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { config, keyring, log, now, accounts } = options;
  const transport = config.smtpUrl ? createTransport(config.smtpUrl) : null;
  if (!transport && config.nodeEnv === 'production')
    log.warn('SMTP_URL is not set: mails (password resets, invitations) wait unsent');

  const sender = new MailSender(options, transport);
  let closed = false;
  let again = false;
  let round: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    try {
      do {
        again = false;
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (!closed && (await sender.sendOne()));
          }),
        );
        if (!closed && (await accounts?.resume())) again = true;
        else await sender.announceRest();
      } while (again && !closed);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'waiting mails could not be looked up');
    }
  }

  function kick(): void {
    if ((!transport && !accounts) || closed) return;
    again = true;
    round ??= sendAll().finally(() => {
      round = null;
      if (again && !closed) setImmediate(kick);
    });
  }

  return {
    async enqueue(trx, mail) {
      const content: MailContent = {
        to: email.parse(mail.to),
        locale: mail.locale,
        subject: oneLine(mail.subject),
        text: mail.text,
        ...(mail.html ? { html: mail.html } : {}),
        ...(mail.attachments?.length ? { attachments: [...mail.attachments] } : {}),
      };
      const at = now();
      const id = mail.id ?? randomUUIDv7();
      const status = firstStatus(config);
      await insertMail(trx, {
        id,
        workspaceId: mail.workspaceId ?? null,
        kind: mail.kind,
        payload: keyring.system.seal(MAIL_CONTEXT, id, JSON.stringify(content)),
        status,
        whileClosed: mail.whileClosed ?? false,
        quota: mail.quota ?? null,
        nextTryAt: at,
        createdAt: at,
      });
      return { id, status };
    },
    kick,
    check: async () =>
      transport
        ? transport.verify().then(
            () => 'up' as const,
            () => 'away' as const,
          )
        : 'off',
    async close() {
      closed = true;
      await round;
      transport?.close();
    },
  };
}
