import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { RightRow } from '../request/rows.ts';
import { settingsOf } from '../request/settings.ts';

export const KIND = 'request.answer' as const;

/** The rights with an open question. */
export const waiting = (rights: readonly RightRow[]): RightRow[] =>
  rights.filter((right) => right.stage === 'WAITING' && right.waitingSince !== null);

/**
 * Until when an answer to the oldest question of a request is awaited; null without a question. By its deadline, which
 * a change of the settings does not move; by the settings before that is there.
 */
export async function answerBy(
  trx: Trx,
  workspaceId: string,
  rights: readonly RightRow[],
): Promise<{ since: Date; until: Date } | null> {
  const times = waiting(rights).map(({ waitingSince }) => Date.parse(waitingSince!));
  if (times.length === 0) return null;
  const since = new Date(Math.min(...times));
  const { requestId } = rights[0]!;
  const clock = (await deadlinesOf(trx, workspaceId, KIND, [requestId])).get(requestId);
  if (clock && clock.endedAt === null && Date.parse(clock.startedAt) === since.getTime())
    return { since, until: new Date(clock.dueAt) };
  const { waitingDays } = await settingsOf(trx, workspaceId);
  return { since, until: new Date(since.getTime() + waitingDays * DAY) };
}
