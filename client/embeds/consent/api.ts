import type { PublicConsentForm, UserConsentReceived, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import { post, publicClient } from '../kit/client.ts';
import type { Language } from '../kit/language.ts';

/**
 * One submission as it is sent and, where it must wait, stored. Without the token, which is only valid for a short
 * time.
 */
export interface SubmissionBody {
  uid: string;
  name: string;
  consentUUID: string;
  consentVersion: number;
  purposeUUIDs: string[];
  action: UserConsentReceived['action'];
  language: Language;
  collectionChannel: 'JS Web Form';
  source: string;
  hasGuardian: boolean;
  guardianInformation: { firstName: string; lastName: string; email: string; telephone: string } | null;
}

/** Credentials of a visitor: the host's token, or the handle of this browser. */
interface Credentials {
  token?: string | undefined;
  handle?: string | undefined;
}

/** The public calls of a consent form. Each throws Refusal or Unreachable. */
export function connect(apiUrl: string, workspace: string, language: () => Language) {
  const call = publicClient(apiUrl, workspace, language);
  return {
    /**
     * The application's form in force; a deactivated one without purposes, to withdraw. `fresh`: bypasses caches, after
     * it has changed.
     */
    form: (application: string, fresh: boolean) =>
      call<PublicConsentForm>(
        `/consent-versions/application/${encodeURIComponent(application)}?deactivated=true`,
        fresh ? { cache: 'reload' } : {},
      ),
    /** The current choice of a uid. */
    lookup: ({ consentUUID, version }: PublicConsentForm, body: Credentials & { uid: string; source?: string }) =>
      call<UserConsentStatus>(`/user-consents/consent/${consentUUID}/version/${version}/get-user-consent`, post(body)),
    /** Continues even when the visitor leaves the page. The same key is never recorded twice. */
    submit: (body: SubmissionBody & Credentials, key: string) =>
      call<UserConsentReceived>('/user-consents', { ...post(body, { 'idempotency-key': key }), keepalive: true }),
  };
}
