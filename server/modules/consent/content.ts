import type { Trx } from '../../../db/client.ts';
import {
  type ConsentContent,
  type ConsentDraft,
  consentProblems,
  consentTheme,
  PURPOSES_EVER,
} from '../../../shared/consent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import * as applications from '../application/service.ts';
import * as queries from './queries.ts';
import { bitsOfForm, lawfulOf, type LawfulPurpose } from './purposeQueries.ts';

/** What publishing a form would freeze now. */
export interface Frozen {
  content: ConsentContent;
  sha256: string;
  /** Purposes that get a number by it, with the number. */
  newBits: (readonly [string, number])[];
}

/** A draft that is whole, every name resolved, as a version keeps it; `undefined` while something is missing. */
export async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  form: queries.FoundConsent,
  lawful?: ReadonlyMap<string, LawfulPurpose>,
): Promise<Frozen | undefined> {
  const { draft } = form;
  const found =
    lawful ??
    (await lawfulOf(
      trx,
      ctx.workspace.id,
      draft.purposes.map(({ purposeId }) => purposeId),
    ));
  if (consentProblems(draft, (id) => found.has(id)).length > 0) return undefined;
  const { application, controller } = await applications.existing(trx, ctx, form.application.id);
  const bits = await bitsOfForm(trx, ctx.workspace.id, form.id);
  const newBits: [string, number][] = [];
  let next = Math.max(-1, ...bits.values()) + 1;
  const content: ConsentContent = {
    application: { id: application.id, name: application.name },
    title: draft.title,
    description: draft.description,
    purposes: draft.purposes.map(({ purposeId, signals }) => {
      const { version, title, description } = found.get(purposeId)!;
      let bit = bits.get(purposeId);
      if (bit === undefined) newBits.push([purposeId, (bit = next++)]);
      return { id: purposeId, version, title, description, signals, bit };
    }),
    effectiveFrom: draft.effectiveFrom,
    effectiveTo: draft.effectiveTo,
    privacyPolicyUrl: draft.showPrivacyPolicy ? draft.privacyPolicyUrl : null,
    askGuardian: draft.askGuardian,
    layout: draft.layout,
    theme: consentTheme.parse(draft.theme),
    font: draft.font.custom ? { name: draft.font.name, url: draft.font.url } : null,
    controller: {
      name: controller.name,
      contact: controller.contactPerson,
      email: controller.email,
      phone: controller.phone,
      address: controller.address,
    },
  };
  return { content, sha256: contentHash(content), newBits };
}

/** Whether the purposes that a form ever asked for still fit into one number. */
export const bitsFit = ({ newBits }: Frozen): boolean => newBits.every(([, bit]) => bit < PURPOSES_EVER);

/** Whether a published form would read otherwise if it were published now. */
export async function isOutdated(
  trx: Trx,
  ctx: WorkspaceContext,
  form: queries.FoundConsent,
  lawful: ReadonlyMap<string, LawfulPurpose>,
): Promise<boolean> {
  if (form.status !== 'published') return false;
  const frozen = await freeze(trx, ctx, form, lawful);
  return (
    frozen === undefined ||
    frozen.sha256 !== (await queries.newestHash(trx, ctx.workspace.id, form.id, form.publishedVersion))
  );
}

/** The draft as the activity log tells it: names in place of ids. */
export function logged(
  name: string,
  draft: ConsentDraft,
  purposeName: (id: string) => string,
): Record<string, unknown> {
  const { theme, font } = draft;
  return {
    name,
    titleTh: draft.title.th,
    titleEn: draft.title.en,
    descriptionTh: draft.description.th,
    descriptionEn: draft.description.en,
    purposes: draft.purposes.map(({ purposeId }) => purposeName(purposeId)),
    signals: draft.purposes
      .filter(({ signals }) => signals.length > 0)
      .map(({ purposeId, signals }) => `${purposeName(purposeId)}: ${signals.join(', ')}`),
    effectiveFrom: draft.effectiveFrom,
    effectiveTo: draft.effectiveTo,
    privacyPolicyUrl: draft.showPrivacyPolicy ? draft.privacyPolicyUrl : null,
    askGuardian: draft.askGuardian,
    layout: draft.layout,
    theme: [
      theme.preset,
      theme.background,
      theme.text,
      theme.acceptBackground,
      theme.acceptText,
      theme.declineBackground,
      theme.declineText,
    ].join(' '),
    acceptLabel: `${theme.acceptLabel.th} · ${theme.acceptLabel.en}`,
    declineLabel: `${theme.declineLabel.th} · ${theme.declineLabel.en}`,
    logos: theme.logoIds.length,
    font: font.custom ? `${font.name} ${font.url}` : null,
  };
}
