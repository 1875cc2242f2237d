import { CompiledQuery } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { connectionConfig, type Trx } from '../../../db/client.ts';
import { JOBS_SCHEMA, queueRule, SCHEDULE_QUEUE } from '../../../db/jobs.ts';
import type { Logger } from '../log.ts';
import type { Deps } from '../trpc/context.ts';
import type { QueueName } from './queues.ts';

/** A job as its handler sees it. */
export interface Job {
  readonly id: string;
  readonly data: unknown;
  /**
   * Aborted when the node stops and can wait no longer, or another node was given the job. End soon then, by throwing.
   */
  readonly signal: AbortSignal;
}

/**
 * Does a job. One that returns has ended; one that throws is started again, here or on another node: record failures of
 * the work itself in the row that the job is about, and throw only what a second try may mend.
 */
export type Handler = (job: Job) => Promise<void>;

/** Does the jobs of a queue, as a module declares it. */
export type JobHandler = (deps: Deps, job: Job) => Promise<void>;
/** Handlers by their queues. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Work that is done again and again. */
export interface ScheduledWork {
  /** Names it in the database and in the log. */
  readonly name: string;
  /** When, in UTC: five fields of cron, a minute the shortest. */
  readonly cron: string;
  /** Does it once. One that throws is logged, and done again at its next time. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  /** Says who does the jobs of a queue. Before `start`. */
  work(name: QueueName, handler: Handler): void;
  /**
   * Runs work on schedules, each on one node at a time and never twice at once; a time that passed while no node was
   * up is made good once. Before `start`; these are all schedules there are.
   */
  schedule(works: readonly ScheduledWork[]): void;
  /**
   * Leaves a job in the caller's transaction: it is there exactly when what else the transaction writes is, and begins
   * once that is committed.
   * @param options.key names the row that the job is about
   */
  send(trx: Trx, name: QueueName, data: object, options: { key: string }): Promise<void>;
  /** Starts a job again that failed for good; any other stays as it is. */
  retry(name: QueueName, id: string): Promise<void>;
  /** Ends a job for good. A handler that is at it learns nothing by this: the row that it is about must say so. */
  cancel(name: QueueName, id: string): Promise<void>;
  /** Begins to take jobs; a database that is away is tried again until it answers. */
  start(): void;
  /**
   * Takes no more jobs. Those under way may end within `graceMs`; then they are aborted, and left to another node.
   */
  stop(): Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  log: Logger;
  /** Jobs of one queue that this node does at a time. */
  atOnce?: number;
  graceMs?: number;
  /** How often its workers look for jobs by themselves. */
  pollSeconds?: number;
}

const scheduleJob = z.object({ name: z.string() });

const RETRY_MS = 2000;
/** Between a node's death and another one's taking over its job: this and the queue's heartbeat. */
const SUPERVISE_SECONDS = 5;
/**
 * A commit wakes the workers; they look by themselves this often, for what is to be tried again, or should the call be
 * lost.
 */
const POLL_SECONDS = 5;
/** How often one of the nodes looks for schedules that are due, and how soon it leaves jobs for those it finds. */
const SCHEDULE_SECONDS = 10;
const DUE_SECONDS = 2;

/**
 * The job queues of this node (pg-boss over its own few connections, as pokpong_system). Two nodes never do one job at
 * a time.
 */
export const createJobs = (options: JobsOptions): Jobs => new JobEngine(options);

class JobEngine implements Jobs {
  readonly #options: Required<JobsOptions>;
  readonly #handlers = new Map<QueueName, Handler>();
  #scheduled: readonly ScheduledWork[] = [];
  readonly #stopping = new AbortController();
  readonly #workers = new Map<QueueName, string>();
  readonly #running = new Set<Promise<void>>();
  #ready: Promise<PgBoss> | undefined;
  #starting: Promise<void> | undefined;

  constructor({ databaseUrl, log, atOnce = 2, graceMs = 5000, pollSeconds = POLL_SECONDS }: JobsOptions) {
    this.#options = { databaseUrl, log, atOnce, graceMs, pollSeconds };
  }

  work(name: QueueName, handler: Handler): void {
    this.#handlers.set(name, handler);
  }

