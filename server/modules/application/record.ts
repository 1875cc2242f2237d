import type { Trx } from '../../../db/client.ts';
import { type ApplicationFields, applicationFields, draftOf, factsOf } from '../../../shared/application/fields.ts';
import { type Application, type ApplicationContent, applicationStatus } from '../../../shared/application/schema.ts';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { forgetDeadline } from '../../platform/clock/deadlines.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { writeLinks } from '../../platform/records/links.ts';
import { recordRemoving, recordsPublished } from '../../platform/records/listener.ts';
import { logFields } from '../../platform/records/log.ts';
import { type Incomplete, versioned } from '../../platform/records/versioned.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import * as purposes from '../purpose/service.ts';
import { assertRoom } from '../workspace/limits.ts';
import { mappedFlows, mappedPurposes } from './mappedFlows.ts';
import { namedBy, namedByPublished, presentPurposes } from './purposeLinks.ts';
import * as queries from './queries.ts';
import { planReview, REVIEW } from './reviewClock.ts';

/** In their order; rows that stay are not recreated, since the data mapping refers to them. */
const PURPOSES = { table: 'applicationPurposes', owner: 'applicationId', column: 'purposeId', ordered: true } as const;

export const applicationRecord = versioned({
  table: 'applications',
  machine: applicationStatus,
  versions: { table: 'applicationVersions', owner: 'applicationId' },
  content: applicationFields,
  events: {
    created: 'application.created',
    updated: 'application.updated',
    removed: 'application.removed',
    published: 'application.published',
  },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: (application: Application) => draftOf(application),
  subject: ({ name }: Application) => name,
  changes: (before: Application, after: Application) => changesBetween(logged(before), logged(after)),
  columns: queries.columnsOf,
  unique: {
    applications_unique_name: () => appError('application.nameTaken', { at: 'name' }),
    applications_process_code: () => appError('application.processCodeTaken', { at: 'processCode' }),
  },
  check: assertAllowed,
  write: (trx, ctx, id, { purposeIds }, edit) =>
    writeLinks(trx, PURPOSES, { workspaceId: ctx.workspace.id, id }, edit?.stored.purposeIds ?? [], purposeIds),
  changed,
  removing,
  problems: ({ purposes: linked }: Application) =>
    linked.length > 0
      ? null
      : {
          code: 'application.noPurposes',
          problems: [{ path: ['purposeIds'], key: 'application:noPurposes' }],
        },
  freeze,
  published: (trx, ctx, id) => recordsPublished(trx, actorOf(ctx), 'application', [id]),
});

/** Updates the score of the application, and replans its review where the date has changed. */
async function changed(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  edit?: { stored: ApplicationFields; changed: readonly string[] },
): Promise<void> {
  await (edit
    ? completeness.applicationsChanged(trx, actorOf(ctx), [id])
    : completeness.updateScores(trx, ctx.workspace.id, [id]));
  if (edit && !edit.changed.includes('reviewOn')) return;
  const application = await queries.find(trx, ctx.workspace.id, id);
  const reviewOn = application?.reviewOn ?? null;
  if (edit || reviewOn) await planReview(trx, { workspaceId: ctx.workspace.id, id, reviewOn, now: ctx.deps.now() });
}

/**
 * Refuses an application beyond the package's limit or without a data controller, a changed name, references that the
 * workspace does not have, and the removal of a purpose whose data is mapped.
 * @throws 409 `application.noDataController`, `applications.limit`, `application.purposeMapped`; 400 on the field
 */
async function assertAllowed(
  trx: Trx,
  ctx: WorkspaceContext,
  fields: ApplicationFields,
  edit?: { before: Application },
): Promise<void> {
  if (edit) {
    if (fields.name !== edit.before.name) throw appError('application.nameFixed', { at: 'name' });
    await assertPresent(trx, ctx, fields);
    await assertUnmapped(trx, ctx, edit.before, fields);
  } else {
    if (!(await queries.hasController(trx, ctx.workspace.id))) throw appError('application.noDataController');
    await assertPresent(trx, ctx, fields);
    await assertRoom(trx, ctx.workspace.id, 'applications');
  }
}

/**
 * @throws 409 `application.inUse` naming the purposes that send data to it, in the draft or in the newest version;
 * `application.hasConsent` naming its consent form; what modules refuse that have records of it
 */
async function removing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<void> {
  const inUse = (text: TextOf<'application.inUse'>, users: Awaited<ReturnType<typeof namedBy>>) =>
    appError('application.inUse', { text, values: { names: titlesOf(ctx, users) }, details: { purposes: users } });
  const users = await namedBy(trx, ctx.workspace.id, id);
  if (users.length > 0) throw inUse('application:inUse', users);
  const published = await namedByPublished(trx, ctx.workspace.id, id);
  if (published.length > 0) throw inUse('application:inPublished', published);
  const form = await queries.consentFormOf(trx, ctx.workspace.id, id);
  if (form) throw appError('application.hasConsent', { values: { name: form.name }, details: { consent: form } });
  await recordRemoving(trx, actorOf(ctx), 'application', id);
  await forgetDeadline(trx, { workspaceId: ctx.workspace.id, kind: REVIEW, subjectId: id });
}

