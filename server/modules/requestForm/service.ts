import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import {
  type createRequestForm,
  type listRequestForms,
  type moveRequestForm,
  type RequestForm,
  requestFormActivity,
  type RequestFormContent,
  requestFormDraft,
  type RequestFormItem,
  type updateRequestForm,
  type updateRequestFormSettings,
} from '../../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../../shared/requestForm/settings.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { violates } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { emit } from '../../platform/live/emit.ts';
import { newTokenSecret } from '../../platform/publicPage/subjectToken.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import type { Deps, WorkspaceContext } from '../../platform/trpc/context.ts';
import { transition, type Workflow } from '../../platform/workflow/workflow.ts';
import * as applications from '../application/service.ts';
import * as rights from '../dataRight/service.ts';
import * as queries from './queries.ts';
import { requestFormRecord } from './record.ts';
import { sealedSecret } from './secret.ts';

export { contentOf, isPublished as isLogoOf, isTaking } from './queries.ts';
export const { get, publish, remove, versions, version, versionOf } = requestFormRecord;
const { existing, insert, locked, set, updateLocked } = requestFormRecord;

export const list = (ctx: WorkspaceContext, input: z.output<typeof listRequestForms>): Promise<List<RequestFormItem>> =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));

/** Rights of the act that a new form offers: all except those that people can exercise without a form. */
const OFFERED = ['ACCESS', 'PORTABILITY', 'OBJECTION', 'ERASURE', 'RESTRICTION', 'RECTIFICATION', 'WITHDRAWAL'];

/**
 * Creates the form of an application: an unpublished draft with default texts and the rights of the act. @throws 400
 * without such an application, 409 `requestForm.applicationTaken` naming its form
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createRequestForm>): Promise<RequestForm> {
  const { name, description, applicationId } = input;
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const application = await applications.existing(trx, ctx, applicationId).catch(() => {
      throw appError('requestForm.noApplication', { at: 'applicationId' });
    });
    const otherForm = await queries.formOf(trx, ws, applicationId);
    if (otherForm) throw applicationInUse(application.name, otherForm);
    const controller = await applications.controllerOf(trx, ctx, application);
    const words = (key: string) => ({
      th: translate('th', key, { controller: controller.name.th }),
      en: translate('en', key, { controller: controller.name.en || controller.name.th }),
    });
    const offered = (await rights.ofAct(trx, ws)).filter(({ code, active }) => active && OFFERED.includes(code!));
    const draft = requestFormDraft.parse({
      title: words('requestForm:prefill.title'),
      detail: words('requestForm:prefill.detail'),
      submittedTitle: words('requestForm:prefill.submittedTitle'),
      submittedDetail: words('requestForm:prefill.submittedDetail'),
      rightRequests: offered.map(({ id }) => ({ rightRequestId: id })),
    });
    try {
      return await insert(
        trx,
        ctx,
        { name, description, ...draft, ...requestFormSettings.parse({}) },
        { applicationId },
      );
    } catch (error) {
      // Somebody was quicker; the name of that form cannot be queried in a failed transaction.
      if (violates(error, 'request_forms_workspace_id_application_id_key')) throw applicationInUse(application.name);
      throw error;
    }
  });
}

const applicationInUse = (application: string, form?: { id: string; name: string }) =>
  appError('requestForm.applicationTaken', {
    at: 'applicationId',
    ...(!form && { text: 'requestForm:applicationTakenNow' }),
    values: { application, name: form?.name ?? '' },
    ...(form && { details: { requestForm: form } }),
  });

/**
 * Saves a form over its `rowVersion`; settings that the caller leaves out stay. @throws 404, 409 `staleEdit` with the
 * newer form, 400 naming rights that do not exist
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateRequestForm>): Promise<RequestForm> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input.id, input.rowVersion);
    const settings = requestFormSettings.parse({ ...before.settings, ...definedOf(input) });
    return updateLocked(trx, ctx, input.id, before, { ...input, ...settings });
  });
}

/** Saves the settings for requests, over the form's `rowVersion`; takes effect immediately. @throws as `update` */
export function updateSettings(
  ctx: WorkspaceContext,
  { id, rowVersion, channels, allowedOrigins, jwtEnabled, drpEnabled }: z.output<typeof updateRequestFormSettings>,
): Promise<RequestForm> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, id, rowVersion);
    const { name, description, draft } = before;
    const settings = { channels, allowedOrigins, jwtEnabled, drpEnabled };
    return updateLocked(trx, ctx, id, before, { name, description, ...draft, ...settings });
  });
}

