import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  draftOf,
  type listPurposes,
  type listVersions,
  type pickPurposes,
  type Purpose,
  type PurposeContent,
  type PurposeDraft,
  purposeDraft,
  type PurposeProblem,
  purposeProblems,
} from '../../../shared/purpose/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import * as versions from '../../platform/records/versions.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import { mayChoose } from '../piiCategory/service.ts';
import * as listQueries from './listQueries.ts';
import * as queries from './queries.ts';

export const list = (ctx: WorkspaceContext, input: z.output<typeof listPurposes>) =>
  ctx.transaction((trx) => listQueries.list(trx, ctx.workspace.id, input));
export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickPurposes>) =>
  ctx.transaction((trx) => listQueries.pick(trx, ctx.workspace.id, input));
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Purpose> =>
  ctx.transaction((trx) => existing(trx, ctx, id));

/** Records a draft; what publishing needs beyond is told by its `problems`. */
export function create(ctx: WorkspaceContext, input: z.output<typeof purposeDraft>): Promise<Purpose> {
  const draft = purposeDraft.parse(input);
  return ctx.transaction(async (trx) => {
    await assertPresent(trx, ctx, draft);
    const id = randomUUIDv7();
    await queries.insert(trx, actorOf(ctx), id, draft);
    await emit(trx, actorOf(ctx), { event: 'purpose.created', entityId: id, subject: draft.title.th });
    return existing(trx, ctx, id);
  });
}

/**
 * Saves over `rowVersion`; what is published becomes a draft of its next version.
 * @throws 409 `staleEdit` with the newer record
 */
export function update(
  ctx: WorkspaceContext,
  input: z.output<typeof purposeDraft> & { id: string; rowVersion: number },
): Promise<Purpose> {
  const given = purposeDraft.parse(input);
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input.id, input.rowVersion);
    const stored = draftOf(before.content);
    const draft = { ...given, thirdParties: recognised(given.thirdParties, stored.thirdParties) };
    if (changesBetween(comparable(stored), comparable(draft)).length === 0) return before;
    await assertPresent(trx, ctx, draft, stored);
    await queries.update(trx, actorOf(ctx), input.id, draft);
    await completeness.refreshTouched(trx, ctx.workspace.id, { purposeId: input.id }, actorOf(ctx));
    const after = await existing(trx, ctx, input.id);
    await emit(trx, actorOf(ctx), {
      event: 'purpose.updated',
      entityId: after.id,
      subject: after.content.title.th,
      changes: changesBetween(logged(before.content), logged(after.content)),
    });
    return after;
  });
}

/**
 * @throws 409 `purpose.inUse` naming the applications that use it, `purpose.inConsent` naming the consent forms that
 * ask for it or did
 */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    await queries.lock(trx, ctx.workspace.id, id, 'delete');
    const before = await existing(trx, ctx, id);
    if (before.applications.length > 0) {
      const names = before.applications.map(({ name }) => name).join(', ');
      throw errors.conflict({
        code: 'purpose.inUse',
        key: 'purpose:inUse',
        values: { names },
        details: { applications: before.applications },
      });
    }
    const forms = await queries.consentFormsAsking(trx, ctx.workspace.id, id);
    if (forms.length > 0)
      throw errors.conflict({
        code: 'purpose.inConsent',
        key: 'purpose:inConsent',
        values: { names: forms.map(({ name }) => name).join(', ') },
        details: { consents: forms },
      });
    await queries.remove(trx, ctx.workspace.id, id);
    await emit(trx, actorOf(ctx), { event: 'purpose.removed', entityId: id, subject: before.content.title.th });
    return { id };
  });
}

/**
 * Freezes the draft as the next version.
 * @throws 400 naming what is missing, 409 `illegalMove` when there is no draft
 */
export function publish(ctx: WorkspaceContext, input: { id: string; rowVersion: number }): Promise<Purpose> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input.id, input.rowVersion);
    await publishLocked(trx, ctx, before);
    return existing(trx, ctx, input.id);
  });
}

