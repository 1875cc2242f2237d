import pg from 'pg';
import { connectionConfig } from '../../../db/client.ts';
import type { Logger } from '../log.ts';
import { eventOf, type OutboxRow, positionOf, type RelayedEvent } from './outbox.ts';
import { formatPosition, isAfter, parsePosition, type Position } from './position.ts';
import { KEYS_CHANNEL } from './keys.ts';
import { EVENTS_CHANNEL, parseRevocation, type Revocation, REVOKED_CHANNEL } from './revoke.ts';

const CHUNK = 500;
const POLL_MS = 2000;
const HIDDEN_RETRY = { firstMs: 4, lastMs: 50 };
const RECONNECT = { firstMs: 100, lastMs: 2000 };
/** A connection that does not answer for this long is taken for dead. */
const QUERY_TIMEOUT_MS = 10_000;

export interface RelayOptions {
  databaseUrl: string;
  /** Name of the node. */
  node: string;
  log: Logger;
  /** Takes events in the order of their commits; the next come once it has resolved. */
  onEvents: (events: RelayedEvent[], position: Position) => Promise<void>;
  /**
   * The connection stands (again); `position` is where the stream goes on. Resolved before any event is handed on.
   * `wentBack`: the database has forgotten what was handed on (restored, or a replica took over), or has dropped what
   * came after it, so the stream has a gap.
   */
  onConnected: (position: Position, wentBack: boolean) => Promise<void>;
  onRevoked: (revocation: Revocation) => void;
  /** Another node, or an operator, replaced a key or asks which ones this node has. */
  onKeys: () => void;
}

/**
 * Reads the outbox in the order of commits, once a node. A row is handed on when no transaction older than its own
 * of this database is still running: later commits then always come after it, none is skipped.
 * Woken by `poke` after commits of this node, by NOTIFY after those of others, and by a slow poll if both were lost.
 */
