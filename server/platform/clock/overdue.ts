import type { Trx } from '../../../db/client.ts';
import type { Moments } from '../overview/card.ts';
import type { DeadlineKind } from './deadlines.ts';

export interface Overdue {
  /** Running clocks whose deadline has passed, and how many there were a week ago. */
  readonly total: number;
  readonly weekAgo: number;
  /** Records of those overdue longest. */
  readonly longest: readonly { readonly subjectId: string; readonly dueAt: string }[];
}

/** Clocks of a kind that run past their deadline. Of those stopped meanwhile the past is not known: they count as now. */
export async function overdueOf(
  trx: Trx,
  { workspaceId, kind, limit, now, weekAgo }: { workspaceId: string; kind: DeadlineKind; limit: number } & Moments,
): Promise<Overdue> {
  const running = trx
    .selectFrom('deadlines')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('stoppedAt', 'is', null);
  const { total } = await running
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('endedAt', 'is', null)
    .where('dueAt', '<', now.toISOString())
    .executeTakeFirstOrThrow();
  const before = await running
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('dueAt', '<', weekAgo.toISOString())
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>=', weekAgo.toISOString() as never)]))
    .executeTakeFirstOrThrow();
  const longest = await running
    .select(['subjectId', 'dueAt'])
    .where('endedAt', 'is', null)
    .where('dueAt', '<', now.toISOString())
    .orderBy('dueAt')
    .limit(limit)
    .execute();
  return { total: Number(total), weekAgo: Number(before.total), longest };
}
