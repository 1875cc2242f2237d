import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type Application,
  type ApplicationAllowance,
  type ApplicationContent,
  type ApplicationDetail,
  type ApplicationDocument,
  applicationFields,
  type listApplications,
  particularsOf,
  type pickApplications,
} from '../../../shared/application/schema.ts';
import type { listVersions, PurposeProblem } from '../../../shared/purpose/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { violates } from '../../platform/database/locks.ts';
import * as versions from '../../platform/records/versions.ts';
import { recordRemoved } from '../approvalLine/changed.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import * as purposes from '../purpose/service.ts';
import { assertRoom, roomOf } from '../workspace/limits.ts';
import { lacking } from './documents.ts';
import * as dataMapping from '../dataMapping/lines.ts';
import * as queries from './queries.ts';

export { lock, touch } from './queries.ts';

type Fields = z.output<typeof applicationFields>;

export const list = (ctx: WorkspaceContext, input: z.output<typeof listApplications>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));
export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickApplications>) =>
  ctx.transaction((trx) => queries.pick(trx, ctx.workspace.id, input));
export const without = (ctx: WorkspaceContext, kind: ApplicationDocument, input: z.output<typeof listApplications>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input, lacking(kind)));
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Application> =>
  ctx.transaction(async (trx) => (await existing(trx, ctx, id)).application);

/** The consent form of an application, if it has one. */
export const consentFormOf = queries.consentFormOf;

/** Whether another application may be recorded: the package's limit, and a data controller to name. */
export function allowance(ctx: WorkspaceContext): Promise<ApplicationAllowance> {
  return ctx.transaction(async (trx) => ({
    ...(await roomOf(trx, ctx.workspace.id, ctx.workspace.tier, 'applications')),
    hasDataController: await queries.hasController(trx, ctx.workspace.id),
  }));
}

/**
 * Everything about an application: its controller's particulars and each purpose in full, with what publishing misses.
 */
export function detail(ctx: WorkspaceContext, { id }: { id: string }): Promise<ApplicationDetail> {
  return ctx.transaction(async (trx) => {
    const { application, controller } = await existing(trx, ctx, id);
    const linked: ApplicationDetail['purposes'] = [];
    for (const purpose of application.purposes) {
      const { content, problems } = await purposes.existing(trx, ctx, purpose.id);
      linked.push({ ...purpose, content, problems });
    }
    return {
      ...application,
      dataController: controller,
      purposes: linked,
      dataMapping: await dataMapping.list(trx, ctx.workspace.id, id),
      completenessItems: await completeness.itemsOf(trx, ctx.workspace.id, id),
      namedBy: await queries.namedBy(trx, ctx.workspace.id, id),
    };
  });
}

/** @throws 409 `application.noDataController`, `applications.limit` of the package, `application.nameTaken` */
export function create(ctx: WorkspaceContext, input: Fields): Promise<Application> {
  const fields = applicationFields.parse(input);
  return ctx.transaction(async (trx) => {
    if (!(await queries.hasController(trx, ctx.workspace.id)))
      throw errors.conflict({ code: 'application.noDataController', key: 'application:noDataController' });
    await assertPresent(trx, ctx, fields);
    await assertRoom(trx, ctx.workspace.id, 'applications');
    const id = randomUUIDv7();
    try {
      await queries.insert(trx, actorOf(ctx), id, fields);
    } catch (error) {
      if (violates(error, 'applications_unique_name'))
        throw errors.taken('name', 'application:nameTaken', 'application.nameTaken');
      throw error;
    }
    await completeness.refresh(trx, ctx.workspace.id, [id]);
    await emit(trx, actorOf(ctx), { event: 'application.created', entityId: id, subject: fields.name });
    return (await existing(trx, ctx, id)).application;
  });
}

/**
 * Saves over `rowVersion`; what is published becomes a draft of its next version.
 * @throws 400 on another name, 409 `staleEdit` with the newer record
 */
export function update(
  ctx: WorkspaceContext,
  input: Fields & { id: string; rowVersion: number },
): Promise<Application> {
  const fields = applicationFields.parse(input);
  return ctx.transaction(async (trx) => {
    const before = (await locked(trx, ctx, input.id, input.rowVersion)).application;
    if (fields.name !== before.name) throw errors.field('name', 'application:nameFixed', 'application.nameFixed');
    if (JSON.stringify(fieldsOf(before)) === JSON.stringify(fieldsOf(fields))) return before;
    await assertPresent(trx, ctx, fields);
    await assertUnmapped(trx, ctx, before, fields);
    await queries.update(trx, actorOf(ctx), input.id, fields);
    await completeness.refresh(trx, ctx.workspace.id, [input.id], actorOf(ctx));
    const after = (await existing(trx, ctx, input.id)).application;
    await emit(trx, actorOf(ctx), {
      event: 'application.updated',
      entityId: after.id,
      subject: after.name,
      changes: changesBetween(logged(before), logged(after)),
    });
    return after;
  });
}

