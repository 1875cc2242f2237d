import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { nextThreshold, reachable } from '../../../shared/clock.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { isSilent } from './silence.ts';

/** Deadlines that other nodes changed are found by looking. While nothing is due, this look is all that runs. */
const LOOK_MS = 20_000;
/** Another node is at a deadline that is due. Should it die amid that, the deadline is taken up after so long. */
const BUSY_MS = 1000;
/** Next look when the database was away. */
const AWAY_MS = 5000;
/**
 * A deadline whose notification fails is tried again after so long, then after twice that each time, up to the most.
 */
const RETRY_MS = 20_000;
const MOST_RETRY_MS = 600_000;
/** Deadlines that one look finds, and how many of them are notified of at once. */
const BATCH = 50;
const LANES = 3;

/**
 * What came of telling: how many deadlines, how many another node was at, how many failed, and when the next is due as
 * far as known (ms since 1970).
 */
export interface RingResult {
  readonly handled: number;
  readonly busy: number;
  readonly failed: number;
  readonly nextAt: number | null;
}

/** Notifies people when a stored deadline comes near or passes: each threshold once, however many nodes there are. */
export interface Alarm {
  /** From now on it sleeps until the earliest deadline. Before, only `ring` does anything. */
  start(): void;
  /** Looks again: a deadline was changed. */
  wake(): void;
  /** Tells everything that is due now, but for what failed lately and waits to be tried again. */
  ring(): Promise<RingResult>;
  /** Resolves once what is under way has ended. */
  stop(): Promise<void>;
}

