import type { Guardian, Subject } from '../../../shared/request/schema.ts';
import { sealedJson, sealedText } from '../../platform/crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

/** Who asks. They stand in no log, no event and no search. */
export interface Identity extends Subject {
  readonly guardian: Guardian | null;
}
/** What is asked for, in the data subject's words. */
export interface Wish {
  readonly additional: string;
  readonly detail: string;
}

export const sealedSubject = sealedJson<Identity>()({ table: 'requests', column: 'subject' });
export const sealedWish = sealedJson<Wish>()({ table: 'requestRights', column: 'detail' });
export const sealedResolution = sealedText({ table: 'requestRights', column: 'resolution' });
export const sealedReason = sealedText({ table: 'requestMoves', column: 'reason' });

const hashOf = (key: WorkspaceKey, kind: 'uid' | 'email' | 'phone', value: string): Buffer | null =>
  value === '' ? null : Buffer.from(key.lookup(`requests.${kind}`, value.normalize('NFC')), 'base64url');

/** The keyed hashes by which other requests of the same person are found. */
export const lookupsOf = (key: WorkspaceKey, { uid, email, telephone }: Subject) => ({
  uidHash: hashOf(key, 'uid', uid),
  emailHash: hashOf(key, 'email', email),
  phoneHash: hashOf(key, 'phone', telephone),
});
