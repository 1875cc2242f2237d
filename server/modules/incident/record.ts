import { namedOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { stageOf } from '../../../shared/incident/status.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { AUTHORITY, incidentClock, settingsOf, type StoredSettings } from './clock.ts';
import { linksOf } from './links.ts';
import * as queries from './queries.ts';
import * as historyQueries from './historyQueries.ts';
import * as activityQueries from './activityQueries.ts';
import { sealedReporter } from './reporter.ts';
import { allowedMoves, sees } from './rules.ts';
import type { IncidentHeadline } from './announce.ts';
import { assertNewest } from '../../platform/records/stale.ts';

/** The row of an incident. @throws 404, also for one that the caller cannot read */
async function rowOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.IncidentRow> {
  const row = await queries.find(trx, ctx.workspace.id, id);
  if (!row || !sees(actorOf(ctx), row)) throw appError('incident.notFound');
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockedRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.IncidentRow> {
  await queries.lock(trx, ctx.workspace.id, id);
  return rowOf(trx, ctx, id);
}

/** An incident with all its parts. @throws 404, also for one that the caller cannot read */
export const existing = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<Incident> =>
  incidentView(await assemble(trx, ctx, await rowOf(trx, ctx, id)));

/** The incident as the API returns it. */
export const incidentView = ({ settings: _settings, ...incident }: IncidentRecord): Incident => incident;

/** An incident, with the settings by which its deadline is read. */
export type IncidentRecord = Incident & { readonly settings: StoredSettings };

/** The incident of a row, with its parts from other tables. */
async function assemble(trx: Trx, ctx: WorkspaceContext, row: queries.IncidentRow): Promise<IncidentRecord> {
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
    sealedName,
    fileSize,
    notifiedLate: _notifiedLate,
    ...facts
  } = row;
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  const [links, settings, deadlines, activities, moves, decisions] = await Promise.all([
    linksOf(trx, ws, [id]).then((linksTo) => linksTo(id)),
    settingsOf(trx, ws),
    deadlinesOf(trx, ws, AUTHORITY, [id]),
    activityQueries.activitiesOf(trx, ws, id),
    historyQueries.movesOf(trx, ws, id),
    historyQueries.decisionsOf(trx, ws, id),
  ]);
  return {
    ...facts,
    stage: stageOf(row.status),
    reporter: sealedReporter.open(key, id, reporter),
    assignee: namedOf(assigneeId, assigneeName),
    reportedBy: namedOf(reporterId, reporterName),
    updatedBy: namedOf(updatedBy, updatedByName),
    applications: links.application,
    dataSubjectGroups: links.dataSubjectGroup,
    purposes: links.purpose,
    piiCategories: links.piiCategory,
    attachment: attachmentId
      ? {
          id: attachmentId,
          url: fileUrl(ws, attachmentId),
          name: nameOfFile(key, attachmentId, { name: fileName, sealedName }),
          size: fileSize ?? 0,
        }
      : null,
    clock: clockFrom(deadlines, row, settings),
    settings,
    activities,
    moves,
    decisions,
    allowed: allowedMoves(actorOf(ctx), row),
  };
}

type Clocked = Pick<Incident, 'id' | 'createdAt' | 'discoveredAt' | 'acceptedAt'> & { reporterId?: string | null };

/** An incident's deadline as it is now. */
export const clockOf = async (
  trx: Trx,
  workspaceId: string,
  incident: Clocked,
  settings: StoredSettings,
): Promise<Incident['clock']> =>
  clockFrom(await deadlinesOf(trx, workspaceId, AUTHORITY, [incident.id]), incident, settings);

function clockFrom(
  deadlines: Awaited<ReturnType<typeof deadlinesOf>>,
  incident: Clocked,
  settings: StoredSettings,
): Incident['clock'] {
  const clock = deadlines.get(incident.id);
  if (!clock) throw new Error(`incident ${incident.id} has no clock`);
  return incidentClock(clock, incident, settings);
}

/** An incident, locked until the transaction ends. @throws 404, 409 `staleEdit` with the newer one */
export async function locked(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number | undefined },
): Promise<IncidentRecord> {
  const found = await assemble(trx, ctx, await lockedRow(trx, ctx, id));
  await assertNewest(found, rowVersion, () => incidentView(found));
  return found;
}

/**
 * The incident after the caller's write, without reading it again: `changes` are the written columns, and other
 * differences.
 */
export function written(actor: Caller, before: IncidentRecord, changes: Partial<Incident>): IncidentRecord {
  const after = {
    ...before,
    ...changes,
    rowVersion: before.rowVersion + 1,
    updatedAt: actor.at.toISOString(),
    updatedBy: { id: actor.personnelId, name: actor.name },
  };
  return { ...after, stage: stageOf(after.status), allowed: allowedMoves(actor, headlineOf(after)) };
}

/** Facts of an incident for rules and events. */
export const headlineOf = (incident: Incident): IncidentHeadline & Pick<Incident, 'status'> => ({
  id: incident.id,
  number: incident.number,
  title: incident.title,
  status: incident.status,
  reporterId: incident.reportedBy?.id ?? null,
  assigneeId: incident.assignee?.id ?? null,
});