/**
 * The application with every name resolved and its purposes at their published versions. With `publishPurposes` drafts
 * among them are published first, in the same transaction.
 */
async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  application: Application,
  { publishPurposes }: { publishPurposes: boolean },
): Promise<{ content: ApplicationContent } | Incomplete> {
  const linked = await freezePurposes(trx, ctx, application, publishPurposes);
  if ('problems' in linked) return linked;
  return {
    content: {
      ...factsOf(application),
      dataController: await queries.controllerOf(trx, ctx.workspace.id, application.dataController.id),
      lineOfWork: application.lineOfWork,
      dataSource: application.dataSource,
      dataMapping: await mappedFlows(trx, ctx.workspace.id, id),
      purposes: linked.frozen,
    },
  };
}

async function freezePurposes(
  trx: Trx,
  ctx: WorkspaceContext,
  application: Application,
  publishDrafts: boolean,
): Promise<{ frozen: ApplicationContent['purposes'] } | Incomplete> {
  // Locked in a fixed order, so that two publications that share purposes cannot deadlock.
  const locked = new Map<string, Purpose>();
  for (const id of application.purposes.map((purpose) => purpose.id).sort())
    locked.set(id, await purposes.locked(trx, ctx, id));
  const problems = application.purposes.flatMap(({ id }, index) => {
    const { status, problems: own } = locked.get(id)!;
    if (status === 'published') return [];
    const missing = publishDrafts ? own : [{ path: [], key: 'application:purposeDraft' }];
    return missing.map((problem) => ({ ...problem, path: ['purposeIds', index, ...problem.path] }));
  });
  if (problems.length > 0) return { code: 'application.incomplete', problems };
  const frozen: ApplicationContent['purposes'] = [];
  for (const { id } of application.purposes) {
    const purpose = locked.get(id)!;
    const isDraft = purpose.status === 'draft';
    if (isDraft) await purposes.publishLocked(trx, ctx, id, purpose);
    // As published, not with the current names of the catalogue.
    const published = await purposes.versionOf(trx, ctx, id, purpose.publishedVersion + (isDraft ? 1 : 0));
    const { version, sha256, content } = published;
    frozen.push({ id, version, sha256, content });
  }
  return { frozen };
}

/** Refuses fields that refer to something that the workspace does not have. @throws 400 on each such field */
async function assertPresent(trx: Trx, ctx: WorkspaceContext, fields: ApplicationFields): Promise<void> {
  const ws = ctx.workspace.id;
  const wrong = await wrongChoices(trx, ws, [
    { field: 'lineOfWorkId', kind: 'lineOfWork', ids: fields.lineOfWorkId ? [fields.lineOfWorkId] : [] },
    { field: 'dataSourceId', kind: 'dataSource', ids: fields.dataSourceId ? [fields.dataSourceId] : [] },
  ]);
  if (!(await queries.hasController(trx, ws, fields.dataControllerId))) wrong.push('dataControllerId');
  const there = await presentPurposes(trx, ws, fields.purposeIds);
  if (!fields.purposeIds.every((id) => there.has(id))) wrong.push('purposeIds');
  if (wrong.length > 0)
    throw appError('BAD_REQUEST', { issues: wrong.map((field) => ({ path: [field], key: 'errors:choice' })) });
}

/**
 * A purpose whose data is mapped stays linked, so that no mapping entry disappears unnoticed.
 * @throws 409 `application.purposeMapped` naming them
 */
async function assertUnmapped(
  trx: Trx,
  ctx: WorkspaceContext,
  before: Application,
  { purposeIds }: ApplicationFields,
): Promise<void> {
  const removed = before.purposes.filter(({ id }) => !purposeIds.includes(id));
  const mapped = await mappedPurposes(
    trx,
    ctx.workspace.id,
    before.id,
    removed.map(({ id }) => id),
  );
  const stillMapped = removed.filter(({ id }) => mapped.has(id));
  if (stillMapped.length === 0) return;
  throw appError('application.purposeMapped', { at: 'purposeIds', values: { names: titlesOf(ctx, stillMapped) } });
}

/** Titles in the caller's language. */
const titlesOf = ({ locale }: WorkspaceContext, purposes: readonly { title: Bilingual }[]): string =>
  purposes.map(({ title }) => title[locale] || title.th).join(', ');

/** The record in the activity log; its name never changes. */
function logged(application: Application): Record<string, unknown> {
  const { name: _, description, ...facts } = factsOf(application);
  const { dataController, lineOfWork, dataSource, purposes: linked } = application;
  return logFields({
    description,
    dataController,
    lineOfWork,
    dataSource,
    ...facts,
    purposes: linked.map(({ title }) => ({ name: title })),
  });
}
