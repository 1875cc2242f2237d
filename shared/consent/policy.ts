import type { Locale } from '../locale.ts';
import { noticePage } from '../privacyNotice/address.ts';
import type { ConsentContent, ConsentDraft } from './schema.ts';

/** Where a form leads for the privacy notice: that of the workspace it names, or an address of its own. */
export function policyOf(
  workspaceId: string,
  {
    showPrivacyPolicy,
    privacyNoticeId,
    privacyPolicyUrl,
  }: Pick<ConsentDraft, 'showPrivacyPolicy' | 'privacyNoticeId' | 'privacyPolicyUrl'>,
): Pick<ConsentContent, 'privacyPolicyUrl' | 'privacyNotice'> {
  if (!showPrivacyPolicy) return { privacyPolicyUrl: null };
  if (privacyNoticeId === '') return { privacyPolicyUrl };
  return { privacyPolicyUrl: noticePage(workspaceId, privacyNoticeId), privacyNotice: { id: privacyNoticeId } };
}

/**
 * The same as a full address.
 * @param base the product's public address
 * @param lang of the reader: without one a notice of the product is Thai (docs/decisions/090)
 */
export const policyAddress = (policy: string | null, base: string, lang?: Locale): string | null =>
  policy?.startsWith('/') ? `${base}${policy}${lang ? `?lang=${lang}` : ''}` : policy;