/**
 * @throws 409 `application.inUse` naming the purposes that send data to it, `application.hasConsent` naming its consent
 * form
 */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    await queries.lock(trx, ctx.workspace.id, id, 'delete');
    const { application } = await existing(trx, ctx, id);
    const users = await queries.namedBy(trx, ctx.workspace.id, id);
    if (users.length > 0) {
      const names = users.map(({ title }) => title.th).join(', ');
      throw errors.conflict({
        code: 'application.inUse',
        key: 'application:inUse',
        values: { names },
        details: { purposes: users },
      });
    }
    const form = await queries.consentFormOf(trx, ctx.workspace.id, id);
    if (form)
      throw errors.conflict({
        code: 'application.hasConsent',
        key: 'application:hasConsent',
        values: { name: form.name },
        details: { consent: form },
      });
    await recordRemoved(trx, actorOf(ctx), id);
    await queries.remove(trx, ctx.workspace.id, id);
    await emit(trx, actorOf(ctx), { event: 'application.removed', entityId: id, subject: application.name });
    return { id };
  });
}

/**
 * Freezes the draft as the next version, every name resolved, its purposes at their published versions. With
 * `publishPurposes` the drafts among them are published in the same transaction.
 * @throws 400 naming what is missing of each purpose, 409 `illegalMove` when there is no draft
 */
export function publish(
  ctx: WorkspaceContext,
  input: { id: string; rowVersion: number; publishPurposes: boolean },
): Promise<Application> {
  return ctx.transaction(async (trx) => {
    const { application, controller } = await locked(trx, ctx, input.id, input.rowVersion);
    if (application.status !== 'draft') throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
    if (application.purposes.length === 0)
      throw errors.field('purposeIds', 'application:noPurposes', 'application.noPurposes');
    const frozen = await freezePurposes(trx, ctx, application, input.publishPurposes);
    const version = application.publishedVersion + 1;
    const content: ApplicationContent = {
      name: application.name,
      description: application.description,
      dataController: controller,
      lineOfWork: application.lineOfWork,
      dataSource: application.dataSource,
      dataSubjectCount: application.dataSubjectCount,
      processingFrequency: application.processingFrequency,
      ...particularsOf(application),
      dataMapping: await dataMapping.list(trx, ctx.workspace.id, input.id),
      purposes: frozen,
    };
    await versions.insertVersion(trx, 'applicationVersions', {
      workspaceId: ctx.workspace.id,
      documentId: input.id,
      version,
      content,
      by: ctx.personnel.id,
      at: ctx.deps.now(),
    });
    await queries.setPublished(trx, actorOf(ctx), input.id, version);
    await emit(trx, actorOf(ctx), {
      event: 'application.published',
      entityId: input.id,
      subject: application.name,
      changes: [{ field: 'version', old: application.publishedVersion || null, new: version }],
    });
    return (await existing(trx, ctx, input.id)).application;
  });
}

async function freezePurposes(
  trx: Trx,
  ctx: WorkspaceContext,
  application: Application,
  publishDrafts: boolean,
): Promise<ApplicationContent['purposes']> {
  const frozen: ApplicationContent['purposes'] = [];
  const missing: PurposeProblem[] = [];
  // Locked in one order, so that two publications that share purposes cannot wait for each other.
  for (const { id } of application.purposes.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await purposes.locked(trx, ctx, id);
  for (const [index, { id }] of application.purposes.entries()) {
    const purpose = await purposes.existing(trx, ctx, id);
    if (purpose.status === 'draft' && (!publishDrafts || purpose.problems.length > 0)) {
      const problems: PurposeProblem[] = publishDrafts
        ? purpose.problems
        : [{ path: [], key: 'application:purposeDraft' }];
      missing.push(...problems.map((problem) => ({ ...problem, path: ['purposeIds', index, ...problem.path] })));
      continue;
    }
    if (purpose.status === 'draft') await purposes.publishLocked(trx, ctx, purpose);
    const version = purpose.status === 'draft' ? purpose.publishedVersion + 1 : purpose.publishedVersion;
    // As it was published, not as its catalogue's words read today.
    const published = await versions.findVersion(trx, 'purposeVersions', ctx.workspace.id, id, version);
    if (!published) throw new Error(`purpose ${id} has no version ${version}`);
    frozen.push({
      id,
      version,
      sha256: published.sha256,
      content: published.content as ApplicationContent['purposes'][number]['content'],
    });
  }
  if (missing.length > 0)
    throw errors.badRequest({ code: 'application.incomplete', key: 'application:incomplete', issues: missing });
  return frozen;
}

/** Published versions, newest first; a deleted application keeps its own. @throws 404 */
export function listOfVersions(ctx: WorkspaceContext, input: z.output<typeof listVersions>) {
  return ctx.transaction(async (trx) => {
    const found = await versions.listVersions(trx, 'applicationVersions', ctx.workspace.id, input.id, input);
    if (found.meta.totalItems === 0) await existing(trx, ctx, input.id);
    return found;
  });
}

export function version(ctx: WorkspaceContext, { id, v }: { id: string; v: number }) {
  return ctx.transaction(async (trx) => {
    const found = await versions.findVersion(trx, 'applicationVersions', ctx.workspace.id, id, v);
    if (!found) throw errors.notFound();
    return { ...found, applicationId: id, content: found.content as ApplicationContent };
  });
}

export async function existing(trx: Trx, ctx: WorkspaceContext, id: string) {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw errors.notFound();
  return found;
}

/** An application that stays as it is until the transaction ends. @throws 404, 409 `staleEdit` */
export async function locked(trx: Trx, ctx: WorkspaceContext, id: string, rowVersion?: number) {
  await queries.lock(trx, ctx.workspace.id, id, 'change');
  const found = await existing(trx, ctx, id);
  if (rowVersion !== undefined && found.application.rowVersion !== rowVersion) {
    throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: found.application } });
  }
  return found;
}

