import type { Trx } from '../../../db/client.ts';
import { type RequestFormContent, type RequestForm, requestFormProblems } from '../../../shared/requestForm/schema.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { logFields } from '../../platform/records/log.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as applications from '../application/service.ts';
import type { OfferedRight } from '../dataRight/service.ts';
import * as queries from './queries.ts';

/** A draft with every name resolved, as a version stores it. `rights`: those that it offers. */
export async function contentOf(
  trx: Trx,
  ctx: WorkspaceContext,
  { application: { id }, draft }: queries.FoundForm,
  rights: ReadonlyMap<string, OfferedRight>,
): Promise<RequestFormContent> {
  const application = await applications.existing(trx, ctx, id);
  const controller = await applications.controllerOf(trx, ctx, application);
  return {
    application: { id, name: application.name },
    title: draft.title,
    detail: draft.detail,
    terms: draft.terms,
    submittedTitle: draft.submittedTitle,
    submittedDetail: draft.submittedDetail,
    rights: draft.rightRequests.map(({ rightRequestId, customRequests, fee }) => {
      const { code, name, description, example, days } = rights.get(rightRequestId)!;
      return { id: rightRequestId, code, name, description, example, days, options: customRequests, fee };
    }),
    expiryDays: draft.expiryDays,
    font: draft.customFontName ? { name: draft.customFontName, url: draft.customFontUrl } : null,
    themeColor: draft.themeColor,
    logo: draft.logo,
    customApiDescription: draft.customApiDescription,
    controller: {
      name: controller.name,
      contact: controller.contactPerson,
      email: controller.email,
      phone: controller.phone,
      address: controller.address,
      privacyPolicyUrl: controller.privacyPolicyUrl ?? '',
    },
  };
}

/** Whether this content equals the newest version of a form. */
export const isNewest = async (
  trx: Trx,
  ctx: WorkspaceContext,
  { id, publishedVersion }: Pick<queries.FoundForm, 'id' | 'publishedVersion'>,
  content: RequestFormContent,
): Promise<boolean> => contentHash(content) === (await queries.hashOf(trx, ctx.workspace.id, id, publishedVersion));

/** Whether a published form would change if it were published now. */
export async function isOutdated(
  trx: Trx,
  ctx: WorkspaceContext,
  form: queries.FoundForm,
  rights: ReadonlyMap<string, OfferedRight>,
): Promise<boolean> {
  if (form.status !== 'published') return false;
  if (requestFormProblems(form.draft, isOffered(rights)).length > 0) return true;
  return !(await isNewest(trx, ctx, form, await contentOf(trx, ctx, form, rights)));
}

/** Whether a right exists and can be offered. */
export const isOffered =
  (rights: ReadonlyMap<string, OfferedRight>) =>
  (rightId: string): boolean =>
    rights.get(rightId)?.active ?? false;

/** A form in the activity log: names in place of ids. */
export function logged({ name, description, draft, settings, rights }: RequestForm): Record<string, unknown> {
  const nameOf = new Map(rights.map((right) => [right.id, right.name.th]));
  const { customFontName, customFontUrl, logo, rightRequests, ...texts } = draft;
  return {
    name,
    description,
    ...logFields(texts),
    rights: rightRequests.map(({ rightRequestId }) => nameOf.get(rightRequestId) ?? ''),
    options: rightRequests.flatMap(({ rightRequestId, customRequests }) =>
      customRequests.map(({ th }) => `${nameOf.get(rightRequestId) ?? ''}: ${th}`),
    ),
    fees: rightRequests
      .filter(({ fee }) => fee > 0)
      .map(({ rightRequestId, fee }) => `${nameOf.get(rightRequestId) ?? ''}: ${fee}`),
    font: customFontName ? `${customFontName} ${customFontUrl}` : null,
    logo: logo !== null,
    ...logFields(settings, {
      channels: (channels) => ({
        channels: Object.entries(channels).flatMap(([channel, on]) => (on ? [channel] : [])),
      }),
    }),
  };
}
