import type { Executor } from '../../../db/client.ts';
import { hasEnded, newestStarted } from '../../../shared/consent/inForce.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
import { versionDays } from '../consent/versionDays.ts';
import type { Counters } from './queries.ts';
import { versionWordings, compareWording } from '../consent/wording.ts';

/** Current figures of a form's data subjects. */
interface Standing {
  /** Subjects by their last choice, as far as it has not ended. */
  readonly now: Record<ConsentAction, number>;
  /** Subjects whose last choice allowed something and has ended. A refusal does not end. */
  readonly expired: number;
  /** Subjects whose last choice was about other purposes or other words than the current ones. */
  readonly askAgain: number;
  /** Subjects who allow each purpose in its current words, by its bit. */
  readonly allowing: readonly number[];
}

/** `counters` without choices that ended by `day` or were about other words. */
export async function standingNow(
  db: Executor,
  { workspaceId, consentId, day }: { workspaceId: string; consentId: string; day: string },
  { acceptingAll, acceptingSome, declining, allowing }: Counters,
): Promise<Standing> {
  const standings = db
    .selectFrom('consentStandings')
    .select(['version', 'acceptingAll', 'acceptingSome', 'declining', 'allowing'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId);
  const [versions, wordings, rows] = await Promise.all([
    versionDays(db, workspaceId, [consentId]),
    versionWordings(db, workspaceId, consentId),
    standings.execute(),
  ]);
  const days = versions.get(consentId) ?? [];
  const current = newestStarted(days, day)?.version;
  const words = compareWording(wordings);
  const standing = {
    now: { ALL: acceptingAll, ACCEPT: acceptingSome, NONE: declining },
    expired: 0,
    askAgain: 0,
    allowing: [...allowing],
  };
  for (const { version, ...row } of rows) {
    const answered = days.find((one) => one.version === version);
    const ended = answered !== undefined && hasEnded(answered, day);
    if (ended) {
      standing.now.ALL -= row.acceptingAll;
      standing.now.ACCEPT -= row.acceptingSome;
      standing.expired += row.acceptingAll + row.acceptingSome;
    }
    if (current !== undefined && words.asksOtherwise(version, current))
      standing.askAgain += row.declining + (ended ? 0 : row.acceptingAll + row.acceptingSome);
    const excluded = ended
      ? row.allowing.map((_, bit) => bit)
      : current === undefined
        ? []
        : words.reworded(version, current);
    for (const bit of excluded) standing.allowing[bit] = (standing.allowing[bit] ?? 0) - (row.allowing[bit] ?? 0);
  }
  return standing;
}
