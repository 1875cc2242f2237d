import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type byConsentVersion,
  type Consent,
  type ConsentContent,
  type ConsentDraft,
  consentDraft,
  type ConsentItem,
  consentProblems,
  consentSettings,
  type createConsent,
  type deactivateConsent,
  type listConsentPurposes,
  type listConsents,
  type listConsentVersions,
  type moveConsent,
  PURPOSES_EVER,
  PURPOSES_OF_FORM,
  type updateConsent,
} from '../../../shared/consent/schema.ts';
import type { List } from '../../../shared/list.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { translate } from '../../platform/i18n.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { violates } from '../../platform/database/locks.ts';
import * as versions from '../../platform/records/versions.ts';
import * as applications from '../application/service.ts';
import { bitsFit, freeze, isOutdated, logged } from './content.ts';
import * as purposes from './purposeQueries.ts';
import { picture } from './files.ts';
import * as queries from './queries.ts';

/** Whether the caller may know how many submissions a form has. */
const counts = (ctx: WorkspaceContext): boolean => refusal(ctx.standing, 'consent.dashboard') === null;

export const list = (ctx: WorkspaceContext, input: z.output<typeof listConsents>): Promise<List<ConsentItem>> =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input, counts(ctx)));
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Consent> =>
  ctx.transaction((trx) => existing(trx, ctx, id));

/**
 * Starts the form of an application: a draft with words to begin with, the privacy notice of its data controller, and
 * those of its purposes that may be asked for. @throws 400 without such an application, 409 `consent.applicationTaken`
 * naming its form
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createConsent>): Promise<Consent> {
  const { name, applicationId } = input;
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const { application, controller } = await applications.existing(trx, ctx, applicationId).catch(() => {
      throw errors.field('applicationId', 'errors:choice', 'consent.noApplication');
    });
    const taken = await applications.consentFormOf(trx, ws, applicationId);
    if (taken) throw applicationTaken(application.name, taken);
    const privacyPolicyUrl = await queries.privacyPolicyUrl(trx, ws, controller.id);
    const own = await purposes.lawfulOfApplication(trx, ws, applicationId);
    const words = (key: string, limit: number, values: (locale: 'th' | 'en') => Record<string, string>) => {
      const of = (locale: 'th' | 'en') => [...translate(locale, key, values(locale))].slice(0, limit).join('');
      return { th: of('th'), en: of('en') };
    };
    const draft = consentDraft.parse({
      title: words('consent:prefill.title', 200, () => ({ name: application.name })),
      description: words('consent:prefill.description', 10_000, (locale) => ({
        controller: controller.name[locale] || controller.name.th,
      })),
      purposes: own.slice(0, PURPOSES_OF_FORM).map(({ id }) => ({ purposeId: id })),
      showPrivacyPolicy: privacyPolicyUrl !== '',
      privacyPolicyUrl,
    });
    await purposes.hold(
      trx,
      ws,
      draft.purposes.map(({ purposeId }) => purposeId),
    );
    const id = randomUUIDv7();
    try {
      await queries.insert(trx, actorOf(ctx), id, { applicationId, name, draft, settings: consentSettings.parse({}) });
    } catch (error) {
      // Somebody was quicker; his name cannot be asked for in a failed transaction.
      if (violates(error, 'consents_workspace_id_application_id_key')) throw applicationTaken(application.name);
      throw error;
    }
    await emit(trx, actorOf(ctx), { event: 'consent.created', entityId: id, subject: name });
    return existing(trx, ctx, id);
  });
}

function applicationTaken(application: string, form?: { id: string; name: string }) {
  const problem = {
    code: 'consent.applicationTaken',
    key: form ? 'consent:applicationTaken' : 'consent:applicationTakenNow',
    values: { application, name: form?.name ?? '' },
  };
  return errors.conflict({
    ...problem,
    issues: [{ path: ['applicationId'], key: problem.key, values: problem.values }],
    details: form && { consent: form },
  });
}

/**
 * Saves over `rowVersion`. What is published becomes a draft of its next version and stays in force; its name is not
 * part of what was published. @throws 409 `staleEdit` with the newer record, 400 naming what the workspace has not
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateConsent>): Promise<Consent> {
  const draft = consentDraft.parse(input);
  const { id, name } = input;
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, id, input.rowVersion);
    const edited = JSON.stringify(draft) !== JSON.stringify(before.draft);
    // Saving what reads otherwise by now, without a change of its own, begins the next version too.
    const status = edited || before.outdated ? 'draft' : before.status;
    if (!edited && name === before.name && status === before.status) return before;
    if (edited) await settle(trx, ctx, id, before.draft, draft);
    await queries.update(trx, actorOf(ctx), id, { name, content: JSON.stringify(draft), status });
    const after = await existing(trx, ctx, id);
    const names = new Map([...before.purposes, ...after.purposes].map((purpose) => [purpose.id, purpose.title.th]));
    const told = (form: Consent) => logged(form.name, form.draft, (purposeId) => names.get(purposeId) ?? '');
    await emit(trx, actorOf(ctx), {
      event: 'consent.updated',
      entityId: id,
      subject: after.name,
      changes: changesBetween(told(before), told(after)),
    });
    return after;
  });
}

/** Sees that what a draft names is there and stays, and takes its pictures along. */
async function settle(
  trx: Trx,
  ctx: WorkspaceContext,
  consentId: string,
  before: ConsentDraft,
  draft: ConsentDraft,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const there = await purposes.hold(
    trx,
    workspaceId,
    draft.purposes.map(({ purposeId }) => purposeId),
  );
  const unknown = draft.purposes.flatMap(({ purposeId }, index) =>
    there.has(purposeId) ? [] : [{ path: ['purposes', index, 'purposeId'], key: 'errors:choice' }],
  );
  if (unknown.length > 0) throw errors.badRequest({ issues: unknown });
  const [old, now] = [before.theme.logoIds, draft.theme.logoIds];
  const added = now.filter((fileId) => !old.includes(fileId));
  const gone = old.filter((fileId) => !now.includes(fileId));
  for (const fileId of added)
    await attachFile(trx, picture, {
      workspaceId,
      ownerId: consentId,
      fileId,
      by: ctx.personnel.id,
      field: 'theme.logoIds',
    });
  const shown = await queries.shownPictures(trx, workspaceId, consentId, gone);
  for (const fileId of gone)
    if (!shown.has(fileId)) await releaseFile(trx, picture, { workspaceId, ownerId: consentId, fileId });
}

