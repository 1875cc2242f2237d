import type { Guardian, PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import type { Language } from '../kit/language.ts';
import { randomId, type Store } from '../kit/storage.ts';
import type { SubmissionBody } from './api.ts';
import type { ConsentOptions } from './types.ts';

/** The visitor's id, the host's or a random one that this browser stores, and whether it was just created. */
export function visitorOf({ uid }: ConsentOptions, store: Store): [uid: string, isNew: boolean] {
  const known = uid ? String(uid).trim().normalize('NFC') : store.get<string>('uid');
  if (known) return [known, false];
  const created = randomId();
  store.set('uid', created);
  return [created, true];
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
