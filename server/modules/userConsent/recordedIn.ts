import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { both } from './queries.ts';
import { lowestAt, type Narrowing } from './walk.ts';

/**
 * Those of the matching submissions that were recorded in a period: the ones that arrived in it, and the ones of
 * imports that ended in it, whose own times are earlier. Periods that follow one another contain each submission once.
 * @param period instants, ISO 8601, `to` excluded and in the past; from the first submission on without `from`
 */
export async function recordedIn(
  db: Executor,
  narrow: Narrowing,
  { from, to }: { from?: string | undefined; to: string },
): Promise<Narrowing> {
  const { counted: _counted, ...matching } = narrow;
  const range = { to: lowestAt(to) };
  if (from === undefined) {
    const later = await importsOf(db, narrow, sql`(i.ended_at is null or i.ended_at >= ${to})`);
    return {
      ...matching,
      range,
      where: both(narrow.where, sql`(c.import_id is null or c.import_id <> all(${later}::uuid[]))`),
    };
  }
  const ended = await importsOf(db, narrow, sql`i.ended_at >= ${from} and i.ended_at < ${to}`);
  const arrived = lowestAt(from);
  const earliest = ended.length > 0 ? await earliestOf(db, narrow.workspaceId, ended) : null;
  return {
    ...matching,
    range: { ...range, from: earliest !== null && earliest < arrived ? earliest : arrived },
    where: both(
      narrow.where,
      sql`(c.import_id is null and c.id >= ${arrived}::uuid or c.import_id = any(${ended}::uuid[]))`,
    ),
  };
}

/** The ids of imports into the form that have written submissions. */
async function importsOf(
  db: Executor,
  { workspaceId, consentId }: Narrowing,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from imports i
     where i.workspace_id = ${workspaceId} and i.consent_id = ${consentId} and i.rows_written > 0 and ${condition}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The lowest id among the submissions of imports; null where they have none any more. */
async function earliestOf(db: Executor, workspaceId: string, imports: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select min(first.id::text) as id from unnest(${imports}::uuid[]) as import(id)
     cross join lateral (select c.id from user_consents c
       where c.workspace_id = ${workspaceId} and c.import_id = import.id order by c.id limit 1) as first`.execute(db);
  return rows[0]?.id ?? null;
}
