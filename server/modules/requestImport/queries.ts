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
import { importSteps, type Run } from '../../platform/imports/step.ts';
import { ImportStore, type Stored } from '../../platform/imports/store.ts';
import { files } from './files.ts';

export { fileOf } from '../../platform/imports/files.ts';

export type StoredImport = Stored<RequestMapping, RequestImportSummary>;
export type Step = Run<RequestMapping, RequestImportSummary>;

export const store = new ImportStore<RequestMapping, RequestImportSummary>({
  kind: REQUEST_IMPORT_KIND,
  machine: requestImportStatus,
  name: 'requestImport',
  progressed: 'requestImport.progressed',
  files,
  mapping: requestMapping,
  summary: requestImportSummary,
});
export const { progressReporter, note, moveOn } = importSteps(store);

/** Names of request forms by their ids. */
export async function namesOf(db: Executor, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('requestForms')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Active personnel of these roles, by their address in lower case. */
export async function personnelOf(
  db: Executor,
  workspaceId: string,
  roles: readonly Role[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('personnel')
    .select(['id', 'email'])
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', [...roles])
    .execute();
  return new Map(rows.flatMap(({ id, email }) => (email ? [[email.toLowerCase(), id] as const] : [])));
}
