import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { lowestUuidAt } from '../../platform/database/uuidTime.ts';

/** The choice of a row, as it is searched in the form. */
export interface DatedChoice {
  uid: Buffer;
  at: Date;
  /** How long after `at` the submission of the row can have been made. */
  span: number;
  granted: number;
}

/** Which of these the form already has, by their positions. One look-up each by the data subject's index. */
export async function knownOf(
  db: Executor,
  { workspaceId, consentId }: { workspaceId: string; consentId: string },
  choices: readonly DatedChoice[],
): Promise<Set<number>> {
  if (choices.length === 0) return new Set();
  const { rows } = await sql<{ place: number }>`
    select (t.place - 1)::integer as place
    from unnest(${choices.map(({ uid }) => uid)}::bytea[], ${choices.map(({ at }) => lowestUuidAt(at.getTime()))}::uuid[], ${choices.map(({ at, span }) => lowestUuidAt(at.getTime() + span))}::uuid[], ${choices.map(({ granted }) => granted)}::bigint[])
      with ordinality as t (uid, since, until, granted, place)
    cross join lateral (
      select from user_consents c
      where c.workspace_id = ${workspaceId} and c.uid = t.uid and c.id >= t.since and c.id < t.until and c.consent_id = ${consentId} and c.granted = t.granted
      limit 1
    ) as there`.execute(db);
  return new Set(rows.map(({ place }) => place));
}

/** How many submissions the form has. */
export const submissionsOf = async (
  db: Executor,
  { workspaceId, consentId }: { workspaceId: string; consentId: string },
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('consentCounters')
        .select('submissions')
        .where('workspaceId', '=', workspaceId)
        .where('consentId', '=', consentId)
        .executeTakeFirst()
    )?.submissions ?? 0,
  );
