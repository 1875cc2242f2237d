import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/file.ts';
import { type Incident, stageOf } from '../../../shared/incident.ts';
import { deadlinesOf } from '../../clock/deadlines.ts';
import type { WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { AUTHORITY, incidentClock, settingsOf } from './clock.ts';
import { linksOf } from './links.ts';
import * as queries from './queries.ts';
import { openReporter } from './reporter.ts';
import { allowedMoves, sees } from './rules.ts';
import type { Told } from './tell.ts';

const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null);

/** An incident with all that belongs to it. @throws 404, also for one that is not the caller's to see */
export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Incident> {
  const ws = ctx.workspace.id;
  const row = await queries.find(trx, ws, id);
  if (!row || !sees(ctx, row)) throw errors.notFound({ code: 'incident.notFound' });
  const { reporter, reporterId, reporterName, assigneeId, assigneeName, updatedBy, updatedByName, attachmentId, fileName, fileSize, notifiedLate: _late, ...facts } = row;
  const links = (await linksOf(trx, ws, [id]))(id);
  const clock = (await deadlinesOf(trx, ws, AUTHORITY, [id])).get(id);
  if (!clock) throw new Error(`incident ${id} has no clock`);
  return {
    ...facts,
    stage: stageOf(row.status),
    reporter: openReporter(await ctx.deps.keyring.workspaceKey(trx, ws), reporter),
    assignee: person(assigneeId, assigneeName),
    reportedBy: person(reporterId, reporterName),
    updatedBy: person(updatedBy, updatedByName),
    applications: links.application,
    dataSubjectGroups: links.dataSubjectGroup,
    purposes: links.purpose,
    piiCategories: links.piiCategory,
    attachment: attachmentId ? { id: attachmentId, url: fileUrl(ws, attachmentId), name: fileName ?? '', size: fileSize ?? 0 } : null,
    clock: incidentClock(clock, row, await settingsOf(trx, ws)),
    activities: await queries.activitiesOf(trx, ws, id),
    moves: await queries.movesOf(trx, ws, id),
    decisions: await queries.decisionsOf(trx, ws, id),
    allowed: allowedMoves(ctx, row),
  };
}

/** An incident that nobody else changes until the transaction ends. @throws 404, 409 `staleEdit` with the newer one */
export async function locked(trx: Trx, ctx: WorkspaceContext, { id, rowVersion }: { id: string; rowVersion?: number | undefined }): Promise<Incident> {
  await queries.lock(trx, ctx.workspace.id, id);
  const found = await existing(trx, ctx, id);
  if (rowVersion !== undefined && found.rowVersion !== rowVersion) throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: found } });
  return found;
}

/** What rules and those who are told need of it. */
export const standingOf = (incident: Incident): Told & Pick<Incident, 'status'> => ({
  id: incident.id,
  number: incident.number,
  title: incident.title,
  status: incident.status,
  reporterId: incident.reportedBy?.id ?? null,
  assigneeId: incident.assignee?.id ?? null,
});