/** The alarm of a node. `deps` is asked for when it is needed, for it holds the alarm. */
export function createAlarm(deps: () => Deps): Alarm {
  let started = false;
  let stopped = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  const failures = createFailures();

  async function ring(): Promise<RingResult> {
    const { systemDb, log, now } = deps();
    const passedOver = failures.waiting(now().getTime());
    const count = { handled: 0, busy: 0, failed: 0 };
    for (;;) {
      const found = await earliest(systemDb, passedOver);
      const due = found.filter(({ firesAt }) => Date.parse(firesAt) <= now().getTime());
      if (due.length === 0 || stopped) return { ...count, nextAt: found[0] ? Date.parse(found[0].firesAt) : null };
      const lane = async () => {
        for (let one = due.shift(); one && !stopped; one = due.shift()) {
          try {
            const fate = await fire(deps(), one);
            if (fate !== 'busy') {
              failures.forget(one.id);
              if (fate === 'handled') count.handled += 1;
              continue;
            }
            count.busy += 1;
          } catch (error) {
            count.failed += 1;
            failures.note(one.id, now().getTime());
            log.warn(
              { err: error, workspace: one.workspaceId, deadline: one.id },
              'nobody could be notified of a deadline; it will be tried again',
            );
          }
          // It must not keep those behind it from being notified.
          passedOver.push(one.id);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
  }

  async function look(): Promise<void> {
    let wait = LOOK_MS;
    try {
      do {
        again = false;
        const { busy, nextAt } = await ring();
        wait = busy > 0 ? BUSY_MS : LOOK_MS;
        if (nextAt !== null) wait = Math.min(wait, Math.max(1, nextAt - deps().now().getTime()));
      } while (again && !stopped);
    } catch (error) {
      wait = AWAY_MS;
      if (!stopped) deps().log.warn({ err: error }, 'deadlines could not be looked up');
    }
    if (!stopped) timer = setTimeout(wake, wait).unref();
  }

  function wake(): void {
    if (!started || stopped) return;
    again = true;
    if (round) return;
    clearTimeout(timer);
    round = look().finally(() => {
      round = null;
      if (again && !stopped) setImmediate(wake);
    });
  }

  return {
    start() {
      started = true;
      wake();
    },
    wake,
    ring,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Notifications that failed, and when they are tried again: by this node alone, and not beyond its life. */
function createFailures() {
  const known = new Map<string, { wait: number; until: number }>();
  return {
    note(id: string, now: number): void {
      const before = known.get(id);
      const wait = before ? Math.min(before.wait * 2, MOST_RETRY_MS) : RETRY_MS;
      known.set(id, { wait, until: now + wait });
    },
    forget: (id: string) => void known.delete(id),
    /** Those that are not tried yet. One that nobody came back to has been notified elsewhere, or is gone. */
    waiting(now: number): string[] {
      for (const [id, { until }] of known) if (now - until > MOST_RETRY_MS) known.delete(id);
      return [...known].flatMap(([id, { until }]) => (until > now ? [id] : []));
    },
  };
}

interface Found {
  workspaceId: string;
  id: string;
  firesAt: string;
}

/** The earliest of all workspaces, but for those that were passed over. */
async function earliest(systemDb: Db, except: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select workspace_id, id, fires_at from deadlines where fires_at is not null and id <> all(${[...except]}::uuid[]) order by fires_at limit ${BATCH}`.execute(
    systemDb,
  );
  return rows;
}

/**
 * Marks the threshold as passed and notifies, in one transaction.
 * @returns `busy` when another node has it or had it, `silent` where the module is switched off: it then waits, untold,
 * until that is back
 */
function fire(deps: Deps, { workspaceId, id }: Found): Promise<'handled' | 'busy' | 'silent'> {
  const at = deps.now();
  return transact(deps, { workspaceId }, async (trx) => {
    const named = await trx
      .selectFrom('deadlines')
      .select(['kind', 'subjectId'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!named) return 'busy';
    const kind = deps.modules.clocks.get(named.kind);
    if (!kind) throw new Error(`no module declares the deadline ${named.kind}`);
    await kind.lock?.(trx, workspaceId, named.subjectId);
    const others = (await kind.together?.(trx, workspaceId, named.subjectId)) ?? [];
    const rows = await trx
      .selectFrom('deadlines')
      .select(['id', 'subjectId', 'startedAt', 'dueAt', 'alertHours', 'firedUntil'])
      .where('workspaceId', '=', workspaceId)
      .where('kind', '=', named.kind)
      .where('subjectId', 'in', [named.subjectId, ...others])
      .where('firesAt', '<=', at.toISOString() as never)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const deadlines = rows.map((row) => ({ ...row, ...thresholdOf(row, at) }));
    const own = deadlines.find((one) => one.id === id);
    if (!own) return 'busy';
    const write = (one: string, set: { firedUntil?: Date; firesAt: Date | null }) =>
      trx.updateTable('deadlines').set(set).where('workspaceId', '=', workspaceId).where('id', '=', one).execute();
    // Asked for while the deadline is held: who switches the module on plans it after this, or before it was read.
    if (await isSilent(trx, workspaceId, kind.flag)) {
      await write(id, { firesAt: null });
      return 'silent';
    }
    const { subjectId, startedAt, dueAt, hours } = own;
    const together = deadlines.filter((one) => one.hours === hours && one.dueAt.getTime() === dueAt.getTime());
    for (const { id: one, nextAt: firesAt } of together) await write(one, { firedUntil: at, firesAt });
    if (hours !== null) {
      const facts = { workspaceId, subjectId, hours, startedAt, dueAt, at };
      await kind.alarm(deps, trx, { ...facts, together: together.map((one) => one.subjectId) });
    }
    return 'handled';
  });
}

interface Times {
  readonly startedAt: string;
  readonly dueAt: string;
  readonly alertHours: readonly number[];
  readonly firedUntil: string | null;
}

/** The hours of the threshold of a deadline that has come; null: none has. And when the next one does. */
function thresholdOf(row: Times, at: Date) {
  const [startedAt, dueAt] = [new Date(row.startedAt), new Date(row.dueAt)];
  const { due, nextAt } = nextThreshold(
    dueAt.getTime(),
    reachable(startedAt.getTime(), dueAt.getTime(), row.alertHours),
    row.firedUntil === null ? null : Date.parse(row.firedUntil),
    at.getTime(),
  );
  return { startedAt, dueAt, hours: due?.hours ?? null, nextAt: nextAt === null ? null : new Date(nextAt) };
}
