import type { Executor } from '../../../db/client.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import {
  REQUEST_IMPORT_KIND,
  requestImportStatus,
  type RequestImportSummary,
  requestImportSummary,
  type RequestMapping,
  requestMapping,
} from '../../../shared/requestImport/schema.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { importSteps, type Run } from '../../platform/imports/step.ts';
import { ImportStore, type Stored } from '../../platform/imports/store.ts';
import { files } from './files.ts';

export type StoredImport = Stored<RequestMapping, RequestImportSummary>;
export type Step = Run<RequestMapping, RequestImportSummary>;

export const store = new ImportStore<RequestMapping, RequestImportSummary>({
  kind: REQUEST_IMPORT_KIND,
  machine: requestImportStatus,
  name: 'requestImport',
  progressed: 'requestImport.progressed',
  target: 'requestFormId',
  files,
  mapping: requestMapping,
  summary: requestImportSummary,
});
export const { progressReporter, note, moveOn } = importSteps(store);

/** Active personnel of these roles, by their address in lower case. */
export async function personnelOf(
  db: Executor,
  workspaceId: string,
  roles: readonly Role[],
): Promise<Map<string, string>> {
  const rows = await activePersonnel(db, workspaceId, roles).select(['id', 'email']).execute();
  return new Map(rows.flatMap(({ id, email }) => (email ? [[email.toLowerCase(), id] as const] : [])));
}