/** Publishes a purpose that the transaction has locked. */
export async function publishLocked(trx: Trx, ctx: WorkspaceContext, purpose: Purpose): Promise<void> {
  if (purpose.status !== 'draft') throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
  if (purpose.problems.length > 0)
    throw errors.badRequest({ code: 'purpose.incomplete', key: 'purpose:incomplete', issues: purpose.problems });
  const { id } = purpose;
  const version = purpose.publishedVersion + 1;
  await versions.insertVersion(trx, 'purposeVersions', {
    workspaceId: ctx.workspace.id,
    documentId: id,
    version,
    content: purpose.content,
    by: ctx.personnel.id,
    at: ctx.deps.now(),
  });
  await trx
    .updateTable('purposes')
    .set((eb) => ({
      status: 'published',
      publishedVersion: version,
      rowVersion: eb('rowVersion', '+', 1),
      updatedBy: ctx.personnel.id,
      updatedAt: ctx.deps.now(),
    }))
    .where('workspaceId', '=', ctx.workspace.id)
    .where('id', '=', id)
    .execute();
  await emit(trx, actorOf(ctx), {
    event: 'purpose.published',
    entityId: id,
    subject: purpose.content.title.th,
    changes: [{ field: 'version', old: purpose.publishedVersion || null, new: version }],
  });
}

/** Published versions, newest first; a deleted purpose keeps its own. @throws 404 */
export function listOfVersions(ctx: WorkspaceContext, input: z.output<typeof listVersions>) {
  return ctx.transaction(async (trx) => {
    const found = await versions.listVersions(trx, 'purposeVersions', ctx.workspace.id, input.id, input);
    if (found.meta.totalItems === 0) await existing(trx, ctx, input.id);
    return found;
  });
}

export function version(ctx: WorkspaceContext, { id, v }: { id: string; v: number }) {
  return ctx.transaction(async (trx) => {
    const found = await versions.findVersion(trx, 'purposeVersions', ctx.workspace.id, id, v);
    if (!found) throw errors.notFound();
    return { ...found, purposeId: id, content: found.content as PurposeContent };
  });
}

/** A purpose with what publishing misses. @throws 404 */
export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Purpose> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw errors.notFound();
  const sensitive = new Set(
    found.content.piiCategories.filter((category) => category.sensitive).map((category) => category.id),
  );
  return { ...found, problems: purposeProblems(draftOf(found.content), (categoryId) => sensitive.has(categoryId)) };
}

/** A purpose that stays as it is until the transaction ends. @throws 404, 409 `staleEdit` */
export async function locked(trx: Trx, ctx: WorkspaceContext, id: string, rowVersion?: number): Promise<Purpose> {
  await queries.lock(trx, ctx.workspace.id, id, 'change');
  const found = await existing(trx, ctx, id);
  if (rowVersion !== undefined && found.rowVersion !== rowVersion)
    throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: found } });
  return found;
}

/**
 * Refuses what a draft refers to and the workspace has not, field by field; foreign keys would only say that something
 * is wrong. What stands in `stored` stays though it could no longer be chosen: a category switched off, a person
 * suspended.
 */
