import { sql } from 'kysely';
import { announce, announcement } from '../../server/modules/schedule/announce.ts';
import type { World } from '../factories.ts';

/** Sends the outstanding notifications about runs of schedules, as a node does. @returns how many notifications */
export async function announceDeliveries(server: World): Promise<number> {
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job where name = 'schedule.announce' returning data`.execute(server.owner);
  for (const { data } of rows) await announce(server.deps, announcement.parse(data));
  return rows.length;
}
