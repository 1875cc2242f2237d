import { systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';

/** Of attempts in a row, open screens of a webhook are notified so often: each counts its messages. */
const ANNOUNCE_MS = 1000;

/** Notifies those who look at a webhook of its attempts: of thousands in a row once a second, and at the end. */
export class AttemptAnnouncer {
  readonly #announcedAt = new Map<string, number>();
  /** Webhooks with attempts that no screen was notified of, with their workspaces. */
  readonly #rest = new Map<string, string>();

  /** Whether the attempt that is being stored is to be announced with it; otherwise it is left for `announceRest`. */
  announces(workspaceId: string, webhookId: string): boolean {
    const now = performance.now();
    if (!this.#isDue(webhookId, now)) {
      this.#rest.set(webhookId, workspaceId);
      return false;
    }
    this.#announcedAt.set(webhookId, now);
    this.#rest.delete(webhookId);
    return true;
  }

  /** Announces what is due by now; `isEnd`: everything, since no attempt follows. */
  async announceRest(deps: Deps, isEnd: boolean): Promise<void> {
    const now = performance.now();
    for (const [webhookId, workspaceId] of this.#rest) {
      if (!isEnd && !this.#isDue(webhookId, now)) continue;
      this.#rest.delete(webhookId);
      this.#announcedAt.set(webhookId, now);
      await transact(deps, { workspaceId }, (trx) =>
        emit(trx, systemActor(deps, workspaceId), { event: 'webhook.attempted', entityId: webhookId }),
      );
    }
    if (isEnd) this.#announcedAt.clear();
  }

  #isDue(webhookId: string, now: number): boolean {
    return now >= (this.#announcedAt.get(webhookId) ?? -ANNOUNCE_MS) + ANNOUNCE_MS;
  }
}
