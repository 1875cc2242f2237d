import type { Executor } from '../../../db/client.ts';
import type { MailAccounts, MailDelivery } from './deliveries.ts';
import { notifyDelivered } from './queries.ts';

/** Of mails that go out in a row, those who look on hear so often. */
const TELL_MS = 1000;

/** Tells those who look at a record what became of its mails: of thousands in a row once a second, and at the end. */
export class DeliveryAnnouncer {
  readonly #accounts: MailAccounts | undefined;
  readonly #now: () => Date;
  /** When those who look at a record last heard of its mails, and of which they have not heard. */
  readonly #announcedAt = new Map<string, number>();
  readonly #unannounced = new Map<string, MailDelivery>();

  constructor(accounts: MailAccounts | undefined, now: () => Date) {
    this.#accounts = accounts;
    this.#now = now;
  }

  /** Whether those who look at the record have heard nothing for long enough. */
  isDue({ entityId }: MailDelivery): boolean {
    return performance.now() >= (this.#announcedAt.get(entityId) ?? 0) + TELL_MS;
  }

  async announce(db: Executor, delivery: MailDelivery): Promise<void> {
    this.#announcedAt.set(delivery.entityId, performance.now());
    await this.#notify(db, delivery);
  }

  /** Leaves it for `announceRest`. */
  defer(delivery: MailDelivery): void {
    this.#unannounced.set(delivery.entityId, delivery);
  }

  /** @returns how many records there were that nobody had heard of */
  async announceRest(db: Executor): Promise<number> {
    this.#announcedAt.clear();
    const rest = [...this.#unannounced.values()];
    this.#unannounced.clear();
    for (const one of rest) await this.#notify(db, one);
    return rest.length;
  }

  async #notify(db: Executor, delivery: MailDelivery): Promise<void> {
    const event = this.#accounts?.eventOf(delivery.entity);
    if (event) await notifyDelivered(db, event, delivery, this.#now());
  }
}