export class Relay {
  readonly #options: RelayOptions;
  #client: pg.Client | null = null;
  #cursor: Position | null = null;
  /** The newest position that the other nodes were notified of, or notified us of. */
  #announced: Position = { xid: 0n, seq: 0n };
  /** This node committed something the others may not have been notified of. */
  #dirty = false;
  #reading = false;
  #again = false;
  #stopped = true;
  #timers = new Set<NodeJS.Timeout>();
  #hiddenDelay = HIDDEN_RETRY.firstMs;
  #reconnectDelay = RECONNECT.firstMs;
  /** Since when rows wait for an older transaction; undefined while none do. */
  #waitingSince: number | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /**
   * Connects and begins at the present end. Resolves after the first try; if that fails, further ones follow by
   * themselves.
   */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect();
    const poll = () => {
      void this.#round();
      this.#later(POLL_MS, poll);
    };
    this.#later(POLL_MS, poll);
  }

  /** Ends the connection; nothing is handed on after it has resolved. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  /** Whether it reads the database at present. */
  connected(): boolean {
    return this.#client !== null;
  }

  /** For how long events have waited for an open transaction, milliseconds; 0 when none wait. */
  waitingMs(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince;
  }

  /** To be called after a commit of this node that emitted events. Many calls make one round. */
  poke(): void {
    this.#dirty = true;
    this.#wake();
  }

  #wake(): void {
    if (this.#reading) this.#again = true;
    else void this.#round();
  }

  #later(ms: number, work: () => void): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return;
    const { databaseUrl, node, log, onConnected } = this.#options;
    const client = new pg.Client({
      ...connectionConfig(databaseUrl, 'pokpong_system'),
      // By which operators see which nodes run.
      application_name: `pokpong relay ${node}`,
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => this.#onNotification(channel, payload));
    try {
      await client.connect();
      await client.query(`listen ${EVENTS_CHANNEL}`);
      await client.query(`listen ${REVOKED_CHANNEL}`);
      await client.query(`listen ${KEYS_CHANNEL}`);
      const end = await presentEnd(client);
      const wentBack = this.#cursor !== null && (this.#cursor.xid >= end.xmax || isAfter(end.horizon, this.#cursor));
      if (wentBack) this.#announced = { xid: 0n, seq: 0n };
      const cursor = (this.#cursor = this.#cursor && !wentBack ? this.#cursor : end.position);
      await onConnected(cursor, wentBack);
      if (this.#stopped) return void (await client.end());
      this.#client = client;
      this.#reconnectDelay = RECONNECT.firstMs;
      this.#wake();
    } catch (error) {
      log.warn({ err: error }, 'relay cannot reach the database');
      client.removeAllListeners('end');
      client.end().catch(() => {});
      this.#reconnect();
    }
  }

  #lost(client: pg.Client, error?: Error): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = null;
    this.#options.log.warn({ err: error }, 'relay lost the database');
    client.end().catch(() => {});
    this.#reconnect();
  }

  #reconnect(): void {
    const delay = this.#reconnectDelay;
    this.#reconnectDelay = Math.min(delay * 2, RECONNECT.lastMs);
    this.#later(delay * (0.75 + Math.random() / 2), () => void this.#connect());
  }

  #onNotification(channel: string, payload: string | undefined): void {
    if (channel === REVOKED_CHANNEL) {
      const revocation = parseRevocation(payload);
      if (revocation) this.#options.onRevoked(revocation);
      return;
    }
    if (channel === KEYS_CHANNEL) return this.#options.onKeys();
    const announced = parsePosition(payload ?? '');
    if (announced && isAfter(announced, this.#announced)) this.#announced = announced;
    // What this node announced itself comes back here too.
    if (!announced || !this.#cursor || isAfter(announced, this.#cursor)) this.#wake();
  }

  /** Hands on everything that is ready. One at a time; a wish that comes meanwhile makes one more. */
  async #round(): Promise<void> {
    const client = this.#client;
    if (this.#reading || !client) return;
    this.#reading = true;
    try {
      let hidden: boolean;
      do {
        this.#again = false;
        const dirty = this.#dirty;
        this.#dirty = false;
        hidden = await this.#drain(client, dirty);
        if (hidden && dirty) this.#dirty = true;
      } while (this.#again && this.#client === client);
      if (hidden) this.#waitingSince ??= performance.now();
      else this.#waitingSince = undefined;
      if (hidden) {
        this.#later(this.#hiddenDelay, () => this.#wake());
        this.#hiddenDelay = Math.min(this.#hiddenDelay * 2, HIDDEN_RETRY.lastMs);
      } else {
        this.#hiddenDelay = HIDDEN_RETRY.firstMs;
      }
    } catch (error) {
      this.#dirty = true;
      // A query that failed on a sound connection leaves it in no state worth keeping.
      if (this.#client === client) this.#lost(client, error as Error);
    } finally {
      this.#reading = false;
      // The connection was replaced meanwhile, and its first wish fell into this round.
      if (this.#again && this.#client && this.#client !== client) void this.#round();
    }
  }

  /** @returns whether rows are there that an older, still open transaction hides */
  async #drain(client: pg.Client, dirty: boolean): Promise<boolean> {
    for (;;) {
      let rows = await readAfter(client, this.#cursor!, 'cluster');
      if (rows.some((row) => !row.ready)) rows = await readAfter(client, this.#cursor!, 'database');
      if (this.#client !== client) return false;
      const ready = rows.filter((row) => row.ready);
      const last = ready.at(-1);
      const end = last ? positionOf(last) : this.#cursor!;
      let announcement: Promise<unknown> | undefined;
      if (dirty && isAfter(end, this.#announced)) {
        this.#announced = end;
        // Sent before the sockets here are served, so that the other nodes need not wait for that.
        announcement = client.query(`select pg_notify('${EVENTS_CHANNEL}', $1)`, [formatPosition(end)]);
        announcement.catch(() => {});
      }
      if (last) {
        this.#hiddenDelay = HIDDEN_RETRY.firstMs;
        this.#cursor = end;
        await this.#handOn(
          ready.map(eventOf).filter((event) => event !== null),
          end,
        );
      }
      await announcement;
      if (rows.length > ready.length) return true;
      if (ready.length < CHUNK) return false;
    }
  }

  async #handOn(events: RelayedEvent[], end: Position): Promise<void> {
    try {
      await this.#options.onEvents(events, end);
    } catch (error) {
      this.#options.log.error({ err: error }, 'handing on events failed');
    }
  }
}

/** Where a node that has seen nothing begins: what commits from now on comes after it. `horizon`: what was dropped. */
async function presentEnd(client: pg.Client): Promise<{ position: Position; xmax: bigint; horizon: Position }> {
  const { rows } = await client.query<{ xmin: string; xmax: string; xid: string; seq: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
            xid::text as xid, seq::text as seq from outbox_horizon`,
  );
  const [end] = rows;
  return { position: { xid: BigInt(end!.xmin), seq: 0n }, xmax: BigInt(end!.xmax), horizon: positionOf(end!) };
}

/**
 * Where rows may still come in before others. Of the whole cluster it costs nothing to ask, but another database's long
 * transaction is in it too; those are distinguished by the locks that transactions hold on their own numbers. So are
 * those of other programs (psql, reports, an index that is built) which have not written to the outbox: only ours,
 * which bear our name (db/client.ts), may still do so. One that has ended since the snapshot holds none and counts as
 * this database's: the next look knows better.
 */
const OLDEST_RUNNING = {
  cluster: 'pg_snapshot_xmin(pg_current_snapshot())',
  database: `(select running from pg_snapshot_xip(pg_current_snapshot()) running
               where not exists (select from pg_locks join pg_stat_activity using (pid)
                                  where pg_locks.locktype = 'transactionid' and pg_locks.granted and pg_locks.mode = 'ExclusiveLock'
                                    and pg_locks.transactionid = running::xid
                                    and (datname <> current_database()
                                      or application_name not like 'pokpong %' and not exists (
                                        select from pg_locks written where written.pid = pg_locks.pid
                                          and written.relation = 'outbox'::regclass and written.mode = 'RowExclusiveLock')))
              union all select pg_snapshot_xmax(pg_current_snapshot())
               order by running limit 1)`,
};

async function readAfter(
  client: pg.Client,
  cursor: Position,
  scope: keyof typeof OLDEST_RUNNING,
): Promise<(OutboxRow & { ready: boolean })[]> {
  const { rows } = await client.query<OutboxRow & { ready: boolean }>({
    name: `outbox after, ${scope}`,
    // Rows from xmax on cannot be of this cluster's past: they came with a restored backup and would look hidden for
    // ever.
    text: `select xid::text as xid, seq::text as seq, workspace_id, event, entity, entity_id, actor_id, recipients,
                  xid < ${OLDEST_RUNNING[scope]} as ready
             from outbox
            where (xid, seq) > ($1::xid8, $2::bigint) and xid < pg_snapshot_xmax(pg_current_snapshot())
            order by outbox.xid, outbox.seq
            limit ${CHUNK}`,
    values: [String(cursor.xid), String(cursor.seq)],
  });
  return rows;
}
