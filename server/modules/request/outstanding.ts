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

/**
 * Whether a right was decided, and its answer has reached nobody since: something was prepared for it, or it gives
 * data, which is nothing without the answer. Answers of imported requests were sent before. `right`: its alias in the
 * query.
 */
export function answerOutstanding(right: string, statuses: readonly AnswerStatus[] = UNRELEASED): RawBuilder<SqlBool> {
  const column = (key: string) => sql.ref(`${right}.${key}`);
  const ofRight = sql`a.workspace_id = ${column('workspaceId')} and a.request_right_id = ${column('id')}`;
  return sql<SqlBool>`(${column('stage')} in (${sql.join(DECIDED)}) and case
    when exists (select from request_answers a where ${ofRight})
    then exists (select from request_answers a where ${ofRight} and a.status in (${sql.join(statuses)})
      and not exists (select from request_answer_reads d
        where d.workspace_id = a.workspace_id and d.answer_id = a.id and d.at >= ${column('closedAt')}))
    else ${column('stage')} = 'COMPLETE' and ${column('code')} in ('ACCESS', 'PORTABILITY')
      and exists (select from requests q where q.workspace_id = ${column('workspaceId')}
        and q.id = ${column('requestId')} and q.channel <> 'IMPORT' and q.anonymised_at is null) end)`;
}

/** The rights of a request whose answer has not been released. */
export const outstandingOf = (db: Executor, workspaceId: string, requestId: string): Promise<Set<string>> =>
  idsOf(db, workspaceId, requestId, UNRELEASED);

/** The rights of a request whose answer the data subject cannot open yet. */
export const followingOf = (db: Executor, workspaceId: string, requestId: string): Promise<Set<string>> =>
  idsOf(db, workspaceId, requestId, NOT_READY);

async function idsOf(
  db: Executor,
  workspaceId: string,
  requestId: string,
  statuses: readonly AnswerStatus[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('requestRights as r')
    .select('r.id')
    .where('r.workspaceId', '=', workspaceId)
    .where('r.requestId', '=', requestId)
    .where(answerOutstanding('r', statuses))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
