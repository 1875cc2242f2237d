import type { UserConsentSubmission } from '../../../../shared/userConsent/schema.ts';
import { CONSENT_ACTIONS, PUBLIC_CHANNELS, SOURCE_LIMIT, UID_LIMIT } from '../../../../shared/userConsent/schema.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/**
 * A text that the schema accepts unchanged: it starts with a letter or digit, ends without a space, and has no
 * invisible characters, no changes of direction and no line breaks.
 */
const PLAIN = /^[\p{L}\p{N}](?:[^\p{C}\p{Z}]| )*$/u;
const FILLERS = /[\u115f\u1160\u3164\uffa0]/;
const PURPOSES = 60;

const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);
const isPlain = (value: unknown, limit: number): value is string =>
  typeof value === 'string' &&
  value.length <= limit &&
  PLAIN.test(value) &&
  !value.endsWith(' ') &&
  !FILLERS.test(value);
const isPlainOrEmpty = (value: unknown, limit: number): value is string => value === '' || isPlain(value, limit);
const isOptionalText = (value: unknown, limit: number): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length <= limit);

/**
 * Parses a submission of the usual form like `userConsentSubmission`, at a fraction of the cost. Undefined for
 * everything else (a guardian, optional fields, texts to be trimmed, every mistake), which the schema parses.
 * test/unit/plain-submission.test.ts compares the two.
 */
export function plainSubmission(body: unknown): UserConsentSubmission | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { uid, name, consentUUID, consentVersion, purposeUUIDs, action, language, collectionChannel, source } =
    body as Record<string, unknown>;
  const { hasGuardian, guardianInformation, token, handle } = body as Record<string, unknown>;
  if (
    (hasGuardian !== undefined && hasGuardian !== false) ||
    (guardianInformation !== undefined && guardianInformation !== null) ||
    !isOptionalText(token, 4000) ||
    !isOptionalText(handle, 100) ||
    !isPlain(uid, UID_LIMIT) ||
    !isPlainOrEmpty(name, 200) ||
    !isPlainOrEmpty(source, SOURCE_LIMIT) ||
    typeof consentUUID !== 'string' ||
    !UUID.test(consentUUID) ||
    typeof consentVersion !== 'number' ||
    !Number.isInteger(consentVersion) ||
    consentVersion < 1 ||
    consentVersion > 1_000_000 ||
    !isOneOf(CONSENT_ACTIONS, action) ||
    (language !== 'th' && language !== 'en') ||
    !isOneOf(PUBLIC_CHANNELS, collectionChannel) ||
    !Array.isArray(purposeUUIDs) ||
    purposeUUIDs.length > PURPOSES
  )
    return undefined;
  for (let place = 0; place < purposeUUIDs.length; place += 1) {
    const id: unknown = purposeUUIDs[place];
    if (typeof id !== 'string' || !UUID.test(id) || purposeUUIDs.indexOf(id) !== place) return undefined;
  }
  // In the order of the schema: submissions with an Idempotency-Key are compared in serialised form.
  return {
    uid: uid.normalize('NFC'),
    name,
    consentUUID,
    consentVersion,
    purposeUUIDs: purposeUUIDs as string[],
    action,
    language,
    collectionChannel,
    source,
    hasGuardian: false,
    ...(guardianInformation === null && { guardianInformation }),
    ...(token !== undefined && { token }),
    ...(handle !== undefined && { handle }),
  };
}
