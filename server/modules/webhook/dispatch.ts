import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FollowUp } from '../../platform/jobs/followUps.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { AttemptAnnouncer } from './announcer.ts';
import { deliver, inProgress, PER_WEBHOOK } from './delivery.ts';

/** Messages that one node sends at a time. */
const AT_ONCE = 40;
/** How long messages in progress may still take when the node stops. */
const GRACE_MS = 3000;

interface Due {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Sends due messages. Webhooks take turns, and each has only a few messages in progress: a receiver that hangs delays
 * only its own.
 */
export class Dispatcher implements FollowUp {
  readonly #deps: Deps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #announcer = new AttemptAnnouncer();
  #round: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps, signal?: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal ? AbortSignal.any([signal, this.#stopping.signal]) : this.#stopping.signal;
  }

  wake(): void {
    this.#again = true;
    this.#round ??= this.#look().finally(() => {
      this.#round = undefined;
      // Between the last look and now somebody may have called, too late for that round.
      if (this.#again && !this.#isEnding()) this.wake();
    });
  }

  /** Resolves once no message is due or in progress. */
  async idle(): Promise<void> {
    while (this.#round || this.#running.size > 0) await (this.#round ?? Promise.race(this.#running.values()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.race([this.idle(), sleep(GRACE_MS, undefined, { ref: false })]);
    this.#stopping.abort(new Error('the node stops'));
    await this.idle();
  }

  #isEnding(): boolean {
    return this.#stopped || this.#signal.aborted;
  }

  async #look(): Promise<void> {
    try {
      while (this.#again && !this.#isEnding()) {
        this.#again = false;
        const free = AT_ONCE - this.#running.size;
        if (free <= 0) return;
        for (const due of await nextOf(this.#deps, free)) if (!this.#running.has(due.id)) this.#send(due);
      }
      await this.#announceRest();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'due webhook messages cannot be read; a schedule looks again');
    }
  }

  #send({ workspaceId, id }: Due): void {
    const [signal, announcer] = [this.#signal, this.#announcer];
    const sent = deliver(this.#deps, workspaceId, id, { signal, announcer, gate: (work) => this.#inTurn(work) }).catch(
      (error: unknown) => {
        if (!signal.aborted)
          this.#deps.log.warn({ err: error }, 'a webhook message was left; a schedule sends it again');
        return false;
      },
    );
    this.#running.set(
      id,
      sent.then(async (isSent) => {
        this.#running.delete(id);
        // A message that another node sends would be found again and again.
        if (isSent) this.wake();
        else await this.#announceRest();
      }),
    );
  }

  /** What no screen was notified of: what is due by now, and all of it once no message is in progress. */
  async #announceRest(): Promise<void> {
    try {
      await this.#inTurn(() => this.#announcer.announceRest(this.#deps, this.#running.size === 0));
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'attempts of webhooks could not be announced');
    }
  }

  /** Messages share one of the node's database connections. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }
}

/** Due messages: the first of each webhook, then the second of each, up to the limit of each. */
async function nextOf({ systemDb, now }: Deps, limit: number): Promise<readonly Due[]> {
  const at = now();
  const { rows } = await sql<Due>`
    select h.workspace_id, d.id
      from webhooks h
     cross join lateral (
       select f.id, f.next_at, row_number() over (order by f.next_at, f.id) as turn
         from (select id, next_at from webhook_deliveries
                where workspace_id = h.workspace_id and webhook_id = h.id and next_at <= ${at}
                  and (sending_until is null or sending_until <= ${at})
                order by next_at, id
                limit greatest(0, ${PER_WEBHOOK} - ${inProgress({ workspaceId: sql`h.workspace_id`, webhookId: sql`h.id` }, at)})) f) d
     where h.state = 'active' and h.workspace_id not in (select closed_workspaces())
       and exists (select from webhook_deliveries where next_at <= ${at})
     order by d.turn, d.next_at
     limit ${limit}`.execute(systemDb);
  return rows;
}

/** Sends all due messages, and waits for them. */
export async function deliverDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const dispatcher = new Dispatcher(deps, signal);
  dispatcher.wake();
  await dispatcher.idle();
}
