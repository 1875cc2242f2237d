import type { Reporter } from '../../../shared/incident/fields.ts';
import { sealedJson } from '../../platform/crypto/sealedColumn.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';

/** Who reported an incident. They appear in no log, no event and no search. */
export const sealedReporter = sealedJson<Reporter>()({ table: 'incidents', column: 'reporter' });

/** The reporter of the incident `id`, for its column. */
export const sealReporter = (key: Sealer, id: string, { firstName, lastName, phone, email }: Reporter): Buffer =>
  sealedReporter.seal(key, id, { firstName, lastName, phone, email });