/**
 * Freezes the draft as the next version, which is in force from then on.
 * @throws 400 `consent.noLawfulPurpose` or `consent.incomplete` naming what is missing, 409 `consent.unchanged` when it
 * would be the newest version again, 409 `consent.tooManyPurposes` when the form has asked for too many in its life
 */
export function publish(ctx: WorkspaceContext, input: z.output<typeof moveConsent>): Promise<Consent> {
  const { id } = input;
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const form = await locked(trx, ctx, id, input.rowVersion);
    const version = form.publishedVersion + 1;
    const unchanged = () =>
      errors.conflict({
        code: 'consent.unchanged',
        key: 'consent:unchanged',
        values: { version: form.publishedVersion },
      });
    if (form.status !== 'draft') throw unchanged();
    const chosen = form.draft.purposes.map(({ purposeId }) => purposeId);
    await purposes.hold(trx, ws, chosen);
    const lawful = await purposes.lawfulOf(trx, ws, chosen);
    const frozen = await freeze(trx, ctx, form, lawful);
    if (!frozen) {
      const issues = consentProblems(form.draft, (purposeId) => lawful.has(purposeId));
      throw errors.badRequest(
        lawful.size === 0
          ? { code: 'consent.noLawfulPurpose', key: 'consent:noPurpose', issues }
          : { code: 'consent.incomplete', key: 'consent:incomplete', issues },
      );
    }
    if (form.publishedVersion > 0 && frozen.sha256 === (await queries.newestHash(trx, ws, id, form.publishedVersion)))
      throw unchanged();
    if (!bitsFit(frozen))
      throw errors.conflict({
        code: 'consent.tooManyPurposes',
        key: 'consent:tooManyPurposes',
        values: { limit: PURPOSES_EVER },
      });
    await purposes.insertBits(trx, ws, id, frozen.newBits);
    await versions.insertVersion(trx, 'consentVersions', {
      workspaceId: ws,
      documentId: id,
      version,
      content: frozen.content,
      by: ctx.personnel.id,
      at: ctx.deps.now(),
    });
    const { effectiveFrom, effectiveTo } = frozen.content;
    await queries.update(trx, actorOf(ctx), id, {
      status: 'published',
      publishedVersion: version,
      effectiveFrom,
      effectiveTo,
    });
    await emit(trx, actorOf(ctx), {
      event: 'consent.published',
      entityId: id,
      subject: form.name,
      changes: [{ field: 'version', old: form.publishedVersion || null, new: version }],
    });
    return existing(trx, ctx, id);
  });
}

