import type { EventRule } from '../../../shared/registry/eventRule.ts';
import { type EventName, EVENTS } from '../../../shared/registry/events.ts';
import type { Db } from '../../../db/client.ts';
import type { Logger } from '../log.ts';
import { Guard } from './guard.ts';
import { readSince, REPLAY_LIMIT, type RelayedEvent } from './outbox.ts';
import { formatPosition, isAfter, parsePosition, type Position } from './position.ts';
import type { Revocation } from './revoke.ts';
import {
  Channel,
  CLOSE,
  type Connection,
  readyAt,
  resyncAt,
  Subscription,
  type SubscriptionRequest,
  toLiveEvent,
} from './subscription.ts';

/** Events that may change what somebody may see; readers' rights are looked up again before they are handed on. */
const changesRights = (event: EventName): EventRule['changesRightsOf'] => (EVENTS[event] as EventRule).changesRightsOf;

/** Whether an event may have changed what a reader may see. */
function changesRightsOf({ event, id }: RelayedEvent, { request }: Subscription): boolean {
  const concerns = changesRights(event);
  return concerns === 'everyone' || (concerns === 'person' && request.personnelId === id);
}

/** A part of this node that keeps what it read in memory. */
export interface Listener {
  /** Events of all nodes, each within a moment of its commit. */
  received(events: readonly RelayedEvent[]): void;
  /** The stream was interrupted: anything may have changed. */
  forgetAll(): void;
}

export interface HubOptions {
  systemDb: Db;
  authDb: Db;
  log: Logger;
  now: () => Date;
  variant: 'standard' | 'special';
}

/**
 * Hands events of the relay to the open sockets of this node: each to those in its workspace who hold the event's
 * permission, and where it names recipients to those alone.
 */
export class Hub {
  readonly #systemDb: Db;
  readonly #log: Logger;
  readonly #guard: Guard;
  readonly #channels = new Map<string, Channel>();
  /** Readers that came from a node which was ahead of this one, until the stream here has come to where they are. */
  readonly #ahead = new Map<Subscription, Channel>();
  #position: Position | null = null;
  #dismissed = false;
  readonly #listeners = new Set<Listener>();

