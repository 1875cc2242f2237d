import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import {
  type createIncident,
  reportFactsOf,
  type Incident,
  type IncidentFields,
  type updateIncident,
} from '../../../shared/incident/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type Change, changesBetween } from '../../platform/live/emit.ts';
import { appError } from '../../platform/errors.ts';
import { findFile } from '../../platform/files/service.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { moveClock } from './clock.ts';
import { attachEvidence, releaseEvidence } from './evidence.ts';
import { evidence } from './files.ts';
import { assertApplicationNamed, type Links, resolveLinks, writeLinks } from './links.ts';
import * as queries from './queries.ts';
import { clockOf, existing, headlineOf, locked, incidentView, written } from './record.ts';
import { open } from './report.ts';
import { sealReporter } from './reporter.ts';
import { assertMove, assertPast } from './rules.ts';
import { announce } from './announce.ts';
import { incidentWorkflow } from './workflow.ts';

/** An incident with all its parts. @throws 404, also for one that the caller cannot read */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Incident> =>
  ctx.read((trx) => existing(trx, ctx, id));

/** More than anybody needs; each draft has a deadline that notifies others. */
const CREATE_PERSON: Limit = {
  name: 'incident.create',
  max: 60,
  seconds: 3600,
  code: 'incident.tooManyReports',
};

/**
 * Creates a report, which only its reporter can edit until they submit it; the deadline starts now. The same `key`
 * again finds the existing report and saves the new input, unless somebody has changed it.
 * @throws 400, 404 for a key that is the id of another's incident, 429
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createIncident>): Promise<Incident> {
  return ctx.transaction(async (trx) => {
    const there = input.key === undefined ? undefined : await keyed(trx, ctx, input.key);
    if (there) return there.rowVersion > 1 ? there : save(trx, ctx, { ...input, id: there.id, rowVersion: 1 });
    await assertApplicationNamed(trx, ctx.workspace.id, input);
    await spend(ctx.deps, CREATE_PERSON, ctx.personnel.id);
    const key = input.key ?? randomUUIDv7();
    if (input.attachmentId) await attachEvidence(trx, ctx, key, input.attachmentId);
    const actor = actorOf(ctx);
    const { id, number } = await open(trx, actor, input, 'WAITING', key);
    await announce(
      trx,
      actor,
      { id, number, title: input.title, reporterId: ctx.personnel.id, assigneeId: null },
      'incident.created',
    );
    return existing(trx, ctx, id);
  });
}

/** The stored incident of a key; a simultaneous call with the same key waits for the first. */
async function keyed(trx: Trx, ctx: WorkspaceContext, key: string): Promise<Incident | undefined> {
  await oneAtATime(trx, ctx.workspace.id, `incident.create ${key}`);
  const row = await queries.find(trx, ctx.workspace.id, key);
  if (row && row.reporterId !== ctx.personnel.id) throw appError('incident.notFound');
  return row && existing(trx, ctx, key);
}

/**
 * Saves the fields over `rowVersion`. A draft can be changed by its reporter, a submitted report with
 * `incident.verify`. @throws 404, 403, 400, 409 `staleEdit` with the newer incident, 409 `illegalMove`
 */
export const update = (ctx: WorkspaceContext, input: z.output<typeof updateIncident>): Promise<Incident> =>
  ctx.transaction((trx) => save(trx, ctx, input));

async function save(trx: Trx, ctx: WorkspaceContext, input: z.output<typeof updateIncident>): Promise<Incident> {
  const before = await locked(trx, ctx, input);
  assertMove(actorOf(ctx), headlineOf(before), 'edit');
  assertPast(ctx.deps.now(), { discoveredAt: input.discoveredAt, occurredAt: input.occurredAt });
  const ws = ctx.workspace.id;
  await assertApplicationNamed(trx, ws, input, before.applications);
  await assertBeforeNotified(trx, ctx, before, input);
  const links = await resolveLinks(trx, ws, input);
  const had: Links = {
    application: before.applications,
    dataSubjectGroup: before.dataSubjectGroups,
    purpose: before.purposes,
    piiCategory: before.piiCategories,
  };
  if (isDeepStrictEqual(factsOf(fieldsOf(before)), factsOf(input))) return incidentView(before);
  const attachment = before.attachment?.id ?? null;
  if (input.attachmentId && input.attachmentId !== attachment)
    await attachEvidence(trx, ctx, before.id, input.attachmentId);
  const reporter = sealReporter(await ctx.deps.keyring.workspaceKey(trx, ws), before.id, input.reporter);
  const actor = actorOf(ctx);
  await transition(trx, actor, incidentWorkflow, before, 'edit', {
    columns: { ...queries.columnsOf(input), reporter },
  });
  const named = await writeLinks(trx, ws, before.id, had, links);
  if (attachment !== input.attachmentId) await releaseEvidence(trx, ws, before.id, attachment);
  const moved = Date.parse(input.discoveredAt) !== Date.parse(before.discoveredAt);
  if (moved) await moveClock(trx, { workspaceId: ws, now: ctx.deps.now() }, before);
  const facts = await viewOfInput(trx, ctx, before, input);
  const after = written(actor, before, {
    ...facts,
    applications: named.application,
    dataSubjectGroups: named.dataSubjectGroup,
    purposes: named.purpose,
    piiCategories: named.piiCategory,
  });
  if (moved) after.clock = await clockOf(trx, ws, { ...after, ...headlineOf(after) }, after.settings);
  await announce(trx, actor, headlineOf(after), 'incident.updated', { changes: changesOf(before, after) });
  return incidentView(after);
}

