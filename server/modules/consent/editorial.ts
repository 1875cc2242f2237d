import type { Trx } from '../../../db/client.ts';
import type { ConsentPublishEffect, EditorialChange } from '../../../shared/consent/publish.ts';
import { appError } from '../../platform/errors.ts';
import { type WordedPurpose, versionWordings, compareWording } from './wording.ts';

interface Place {
  workspaceId: string;
  consentId: string;
}

/**
 * The effect of publishing these purposes as the next version of a form, on those who answered.
 * @param editorial ids of purposes whose new words are declared to mean the same
 */
export async function publishEffect(
  trx: Trx,
  { workspaceId, consentId }: Place,
  next: readonly Omit<WordedPurpose, 'bit'>[],
  editorial: readonly string[],
): Promise<ConsentPublishEffect> {
  const query = trx
    .selectFrom('consentStandings')
    .select(['version', 'acceptingAll', 'acceptingSome', 'declining'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId);
  const [versions, standings] = await Promise.all([versionWordings(trx, workspaceId, consentId), query.execute()]);
  const newest = versions.at(-1);
  const version = (newest?.version ?? 0) + 1;
  const purposes = next.map((purpose, bit) => ({ ...purpose, bit }));
  const wordsWith = (changes: readonly string[]) =>
    compareWording([...versions, { version, purposes, editorial: changes }]);
  const titleOf = ({ id, title }: Pick<WordedPurpose, 'id' | 'title'>) => ({ id, title });
  const before = new Map((newest?.purposes ?? []).map((purpose) => [purpose.id, purpose]));
  const reworded = newest ? new Set(wordsWith([]).reworded(newest.version, version)) : new Set<number>();
  const words = wordsWith(editorial);
  const subjects = standings.map((row) => ({
    affected: words.asksOtherwise(row.version, version),
    count: row.acceptingAll + row.acceptingSome + row.declining,
  }));
  const sum = (rows: typeof subjects) => rows.reduce((total, { count }) => total + count, 0);
  return {
    reworded: purposes.filter(({ id, bit }) => before.has(id) && reworded.has(bit)).map(titleOf),
    added: newest ? purposes.filter(({ id }) => !before.has(id)).map(titleOf) : [],
    removed: [...before.values()].filter(({ id }) => !purposes.some((one) => one.id === id)).map(titleOf),
    subjects: sum(subjects),
    toAskAgain: sum(subjects.filter(({ affected }) => affected)),
  };
}

/** Stores which changes of a version are editorial, and why. */
export async function insertEditorialChanges(
  trx: Trx,
  { workspaceId, consentId, version }: Place & { version: number },
  { purposeIds, reason }: EditorialChange,
): Promise<void> {
  await trx
    .insertInto('consentEditorialChanges')
    .values(purposeIds.map((purposeId) => ({ workspaceId, consentId, version, purposeId, reason })))
    .execute();
}

/** @throws 400 at a purpose whose words the next version does not change */
export function requireReworded({ purposeIds }: EditorialChange, { reworded }: ConsentPublishEffect): void {
  const issues = purposeIds.flatMap((purposeId, index) =>
    reworded.some(({ id }) => id === purposeId)
      ? []
      : [{ path: ['editorial', 'purposeIds', index], key: 'errors:choice' }],
  );
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}

/** Which changes of a version are editorial, and why. */
export const editorialChangesOf = (
  trx: Trx,
  { workspaceId, consentId, version }: Place & { version: number },
): Promise<{ purposeId: string; reason: string }[]> =>
  trx
    .selectFrom('consentEditorialChanges')
    .select(['purposeId', 'reason'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .where('version', '=', version)
    .orderBy('purposeId')
    .execute();
