import { entityOf } from '../../../shared/registry/entities.ts';
import type { EventRule } from '../../../shared/registry/eventRule.ts';
import { EVENTS, type LiveEvent } from '../../../shared/registry/events.ts';
import { hasOwners, may, onlyOwn, type Permission, type Standing } from '../../../shared/registry/permissions.ts';
import { REPLAY_LIMIT, type RelayedEvent } from './outbox.ts';
import { isAfter, parsePosition, type Position } from './position.ts';

/** Why the server ends a socket. 4000 and above are ours, the others of RFC 6455 and its registry. */
export const CLOSE = {
  policy: 1008,
  restart: 1012,
  tryLater: 1013,
  sessionEnded: 4401,
  membershipEnded: 4403,
} as const;

/**
 * How events become bytes. Subscribers whose `key` is equal share one encoded packet: that is what makes a push to
 * thousands of sockets cheap.
 */
export interface Format {
  readonly key: string;
  encode(events: readonly LiveEvent[]): Buffer;
}

/** What a subscription asks for. */
export interface SubscriptionRequest {
  readonly workspaceId: string;
  readonly personnelId: string;
  readonly standing: Standing;
  /** Position of the last event the client has; left out, it begins now. */
  readonly lastEventId?: string;
  readonly format: Format;
  write(packet: Buffer): void;
}

/** One socket, as far as the hub needs it. */
export interface Connection {
  readonly userId: string;
  /** Handle of its session. */
  readonly handle: string;
  /** When its session ends, in milliseconds, as far as known. */
  until: number;
  readonly subscriptions: Set<Subscription>;
  close(code: number, reason: string): void;
}

/** One reader of one workspace's stream. */
export class Subscription {
  readonly connection: Connection;
  readonly request: SubscriptionRequest;
  standing: Standing;
  /** Until its replay is done, live events wait here; null once it follows the stream. */
  waiting: RelayedEvent[] | null = null;
  /** The reader has everything up to here; later events are for it. Only set while it catches up. */
  after: Position | null = null;
  closed = false;

  constructor(connection: Connection, request: SubscriptionRequest) {
    this.connection = connection;
    this.request = request;
    this.standing = request.standing;
  }

  /** Subscribers with the same key see the same and read the same bytes, but for events that name recipients. */
  get viewKey(): string {
    return `${this.standing.role}|${this.request.format.key}`;
  }

  send(events: readonly LiveEvent[]): void {
    if (events.length > 0) this.request.write(this.request.format.encode(events));
  }

  /** Those of `events` that this reader may see and does not have yet. */
  pick(events: readonly RelayedEvent[]): RelayedEvent[] {
    const { after } = this;
    return events
      .filter((event) => !after || isAfter(parsePosition(event.seq)!, after))
      .flatMap((event) => visibleTo(this.standing, event))
      .filter((event) => {
        const reach = reachOf(this.standing, event);
        return reach === 'all' || (reach === 'named' && event.recipients!.includes(this.request.personnelId));
      });
  }
}

/**
 * An event as a role hears of it, if it does. Those who read figures drawn from a record, and not the record, hear that
 * the figures have changed, whosever the record is.
 * @param holds what the role may; a view remembers the answers
 */
function visibleTo(
  standing: Standing,
  event: RelayedEvent,
  holds = (audience: Permission) => may(standing, audience),
): RelayedEvent[] {
  if (holds(event.audience)) return [event];
  const rule: EventRule = EVENTS[event.event];
  const { figures } = entityOf(rule.entity);
  if (!figures || rule.onlyLogged) return [];
  const { entity, audience } = EVENTS[figures];
  // Figures of a workspace go by its id, so that nothing is learnt of records that the role does not read.
  const id = entityOf(entity).idOf === 'workspace' ? event.workspaceId : event.id;
  return holds(audience) ? [{ ...event, event: figures, entity, id, audience, recipients: null }] : [];
}

/**
 * Whom of a role an event reaches: everyone, only its recipients, or nobody. Where some roles reach only their own
 * records, recipients name whose it is, and the other roles are notified of it all the same.
 */
