import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';

/** How long a client may have been away and still resume without fetching everything again. */
const OUTBOX_DAYS = 3;

/**
 * Makes the partitions of the days, months and years to come, so that nothing that writes has to.
 * @returns names of the new ones
 */
export async function preparePartitions(systemDb: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`select prepare_partitions(${now}) as names`.execute(systemDb);
  return rows[0]?.names ?? [];
}

/**
 * Drops the days of the outbox that nobody resumes from any more.
 * @returns names of the dropped partitions
 * @throws when a long transaction still writes events; to be tried again
 */
export async function dropOutboxDays(systemDb: Db, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - OUTBOX_DAYS * DAY).toISOString().slice(0, 10);
  const { rows } = await sql<{ names: string[] }>`select drop_outbox_days(${before}) as names`.execute(systemDb);
  return rows[0]?.names ?? [];
}
