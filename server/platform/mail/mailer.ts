import { randomUUIDv7 } from 'node:crypto';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import { email } from '../../../shared/text.ts';
import type { Config } from '../config.ts';
import { MAIL_CONTEXT, type MailContent } from './content.ts';
import { subjectLine } from './letter.ts';
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
  /**
   * It has a link that opens an account: only the global server carries it, since whoever manages the server of a
   * workspace can read what goes through it.
   */
  opensAccount?: boolean;
  /** To somebody outside the workspace, or to an unproved address: what it takes of the workspace's day. */
  quota?: QuotaUse;
  /** Later it is of no use: what waits until then fails. Left out: it waits for as long as it takes. */
  usefulUntil?: Date;
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
  /** Whether mails of a workspace go out: by the global server, or by one of its own. */
  hasServer(trx: Executor, workspaceId: string): Promise<boolean>;
  /** How many mails a workspace's own server can send today; null: it has no daily limit, or there is none. */
  leftOfServer(trx: Executor, workspaceId: string): Promise<number | null>;
  /**
   * Whether the global mail server takes mails of ours, as far as signing in and this node's last mails tell; `off`
   * without one.
   */
  check(): Promise<'up' | 'away' | 'off'>;
  /** Lets the mails under way end, then stops. */
  close(): Promise<void>;
}

interface MailerOptions extends SenderOptions {
  config: SenderOptions['config'] & Pick<Config, 'nodeEnv'>;
}

/** Mails that go out at a time. */
const AT_ONCE = 3;

/**
 * The mails of the product: rows of `mails`, sent by whichever node takes them up first. Without SMTP_URL those of
 * workspaces without a server of their own are kept in development, and wait in production.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { config, log, accounts, routes } = options;
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
    if ((!transport && !accounts && !routes) || closed) return;
    again = true;
    round ??= sendAll().finally(() => {
      round = null;
      if (again && !closed) setImmediate(kick);
    });
  }

  return {
    ...createWriter(options),
    kick,
    check: async () =>
      transport
        ? transport.verify().then(
            () => (sender.isSenderRefused ? ('away' as const) : ('up' as const)),
            () => 'away' as const,
          )
        : 'off',
    async close() {
      closed = true;
      await round;
      transport?.close();
      sender.close();
    },
  };
}

/** What writes mails, and knows which of them will be sent. */
function createWriter({
  config,
  keyring,
  now,
  routes,
}: MailerOptions): Pick<Mailer, 'enqueue' | 'hasServer' | 'leftOfServer'> {
  const hasServer = async (trx: Executor, workspaceId: string): Promise<boolean> =>
    config.smtpUrl !== undefined || ((await routes?.hasServer(trx, workspaceId)) ?? false);
  /** Without a server to send it a new mail is kept for reading in the app, but in production, where it waits. */
  const isOnlyStored = async (trx: Executor, { workspaceId, opensAccount }: MailRequest): Promise<boolean> =>
    config.nodeEnv !== 'production' &&
    config.smtpUrl === undefined &&
    (!workspaceId || opensAccount === true || !(await hasServer(trx, workspaceId)));
  return {
    hasServer,
    leftOfServer: async (trx, workspaceId) => (await routes?.leftToday({ now }, trx, workspaceId)) ?? null,
    async enqueue(trx, mail) {
      const content: MailContent = {
        to: email.parse(mail.to),
        locale: mail.locale,
        subject: subjectLine(mail.subject),
        text: mail.text,
        ...(mail.html ? { html: mail.html } : {}),
        ...(mail.attachments?.length ? { attachments: [...mail.attachments] } : {}),
      };
      const at = now();
      const id = mail.id ?? randomUUIDv7();
      const status = (await isOnlyStored(trx, mail)) ? 'kept' : 'waiting';
      await insertMail(trx, {
        id,
        workspaceId: mail.workspaceId ?? null,
        kind: mail.kind,
        payload: keyring.system.seal(MAIL_CONTEXT, id, JSON.stringify(content)),
        status,
        whileClosed: mail.whileClosed ?? false,
        opensAccount: mail.opensAccount ?? false,
        quota: mail.quota ?? null,
        usefulUntil: mail.usefulUntil ?? null,
        nextTryAt: at,
        createdAt: at,
      });
      return { id, status };
    },
  };
}