/** Refuses what the fields refer to and the workspace has not, field by field. */
async function assertPresent(trx: Trx, ctx: WorkspaceContext, fields: Fields): Promise<void> {
  const ws = ctx.workspace.id;
  const wrong = await wrongChoices(trx, ws, [
    { field: 'lineOfWorkId', kind: 'lineOfWork', ids: fields.lineOfWorkId ? [fields.lineOfWorkId] : [] },
    { field: 'dataSourceId', kind: 'dataSource', ids: fields.dataSourceId ? [fields.dataSourceId] : [] },
  ]);
  if (!(await queries.hasController(trx, ws, fields.dataControllerId))) wrong.push('dataControllerId');
  const there = await queries.presentPurposes(trx, ws, fields.purposeIds);
  if (!fields.purposeIds.every((id) => there.has(id))) wrong.push('purposeIds');
  if (wrong.length > 0)
    throw errors.badRequest({ issues: wrong.map((field) => ({ path: [field], key: 'errors:choice' })) });
}

/**
 * A purpose whose data is mapped stays linked, so that no line goes away unseen.
 * @throws 409 `application.purposeMapped` naming them
 */
async function assertUnmapped(
  trx: Trx,
  ctx: WorkspaceContext,
  before: Application,
  { purposeIds }: Fields,
): Promise<void> {
  const gone = before.purposes.filter(({ id }) => !purposeIds.includes(id));
  const mapped = await dataMapping.mappedPurposes(
    trx,
    ctx.workspace.id,
    before.id,
    gone.map(({ id }) => id),
  );
  const kept = gone.filter(({ id }) => mapped.has(id));
  if (kept.length === 0) return;
  const names = kept.map(({ title }) => title.th).join(', ');
  throw errors.conflict({
    code: 'application.purposeMapped',
    key: 'application:purposeMapped',
    values: { names },
    issues: [{ path: ['purposeIds'], key: 'application:purposeMapped', values: { names } }],
  });
}

/** What can be edited, in one shape for both sides. */
function fieldsOf(from: Application | Fields): Fields {
  const { name, description, dataSubjectCount, processingFrequency } = from;
  const references =
    'purposes' in from
      ? {
          dataControllerId: from.dataController.id,
          lineOfWorkId: from.lineOfWork?.id ?? null,
          dataSourceId: from.dataSource?.id ?? null,
          purposeIds: from.purposes.map(({ id }) => id),
        }
      : {
          dataControllerId: from.dataControllerId,
          lineOfWorkId: from.lineOfWorkId,
          dataSourceId: from.dataSourceId,
          purposeIds: from.purposeIds,
        };
  return { name, description, dataSubjectCount, processingFrequency, ...particularsOf(from), ...references };
}

/** The record as the activity log tells it: names in place of ids. */
const logged = (application: Application): Record<string, unknown> => ({
  description: application.description,
  dataController: application.dataController.name.th,
  lineOfWork: application.lineOfWork?.name.th ?? null,
  dataSource: application.dataSource?.name.th ?? null,
  dataSubjectCount: application.dataSubjectCount,
  processingFrequency: application.processingFrequency,
  ...particularsOf(application),
  purposes: application.purposes.map(({ title }) => title.th),
});