async function assertPresent(
  trx: Trx,
  ctx: WorkspaceContext,
  draft: PurposeDraft,
  stored?: PurposeDraft,
): Promise<void> {
  const ws = ctx.workspace.id;
  const problems: PurposeProblem[] = [];
  const check = (ok: boolean, path: (string | number)[]) => {
    if (!ok) problems.push({ path, key: 'errors:choice' });
  };
  const wrong = await wrongChoices(trx, ws, [
    { field: 'dataSubjectGroupIds', kind: 'dataSubjectGroup', ids: draft.dataSubjectGroupIds },
    { field: 'storageSystemIds', kind: 'storageSystem', ids: draft.storageSystemIds },
    { field: 'destructionMethodIds', kind: 'destructionMethod', ids: draft.destructionMethodIds },
    { field: 'securityMeasureIds', kind: 'securityMeasure', ids: draft.securityMeasureIds },
    {
      field: 'responsibleDepartmentId',
      kind: 'department',
      ids: draft.responsibleDepartmentId ? [draft.responsibleDepartmentId] : [],
    },
  ]);
  for (const field of wrong) check(false, [field]);
  const all = async (table: Parameters<typeof queries.present>[1], field: string, ids: readonly string[]) => {
    const there = await queries.present(trx, table, ws, ids);
    check(
      ids.every((id) => there.has(id)),
      [field],
    );
  };
  await all('purposeCategories', 'purposeCategoryId', draft.purposeCategoryId ? [draft.purposeCategoryId] : []);
  check(await mayChoose(trx, ws, draft.piiCategoryIds, stored?.piiCategoryIds ?? []), ['piiCategoryIds']);
  const { responsiblePersonnelId: responsible } = draft;
  check(
    !responsible || responsible === stored?.responsiblePersonnelId || (await queries.mayAnswer(trx, ws, responsible)),
    ['responsiblePersonnelId'],
  );
  await all('applications', 'internalApplicationIds', draft.internalApplicationIds);
  if (problems.length > 0) throw errors.badRequest({ issues: problems });
}

/**
 * Third parties that come without their id, as REST clients may send them, are those of the same name and country
 * recorded before.
 */
function recognised(
  given: PurposeDraft['thirdParties'],
  stored: PurposeDraft['thirdParties'],
): PurposeDraft['thirdParties'] {
  const free = stored.filter(({ id }) => !given.some((party) => party.id === id));
  return given.map((party) => {
    if (party.id) return party;
    const known = free.findIndex(({ name, country }) => name === party.name && country === party.country);
    // In the order of stored keys, so that equal ones compare as equal.
    return known < 0 ? party : { id: free.splice(known, 1)[0]!.id, ...party };
  });
}

/** The draft with its lists in one order, since their order says nothing. */
const comparable = (draft: PurposeDraft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(draft).map(([key, value]) => [
      key,
      key.endsWith('Ids') && Array.isArray(value) ? value.toSorted() : value,
    ]),
  );

/** The content as the activity log tells it: names in place of ids. */
function logged(content: PurposeContent): Record<string, unknown> {
  const names = (list: readonly { name: { th: string } | string }[]) =>
    list.map(({ name }) => (typeof name === 'string' ? name : name.th));
  return {
    titleTh: content.title.th,
    titleEn: content.title.en,
    descriptionTh: content.description.th,
    descriptionEn: content.description.en,
    isPrimary: content.isPrimary,
    purposeCategory: content.purposeCategory?.name.th ?? null,
    dataSubjectGroups: names(content.dataSubjectGroups),
    piiCategories: names(content.piiCategories),
    lawfulBases: content.lawfulBases,
    sensitiveExemptions: content.sensitiveExemptions,
    retentionIndefinite: content.retention.indefinite,
    retentionAmount: content.retention.amount,
    retentionUnit: content.retention.unit,
    retentionNote: content.retention.note,
    storageSystems: names(content.storageSystems),
    destructionMethods: names(content.destructionMethods),
    responsibleDepartment: content.responsibleDepartment?.name.th ?? null,
    responsiblePersonnelId: content.responsiblePersonnel?.id ?? null,
    securityMeasures: names(content.securityMeasures),
    thirdPartyDisclosure: content.thirdPartyDisclosure,
    thirdParties: content.thirdParties.map(({ name, country, contract, contractExpiresOn, safeguard }) =>
      [`${name} (${country})`, contract, contractExpiresOn, safeguard].filter(Boolean).join(' · '),
    ),
    internalSharing: content.internalSharing,
    internalApplications: names(content.internalApplications),
    legitimateInterest: content.legitimateInterest === null ? null : JSON.stringify(content.legitimateInterest),
  };
}
