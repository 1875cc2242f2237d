import type { z } from 'zod';
import {
  type Consent,
  consentActivity,
  storedConsentDraft,
  type ConsentItem,
  type createConsent,
  type deactivateConsent,
  type listConsentPurposes,
  type listConsents,
  type moveConsent,
  PURPOSES_OF_FORM,
} from '../../../shared/consent/schema.ts';
import { consentSettings } from '../../../shared/consent/settings.ts';
import type { ConsentPublishEffect, consentPublishEffectInput } from '../../../shared/consent/publish.ts';
import type { List } from '../../../shared/list.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import type { Trx } from '../../../db/client.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { emit } from '../../platform/live/emit.ts';
import { violates } from '../../platform/database/locks.ts';
import { transition, type Workflow } from '../../platform/workflow/workflow.ts';
import * as applications from '../application/service.ts';
import { editorialChangesOf, publishEffect as effectOf } from './editorial.ts';
import * as notices from './noticeQueries.ts';
import * as purposes from './purposeQueries.ts';
import * as queries from './queries.ts';
import { consentRecord, readingOf } from './record.ts';

export const { get, update, publish, versions } = consentRecord;
const { existing, insert, locked } = consentRecord;

export const list = (ctx: WorkspaceContext, input: z.output<typeof listConsents>): Promise<List<ConsentItem>> =>
  ctx.read((trx) => queries.list(trx, ctx.workspace.id, input, readingOf(ctx)));

/** Whether there is an application without a form, and a purpose that a form can ask for. */
export const needs = (ctx: WorkspaceContext) =>
  ctx.read(async (trx) => {
    const [application, purpose] = await Promise.all([
      applications.anyWithout(trx, ctx, 'consent'),
      purposes.anyLawful(trx, ctx.workspace.id),
    ]);
    return { application, purpose };
  });

/** The content of one version, with its editorial changes. @throws 404 */
export async function version(ctx: WorkspaceContext, { id, v }: { id: string; v: number }) {
  const found = await consentRecord.version(ctx, { id, v });
  const place = { workspaceId: ctx.workspace.id, consentId: id, version: v };
  return { ...found, editorial: await ctx.transaction((trx) => editorialChangesOf(trx, place)) };
}

/**
 * The effect of publishing these purposes now, on those who answered.
 * @throws 404; 400 at a purpose that the workspace does not have
 */
export function publishEffect(
  ctx: WorkspaceContext,
  { id, purposeIds, editorial }: z.output<typeof consentPublishEffectInput>,
): Promise<ConsentPublishEffect> {
  return ctx.read(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const [known, lawful] = await Promise.all([
      purposes.namesOf(trx, workspaceId, purposeIds),
      purposes.lawfulOf(trx, workspaceId, purposeIds),
      existing(trx, ctx, id),
    ]);
    const issues = purposeIds.flatMap((purposeId, index) =>
      known.has(purposeId) ? [] : [{ path: ['purposeIds', index], key: 'errors:choice' }],
    );
    if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
    const next = purposeIds.flatMap((purposeId) => lawful.get(purposeId) ?? []);
    return effectOf(trx, { workspaceId, consentId: id }, next, editorial);
  });
}