/** Nobody can have been notified before it happened. @throws 400 at `occurredAt` */
async function assertBeforeNotified(
  trx: Trx,
  ctx: WorkspaceContext,
  before: Incident,
  { occurredAt }: IncidentFields,
): Promise<void> {
  const at = Date.parse(occurredAt);
  if (at <= Date.parse(before.occurredAt)) return;
  const notifiedAt = await queries.firstNotifiedAt(trx, ctx.workspace.id, before.id);
  if (notifiedAt !== null && at > Date.parse(notifiedAt))
    throw appError('incident.occurredAfterTold', { at: 'occurredAt' });
}

/** The fields of an input as the incident returns them. */
async function viewOfInput(
  trx: Trx,
  ctx: WorkspaceContext,
  before: Incident,
  input: IncidentFields,
): Promise<Partial<Incident>> {
  const workspaceId = ctx.workspace.id;
  const { attachmentId, discoveredAt, occurredAt, ...facts } = queries.columnsOf(input);
  const { firstName, lastName, phone, email } = input.reporter;
  let attachment = attachmentId === null ? null : before.attachment;
  if (attachmentId !== null && attachmentId !== attachment?.id) {
    const file = await findFile(trx, evidence, { workspaceId, ownerId: before.id, fileId: attachmentId });
    const name = nameOfFile(await ctx.deps.keyring.workspaceKey(trx, workspaceId), attachmentId, file);
    attachment = { id: attachmentId, url: fileUrl(workspaceId, attachmentId), name, size: file.size };
  }
  return {
    ...facts,
    discoveredAt: discoveredAt.toISOString(),
    occurredAt: occurredAt.toISOString(),
    reporter: { firstName, lastName, phone, email },
    attachment,
  };
}

const idsOf = (links: Incident['applications']) => links.flatMap(({ id }) => id ?? []);
/** An incident as the input that would save it unchanged. */
const fieldsOf = (incident: Incident): IncidentFields => ({
  ...incident,
  applicationIds: idsOf(incident.applications),
  dataSubjectGroupIds: idsOf(incident.dataSubjectGroups),
  purposeIds: idsOf(incident.purposes),
  piiCategoryIds: idsOf(incident.piiCategories),
  attachmentId: incident.attachment?.id ?? null,
});
/** The values by which two saves are compared. */
const factsOf = (fields: IncidentFields) => {
  const { firstName, lastName, phone, email } = fields.reporter;
  const { applicationIds, dataSubjectGroupIds, purposeIds, piiCategoryIds } = fields;
  return {
    ...queries.columnsOf(fields),
    reporter: [firstName, lastName, phone, email],
    applicationIds,
    dataSubjectGroupIds,
    purposeIds,
    piiCategoryIds,
  };
};

/**
 * Free text of an incident, and the name of its file, can name people: the log stores that it changed, not its content.
 */
const PERSONAL = ['description', 'affectedSystems', 'actionsTaken', 'consequences', 'attachment'] as const;
const namesOf = (links: Incident['applications']) => links.map(({ name }) => name.th);

/** The changes of an edit, for the activity log. Of the reporter only that it is another one. */
function changesOf(before: Incident, after: Incident): Change[] {
  const logged = (incident: Incident) => {
    const { applications, dataSubjectGroups, purposes, piiCategories, attachment } = incident;
    return {
      ...reportFactsOf(incident),
      applications: namesOf(applications),
      dataSubjectGroups: namesOf(dataSubjectGroups),
      purposes: namesOf(purposes),
      piiCategories: namesOf(piiCategories),
      attachment: attachment?.name ?? '',
    };
  };
  const changes = changesBetween(logged(before), logged(after), PERSONAL);
  return isDeepStrictEqual(before.reporter, after.reporter)
    ? changes
    : [...changes, { field: 'reporter', old: '•••', new: '•••' }];
}
