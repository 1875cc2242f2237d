import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Readable } from 'node:stream';
import type { Logger } from '../log.ts';
import { DeliveryAnnouncer } from './announcer.ts';
import { MAIL_CONTEXT, mailContent } from './content.ts';
import type { MailAccounts } from './deliveries.ts';
import { claimMail, failureOfDelivery, type Outcome, releaseMail, settleDelivery, settleMail } from './queries.ts';
import { type QuotaUse, spendMail } from './quota.ts';
import { failureOf, type MailTransport } from './transport.ts';

/** A node that has not told the end of a sending by then is taken for dead. Far above what one sending can take. */
const LEASE_MS = 10 * 60_000;
const TRIES = 10;
/** Wait before the next try: half a minute, doubled each time, six hours at most. */
export const backoffMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 6 * 3_600_000);

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

export interface SenderOptions {
  config: Pick<Config, 'mailFrom' | 'mailLimits'>;
  systemDb: Db;
  keyring: Pick<Keyring, 'system'>;
  /** The bytes of a file of a workspace, by its key in the store. @throws FileMissing */
  readFile: (workspaceId: string, storageKey: string) => Promise<Readable>;
  log: Logger;
  now: () => Date;
  /** What the modules do about mails that their records keep account of. */
  accounts?: MailAccounts;
  /** Tells the relay that something was committed. */
  poke?: () => void;
}

/** Sends waiting mails one by one, and writes what became of each. */
export class MailSender {
  readonly #options: SenderOptions;
  readonly #transport: MailTransport | null;
  readonly #announcer: DeliveryAnnouncer;

  /** @param transport null: nothing is sent */
  constructor(options: SenderOptions, transport: MailTransport | null) {
    this.#options = options;
    this.#transport = transport;
    this.#announcer = new DeliveryAnnouncer(options.accounts, options.now);
  }

  /** Takes up the mail that waits longest. @returns false when none does */
  async sendOne(): Promise<boolean> {
    const { systemDb, now } = this.#options;
    const transport = this.#transport;
    const mail = transport && (await claimMail(systemDb, this.#options, LEASE_MS));
    if (!mail) return false;
    const { id, attempts, workspaceId } = mail;
    if (attempts === 1 && workspaceId !== null && mail.quota !== null) {
      const spent = await spendMail(systemDb, this.#options, { workspaceId, quota: mail.quota as QuotaUse });
      if (!spent) {
        await releaseMail(systemDb, id, now());
        return true;
      }
    }
    // A node that died while it told of a failure: the mail has failed, and those who look at the record know it.
    const reason =
      (workspaceId === null ? null : await failureOfDelivery(systemDb, id)) ?? (attempts > TRIES ? 'no answer' : null);
    const outcome: Outcome = reason === null ? await this.#attempt(transport, mail) : { status: 'failed', reason };
    // Those of accounts stand in no record.
    if (workspaceId === null) await settleMail(systemDb, id, outcome);
    else await this.#settle(id, outcome);
    return true;
  }

  /** Tells of what was left untold while mails went out in a row. */
  async announceRest(): Promise<void> {
    if ((await this.#announcer.announceRest(this.#options.systemDb)) > 0) this.#options.poke?.();
  }

  async #attempt(transport: MailTransport, { id, workspaceId, kind, attempts, payload }: Claimed): Promise<Outcome> {
    const { config, keyring, readFile, log, now } = this.#options;
    try {
      const { attachments = [], ...content } = mailContent.parse(
        JSON.parse(keyring.system.open(MAIL_CONTEXT, id, payload)),
      );
      const read = await Promise.all(
        attachments.map(async ({ name, type, storageKey }) => ({
          name,
          type,
          content: await buffer(await readFile(workspaceId ?? '', storageKey)),
        })),
      );
      await transport.send({ id, from: config.mailFrom, ...content, attachments: read });
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

  async #settle(id: string, outcome: Outcome): Promise<void> {
    const { systemDb, accounts, log, now, poke } = this.#options;
    const announcer = this.#announcer;
    const last = outcome.status !== 'failed';
    const result = await systemDb.transaction().execute(async (trx) => {
      if (last) await settleMail(trx, id, outcome);
      const delivery = await settleDelivery(trx, id, outcome, now());
      const loud = delivery?.changed === true && (outcome.status !== 'sent' || announcer.isDue(delivery));
      if (loud) await announcer.announce(trx, delivery);
      return delivery && { ...delivery, loud };
    });
    if (result?.loud) poke?.();
    else if (result?.changed) announcer.defer(result);
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
}
