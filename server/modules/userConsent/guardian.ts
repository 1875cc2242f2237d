import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { commonOf } from '../../../shared/purpose/bits.ts';
import type { KnownBy } from '../../../shared/userConsent/schema.ts';
import type { Identity } from './record.ts';

interface Chosen {
  readonly id: string;
  readonly uid: Buffer;
  readonly consentId: string;
  readonly granted: number;
  readonly knownBy: KnownBy | null;
}

/**
 * The bits of a submission that its guardian allowed. By their own link a data subject keeps these, and adds others
 * alone; what remains after a withdrawal by request is of whoever allowed it (docs/decisions/129).
 */
export async function allowedByGuardian(
  db: Executor,
  workspaceId: string,
  { id, uid, consentId, granted, knownBy }: Chosen,
  { guardian, byGuardian }: Pick<Identity, 'guardian' | 'byGuardian'>,
): Promise<number> {
  if (!guardian) return 0;
  if (knownBy !== 'link' && knownBy !== 'request') return granted;
  if (byGuardian !== undefined) return commonOf(granted, byGuardian);
  // Recorded before it was stored: what was allowed ever since the guardian chose, as far as that is still stored.
  const { rows } = await sql<{ bits: number | null }>`
    select bit_and(c.granted) as bits from user_consents c
     where c.workspace_id = ${workspaceId} and c.uid = ${uid} and c.consent_id = ${consentId} and c.has_guardian
       and c.id < ${id} and c.id >= (
         select g.id from user_consents g
          where g.workspace_id = ${workspaceId} and g.uid = ${uid} and g.consent_id = ${consentId} and g.has_guardian
            and g.id < ${id} and coalesce(known_by(g.known_by, g.import_id, g.channel), '') not in ('link', 'request')
          order by g.id desc limit 1)`.execute(db);
  const bits = rows[0]?.bits ?? null;
  // Retention has removed what the guardian chose: nothing shows that the data subject added anything alone.
  return bits === null ? granted : commonOf(granted, bits);
}
