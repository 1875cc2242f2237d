import type { PublicConsentForm, UserConsentReceived, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import { post, publicClient } from '../kit/client.ts';
import type { Language } from '../kit/language.ts';

/**
 * One submission as it goes out and, where it must wait, is kept. The token is not part of it: it is good for a short
 * time only.
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

/** What a visitor is known by: the host's token, or the handle that this browser was given. */
interface Credentials {
  token?: string;
  handle?: string | undefined;
}

/** The public calls of a consent form. Each throws Refusal or Unreachable. */
export function connect(apiUrl: string, workspace: string, language: () => Language) {
  const call = publicClient(apiUrl, workspace, language);
  return {
    /** The application's form in force. `fresh`: past the caches, after it has changed. */
    form: (application: string, fresh: boolean) =>
      call<PublicConsentForm>(
        `/consent-versions/application/${encodeURIComponent(application)}`,
        fresh ? { cache: 'reload' } : {},
      ),
    /** The present choice of a uid. */
    lookup: ({ consentUUID, version }: PublicConsentForm, body: Credentials & { uid: string; source?: string }) =>
      call<UserConsentStatus>(`/user-consents/consent/${consentUUID}/version/${version}/get-user-consent`, post(body)),
    /** Goes on even when the visitor leaves the page. The same key is never recorded twice. */
    submit: (body: SubmissionBody & Credentials, key: string) =>
      call<UserConsentReceived>('/user-consents', { ...post(body, { 'idempotency-key': key }), keepalive: true }),
  };
}
