import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { createIncident, Incident, IncidentFields, updateIncident } from '../../../shared/incident.ts';
import { writing, type WorkspaceContext } from '../../context.ts';
import { type Change, changesBetween } from '../../live/emit.ts';
import { moveClock } from './clock.ts';
import { attachEvidence, releaseEvidence } from './evidence.ts';
import { type Links, resolveLinks, writeLinks } from './links.ts';
import * as queries from './queries.ts';
import { existing, locked, standingOf } from './record.ts';
import { open } from './report.ts';
import { sealReporter } from './reporter.ts';
import { assertMove, assertPast } from './rules.ts';
import { actingOf, tell } from './tell.ts';

/** An incident with all that belongs to it. @throws 404, also for one that is not the caller's to see */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Incident> => ctx.transaction((trx) => existing(trx, ctx, id));

/** Begins a report, which is its reporter's until he submits it; the clock runs from now. @throws 400 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createIncident>): Promise<Incident> {
  return ctx.transaction(async (trx) => {
    if (input.attachmentId) await attachEvidence(trx, ctx, null, input.attachmentId);
    const acting = actingOf(ctx);
    const { id, number } = await open(trx, acting, input, 'WAITING');
    await tell(trx, acting, { id, number, title: input.title, reporterId: ctx.personnel.id, assigneeId: null }, { event: 'incident.created' });
    return existing(trx, ctx, id);
  });
}

/**
 * Saves the facts over `rowVersion`. What is being written is its reporter's to change, what was submitted is for
 * `incident.verify`. @throws 404, 403, 400, 409 `staleEdit` with the newer incident, 409 `illegalMove`
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateIncident>): Promise<Incident> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input);
    assertMove(ctx, standingOf(before), 'edit');
    assertPast(ctx.deps.now(), { discoveredAt: input.discoveredAt, occurredAt: input.occurredAt });
    const ws = ctx.workspace.id;
    const links = await resolveLinks(trx, ws, input);
    const had: Links = { application: before.applications, dataSubjectGroup: before.dataSubjectGroups, purpose: before.purposes, piiCategory: before.piiCategories };
    if (isDeepStrictEqual(factsOf(fieldsOf(before)), factsOf(input))) return before;
    const attachment = before.attachment?.id ?? null;
    if (input.attachmentId && input.attachmentId !== attachment) await attachEvidence(trx, ctx, before.id, input.attachmentId);
    const reporter = sealReporter(await ctx.deps.keyring.workspaceKey(trx, ws), input.reporter);
    await queries.update(trx, writing(ctx, before.id), { ...queries.columnsOf(input), reporter });
    await writeLinks(trx, ws, before.id, had, links);
    if (attachment !== input.attachmentId) await releaseEvidence(trx, ws, attachment);
    if (Date.parse(input.discoveredAt) !== Date.parse(before.discoveredAt)) {
      await moveClock(trx, { workspaceId: ws, now: ctx.deps.now() }, before);
    }
    const after = await existing(trx, ctx, before.id);
    await tell(trx, actingOf(ctx), standingOf(after), { event: 'incident.updated', changes: changesOf(before, after) });
    return after;
  });
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
/** What two saves are compared by. */
const factsOf = (fields: IncidentFields) => {
  const { firstName, lastName, phone, email } = fields.reporter;
  const { applicationIds, dataSubjectGroupIds, purposeIds, piiCategoryIds } = fields;
  return { ...queries.columnsOf(fields), reporter: [firstName, lastName, phone, email], applicationIds, dataSubjectGroupIds, purposeIds, piiCategoryIds };
};

/** Free text of an incident may name people: the log keeps that it changed, not what it says. */
const PERSONAL = ['description', 'affectedSystems', 'actionsTaken', 'consequences'] as const;
const namesOf = (links: Incident['applications']) => links.map(({ name }) => name.th);

/** What an edit changed, for the activity log. Of the reporter nothing is told but that he is another. */
function changesOf(before: Incident, after: Incident): Change[] {
  const logged = (incident: Incident) => {
    const { title, source, cause, breachKinds, discoveredAt, occurredAt, affectedSystems, subjectCount, recordCount, sensitive, description, actionsTaken, consequences } = incident;
    const { applications, dataSubjectGroups, purposes, piiCategories, attachment } = incident;
    return {
      title, source, cause, breachKinds, discoveredAt, occurredAt, affectedSystems, subjectCount, recordCount, sensitive, description, actionsTaken, consequences,
      applications: namesOf(applications), dataSubjectGroups: namesOf(dataSubjectGroups), purposes: namesOf(purposes), piiCategories: namesOf(piiCategories), attachment: attachment?.name ?? '',
    };
  };
  const changes = changesBetween(logged(before), logged(after), PERSONAL);
  return isDeepStrictEqual(before.reporter, after.reporter) ? changes : [...changes, { field: 'reporter', old: '•••', new: '•••' }];
}
