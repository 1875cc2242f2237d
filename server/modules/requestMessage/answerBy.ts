import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { RightRow } from '../request/rows.ts';
import { settingsOf } from '../request/settings.ts';

export const KIND = 'request.answer' as const;

/** The rights with an open question. */
export const waiting = (rights: readonly RightRow[]): RightRow[] =>
  rights.filter((right) => right.stage === 'WAITING' && right.waitingSince !== null);

interface AwaitedReply {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Until when an answer to the question of each right is awaited, by the id of the right. Of the oldest, by its
 * deadline, which a change of the settings does not move; otherwise by the settings, before its deadline is there.
 */
export async function awaitedReplies(
  trx: Trx,
  workspaceId: string,
  rights: readonly RightRow[],
): Promise<ReadonlyMap<string, AwaitedReply>> {
  const open = waiting(rights);
  if (open.length === 0) return new Map();
  const { requestId } = open[0]!;
  const clock = (await deadlinesOf(trx, workspaceId, KIND, [requestId])).get(requestId);
  const counted = clock?.endedAt === null ? clock : null;
  const { waitingDays } = await settingsOf(trx, workspaceId);
  const untilOf = (since: Date): Date =>
    counted && Date.parse(counted.startedAt) === since.getTime()
      ? new Date(counted.dueAt)
      : new Date(since.getTime() + waitingDays * DAY);
  return new Map(
    open.map(({ id, waitingSince }) => {
      const since = new Date(waitingSince!);
      return [id, { since, until: untilOf(since) }] as const;
    }),
  );
}

/** The oldest of several questions: whose answer is awaited first; null where there is none. */
export const oldestOf = (replies: ReadonlyMap<string, AwaitedReply>): AwaitedReply | null =>
  [...replies.values()].toSorted((one, other) => one.since.getTime() - other.since.getTime())[0] ?? null;
