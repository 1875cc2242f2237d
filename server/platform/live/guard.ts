import type { Db } from '../../../db/client.ts';
import { MINUTE } from '../../../shared/duration.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import type { Standing } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import type { Logger } from '../log.ts';
import { CLOSE, type Connection, type Subscription } from './subscription.ts';

const TICK_MS = 1000;
/** Every socket is looked at again this often, in case a revocation never arrived. */
const SWEEP_MS = MINUTE;
const SOON_MS = 50;
const BATCH = 1000;

export interface GuardOptions {
  authDb: Db;
  log: Logger;
  now: () => Date;
  variant: 'standard' | 'special';
  end: (connection: Connection, code: number, reason: string) => void;
  restand: (subscription: Subscription, standing: Standing) => void;
}

/**
 * Keeps open sockets true to the database: ends those whose session or membership has ended, and puts the others
 * under the rights they now have. When the database cannot be asked, it ends them all: rights
 * that cannot be checked are not assumed.
 */
export class Guard {
  readonly #options: GuardOptions;
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #soon = new Set<Connection>();
  #soonTimer: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;
  #lastSweep = 0;
  #size = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  countOf(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  of(userId: string): Iterable<Connection> {
    return this.#byUser.get(userId) ?? [];
  }

  all(): Connection[] {
    return [...this.#byUser.values()].flatMap((connections) => [...connections]);
  }

  start(): void {
    this.#lastSweep = performance.now();
    this.#tick ??= setInterval(() => this.#look(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#tick);
    clearTimeout(this.#soonTimer);
    this.#tick = undefined;
    this.#soonTimer = undefined;
  }

  add(connection: Connection): void {
    const own = this.#byUser.get(connection.userId);
    if (own) own.add(connection);
    else this.#byUser.set(connection.userId, new Set([connection]));
    this.#size += 1;
  }

  remove(connection: Connection): void {
    const own = this.#byUser.get(connection.userId);
    if (!own?.delete(connection)) return;
    this.#size -= 1;
    this.#soon.delete(connection);
    if (own.size === 0) this.#byUser.delete(connection.userId);
  }

  /** Looks at a socket within a moment, together with others that were asked for. */
  recheckSoon(connection: Connection): void {
    this.#soon.add(connection);
    this.#soonTimer ??= setTimeout(() => {
      this.#soonTimer = undefined;
      const connections = [...this.#soon];
      this.#soon.clear();
      void this.recheck(connections);
    }, SOON_MS).unref();
  }

  /**
   * Looks at sockets now: two queries for a thousand of them. Resolves when all are ended or stand under their present
   * rights.
   */
  async recheck(connections: readonly Connection[]): Promise<void> {
    for (let start = 0; start < connections.length; start += BATCH) {
      const batch = connections.slice(start, start + BATCH);
      try {
        await this.#check(batch);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'rights of open sockets could not be looked up; they are closed');
        for (const connection of batch) this.#options.end(connection, CLOSE.restart, 'rights unknown');
      }
    }
  }

  #look(): void {
    if (performance.now() - this.#lastSweep >= SWEEP_MS) {
      this.#lastSweep = performance.now();
      void this.recheck(this.all());
      return;
    }
    const now = this.#options.now().getTime();
    const ending: Connection[] = [];
    for (const own of this.#byUser.values())
      for (const connection of own) if (connection.until <= now) ending.push(connection);
    if (ending.length > 0) void this.recheck(ending);
  }

  async #check(connections: readonly Connection[]): Promise<void> {
    const { authDb, now, variant, end, restand } = this.#options;
    const reading = connections.filter(({ subscriptions }) => subscriptions.size > 0);
    const [sessions, members] = await Promise.all([
      authDb
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.userId')
        .select(['s.handle', 's.idleExpiresAt', 's.expiresAt'])
        .where(
          's.handle',
          'in',
          connections.map(({ handle }) => handle),
        )
        .where('u.disabledAt', 'is', null)
        .execute(),
      reading.length === 0
        ? []
        : authDb
            .selectFrom('personnel as p')
            .innerJoin('workspaces as w', 'w.id', 'p.workspaceId')
            .select(['p.userId', 'p.workspaceId', 'p.role', 'w.package', 'w.flags', 'w.closedAt'])
            .where('p.userId', 'in', [...new Set(reading.map(({ userId }) => userId))])
            .where('p.status', '=', 'active')
            .execute(),
    ]);
    const until = new Map(
      sessions.map((row) => [row.handle, Math.min(timeOf(row.idleExpiresAt), timeOf(row.expiresAt))]),
    );
    const standings = new Map<string, Standing>(
      members.map((row) => [
        `${row.userId} ${row.workspaceId}`,
        {
          role: row.role as Role,
          tier: row.package as Tier,
          flags: row.flags as Flags,
          variant,
          closed: row.closedAt !== null,
        },
      ]),
    );
    const at = now().getTime();
    for (const connection of connections) {
      connection.until = until.get(connection.handle) ?? 0;
      if (connection.until <= at) {
        end(connection, CLOSE.sessionEnded, 'session ended');
        continue;
      }
      for (const subscription of connection.subscriptions) {
        const standing = standings.get(`${connection.userId} ${subscription.request.workspaceId}`);
        // A reader that subscribed while the look-up was under way is looked at by its own.
        if (!standing && !reading.includes(connection)) continue;
        if (!standing) {
          end(connection, CLOSE.membershipEnded, 'membership ended');
          break;
        }
        if (!equal(standing, subscription.standing)) restand(subscription, standing);
      }
    }
  }
}

const timeOf = (value: unknown): number => new Date(value as string).getTime();

function equal(a: Standing, b: Standing): boolean {
  return (
    a.role === b.role &&
    a.tier === b.tier &&
    (a.closed ?? false) === (b.closed ?? false) &&
    Object.keys({ ...a.flags, ...b.flags }).every(
      (flag) => a.flags[flag as keyof Flags] === b.flags[flag as keyof Flags],
    )
  );
}