function reachOf(standing: Standing, event: Pick<RelayedEvent, 'audience' | 'recipients'>): 'all' | 'named' | 'none' {
  if (!may(standing, event.audience)) return 'none';
  if (event.recipients) return hasOwners(event.audience) && !onlyOwn(standing.role, event.audience) ? 'all' : 'named';
  // A role that reaches only its own records, and nobody is named: the record is nobody's yet.
  return onlyOwn(standing.role, event.audience) ? 'none' : 'all';
}

/** What goes to the client: names of things, never what they say. */
export const toLiveEvent = ({ seq, event, entity, id }: RelayedEvent): LiveEvent => ({ seq, event, entity, id });

/** Said first to a reader that begins now, so that it can resume even before anything has happened. */
export const readyAt = (seq: string): LiveEvent => ({ seq, event: 'ready', entity: '', id: '' });
/** For a reader whose stream has a gap, or whose rights have changed: everything on screen has to be fetched again. */
export const resyncAt = (seq: string): LiveEvent => ({ seq, event: 'resync', entity: '', id: '' });

/** Readers of one workspace who see the same bytes. */
interface View {
  standing: Standing;
  readonly format: Format;
  readonly members: Set<Subscription>;
}

/** The readers of one workspace. */
export class Channel {
  readonly #views = new Map<string, View>();
  /** Readers that are being brought up to the stream. */
  readonly catching = new Set<Subscription>();

  get empty(): boolean {
    return this.#views.size === 0 && this.catching.size === 0;
  }

  *subscriptions(): Generator<Subscription> {
    yield* this.following();
    yield* this.catching;
  }

  *following(): Generator<Subscription> {
    for (const view of this.#views.values()) yield* view.members;
  }

  /** Lets a reader follow the stream from the next event on. */
  follow(subscription: Subscription): void {
    subscription.after = null;
    subscription.waiting = null;
    const view = this.#views.get(subscription.viewKey);
    if (view) {
      view.standing = subscription.standing;
      view.members.add(subscription);
    } else {
      this.#views.set(subscription.viewKey, {
        standing: subscription.standing,
        format: subscription.request.format,
        members: new Set([subscription]),
      });
    }
  }

  remove(subscription: Subscription): void {
    this.catching.delete(subscription);
    const view = this.#views.get(subscription.viewKey);
    if (view?.members.delete(subscription) && view.members.size === 0) this.#views.delete(subscription.viewKey);
  }

  /** The reader's rights changed: it goes on among those who see what it now sees. */
  restand(subscription: Subscription, standing: Standing): void {
    const following = !this.catching.has(subscription);
    if (following) this.remove(subscription);
    subscription.standing = standing;
    if (following) this.follow(subscription);
  }

  /** Hands events, in order, to all readers who may see them: each view is encoded once. */
  push(events: readonly RelayedEvent[]): void {
    for (const view of this.#views.values()) pushTo(view, events);
    for (const subscription of this.catching) {
      // More than can be replayed need not be kept: the reader will have to fetch everything again.
      if (subscription.waiting && subscription.waiting.length > REPLAY_LIMIT) continue;
      if (subscription.waiting) subscription.waiting.push(...subscription.pick(events));
      else subscription.send(subscription.pick(events).map(toLiveEvent));
    }
  }
}

function pushTo(view: View, events: readonly RelayedEvent[]): void {
  const memo = new Map<Permission, boolean>();
  const holds = (audience: Permission) => {
    let allowed = memo.get(audience);
    if (allowed === undefined) memo.set(audience, (allowed = may(view.standing, audience)));
    return allowed;
  };
  const visible = events.flatMap((event) => visibleTo(view.standing, event, holds));
  const common = visible.filter((event) => reachOf(view.standing, event) === 'all');
  const packet = common.length > 0 ? view.format.encode(common.map(toLiveEvent)) : null;
  const named = new Set<string>();
  for (const event of visible) for (const id of event.recipients ?? []) named.add(id);
  for (const member of view.members) {
    if (named.has(member.request.personnelId)) member.send(member.pick(visible).map(toLiveEvent));
    else if (packet) member.request.write(packet);
  }
}