  schedule(works: readonly ScheduledWork[]): void {
    this.#scheduled = works;
    this.#handlers.set(SCHEDULE_QUEUE, async ({ data, signal }) => {
      const { name } = scheduleJob.parse(data);
      const done = await works.find((work) => work.name === name)?.run(signal);
      this.#options.log.debug({ schedule: name, done }, 'scheduled work done');
    });
  }

  async send(trx: Trx, name: QueueName, data: object, { key }: { key: string }): Promise<void> {
    const boss = await this.#opened();
    // pg-boss's own statement, on our transaction's connection and under its role.
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as unknown[],
      }),
    };
    if (!(await boss.send(name, data, { db, singletonKey: key }))) throw new Error(`no job was left for ${name}`);
  }

  async retry(name: QueueName, id: string): Promise<void> {
    await (await this.#opened()).retry(name, id);
  }

  async cancel(name: QueueName, id: string): Promise<void> {
    await (await this.#opened()).cancel(name, id);
  }

  start(): void {
    this.#starting ??= this.#startWorkers();
  }

  async stop(): Promise<void> {
    const boss = await this.#ready?.catch(() => undefined);
    if (!boss) {
      this.#stopping.abort(new Error('the node stops'));
      await this.#starting;
      return;
    }
    const { graceMs } = this.#options;
    // No new jobs; then some time for those under way, and for those that are aborted some time to end.
    const ended = boss.stop({ graceful: true, timeout: graceMs + 5000 });
    await Promise.race([Promise.all(this.#running), pause(graceMs)]);
    this.#stopping.abort(new Error('the node stops'));
    await Promise.all([ended, this.#starting]);
  }

  /** Makes the workers of all queues, trying again until the database answers. */
  async #startWorkers(): Promise<void> {
    const { atOnce, pollSeconds, log } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        const boss = await this.#opened();
        for (const [name, handler] of this.#handlers) {
          const { heartbeatSeconds } = queueRule(name);
          const options = {
            localConcurrency: atOnce,
            pollingIntervalSeconds: pollSeconds,
            notifyPollingIntervalSeconds: pollSeconds,
            heartbeatRefreshSeconds: Math.floor(heartbeatSeconds / 4),
          };
          const run = ([job]: BossJob[]) => this.#run(name, handler, job);
          this.#workers.set(name, await boss.work(name, options, run));
        }
        if (this.#scheduled.length > 0) await setSchedules(boss, this.#scheduled);
        return;
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          log.warn({ err: error }, 'the job queues cannot be reached; they will be tried again');
        await pause(RETRY_MS, this.#stopping.signal);
      }
    }
  }

  #opened(): Promise<PgBoss> {
    return (this.#ready ??= this.#open().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    }));
  }

  async #open(): Promise<PgBoss> {
    const { log } = this.#options;
    const boss = await newBoss(this.#options, this.#scheduled.length > 0);
    boss.on('error', (error: Error) => {
      if (!this.#stopping.signal.aborted) log.warn({ err: toError(error) }, 'the job queues met an error');
    });
    boss.on('warning', ({ message, data }) => log.debug({ data }, message));
    try {
      return await boss.start();
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw error;
    }
  }

  async #run(name: QueueName, handler: Handler, job: BossJob | undefined): Promise<void> {
    if (!job) return;
    const signal = AbortSignal.any([this.#stopping.signal, job.signal]);
    const done = handler({ id: job.id, data: job.data, signal }).catch((error: unknown) => {
      if (!signal.aborted)
        this.#options.log.warn({ err: error, queue: name, job: job.id }, 'a job has to be started again');
      throw error;
    });
    const settled = done
      .catch(() => {})
      .finally(() => {
        this.#running.delete(settled);
        // Whoever has ended one job looks for the next at once.
        this.#wake(name);
      });
    this.#running.add(settled);
    await done;
  }

  #wake(name: QueueName): void {
    const worker = this.#workers.get(name);
    if (worker) void this.#ready?.then((boss) => boss.notifyWorker(worker)).catch(() => {});
  }
}

interface BossJob {
  id: string;
  data: unknown;
  signal: AbortSignal;
}

/** An error of a worker comes from pg-boss as a plain object: its fields without the class. */
const toError = (error: Error): Error =>
  error instanceof Error ? error : Object.assign(new Error((error as Error).message), error);

/** pg-boss, not yet started. Loaded here: it is not needed before. */
async function newBoss({ databaseUrl, atOnce }: Required<JobsOptions>, schedule: boolean): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const { connectionString, options } = connectionConfig(databaseUrl, 'pokpong_system');
  return new Boss({
    connectionString,
    options,
    schema: JOBS_SCHEMA,
    application_name: 'pokpong jobs',
    max: atOnce + 1,
    connectionTimeoutMillis: 5000,
    // Tables and indexes are the owner's to make and mend (db/jobs.ts).
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    schedule,
    cronMonitorIntervalSeconds: SCHEDULE_SECONDS,
    cronWorkerIntervalSeconds: DUE_SECONDS,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3600,
    useListenNotify: true,
  });
}

/** Writes the schedules of this release, and takes away those of another. */
async function setSchedules(boss: PgBoss, works: readonly ScheduledWork[]): Promise<void> {
  for (const { name, cron } of works)
    await boss.schedule(SCHEDULE_QUEUE, cron, { name }, { key: name, singletonKey: name, missed: 'once' });
  for (const { name, key } of await boss.getSchedules())
    if (!works.some((work) => work.name === key)) await boss.unschedule(name, key);
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