/**
 * Creates the form of an application: a draft with default texts, the privacy notice that covers the application,
 * otherwise that of its data controller, and those of its purposes that a form can ask for. @throws 400 without such an
 * application, 409 `consent.applicationTaken` naming its form
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createConsent>): Promise<Consent> {
  const { name, applicationId } = input;
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const application = await applications.existing(trx, ctx, applicationId).catch(() => {
      throw appError('consent.noApplication', { at: 'applicationId' });
    });
    const otherForm = await applications.consentFormOf(trx, ws, applicationId);
    if (otherForm) throw applicationInUse(application.name, otherForm);
    const notice = await notices.noticeOfApplication(trx, ws, applicationId, bangkokDay(ctx.deps.now()));
    const privacyPolicyUrl = await queries.privacyPolicyUrl(trx, ws, application.dataController.id);
    const controller = await applications.controllerOf(trx, ctx, application);
    const own = await purposes.lawfulOfApplication(trx, ws, applicationId);
    const words = (key: string, limit: number, values: (locale: 'th' | 'en') => Record<string, string>) => {
      const of = (locale: 'th' | 'en') => [...translate(locale, key, values(locale))].slice(0, limit).join('');
      return { th: of('th'), en: of('en') };
    };
    const draft = storedConsentDraft.parse({
      title: words('consent:prefill.title', 200, () => ({ name: application.name })),
      description: words('consent:prefill.description', 10_000, (locale) => ({
        controller: controller.name[locale] || controller.name.th,
      })),
      purposes: own.slice(0, PURPOSES_OF_FORM).map(({ id }) => ({ purposeId: id })),
      showPrivacyPolicy: notice !== undefined || privacyPolicyUrl !== '',
      privacyNoticeId: notice?.id ?? '',
      privacyPolicyUrl,
    });
    const settings = JSON.stringify(consentSettings.parse({}));
    try {
      return await insert(trx, ctx, { name, ...draft }, { applicationId, settings });
    } catch (error) {
      // Somebody was quicker; the name of that form cannot be queried in a failed transaction.
      if (violates(error, 'consents_workspace_id_application_id_key')) throw applicationInUse(application.name);
      throw error;
    }
  });
}

const applicationInUse = (application: string, form?: { id: string; name: string }) =>
  appError('consent.applicationTaken', {
    at: 'applicationId',
    ...(!form && { text: 'consent:applicationTakenNow' }),
    values: { application, name: form?.name ?? '' },
    ...(form && { details: { consent: form } }),
  });

/** The form accepts no submission any more, until it is reactivated. @throws 409 `illegalMove` */
export const deactivate = (ctx: WorkspaceContext, input: z.output<typeof deactivateConsent>): Promise<Consent> =>
  moveActivity(ctx, 'deactivate', input);
/** @throws 409 `illegalMove`, `consent.noticeNotInForce` where a notice of it was withdrawn meanwhile */
export const reactivate = (ctx: WorkspaceContext, input: z.output<typeof moveConsent>): Promise<Consent> =>
  moveActivity(ctx, 'reactivate', input);

function moveActivity(
  ctx: WorkspaceContext,
  action: ActivityMoves['action'],
  { id, rowVersion }: z.output<typeof deactivateConsent>,
): Promise<Consent> {
  return ctx.transaction(async (trx) => {
    const form = await locked(trx, ctx, id, rowVersion);
    if (action === 'reactivate') await assertNoticesInForce(trx, ctx, form);
    await transition(trx, actorOf(ctx), activityWorkflow, form, action, {});
    return existing(trx, ctx, id);
  });
}

async function assertNoticesInForce(trx: Trx, ctx: WorkspaceContext, { id }: Consent): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const day = bangkokDay(ctx.deps.now());
  for (const noticeId of await notices.linkedNotices(trx, { workspaceId, consentId: id, day }))
    if (!(await notices.holdNotice(trx, workspaceId, noticeId, day))) throw appError('consent.noticeNotInForce');
}

interface ActivityMoves {
  table: 'consents';
  record: Consent;
  state: 'active' | 'inactive';
  action: 'deactivate' | 'reactivate';
  actor: Caller;
  inputs: { deactivate: object; reactivate: object };
  facts: object;
  notice: object;
}

const activityWorkflow: Workflow<ActivityMoves> = {
  table: 'consents',
  machine: consentActivity,
  stateOf: ({ active }) => (active ? 'active' : 'inactive'),
  column: { name: 'active', valueOf: (state) => state === 'active' },
  announce: ({ trx, actor, before: { id, name } }, event) => emit(trx, actor, { event, entityId: id, subject: name }),
  moves: { deactivate: { event: 'consent.deactivated' }, reactivate: { event: 'consent.reactivated' } },
};

/** Privacy notices that a form can link to. */
export const noticeChoices = (ctx: WorkspaceContext) =>
  ctx.read((trx) => notices.noticesInForce(trx, ctx.workspace.id, bangkokDay(ctx.deps.now())));

/** Purposes that the form can ask for; those of its application come first. */
export function purposeChoices(ctx: WorkspaceContext, { id, query }: z.output<typeof listConsentPurposes>) {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const form = await queries.find(trx, ws, id, readingOf(ctx));
    if (!form) throw appError('NOT_FOUND');
    const own = await purposes.lawfulOfApplication(trx, ws, form.application.id, query);
    const others = await purposes.lawfulElsewhere(trx, ws, form.application.id, query);
    return [
      ...own.map((purpose) => ({ ...purpose, ofApplication: true })),
      ...others.map((purpose) => ({ ...purpose, ofApplication: false })),
    ];
  });
}
