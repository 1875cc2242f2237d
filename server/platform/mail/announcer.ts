import type { Executor } from '../../../db/client.ts';
import type { MailAccounts, MailDelivery } from './deliveries.ts';
import { notifyDelivered } from './queries.ts';

/** Of mails that go out in a row, open screens are notified so often. */
const ANNOUNCE_MS = 1000;

/** Tells those who look at a record what became of its mails: of thousands in a row once a second, and at the end. */
export class DeliveryAnnouncer {
  readonly #accounts: MailAccounts | undefined;
  readonly #now: () => Date;
  /** When open screens of a record were last notified of its mails, and which mails they do not know of. */
  readonly #announcedAt = new Map<string, number>();
  readonly #unannounced = new Map<string, MailDelivery>();

  constructor(accounts: MailAccounts | undefined, now: () => Date) {
    this.#accounts = accounts;
    this.#now = now;
  }

  /** Whether the last notification of the record's screens is long enough ago. */
  isDue({ entityId }: MailDelivery): boolean {
    return performance.now() >= (this.#announcedAt.get(entityId) ?? 0) + ANNOUNCE_MS;
  }

  async announce(db: Executor, delivery: MailDelivery): Promise<void> {
    this.#announcedAt.set(delivery.entityId, performance.now());
    await this.#notify(db, delivery);
  }

  /** Leaves it for `announceRest`. */
  defer(delivery: MailDelivery): void {
    this.#unannounced.set(delivery.entityId, delivery);
  }

  /** @returns how many records had mails that no screen was notified of */
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
