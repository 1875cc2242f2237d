import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { DECIDED } from '../../../shared/request/stage.ts';
import type { Executor } from '../../../db/client.ts';
import {
  ANSWER_STATUSES,
  type AnswerStatus,
  isBeingBuilt,
  isUnreleased,
} from '../../../shared/requestAnswer/status.ts';

/** Statuses of answers that staff still have to release. */
const UNRELEASED = ANSWER_STATUSES.filter(isUnreleased);
/** Statuses of answers that the data subject does not have yet. */
const NOT_READY = ANSWER_STATUSES.filter((status) => isUnreleased(status) || isBeingBuilt(status));

/** Conditions on a right. `right`: its alias in the query. */
function conditionsOf(right: string) {
  const column = (key: string) => sql.ref(`${right}.${key}`);
  const ofRight = sql`a.workspace_id = ${column('workspaceId')} and a.request_right_id = ${column('id')}`;
  return {
    column,
    ofRight,
    // A row without letter and files, of which nothing was released, is left of what was removed.
    isPrepared: sql`exists (select from request_answers a where ${ofRight}
      and (a.has_letter or a.released_at is not null or exists (
        select from request_answer_files f where f.workspace_id = a.workspace_id and f.answer_id = a.id)))`,
    isComplete: sql`${column('stage')} = 'COMPLETE'`,
    givesData: sql`coalesce(${column('code')} in ('ACCESS', 'PORTABILITY'), false)`,
    // What an import brings as decided was answered before.
    isDecidedHere: sql`exists (select from requests q where q.workspace_id = ${column('workspaceId')}
      and q.id = ${column('requestId')} and q.anonymised_at is null
      and (q.channel <> 'IMPORT' or ${column('closedAt')} > q.created_at))`,
  };
}

/**
 * Whether a right was decided, and its answer has reached nobody since: something was prepared for it, or it gives
 * data, which is nothing without the answer. `right`: its alias in the query.
 */
export function answerOutstanding(right: string, statuses: readonly AnswerStatus[] = UNRELEASED): RawBuilder<SqlBool> {
  const { column, ofRight, isPrepared, isComplete, givesData, isDecidedHere } = conditionsOf(right);
  return sql<SqlBool>`(${column('stage')} in (${sql.join(DECIDED)}) and case
    when ${isPrepared}
    then exists (select from request_answers a where ${ofRight} and a.status in (${sql.join(statuses)})
      and not exists (select from request_answer_reads d
        where d.workspace_id = a.workspace_id and d.answer_id = a.id and d.at >= ${column('closedAt')}))
    else ${isComplete} and ${givesData} and ${isDecidedHere} end)`;
}

/** Whether the outcome that staff stated is the answer of a right: it gives no data, and no other one was prepared. */
function answeredByOutcome(right: string): RawBuilder<SqlBool> {
  const { isPrepared, isComplete, givesData, isDecidedHere } = conditionsOf(right);
  return sql<SqlBool>`(${isComplete} and not ${givesData} and not ${isPrepared} and ${isDecidedHere})`;
}

/** The rights of a request whose answer has not been released. */
export const outstandingOf = (db: Executor, workspaceId: string, requestId: string): Promise<Set<string>> =>
  idsOf(db, workspaceId, requestId, answerOutstanding('r'));

/** The rights of a request whose answer the data subject cannot open yet. */
export const followingOf = (db: Executor, workspaceId: string, requestId: string): Promise<Set<string>> =>
  idsOf(db, workspaceId, requestId, answerOutstanding('r', NOT_READY));

/** The rights of a request that were carried out, and whose stated outcome is for the data subject to read. */
export const outcomesOf = (db: Executor, workspaceId: string, requestId: string): Promise<Set<string>> =>
  idsOf(db, workspaceId, requestId, answeredByOutcome('r'));

async function idsOf(
  db: Executor,
  workspaceId: string,
  requestId: string,
  which: RawBuilder<SqlBool>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('requestRights as r')
    .select('r.id')
    .where('r.workspaceId', '=', workspaceId)
    .where('r.requestId', '=', requestId)
    .where(which)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
