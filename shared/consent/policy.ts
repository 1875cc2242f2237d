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

/** The same as a whole address. @param base the product's public address */
export const policyAddress = (policy: string | null, base: string): string | null =>
  policy?.startsWith('/') ? `${base}${policy}` : policy;
