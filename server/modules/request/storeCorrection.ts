import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { type CorrectedValue, sealedCorrection } from './subject.ts';

/** Stores what staff corrected or confirmed of a request permanently, sealed: the history of the request has it. */
export async function storeCorrection(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  key: WorkspaceKey,
  { requestId, changes }: { requestId: string; changes: CorrectedValue[] },
): Promise<void> {
  const id = randomUUIDv7();
  const sealed = sealedCorrection.seal(key, id, changes);
  await trx
    .insertInto('requestCorrections')
    .values({ workspaceId, id, changes: sealed, requestId, by: personnelId!, at })
    .execute();
}
