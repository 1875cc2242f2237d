import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { formsOfSubject } from '../userConsent/forms.ts';
import { uidHash } from '../userConsent/record.ts';
import {
  type SubjectDataSource,
  type SubjectRecord,
  idsOf,
  knownKeys,
  wordsIn,
} from '../../platform/subjectData/source.ts';
import * as queries from './queries.ts';
import { standingOf } from './standing.ts';

/** Choices of one data subject whose receipts are read together. */
const CHOICES = 10_000;

/** Receipts of a data subject. */
export const receipts: SubjectDataSource = {
  name: 'consentReceipt',
  async find(trx, { workspaceId, key }, subject) {
    const records: SubjectRecord[] = [];
    for (const id of idsOf(subject)) {
      const uid = uidHash(key, id);
      const names = new Map((await formsOfSubject(trx, workspaceId, uid)).map((form) => [form.id, form.name]));
      const chosen = await queries.submissionsOf(trx, workspaceId, uid, CHOICES);
      const forms = new Map(chosen.map((one) => [one.id, one.consentId]));
      const issued = chosen.length === 0 ? [] : await queries.receiptsOf(trx, workspaceId, [...forms.keys()]);
      for (const receipt of issued)
        records.push({
          at: receipt.issuedAt,
          form: names.get(forms.get(receipt.userConsentId)!) ?? '',
          receipt: receipt.id,
          address: receiptPath(workspaceId, receipt.id),
          issuedBy: receipt.issuedBy,
        });
    }
    return { by: knownKeys(subject, ['uid', 'email']), records };
  },
};

/** What a data subject allows now, form by form. */
export const presentConsents: SubjectDataSource = {
  name: 'consent',
  async find(trx, { workspaceId, key, locale, now }, subject) {
    const records: SubjectRecord[] = [];
    for (const id of idsOf(subject)) {
      const uid = uidHash(key, id);
      for (const { id: consentId } of await formsOfSubject(trx, workspaceId, uid)) {
        const found = await standingOf(trx, workspaceId, { consentId, uid, now });
        if (!found) continue;
        const { form, present, content, former, standing, ended } = found;
        const titles = (isAllowed: boolean) =>
          [...content.purposes, ...former]
            .filter(({ bit }) => hasBit(standing, bit) === isAllowed)
            .map(({ title }) => wordsIn(locale, title));
        records.push({
          form: form.name,
          uid: id,
          at: present.at,
          version: present.version,
          allowed: titles(true),
          notAllowed: titles(false),
          ended,
        });
      }
    }
    return { by: knownKeys(subject, ['uid', 'email']), records };
  },
};
