import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Between two transactions: timed work runs in the meantime. */
const PAUSE_MS = 250;

/** A table that others may read one transaction at a time. */
export interface PausedTable {
  /** Lets the waiting transaction access the table; the next one waits again. */
  letOne(): Promise<void>;
  /** Lets them continue, each after a while, until something is found. */
  letUntil<Found>(found: () => Promise<Found | undefined>): Promise<Found>;
  release(): Promise<void>;
}

/**
 * Locks a table exclusively, so that work which reads it in successive transactions pauses between two of them for as
 * long as a test needs.
 */
export async function holdTable(url: string, table: string): Promise<PausedTable> {
  const open = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { client, pid: rows[0]!.pid };
  };
  let [holder, next] = [await open(), await open()];
  const watcher = await open();
  const take = ({ client }: typeof holder) =>
    client.query(`begin; lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
  /** Waits until somebody waits for the table: the given session, or any except ours. */
  const waited = async (pid?: number) => {
    for (;;) {
      const { rows } = await watcher.client.query<{ pid: number }>(
        `select pid from pg_locks where relation = $1::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        [table],
      );
      const pids = rows.map((row) => row.pid);
      if (pid === undefined ? pids.some((one) => one !== next.pid) : pids.includes(pid)) return;
      await sleep(5);
    }
  };
  let released: Promise<void> | undefined;
  await take(holder);
  const letOne = async () => {
    await waited();
    const locked = take(next);
    await waited(next.pid);
    await holder.client.query('commit');
    await locked;
    [holder, next] = [next, holder];
  };
  return {
    letOne,
    async letUntil(found) {
      for (;;) {
        const value = await found();
        if (value !== undefined) return value;
        await letOne();
        await sleep(PAUSE_MS);
      }
    },
    release: () => (released ??= Promise.all([holder, next, watcher].map(({ client }) => client.end())).then(() => {})),
  };
}
