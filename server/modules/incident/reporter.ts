import type { Reporter } from '../../../shared/incident/fields.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

const CONTEXT = 'incidents.reporter';

/** Who reported an incident, for the column `incidents.reporter`. They stand in no log, no event and no search. */
export const sealReporter = (key: WorkspaceKey, { firstName, lastName, phone, email }: Reporter): Buffer =>
  key.seal(CONTEXT, JSON.stringify({ firstName, lastName, phone, email }));

/** @throws SealError for what was sealed elsewhere or changed since */
export const openReporter = (key: WorkspaceKey, sealed: Buffer): Reporter =>
  JSON.parse(key.open(CONTEXT, sealed)) as Reporter;
