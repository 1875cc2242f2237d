import { randomUUID } from 'node:crypto';
import { CompactSign } from 'jose';
import type { Trx } from '../../../db/client.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import type { IssuedReceipt } from '../../../shared/consentReceipt/schema.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import { RECEIPT_TYPE } from '../../../shared/consentReceipt/check.ts';
import { SIGNING_ALGORITHM } from '../../../shared/signed.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { sealedText } from '../../platform/crypto/sealedColumn.ts';
import type { SigningKey } from '../../platform/crypto/signingKeys.ts';
import { emit } from '../../platform/live/emit.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import { noticeAtConsent } from '../consent/notice.ts';
import { otherPurposes } from '../userConsent/forms.ts';
import { allowedByGuardian } from '../userConsent/guardian.ts';
import { sealedIdentity } from '../userConsent/record.ts';
import { receiptOf } from './document.ts';
import * as queries from './queries.ts';

/** The signed receipt. */
export const sealedDocument = sealedText({ table: 'consentReceipts', column: 'document' });

/**
 * Stores and signs a receipt of a submission, in the transaction of its workspace.
 * @param by personnel who issues it; null: the data subject themselves
 */
export async function writeReceipt(
  deps: Pick<Deps, 'keyring' | 'config' | 'now'>,
  trx: Trx,
  {
    workspaceId,
    submission,
    by,
    signing,
  }: { workspaceId: string; submission: queries.Submission; by: string | null; signing: SigningKey },
): Promise<IssuedReceipt> {
  const { consentId } = submission;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const version = await queries.findVersion(trx, workspaceId, consentId, submission.version);
  if (!version) throw new Error('a submission without the version that it answers');
  // Purposes of former versions that the data subject still allows, beside those of this version.
  const others = await otherPurposes(trx, workspaceId, consentId, { ...version, version: submission.version });
  const purposes = [...version.content.purposes, ...others.filter(({ bit }) => hasBit(submission.granted, bit))];
  const records = await queries.purposeRecords(trx, workspaceId, purposes);

  const identity = sealedIdentity.open(key, submission.id, submission.identity);
  const id = randomUUID();
  const issuedAt = deps.now();
  const receipt = receiptOf({
    id,
    issuedAt,
    address: publicAddress(deps.config),
    submission,
    before: await queries.allowedBefore(trx, workspaceId, submission),
    identity,
    byGuardian: await allowedByGuardian(trx, workspaceId, submission, identity),
    ...version,
    notice: await noticeAtConsent(trx, workspaceId, version.content.privacyNotice, submission),
    purposes: purposes.map((purpose) => ({
      ...purpose,
      record: records.get(`${purpose.id} ${purpose.version}`) ?? null,
    })),
  });
  const jws = await new CompactSign(new TextEncoder().encode(canonicalJson(receipt)))
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: signing.id, typ: RECEIPT_TYPE })
    .sign(signing.privateKey);
  await queries.insertReceipt(trx, {
    workspaceId,
    id,
    userConsentId: submission.id,
    consentId,
    document: sealedDocument.seal(key, id, jws),
    keyId: signing.id,
    issuedBy: by,
    issuedAt,
  });
  await emit(
    trx,
    { workspaceId, personnelId: by, at: issuedAt },
    {
      event: 'consentReceipt.issued',
      entityId: submission.id,
      subject: (await queries.findForm(trx, workspaceId, consentId))?.name ?? '',
    },
  );
  return {
    id,
    userConsentId: submission.id,
    issuedAt: issuedAt.toISOString(),
    keyId: signing.id,
    path: receiptPath(workspaceId, id),
  };
}
