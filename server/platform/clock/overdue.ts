import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { Moments } from '../overview/card.ts';
import type { DeadlineKind } from './deadlines.ts';

export interface Overdue {
  /** Running clocks whose deadline has passed, and how many there were a week ago. */
  readonly total: number;
  readonly weekAgo: number;
  /** Records of those overdue longest. */
  readonly longest: readonly { readonly subjectId: string; readonly dueAt: string }[];
}

/**
 * Clocks of a kind that run past their deadline. Of those stopped meanwhile the past is not known: they count as now.
 * `except`: a query of records that are left out. Clocks that run are counted apart from those that have ended, which
 * are many: each by an index of its own.
 */
export async function overdueOf(
  trx: Trx,
  {
    workspaceId,
    kind,
    limit,
    except,
    now,
    weekAgo,
  }: { workspaceId: string; kind: DeadlineKind; limit: number; except?: RawBuilder<unknown> } & Moments,
): Promise<Overdue> {
  const ofKind = trx
    .selectFrom('deadlines')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('stoppedAt', 'is', null);
  const unfiltered = ofKind.where('endedAt', 'is', null).where('dueAt', '<', now.toISOString());
  const overdue = except ? unfiltered.where(sql<SqlBool>`subject_id not in (${except})`) : unfiltered;
  const before = weekAgo.toISOString();
  const [running, ended, longest] = await Promise.all([
    overdue
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.countAll<number>().filterWhere('dueAt', '<', before).as('weekAgo'),
      ])
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .executeTakeFirstOrThrow(),
    ofKind
      .select((eb) => eb.fn.countAll<number>().as('weekAgo'))
      .where('endedAt', '>=', before as never)
      .where('dueAt', '<', before)
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .executeTakeFirstOrThrow(),
    overdue.select(['subjectId', 'dueAt']).orderBy('dueAt').limit(limit).modifyEnd(sql.raw(CUSTOM_PLAN)).execute(),
  ]);
  return { total: Number(running.total), weekAgo: Number(running.weekAgo) + Number(ended.weekAgo), longest };
}
