import type { Trx } from '../../../db/client.ts';
import { policyOf } from '../../../shared/consent/policy.ts';
import { type Consent, type ConsentContent, consentProblems, PURPOSES_EVER } from '../../../shared/consent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { logFields } from '../../platform/records/log.ts';
import * as applications from '../application/service.ts';
import * as queries from './queries.ts';
import { bitsOfForm, type LawfulPurpose } from './purposeQueries.ts';

/**
 * A draft with every name resolved, as a version stores it. `lawful`: its purposes, all of which a form can ask for. A
 * new purpose gets the next bit.
 */
export async function contentOf(
  trx: Trx,
  ctx: WorkspaceContext,
  form: queries.FoundConsent,
  lawful: ReadonlyMap<string, LawfulPurpose>,
): Promise<ConsentContent> {
  const { draft } = form;
  const [application, bits] = await Promise.all([
    applications.existing(trx, ctx, form.application.id),
    bitsOfForm(trx, ctx.workspace.id, form.id),
  ]);
  const controller = await applications.controllerOf(trx, ctx, application);
  let next = Math.max(-1, ...bits.values()) + 1;
  return {
    application: { id: application.id, name: application.name },
    title: draft.title,
    description: draft.description,
    purposes: draft.purposes.map(({ purposeId, signals }) => {
      const { version, title, description } = lawful.get(purposeId)!;
      return { id: purposeId, version, title, description, signals, bit: bits.get(purposeId) ?? next++ };
    }),
    effectiveFrom: draft.effectiveFrom,
    effectiveTo: draft.effectiveTo,
    ...policyOf(ctx.workspace.id, draft),
    askGuardian: draft.askGuardian,
    layout: draft.layout,
    theme: draft.theme,
    font: draft.font.custom ? { name: draft.font.name, url: draft.font.url } : null,
    controller: {
      name: controller.name,
      contact: controller.contactPerson,
      email: controller.email,
      phone: controller.phone,
      address: controller.address,
    },
  };
}

/** Whether the purposes that a form ever asked for, with those of this content, fit into one integer. */
export const bitsFit = ({ purposes }: ConsentContent): boolean => purposes.every(({ bit }) => bit < PURPOSES_EVER);

/** Whether this content equals the newest version of a form. */
export const isNewest = async (
  trx: Trx,
  ctx: WorkspaceContext,
  { id, publishedVersion }: queries.FoundConsent,
  content: ConsentContent,
): Promise<boolean> => contentHash(content) === (await queries.newestHash(trx, ctx.workspace.id, id, publishedVersion));

/** Whether a published form would change if it were published now. */
export async function isOutdated(
  trx: Trx,
  ctx: WorkspaceContext,
  form: queries.FoundConsent,
  lawful: ReadonlyMap<string, LawfulPurpose>,
): Promise<boolean> {
  if (form.status !== 'published') return false;
  if (consentProblems(form.draft, (id) => lawful.has(id)).length > 0) return true;
  const [content, hash] = await Promise.all([
    contentOf(trx, ctx, form, lawful),
    queries.newestHash(trx, ctx.workspace.id, form.id, form.publishedVersion),
  ]);
  return contentHash(content) !== hash;
}

/** A form in the activity log: names in place of ids. */
export const logged = (
  { name, draft, notice }: Pick<Consent, 'name' | 'draft' | 'notice'>,
  purposeName: (id: string) => string,
): Record<string, unknown> => ({
  name,
  ...logFields(draft, {
    purposes: (purposes) => ({
      purposes: purposes.map(({ purposeId }) => purposeName(purposeId)),
      signals: purposes
        .filter(({ signals }) => signals.length > 0)
        .map(({ purposeId, signals }) => `${purposeName(purposeId)}: ${signals.join(', ')}`),
    }),
    showPrivacyPolicy: (visible) => ({
      privacyPolicyUrl: visible ? (notice?.name ?? draft.privacyPolicyUrl) : null,
    }),
    privacyPolicyUrl: () => ({}),
    privacyNoticeId: () => ({}),
    theme: ({ acceptLabel, declineLabel, logoIds, ...look }) => ({
      theme: THEME.map((part) => look[part]).join(' '),
      acceptLabel: `${acceptLabel.th} · ${acceptLabel.en}`,
      declineLabel: `${declineLabel.th} · ${declineLabel.en}`,
      logos: logoIds.length,
    }),
    font: ({ custom, name: family, url }) => ({ font: custom ? `${family} ${url}` : null }),
  }),
});

const THEME = [
  'preset',
  'background',
  'text',
  'acceptBackground',
  'acceptText',
  'declineBackground',
  'declineText',
] as const;