const definedOf = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/**
 * Creates a new secret; tokens that are signed by the old one are refused from then on. This answer is the only one
 * that contains it.
 */
export function makeSecret(
  ctx: WorkspaceContext,
  { id, rowVersion }: z.output<typeof moveRequestForm>,
): Promise<{ secret: string; rowVersion: number }> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, id, rowVersion);
    const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
    const secret = newTokenSecret();
    await set(trx, ctx, id, { secret: sealedSecret.seal(key, id, secret) });
    await emit(trx, actorOf(ctx), { event: 'requestForm.secretChanged', entityId: id, subject: before.name });
    return { secret, rowVersion: before.rowVersion + 1 };
  });
}

/** The form accepts no request any more, until it is reactivated. @throws 409 `illegalMove` */
export const deactivate = (ctx: WorkspaceContext, input: z.output<typeof moveRequestForm>): Promise<RequestForm> =>
  moveActivity(ctx, 'deactivate', input);
/** @throws 409 `illegalMove` */
export const reactivate = (ctx: WorkspaceContext, input: z.output<typeof moveRequestForm>): Promise<RequestForm> =>
  moveActivity(ctx, 'reactivate', input);

function moveActivity(
  ctx: WorkspaceContext,
  action: ActivityMoves['action'],
  { id, rowVersion }: z.output<typeof moveRequestForm>,
): Promise<RequestForm> {
  return ctx.transaction(async (trx) => {
    const form = await locked(trx, ctx, id, rowVersion);
    await transition(trx, actorOf(ctx), activityWorkflow, form, action, {});
    await recordsChanged(trx, actorOf(ctx), 'requestForm', [id]);
    return existing(trx, ctx, id);
  });
}

interface ActivityMoves {
  table: 'requestForms';
  record: RequestForm;
  state: 'active' | 'inactive';
  action: 'deactivate' | 'reactivate';
  actor: Caller;
  inputs: { deactivate: object; reactivate: object };
  facts: object;
  notice: object;
}

const activityWorkflow: Workflow<ActivityMoves> = {
  table: 'requestForms',
  machine: requestFormActivity,
  stateOf: ({ active }) => (active ? 'active' : 'inactive'),
  column: { name: 'active', valueOf: (state) => state === 'active' },
  announce: ({ trx, actor, before: { id, name } }, event) => emit(trx, actor, { event, entityId: id, subject: name }),
  moves: { deactivate: { event: 'requestForm.deactivated' }, reactivate: { event: 'requestForm.reactivated' } },
};

/**
 * The current content of a form; undefined where it accepts no requests: it does not exist, was never published, or is
 * inactive.
 */
export async function inForce(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
): Promise<{ name: string; version: number; content: RequestFormContent } | undefined> {
  const form = await queries.find(trx, ctx.workspace.id, id);
  if (!form?.active || form.publishedVersion === 0) return undefined;
  return { name: form.name, ...(await versionOf(trx, ctx, id, form.publishedVersion)) };
}

/** A form in the cache of the public routes. Published at least once. */
export interface LiveRequestForm {
  readonly workspaceId: string;
  readonly id: string;
  readonly applicationId: string;
  readonly active: boolean;
  /** Whether the workspace uses data subject requests (flag `dsrmEnabled`). */
  readonly enabled: boolean;
  /** Whether the workspace is closed, since it is being deleted. */
  readonly closed: boolean;
  readonly settings: z.output<typeof requestFormSettings>;
  readonly origins: ReadonlySet<string>;
  /** The key of its tokens; null until one is created. */
  readonly secret: Uint8Array | null;
  readonly key: WorkspaceKey;
  readonly version: number;
  readonly sha256: string;
  readonly content: RequestFormContent;
  /** The application's consent form, if it accepts answers. */
  readonly consentId: string | null;
}

/** Reads a form for the public routes; null where it was never published, or does not exist. */
export async function live(
  trx: Trx,
  { keyring }: Pick<Deps, 'keyring'>,
  workspaceId: string,
  id: string,
): Promise<LiveRequestForm | null> {
  const found = await queries.findLive(trx, workspaceId, id);
  if (!found) return null;
  const { secret, flags, closedAt, ...form } = found;
  return {
    ...form,
    workspaceId,
    id,
    enabled: (flags as Partial<Flags>).dsrmEnabled === true,
    closed: closedAt !== null,
    origins: new Set(form.settings.allowedOrigins),
    key: await keyring.workspaceKey(trx, workspaceId),
    secret: secret && Buffer.from(sealedSecret.open(await keyring.workspaceKey(trx, workspaceId), id, secret)),
  };
}
