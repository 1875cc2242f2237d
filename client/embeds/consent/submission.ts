import type { Guardian, PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { Unreachable } from '../kit/client.ts';
import type { Language } from '../kit/language.ts';
import { randomId, type Store } from '../kit/storage.ts';
import type { SubmissionBody } from './api.ts';
import type { ConsentOptions } from './types.ts';

/** The visitor's id, the host's or a random one that this browser stores; `isNew`: just created. */
export function visitorOf({ uid }: ConsentOptions, store: Store): { uid: string; isNew: boolean } {
  const known = uid ? String(uid).trim().normalize('NFC') : store.get<string>('uid');
  if (known) return { uid: known, isNew: false };
  const created = randomId();
  store.set('uid', created);
  return { uid: created, isNew: true };
}

/** The host's token, if there is one. @throws Unreachable when its function fails */
export async function tokenOf({ token }: ConsentOptions): Promise<{ token?: string }> {
  if (!token) return {};
  try {
    return { token: typeof token === 'string' ? token : await token() };
  } catch {
    throw new Unreachable('token');
  }
}

/** The submission of a choice; purposes that the form does not have are left out. */
export function submissionOf(
  form: PublicConsentForm,
  { name = '' }: ConsentOptions,
  {
    uid,
    source,
    language,
    purposeUUIDs,
    guardian,
  }: {
    uid: string;
    source: string;
    language: Language;
    purposeUUIDs: readonly string[];
    guardian: Guardian | null;
  },
): SubmissionBody {
  const chosen = form.purposes.map(({ uuid }) => uuid).filter((uuid) => purposeUUIDs.includes(uuid));
  return {
    uid,
    name: name.slice(0, 200),
    consentUUID: form.consentUUID,
    consentVersion: form.version,
    purposeUUIDs: chosen,
    action: chosen.length === 0 ? 'NONE' : chosen.length === form.purposes.length ? 'ALL' : 'ACCEPT',
    language,
    collectionChannel: 'JS Web Form',
    source,
    hasGuardian: guardian !== null,
    guardianInformation: guardian,
  };
}
