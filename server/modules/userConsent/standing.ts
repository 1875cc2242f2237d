import type { Executor } from '../../../db/client.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
import type { Counters } from './queries.ts';

/** How the data subjects of a form stand. */
export interface Standing {
  /** Subjects by what they chose last, as far as it still holds. */
  readonly now: Record<ConsentAction, number>;
  /** Those whose latest answer allowed something until a day that is over. A refusal does not end. */
  readonly expired: number;
  /** Subjects who allow each purpose, by its bit. */
  readonly allowing: readonly number[];
}

/** What `counters` say, less what was allowed by versions whose last day is before `day`. */
export async function standingNow(
  db: Executor,
  { workspaceId, consentId, day }: { workspaceId: string; consentId: string; day: string },
  { acceptingAll, acceptingSome, declining, allowing }: Counters,
): Promise<Standing> {
  const ended = await db
    .selectFrom('consentStandings as s')
    .innerJoin('consentVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 's.workspaceId')
        .onRef('v.consentId', '=', 's.consentId')
        .onRef('v.version', '=', 's.version'),
    )
    .select(['s.acceptingAll', 's.acceptingSome', 's.allowing'])
    .where('s.workspaceId', '=', workspaceId)
    .where('s.consentId', '=', consentId)
    .where('v.effectiveTo', '<', day)
    .execute();
  const sum = (of: (row: (typeof ended)[number]) => number) => ended.reduce((total, row) => total + of(row), 0);
  const [all, some] = [sum((row) => row.acceptingAll), sum((row) => row.acceptingSome)];
  return {
    now: { ALL: acceptingAll - all, ACCEPT: acceptingSome - some, NONE: declining },
    expired: all + some,
    allowing: allowing.map((count, bit) => count - sum((row) => row.allowing[bit] ?? 0)),
  };
}
