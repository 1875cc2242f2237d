import { getConstructionPlans, PgBoss } from 'pg-boss';
import pg from 'pg';

/** Schema of the job queues; its tables are pg-boss's own. */
export const JOBS_SCHEMA = 'pgboss';

interface QueueRule {
  /** A running job whose node has not reported for so long is given to another; seconds, 10 at least. */
  readonly heartbeatSeconds: number;
  /** No run may take longer, seconds. */
  readonly expireInSeconds: number;
  /** How often a job is started again after its node ended or the database was away. */
  readonly retryLimit: number;
  /** Seconds before it is started again. */
  readonly retryDelay: number;
  /** `exclusive`: of jobs with one key a second is only left once the first has ended. */
  readonly policy?: 'exclusive';
  /** How long an ended job is kept, seconds. */
  readonly retentionSeconds: number;
}

/** Ended jobs are kept for a day, to tell what happened. */
const ordinary: QueueRule = {
  heartbeatSeconds: 15,
  expireInSeconds: 4 * 3600,
  retryLimit: 10,
  retryDelay: 1,
  retentionSeconds: 86_400,
};

/** The queue of runs of schedules: one that failed waits for the next, and none overtakes another of its schedule. */
export const SCHEDULE_QUEUE = 'schedule.run';
const scheduleRule: QueueRule = { ...ordinary, retryLimit: 0, policy: 'exclusive', retentionSeconds: 3600 };

/** The rule of a queue; those of modules are all alike. */
export const queueRule = (name: string): QueueRule => (name === SCHEDULE_QUEUE ? scheduleRule : ordinary);

/** The queue through which pg-boss itself hands on what a schedule has made due. */
const FORWARDING_QUEUE = '__pgboss__send-it';

/**
 * What the roles may do with the jobs. Whoever works a record may leave a job about it in the same transaction, and
 * sees of the jobs no more than that they are there; only the job runner reads, takes and ends them.
 */
const GRANTS = `
grant usage on schema ${JOBS_SCHEMA} to pokpong_app, pokpong_system;
grant select on ${JOBS_SCHEMA}.queue to pokpong_app;
grant insert, select (id, start_after) on ${JOBS_SCHEMA}.job_common to pokpong_app;
grant select, insert, update, delete on ${JOBS_SCHEMA}.job, ${JOBS_SCHEMA}.job_common to pokpong_system;
grant select, update on ${JOBS_SCHEMA}.queue, ${JOBS_SCHEMA}.version to pokpong_system;
grant insert, update, delete on ${JOBS_SCHEMA}.schedule to pokpong_system;
-- A node that runs schedules asks for pg-boss's own queue at each start, which is there: it makes no other.
grant insert on ${JOBS_SCHEMA}.queue to pokpong_system;
alter table ${JOBS_SCHEMA}.queue enable row level security;
drop policy if exists reads on ${JOBS_SCHEMA}.queue;
create policy reads on ${JOBS_SCHEMA}.queue for select to pokpong_app, pokpong_system using (true);
drop policy if exists counts on ${JOBS_SCHEMA}.queue;
create policy counts on ${JOBS_SCHEMA}.queue for update to pokpong_system using (true);
drop policy if exists forwards on ${JOBS_SCHEMA}.queue;
create policy forwards on ${JOBS_SCHEMA}.queue for insert to pokpong_system with check (name = '${FORWARDING_QUEUE}');
grant delete on ${JOBS_SCHEMA}.job_dependency to pokpong_system;
grant select on all tables in schema ${JOBS_SCHEMA} to pokpong_system;`;

/** The console lists the jobs of a workspace, however many others there are. The owner makes it, as all tables here. */
const INDEX = `
create index if not exists job_common_workspace on ${JOBS_SCHEMA}.job_common
  ((data ->> 'workspaceId'), name, singleton_key, created_on desc, id desc) where singleton_key is not null;`;

/**
 * Makes the tables of the job queues, or brings them to the version of this release, and the queues in them: a running
 * node makes and changes no tables. Called after `migrate`, as the owner; nodes that start together take turns.
 * @param queues those that the modules declare, beside the runs of schedules
 */
export async function prepareJobs(url: string, queues: Iterable<string>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong jobs' });
  await client.connect();
  try {
    // One answer to pg-boss, whatever number of statements it has put into one.
    const db = {
      executeSql: async (text: string, values?: unknown[]) =>
        [await client.query(text, values)].flat().at(-1) as { rows: unknown[] },
    };
    const boss = new PgBoss({ db, schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false });
    boss.on('error', () => {
      /* the call that meets it throws it too */
    });
    await client.query("select pg_advisory_lock(hashtext('pokpong jobs'))");
    await install(client, boss);
    try {
      for (const name of [SCHEDULE_QUEUE, ...queues]) {
        const { retentionSeconds, policy, ...rule } = queueRule(name);
        const options = { ...rule, deleteAfterSeconds: retentionSeconds, notify: true };
        if (await boss.getQueue(name)) await boss.updateQueue(name, options);
        else await boss.createQueue(name, { ...options, ...(policy ? { policy } : {}) });
      }
      if (!(await boss.getQueue(FORWARDING_QUEUE))) await boss.createQueue(FORWARDING_QUEUE);
    } finally {
      await boss.stop({ graceful: false, close: false });
    }
    await client.query(GRANTS + INDEX);
  } finally {
    await client.end();
  }
}

/**
 * Starts `boss` over tables of its version. Those of another version are thrown away and made again: every job is about
 * a row of ours that waits, and a row without a job gets one within a minute.
 */
async function install(client: pg.Client, boss: PgBoss): Promise<void> {
  if (!(await boss.isInstalled())) await client.query(getConstructionPlans(JOBS_SCHEMA));
  try {
    await boss.start();
  } catch (error) {
    if (!/requires migrations/.test((error as Error).message)) throw error;
    await client.query(`drop schema ${JOBS_SCHEMA} cascade`);
    await client.query(getConstructionPlans(JOBS_SCHEMA));
    await boss.start();
  }
}
