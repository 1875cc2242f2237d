import { type Expression, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type ListApprovalLines, PENDING_APPROVAL } from '../../../shared/approvalLine/schema.ts';
import type { List } from '../../../shared/list.ts';
import { may, type Standing } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { pageOf, thaiStart } from '../../platform/list/list.ts';
import { contains, matching, NARROW } from '../../platform/list/search.ts';
import { mayStandIn } from './people.ts';

/** Who reads, and whether they can read every line or only those they have a part in. */
export interface Reader {
  workspaceId: string;
  personnelId: string;
  all: boolean;
  at: Date;
}

/** Whether somebody manages lines of others, and can read all of them. */
export const manages = ({ standing }: { readonly standing?: Standing }): boolean =>
  standing !== undefined && may(standing, 'approval.settings');

/** The caller as a reader of lines. */
export const readerOf = (ctx: WorkspaceContext): Reader => ({
  workspaceId: ctx.workspace.id,
  personnelId: ctx.personnel.id,
  all: manages(ctx),
  at: ctx.deps.now(),
});

/** Absences `x` in which the reader is the delegate now, with the steps `s` of the absent person. */
const standingIn = ({ workspaceId, personnelId, at }: Reader) => sql`
  approval_absences x join approval_steps s on s.workspace_id = x.workspace_id and s.approver_id = x.personnel_id
   where x.workspace_id = ${workspaceId} and x.delegate_id = ${personnelId} and x.ended_at is null and x.from_at <= ${at} and x.until_at > ${at}`;

// Each by an index that starts with the reader, and the lines then by their ids (as an array, since a join would read
// all lines): a workspace has many lines, a person few.
/** Ids of the lines that the reader requested, is or was asked in, acted in, or is now a delegate in. */
const partOf = (reader: Reader) => sql`(
  select id from approval_lines where workspace_id = ${reader.workspaceId} and requester_id = ${reader.personnelId}
  union select line_id from approval_steps where workspace_id = ${reader.workspaceId} and approver_id = ${reader.personnelId}
  union select line_id from approval_steps where workspace_id = ${reader.workspaceId} and acted_by = ${reader.personnelId}
  union select s.line_id from ${standingIn(reader)})`;

/** Ids of the lines that await the reader. */
const waitingFor = (reader: Reader) => sql`(
  select line_id from approval_steps where workspace_id = ${reader.workspaceId} and approver_id = ${reader.personnelId} and status = 'CURRENT'
  union select s.line_id from ${standingIn(reader)} and s.status = 'CURRENT' and ${mayStandIn(sql`x.delegate_id`)})`;

/** The condition that the reader can read a row of approval_lines. */
const visibleTo = (reader: Reader): Expression<SqlBool> =>
  reader.all ? sql<SqlBool>`true` : sql<SqlBool>`approval_lines.id = any(array${partOf(reader)})`;

/** Lines of a page, in the requested order. */
export async function listIds(trx: Trx, reader: Reader, input: ListApprovalLines): Promise<List<string>> {
  const { workspaceId, personnelId } = reader;
  const { query, status, reportType, applicationId } = input;
  const found = query ? await matching(trx, workspaceId, 'approvalLines', query) : null;
  let lines = trx
    .selectFrom('approvalLines')
    .where('approvalLines.workspaceId', '=', workspaceId)
    .where(visibleTo(reader));
  if (found)
    lines = lines.where(
      found.length <= NARROW ? sql<SqlBool>`approval_lines.id = any(${found}::uuid[])` : contains(query),
    );
  if (status !== 'ALL')
    lines = lines.where('approvalLines.status', 'in', status === 'OPEN' ? [...PENDING_APPROVAL] : [status]);
  if (reportType !== 'ALL') lines = lines.where('approvalLines.reportType', '=', reportType);
  if (applicationId) lines = lines.where('approvalLines.applicationId', '=', applicationId);
  if (input.privacyNoticeId) lines = lines.where('approvalLines.privacyNoticeId', '=', input.privacyNoticeId);
  if (input.mine) lines = lines.where('approvalLines.requesterId', '=', personnelId);
  if (input.waitingForMe) lines = lines.where(sql<SqlBool>`approval_lines.id = any(array${waitingFor(reader)})`);
  const column = (name: 'updatedAt' | 'requestedAt' | 'number') => sql.ref(`approvalLines.${name}`);
  const sort = {
    updatedAt: column('updatedAt'),
    requestedAt: column('requestedAt'),
    number: column('number'),
    applicationName: thaiStart('approvalLines.applicationName'),
  };
  const page = await pageOf(lines, input, (rows) => rows.select('approvalLines.id'), sort, sql.ref('approvalLines.id'));
  return { ...page, collection: page.collection.map(({ id }) => id) };
}

/** Whether the reader can read the line. */
export async function isVisible(trx: Trx, reader: Reader, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('approvalLines')
    .select('id')
    .where('workspaceId', '=', reader.workspaceId)
    .where('id', '=', id)
    .where(visibleTo(reader))
    .executeTakeFirst();
  return row !== undefined;
}
