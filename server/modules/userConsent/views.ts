import { type UserConsentItem } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { chosen, expiryOf, type FormVersion } from './forms.ts';
import type { UserConsentRow } from './queries.ts';
import { type Identity, sealedIdentity } from './record.ts';

/** A decrypted submission, without its guardian. */
export const itemOf = (key: WorkspaceKey, row: UserConsentRow, version: FormVersion): UserConsentItem =>
  itemWith(sealedIdentity.open(key, row.id, row.identity), row, version);

export const itemWith = ({ uid, name }: Identity, row: UserConsentRow, version: FormVersion): UserConsentItem => ({
  id: row.id,
  at: row.at,
  uid,
  name,
  action: row.action,
  changed: row.changed,
  purposes: chosen(version, row.granted),
  version: row.version,
  expiresAt: expiryOf(row.action, version),
  source: row.source,
  channel: row.channel,
  language: row.language,
  hasGuardian: row.hasGuardian,
  knownBy: row.knownBy,
});
