import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Readable } from 'node:stream';
import { HOUR, MINUTE } from '../../../shared/duration.ts';
import { MAIL_FAILURES } from '../../../shared/mail/failure.ts';
import type { Logger } from '../log.ts';
import { DeliveryAnnouncer } from './announcer.ts';
import { MAIL_CONTEXT, mailContent } from './content.ts';
import type { MailAccounts } from './deliveries.ts';
import { settleDelivery } from './deliveryWorkflow.ts';
import { OUTDATED } from './ending.ts';
import { claimMail, failureOfDelivery, type Outcome, releaseMail, settleMail } from './queries.ts';
import { type QuotaUse, spendMail } from './quota.ts';
import { answerOf, isServerFault, kindOf } from './failure.ts';
import type { MailRoutes, OwnServer } from './routes.ts';
import { ServerPools } from './serverPools.ts';
import { failureOf, type MailTransport, type Outgoing } from './transport.ts';

/** A node that has not written the end of a sending by then counts as dead. Far above what one sending can take. */
const LEASE_MS = 10 * MINUTE;
const TRIES = 10;
/** Wait before the next try: half a minute, doubled each time, six hours at most. */
export const backoffMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 6 * HOUR);

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

export interface SenderOptions {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailLimits' | 'mailServers'>;
  systemDb: Db;
  keyring: Pick<Keyring, 'system'>;
  /** The bytes of a file of a workspace, by its key in the store. @throws FileMissing */
  readFile: (workspaceId: string, storageKey: string) => Promise<Readable>;
  log: Logger;
  now: () => Date;
  /** What the modules do about mails that their records keep account of. */
  accounts?: MailAccounts;
  /** Which servers of their own carry the mails of workspaces; left out: the global one carries all. */
  routes?: MailRoutes | undefined;
  /** Tells the relay that something was committed. */
  poke?: () => void;
}

/** Sends waiting mails one by one, and writes what became of each. */
export class MailSender {
  readonly #options: SenderOptions;
  /** That of the installation. */
  readonly #global: MailTransport | null;
  readonly #pools: ServerPools;
  readonly #announcer: DeliveryAnnouncer;
  #isSenderRefused = false;

  /** @param transport of the global mail server; null: mails without a server of their own are not sent */
  constructor(options: SenderOptions, transport: MailTransport | null) {
    this.#options = options;
    this.#global = transport;
    this.#pools = new ServerPools(options.config.mailServers);
    this.#announcer = new DeliveryAnnouncer(options.accounts, options.now);
  }

  /** Whether the global server refused the sender of the last mails: signing in there does not tell. */
  get isSenderRefused(): boolean {
    return this.#isSenderRefused;
  }

