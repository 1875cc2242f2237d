import { randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Db, Executor, Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import { email } from '../../../shared/text.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { FileStore } from '../files/contract.ts';
import type { Logger } from '../log.ts';
import type { MailAccounts, MailDelivery } from './deliveries.ts';
import { oneLine } from './letter.ts';
import {
  claimMail,
  failureOfDelivery,
  insertMail,
  type Outcome,
  settleDelivery,
  settleMail,
  notifyDelivered,
} from './queries.ts';
import { createTransport, failureOf, type MailTransport } from './transport.ts';

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
  /** Files of the workspace, read from the file store when the mail is sent. */
  attachments?: readonly MailAttachment[];
}
export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly storageKey: string;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

export interface Mailer {
  /**
   * Writes a mail in the caller's transaction: it is sent exactly when that commits. Call `kick` (or `deps.poke`)
   * after. Answers its id and whether it is to be sent or only kept.
   * @throws when `to` is not one address
   */
  enqueue(trx: Trx, mail: MailRequest): Promise<{ id: string; status: 'waiting' | 'kept' }>;
  /** Looks for waiting mails now; a schedule does so every minute, for retries and for what another node has left. */
  kick(): void;
  /** Lets the mails under way end, then stops. */
  close(): Promise<void>;
}

interface MailerOptions {
  config: Pick<Config, 'nodeEnv' | 'smtpUrl' | 'mailFrom'>;
  systemDb: Db;
  keyring: Pick<Keyring, 'sealSystem' | 'openSystem'>;
  files: Pick<FileStore, 'get'>;
  log: Logger;
  now: () => Date;
  /** What the modules do about mails that their records keep account of. */
  accounts?: MailAccounts;
  /** Tells the relay that something was committed. */
  poke?: () => void;
}

/** What of a mail is encrypted. */
export const mailContent = z.object({
  to: z.string(),
  locale: z.enum(['th', 'en']),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), storageKey: z.string() })).optional(),
});
export type MailContent = z.infer<typeof mailContent>;
/** Names the column in the seal, so that no other sealed value can be put in its place. */
export const MAIL_CONTEXT = 'mails.payload';

/** A node that has not told the end of a sending by then is taken for dead. Far above what one sending can take. */
const LEASE_MS = 10 * 60_000;
const AT_ONCE = 3;
/** Of mails that go out in a row, those who look on hear so often. */
const TELL_MS = 1000;
const TRIES = 10;
/** Wait before the next try: half a minute, doubled each time, six hours at most. */
export const backoffMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 6 * 3_600_000);

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
export function createMailer({ config, systemDb, keyring, files, log, now, accounts, poke }: MailerOptions): Mailer {
  const transport = config.smtpUrl ? createTransport(config.smtpUrl) : null;
  if (!transport && config.nodeEnv === 'production')
    log.warn('SMTP_URL is not set: mails (password resets, invitations) wait unsent');

  let closed = false;
  let again = false;
  let round: Promise<void> | null = null;
  /** When those who look at a record last heard of its mails, and of which they have not heard. */
  const announcedAt = new Map<string, number>();
  const unannounced = new Map<string, MailDelivery>();

  async function sendOne(): Promise<boolean> {
    const mail = transport && (await claimMail(systemDb, now(), LEASE_MS));
    if (!mail) return false;
    const { id, attempts, workspaceId } = mail;
    // A node that died while it told of a failure: the mail has failed, and those who look at the record know it.
    const reason =
      (workspaceId === null ? null : await failureOfDelivery(systemDb, id)) ?? (attempts > TRIES ? 'no answer' : null);
    const outcome: Outcome = reason === null ? await attempt(transport, mail) : { status: 'failed', reason };
    // Those of accounts stand in no record.
    if (workspaceId === null) await settleMail(systemDb, id, outcome);
    else await settle(id, outcome);
    return true;
  }

  async function attempt(by: MailTransport, { id, kind, attempts, payload }: Claimed): Promise<Outcome> {
    try {
      const { attachments = [], ...content } = mailContent.parse(
        JSON.parse(keyring.openSystem(MAIL_CONTEXT, payload).toString('utf8')),
      );
      const read = await Promise.all(
        attachments.map(async ({ name, type, storageKey }) => ({
          name,
          type,
          content: await buffer(await files.get(storageKey)),
        })),
      );
      await by.send({ id, from: config.mailFrom, ...content, attachments: read });
      return { status: 'sent', at: now() };
    } catch (error) {
      const { reason, final } = failureOf(error);
      const failed = final || attempts >= TRIES;
      log.warn(
        { mail: id, kind, attempts, reason },
        failed ? 'mail failed' : 'mail could not be sent; it will be tried again',
      );
      return failed
        ? { status: 'failed', reason }
        : { status: 'waiting', reason, nextTryAt: new Date(now().getTime() + backoffMs(attempts)) };
    }
  }

  async function settle(id: string, outcome: Outcome): Promise<void> {
    const last = outcome.status !== 'failed';
    const result = await systemDb.transaction().execute(async (trx) => {
      if (last) await settleMail(trx, id, outcome);
      const delivery = await settleDelivery(trx, id, outcome, now());
      // Thousands in a row are told of once a second; the rest at the end.
      if (
        delivery?.changed &&
        (outcome.status !== 'sent' || performance.now() >= (announcedAt.get(delivery.entityId) ?? 0) + TELL_MS)
      ) {
        announcedAt.set(delivery.entityId, performance.now());
        await announce(trx, delivery);
        return { ...delivery, loud: true };
      }
      return delivery && { ...delivery, loud: false };
    });
    if (result?.loud) poke?.();
    else if (result?.changed) unannounced.set(result.entityId, result);
    if (last) {
      if (result)
        await accounts
          ?.tried(result)
          .catch((error: unknown) => log.warn({ err: error, mail: id }, 'that a mail was tried could not be told'));
      return;
    }
    if (result) await accounts?.tried(result);
    await settleMail(systemDb, id, outcome);
  }

  /** To those who look at the record. */
  async function announce(db: Executor, delivery: MailDelivery): Promise<void> {
    const event = accounts?.eventOf(delivery.entity);
    if (event) await notifyDelivered(db, event, delivery, now());
  }

  async function sendAll(): Promise<void> {
    try {
      do {
        again = false;
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (!closed && (await sendOne()));
          }),
        );
        if (!closed && (await accounts?.resume())) again = true;
        else await notifyRest();
      } while (again && !closed);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'waiting mails could not be looked up');
    }
  }

  async function notifyRest(): Promise<void> {
    announcedAt.clear();
    const rest = [...unannounced.values()];
    unannounced.clear();
    for (const one of rest) await announce(systemDb, one);
    if (rest.length > 0) poke?.();
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
        payload: keyring.sealSystem(MAIL_CONTEXT, Buffer.from(JSON.stringify(content))),
        status,
        whileClosed: mail.whileClosed ?? false,
        nextTryAt: at,
        createdAt: at,
      });
      return { id, status };
    },
    kick,
    async close() {
      closed = true;
      await round;
      transport?.close();
    },
  };
}
