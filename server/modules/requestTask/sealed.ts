import type { Proof } from '../../../shared/requestTask/proof.ts';
import { NO_PROOF } from '../../../shared/requestTask/proof.ts';
import type { ConsentProof } from '../../../shared/requestTask/schema.ts';
import { sealedJson } from '../../platform/crypto/sealedColumn.ts';

/** Texts of a task: they can be about the data subject. */
export interface Details {
  readonly title: string;
  readonly note: string;
  readonly reason: string;
  readonly proof: Proof;
  readonly receipts: readonly ConsentProof[];
}
export const NO_DETAILS: Details = { title: '', note: '', reason: '', proof: NO_PROOF, receipts: [] };

export const sealedDetails = sealedJson<Details>()({ table: 'requestTasks', column: 'details' });
