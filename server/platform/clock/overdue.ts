import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { Moments } from '../overview/card.ts';
import type { DeadlineKind } from './deadlines.ts';

export interface Overdue {
  /** Running clocks whose deadline has passed, and how many there were a week ago: of those that existed then. */
  readonly total: number;
  readonly weekAgo: number;
  /** Records of those overdue longest. */
  readonly longest: readonly { readonly subjectId: string; readonly dueAt: string }[];
}

/**
 * Clocks of a kind that run past their deadline. Of those stopped meanwhile the past is not known: they count as now.
 * `also`: another kind of the same records, each of which counts once, by the first of its deadlines. `except`: a query
 * of records that are left out. Clocks that run are counted apart from those that have ended, which are many: each by
 * an index of its own.
 */
export async function overdueOf(
  trx: Trx,
  {
    workspaceId,
    kind,
    also,
    limit,
    except,
    now,
    weekAgo,
  }: {
    workspaceId: string;
    kind: DeadlineKind;
    also?: DeadlineKind;
    limit: number;
    except?: RawBuilder<unknown>;
  } & Moments,
): Promise<Overdue> {
  const kinds = also ? [kind, also] : [kind];
  const ofKind = trx
    .selectFrom('deadlines')
    .where('workspaceId', '=', workspaceId)
    .where('kind', 'in', kinds)
    .where('stoppedAt', 'is', null);
  const counted = ({ fn }: ExpressionBuilder<DB, 'deadlines'>) =>
    also ? fn.count<number>('subjectId').distinct() : fn.countAll<number>();
  const unfiltered = ofKind.where('endedAt', 'is', null).where('dueAt', '<', now.toISOString());
  const overdue = except ? unfiltered.where(sql<SqlBool>`subject_id not in (${except})`) : unfiltered;
  const before = weekAgo.toISOString();
  const [running, ended, longest] = await Promise.all([
    overdue
      .select((eb) => [
        counted(eb).as('total'),
        counted(eb).filterWhere('dueAt', '<', before).filterWhere('createdAt', '<', before).as('weekAgo'),
      ])
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .executeTakeFirstOrThrow(),
    ofKind
      .select((eb) => counted(eb).as('weekAgo'))
      .where('endedAt', '>=', before as never)
      .where('dueAt', '<', before)
      .where('createdAt', '<', before)
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .executeTakeFirstOrThrow(),
    // A record has one of each kind at most.
    overdue
      .select(['subjectId', 'dueAt'])
      .orderBy('dueAt')
      .limit(limit * kinds.length)
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .execute(),
  ]);
  return {
    total: Number(running.total),
    weekAgo: Number(running.weekAgo) + Number(ended.weekAgo),
    longest: longest
      .filter((one, place) => longest.findIndex((of) => of.subjectId === one.subjectId) === place)
      .slice(0, limit),
  };
}