  /** Takes up the mail that waits longest. @returns false when none does */
  async sendOne(): Promise<boolean> {
    const { systemDb, now, routes } = this.#options;
    const mail = (this.#global || routes) && (await claimMail(systemDb, this.#options, LEASE_MS));
    if (!mail) return false;
    const { id, workspaceId } = mail;
    const reason = await this.#failureOf(mail);
    const server = reason === null ? await this.#serverOf(mail) : null;
    if (server === 'wait' || !(reason !== null || (await this.#isWithinQuota(mail)))) {
      await this.#giveBack(server);
      await releaseMail(systemDb, id, now());
      return true;
    }
    const outcome: Outcome = reason === null ? await this.#attempt(mail, server) : { status: 'failed', reason };
    // Those of accounts stand in no record.
    if (workspaceId === null) await settleMail(systemDb, id, outcome);
    else await this.#settle(id, outcome);
    return true;
  }

  /** Closes the connections to servers of workspaces; the global one is its owner's. */
  close(): void {
    this.#pools.close();
  }

  /** Why a mail is not sent any more; null: it is. */
  async #failureOf({ id, attempts, workspaceId, usefulUntil }: Claimed): Promise<string | null> {
    const { systemDb, now } = this.#options;
    // Also of a node that died while it announced a failure: those who look at the record know it.
    const recorded = workspaceId === null ? null : await failureOfDelivery(systemDb, id);
    if (recorded !== null) return recorded;
    if (usefulUntil !== null && Date.parse(usefulUntil) <= now().getTime()) return OUTDATED;
    return attempts > TRIES ? MAIL_FAILURES.noAnswer : null;
  }

  async #serverOf({ workspaceId, quota, opensAccount }: Claimed): Promise<OwnServer | 'wait' | null> {
    const { routes } = this.#options;
    if (workspaceId === null || opensAccount || !routes) return null;
    return routes.take(this.#options, { workspaceId, quota: quota as QuotaUse | null });
  }

  async #giveBack(server: OwnServer | 'wait' | null): Promise<void> {
    if (server !== null && server !== 'wait') await this.#options.routes?.giveBack(this.#options, server);
  }

  async #isWithinQuota({ attempts, workspaceId, quota }: Claimed): Promise<boolean> {
    if (attempts !== 1 || workspaceId === null || quota === null || quota === 'countedMany') return true;
    return spendMail(this.#options.systemDb, this.#options, { workspaceId, quota: quota as QuotaUse });
  }

  /** Tells of what was left untold while mails went out in a row. */
  async announceRest(): Promise<void> {
    if ((await this.#announcer.announceRest(this.#options.systemDb)) > 0) this.#options.poke?.();
  }

  async #attempt(mail: Claimed, server: OwnServer | null): Promise<Outcome> {
    const { log, now } = this.#options;
    const { id, kind, attempts } = mail;
    try {
      const outgoing = await this.#outgoing(mail).catch(async (error: unknown) => {
        await this.#giveBack(server);
        throw error;
      });
      await this.#handOver(outgoing, server);
      return { status: 'sent', at: now() };
    } catch (error) {
      const { reason, final } = failureOf(error);
      // A refusal that is about a server's settings is none of the mail.
      const failed = (final && !isServerFault(kindOf(error))) || attempts >= TRIES;
      log.warn(
        { mail: id, kind, attempts, reason },
        failed ? 'mail failed' : 'mail could not be sent; it will be tried again',
      );
      return failed
        ? { status: 'failed', reason }
        : { status: 'waiting', reason, nextTryAt: new Date(now().getTime() + backoffMs(attempts)) };
    }
  }

  /** The mail as it goes out, from whom is left open. */
  async #outgoing({ id, workspaceId, payload }: Claimed): Promise<Omit<Outgoing, 'from'>> {
    const { keyring, readFile } = this.#options;
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
    return { id, ...content, attachments: read };
  }

  /** By the server of the workspace; by the global one, from its own address, where that cannot be used. */
  async #handOver(outgoing: Omit<Outgoing, 'from'>, server: OwnServer | null): Promise<void> {
    if (server && (await this.#isAccepted(outgoing, server))) return;
    if (!this.#global) throw new Error('no mail server');
    try {
      await this.#global.send({ ...outgoing, from: this.#options.config.mailFrom });
      this.#isSenderRefused = false;
    } catch (error) {
      if (kindOf(error) === 'sender') this.#isSenderRefused = true;
      throw error;
    }
  }

  /** Whether the server has accepted the mail. @throws where the global one is not to be tried instead */
  async #isAccepted(outgoing: Omit<Outgoing, 'from'>, server: OwnServer): Promise<boolean> {
    const { log, routes } = this.#options;
    try {
      await this.#pools.use(server, (transport) => {
        const { from, returnTo } = server;
        return transport.send({ ...outgoing, from, returnTo });
      });
    } catch (error) {
      const kind = kindOf(error);
      const { reason } = failureOf(error);
      await routes?.settle(this.#options, server, { kind, reason, answer: answerOf(error) });
      if (!this.#global || !isServerFault(kind)) throw error;
      log.warn({ server: server.id, kind, reason }, 'a mail server cannot be used; the global one takes its mails');
      return false;
    }
    // The mail is out: what cannot be written now must not send it again.
    await routes
      ?.settle(this.#options, server, null)
      .catch((error: unknown) => log.warn({ err: error }, 'that a mail server took a mail could not be written'));
    return true;
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
          .catch((error: unknown) =>
            log.warn({ err: error, mail: id }, 'that a mail was tried could not be announced'),
          );
      return;
    }
    if (result) await accounts?.tried(result);
    await settleMail(systemDb, id, outcome);
  }
}