  constructor({ systemDb, authDb, log, now, variant }: HubOptions) {
    this.#systemDb = systemDb;
    this.#log = log;
    this.#guard = new Guard({
      authDb,
      log,
      now,
      variant,
      end: (connection, code, reason) => this.#end(connection, code, reason),
      restand: (subscription, standing) => {
        this.#channels.get(subscription.request.workspaceId)?.restand(subscription, standing);
        // What the screen shows was fetched under other rights, its menus too.
        if (this.#position) subscription.send([resyncAt(formatPosition(this.#position))]);
      },
    });
  }

  /** How far this node has handed on, as a client gives it back to resume; undefined before the relay has connected. */
  get position(): string | undefined {
    return this.#position ? formatPosition(this.#position) : undefined;
  }

  /** Tells `listener` of every event from now on; answers how to end that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sockets that are open. */
  get size(): number {
    return this.#guard.size;
  }

  /** How many sockets a user has open on this node. */
  socketsOf(userId: string): number {
    return this.#guard.countOf(userId);
  }

  /** Sends everybody elsewhere: their sockets close with the wish to come back, and resume at another node. */
  dismiss(): void {
    this.#dismissed = true;
    for (const connection of this.#guard.all()) this.#end(connection, CLOSE.restart, 'try again');
  }

  /** Whether sockets are sent elsewhere. */
  get dismissed(): boolean {
    return this.#dismissed;
  }

  start(): void {
    this.#guard.start();
  }

  stop(): void {
    this.#guard.stop();
  }

  /** Takes a socket in; `connection.close` is called when its session or a membership that it reads under has ended. */
  connect(connection: Connection): void {
    this.#guard.add(connection);
    // Its session may have ended between the look-up at the upgrade and now.
    this.#guard.recheckSoon(connection);
  }

  /** The socket has closed. */
  disconnect(connection: Connection): void {
    this.#guard.remove(connection);
    for (const subscription of connection.subscriptions) this.unsubscribe(subscription);
  }

  /** Looks again at a user's sockets, now. */
  revoke({ userId, handle }: Revocation): void {
    void this.#guard.recheck(
      [...this.#guard.of(userId)].filter((connection) => !handle || connection.handle === handle),
    );
  }

  /**
   * The relay stands (again): rights may have changed unheard, so all are looked up before anything is handed on.
   * `wentBack`: the database has forgotten what readers have; they have to fetch everything again.
   */
  async connected(position: Position, wentBack: boolean): Promise<void> {
    for (const listener of this.#listeners) listener.forgetAll();
    if (wentBack) {
      for (const channel of this.#channels.values()) {
        for (const { connection } of channel.catching) connection.close(CLOSE.tryLater, 'try again');
        for (const subscription of channel.following()) subscription.send([resyncAt(formatPosition(position))]);
      }
    }
    if (wentBack || !this.#position) this.#position = position;
    await this.#guard.recheck(this.#guard.all());
  }

  /**
   * Begins to hand events to a reader: from now on, or from `lastEventId` on without loss, repeat or change of order.
   * A stream that cannot be resumed is answered with one `resync`, and so is
   * one in which the reader's rights may have changed.
   */
  subscribe(connection: Connection, request: SubscriptionRequest): Subscription {
    const subscription = new Subscription(connection, request);
    const here = this.#position;
    if (!here) {
      connection.close(CLOSE.tryLater, 'not ready');
      return subscription;
    }
    connection.subscriptions.add(subscription);
    let channel = this.#channels.get(request.workspaceId);
    if (!channel) this.#channels.set(request.workspaceId, (channel = new Channel()));
    if (request.lastEventId === undefined) {
      subscription.send([readyAt(formatPosition(here))]);
      channel.follow(subscription);
    } else {
      channel.catching.add(subscription);
      subscription.waiting = [];
      void this.#resume(channel, subscription, here).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'resuming a stream failed');
        // Better closed and resumed later than open with a gap.
        connection.close(CLOSE.tryLater, 'try again');
      });
    }
    // A suspension may have been handed on between the procedure's look-up and now.
    this.#guard.recheckSoon(connection);
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    const { connection, request } = subscription;
    subscription.closed = true;
    connection.subscriptions.delete(subscription);
    this.#ahead.delete(subscription);
    const channel = this.#channels.get(request.workspaceId);
    channel?.remove(subscription);
    if (channel?.empty) this.#channels.delete(request.workspaceId);
  }

  /**
   * Hands on events of the relay, in order. Where one changes somebody's rights, the rights of those concerned are
   * looked up before it and what follows are handed on.
   */
  async deliver(events: readonly RelayedEvent[], end: Position): Promise<void> {
    try {
      for (const listener of this.#listeners) listener.received(events);
      await this.#deliver(events);
    } catch (error) {
      this.#log.error({ err: error }, 'handing on events failed; sockets are closed and resume');
      for (const connection of this.#guard.all()) this.#end(connection, CLOSE.restart, 'try again');
    }
    this.#moveTo(end);
  }

  async #deliver(events: readonly RelayedEvent[]): Promise<void> {
    let first = 0;
    for (const [index, event] of events.entries()) {
      const channel = changesRights(event.event) && this.#channels.get(event.workspaceId);
      if (!channel) continue;
      this.#push(events.slice(first, index));
      first = index;
      const concerned = new Set<Connection>();
      for (const subscription of channel.subscriptions())
        if (changesRightsOf(event, subscription)) concerned.add(subscription.connection);
      await this.#guard.recheck([...concerned]);
    }
    this.#push(events.slice(first));
  }

  #push(events: readonly RelayedEvent[]): void {
    if (events.length === 0) return;
    const byWorkspace = Map.groupBy(events, (event) => event.workspaceId);
    for (const [workspaceId, own] of byWorkspace) this.#channels.get(workspaceId)?.push(own);
    this.#moveTo(parsePosition(events.at(-1)!.seq)!);
  }

  #moveTo(position: Position): void {
    this.#position = position;
    for (const [subscription, channel] of this.#ahead) {
      if (!isAfter(subscription.after!, position)) this.#follow(channel, subscription);
    }
  }

  #follow(channel: Channel, subscription: Subscription): void {
    this.#ahead.delete(subscription);
    channel.catching.delete(subscription);
    channel.follow(subscription);
  }

  /** Replays (lastEventId, here]; what is handed on meanwhile waits, so the seam has neither gap nor overlap. */
  async #resume(channel: Channel, subscription: Subscription, here: Position): Promise<void> {
    const from = parsePosition(subscription.request.lastEventId!);
    const missed = from && (await readSince(this.#systemDb, subscription.request.workspaceId, from, here));
    if (subscription.closed) return;
    const waiting = subscription.waiting!;
    subscription.waiting = null;
    const now = this.#position!;
    // What the screen shows was fetched under other rights.
    const isOtherStanding = missed?.some((event) => changesRightsOf(event, subscription)) ?? false;
    if (!from || !missed || isOtherStanding || waiting.length > REPLAY_LIMIT) {
      subscription.send([resyncAt(formatPosition(now))]);
      return this.#follow(channel, subscription);
    }
    subscription.send(subscription.pick(missed).map(toLiveEvent));
    subscription.after = from;
    subscription.send(subscription.pick(waiting).map(toLiveEvent));
    if (isAfter(from, now)) this.#ahead.set(subscription, channel);
    else this.#follow(channel, subscription);
  }

  #end(connection: Connection, code: number, reason: string): void {
    this.disconnect(connection);
    connection.close(code, reason);
  }
}
