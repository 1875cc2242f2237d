import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/file.ts';
import { type Incident, stageOf } from '../../../shared/incident/schema.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { AUTHORITY, incidentClock, settingsOf, type StoredSettings } from './clock.ts';
import { linksOf } from './links.ts';
import * as queries from './queries.ts';
import { openReporter } from './reporter.ts';
import { allowedMoves, sees } from './rules.ts';
import type { Told } from './tell.ts';

const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null);

/** The row of an incident. @throws 404, also for one that is not the caller's to see */
async function rowOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.IncidentRow> {
  const row = await queries.find(trx, ctx.workspace.id, id);
  if (!row || !sees(actorOf(ctx), row)) throw errors.notFound({ code: 'incident.notFound' });
  return row;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockedRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.IncidentRow> {
  await queries.lock(trx, ctx.workspace.id, id);
  return rowOf(trx, ctx, id);
}

/** An incident with all that belongs to it. @throws 404, also for one that is not the caller's to see */
export const existing = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<Incident> =>
  (await whole(trx, ctx, await rowOf(trx, ctx, id))).incident;

/** What a step works with: the incident before it, and the settings by which its clock is read. */
export interface Reading {
  readonly incident: Incident;
  readonly settings: StoredSettings;
}

async function whole(trx: Trx, ctx: WorkspaceContext, row: queries.IncidentRow): Promise<Reading> {
  const ws = ctx.workspace.id;
  const { id } = row;
  const {
    reporter,
    reporterId,
    reporterName,
    assigneeId,
    assigneeName,
    updatedBy,
    updatedByName,
    attachmentId,
    fileName,
    fileSize,
    notifiedLate: _late,
    ...facts
  } = row;
  const links = (await linksOf(trx, ws, [id]))(id);
  const settings = await settingsOf(trx, ws);
  const incident: Incident = {
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
    attachment: attachmentId
      ? { id: attachmentId, url: fileUrl(ws, attachmentId), name: fileName ?? '', size: fileSize ?? 0 }
      : null,
    clock: await clockOf(trx, ws, row, settings),
    activities: await queries.activitiesOf(trx, ws, id),
    moves: await queries.movesOf(trx, ws, id),
    decisions: await queries.decisionsOf(trx, ws, id),
    allowed: allowedMoves(actorOf(ctx), row),
  };
  return { incident, settings };
}

/** An incident's clock as it stands. */
export async function clockOf(
  trx: Trx,
  workspaceId: string,
  incident: Pick<Incident, 'id' | 'createdAt' | 'discoveredAt' | 'acceptedAt'> & { reporterId?: string | null },
  settings: StoredSettings,
): Promise<Incident['clock']> {
  const clock = (await deadlinesOf(trx, workspaceId, AUTHORITY, [incident.id])).get(incident.id);
  if (!clock) throw new Error(`incident ${incident.id} has no clock`);
  return incidentClock(clock, incident, settings);
}

/** An incident that nobody else changes until the transaction ends. @throws 404, 409 `staleEdit` with the newer one */
export async function locked(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number | undefined },
): Promise<Reading> {
  const found = await whole(trx, ctx, await lockedRow(trx, ctx, id));
  if (rowVersion !== undefined && found.incident.rowVersion !== rowVersion) throw errors.staleEdit(found.incident);
  return found;
}

/** The incident as the caller's write has left it, without reading it again: `changes` are what was written beside. */
export function written(ctx: WorkspaceContext, before: Incident, at: Date, changes: Partial<Incident>): Incident {
  const { id, name } = ctx.personnel;
  const after = {
    ...before,
    ...changes,
    rowVersion: before.rowVersion + 1,
    updatedAt: at.toISOString(),
    updatedBy: { id, name },
  };
  return { ...after, stage: stageOf(after.status), allowed: allowedMoves(actorOf(ctx), standingOf(after)) };
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
