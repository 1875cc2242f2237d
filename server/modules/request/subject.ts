import type { Guardian, Subject } from '../../../shared/request/schema.ts';
import type { CorrectedField } from '../../../shared/request/correction.ts';
import { sealedJson, sealedText } from '../../platform/crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

/** The data subject. They appear in no log, no event and no search. */
export interface Identity extends Subject {
  readonly guardian: Guardian | null;
}
/** The wish of a right, in the data subject's words. */
export interface Wish {
  readonly additional: string;
  readonly detail: string;
}

export const sealedSubject = sealedJson<Identity>()({ table: 'requests', column: 'subject' });
export const sealedWish = sealedJson<Wish>()({ table: 'requestRights', column: 'detail' });
export const sealedResolution = sealedText({ table: 'requestRights', column: 'resolution' });
export const sealedFeeReason = sealedText({ table: 'requestRights', column: 'feeReason' });
export const sealedReason = sealedText({ table: 'requestMoves', column: 'reason' });

const NOBODY: Identity = { firstName: '', lastName: '', email: '', telephone: '', uid: '', guardian: null };
/** The data subject; empty once the request is anonymised. */
export const identityIn = (
  key: WorkspaceKey,
  { id, subject }: { readonly id: string; readonly subject: Buffer | null },
): Identity => (subject ? sealedSubject.open(key, id, subject) : NOBODY);
/** The wish of a right; without text once its request is anonymised. */
export const wishIn = (
  key: WorkspaceKey,
  { id, detail }: { readonly id: string; readonly detail: Buffer | null },
): Wish => (detail ? sealedWish.open(key, id, detail) : { additional: '', detail: '' });

/** The value of a field before and after a correction. Of options: their positions, separated by commas. */
export interface CorrectedValue {
  readonly field: CorrectedField;
  readonly rightId: string | null;
  readonly old: string;
  readonly new: string;
}
export const sealedCorrection = sealedJson<CorrectedValue[]>()({ table: 'requestCorrections', column: 'changes' });

/** The keyed hash of the reference of an imported request: each form has one request for a reference. */
export const importHashOf = (key: WorkspaceKey, requestFormId: string, reference: string): Buffer =>
  Buffer.from(key.lookup('requests.import', `${requestFormId} ${reference.normalize('NFC')}`), 'base64url');

const hashOf = (key: WorkspaceKey, kind: 'uid' | 'email' | 'phone', value: string): Buffer | null =>
  value === '' ? null : Buffer.from(key.lookup(`requests.${kind}`, value.normalize('NFC')), 'base64url');

/** The keyed hashes for finding other requests of the same person. */
export const lookupsOf = (key: WorkspaceKey, { uid, email, telephone }: Subject) => ({
  uidHash: hashOf(key, 'uid', uid),
  emailHash: hashOf(key, 'email', email),
  phoneHash: hashOf(key, 'phone', telephone),
});