/** The form takes no submission any more, until it is reactivated. @throws 409 `illegalMove` */
export const deactivate = (ctx: WorkspaceContext, input: z.output<typeof deactivateConsent>): Promise<Consent> =>
  setActive(ctx, input, false);
/** @throws 409 `illegalMove` */
export const reactivate = (ctx: WorkspaceContext, input: z.output<typeof moveConsent>): Promise<Consent> =>
  setActive(ctx, input, true);

function setActive(
  ctx: WorkspaceContext,
  { id, rowVersion }: z.output<typeof deactivateConsent>,
  active: boolean,
): Promise<Consent> {
  return ctx.transaction(async (trx) => {
    const form = await locked(trx, ctx, id, rowVersion);
    if (form.active === active) throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
    await queries.update(trx, actorOf(ctx), id, { active });
    await emit(trx, actorOf(ctx), {
      event: active ? 'consent.reactivated' : 'consent.deactivated',
      entityId: id,
      subject: form.name,
    });
    return existing(trx, ctx, id);
  });
}

/** Purposes that the form may ask for; those of its application come first. */
export function purposeChoices(ctx: WorkspaceContext, { id, query }: z.output<typeof listConsentPurposes>) {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const form = await queries.find(trx, ws, id);
    if (!form) throw errors.notFound();
    const own = await purposes.lawfulOfApplication(trx, ws, form.application.id, query);
    const others = await purposes.lawfulElsewhere(trx, ws, form.application.id, query);
    return [
      ...own.map((purpose) => ({ ...purpose, ofApplication: true })),
      ...others.map((purpose) => ({ ...purpose, ofApplication: false })),
    ];
  });
}

/** Published versions, newest first. @throws 404 */
export function listOfVersions(ctx: WorkspaceContext, input: z.output<typeof listConsentVersions>) {
  return ctx.transaction(async (trx) => {
    const found = await versions.listVersions(trx, 'consentVersions', ctx.workspace.id, input.id, input);
    if (found.meta.totalItems === 0) await existing(trx, ctx, input.id);
    return found;
  });
}

/** What a version showed. @throws 404 */
export function version(ctx: WorkspaceContext, { id, v }: z.output<typeof byConsentVersion>) {
  return ctx.transaction(async (trx) => {
    const found = await versions.findVersion(trx, 'consentVersions', ctx.workspace.id, id, v);
    if (!found) throw errors.notFound();
    return { ...found, consentId: id, content: found.content as ConsentContent };
  });
}

/** A form with its draft and what publishing misses. @throws 404 */
export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Consent> {
  const ws = ctx.workspace.id;
  const found = await queries.find(trx, ws, id, counts(ctx));
  if (!found) throw errors.notFound();
  const chosen = found.draft.purposes.map(({ purposeId }) => purposeId);
  const lawful = await purposes.lawfulOf(trx, ws, chosen);
  const names = await purposes.namesOf(
    trx,
    ws,
    chosen.filter((purposeId) => !lawful.has(purposeId)),
  );
  const none = { th: '', en: '' };
  return {
    ...found,
    purposes: chosen.map((purposeId) => {
      const { title, description } = lawful.get(purposeId) ??
        names.get(purposeId) ?? { title: none, description: none };
      return { id: purposeId, title, description, lawful: lawful.has(purposeId) };
    }),
    problems: consentProblems(found.draft, (purposeId) => lawful.has(purposeId)),
    outdated: await isOutdated(trx, ctx, found, lawful),
  };
}

/** A form that nobody else edits until the transaction ends. @throws 404, 409 `staleEdit` */
export async function locked(trx: Trx, ctx: WorkspaceContext, id: string, rowVersion?: number): Promise<Consent> {
  await queries.lock(trx, ctx.workspace.id, id);
  const found = await existing(trx, ctx, id);
  if (rowVersion !== undefined && found.rowVersion !== rowVersion)
    throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: found } });
  return found;
}
