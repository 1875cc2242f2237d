import type { ExportSubjects } from '../../platform/exports/maker.ts';
import { applicationName } from './recordName.ts';

/** Names the record that an export is of. */
export const exportSubjects: ExportSubjects = {
  application: async (trx, workspaceId, id) => (await applicationName(trx, workspaceId, id))?.th,
};
