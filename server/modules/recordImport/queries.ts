import type { Trx } from '../../../db/client.ts';
import {
  type ImportMapping,
  importMapping,
  type ImportSummary,
  importSummary,
  recordImportStatus,
} from '../../../shared/recordImport/schema.ts';
import { ImportStore, type Stored } from '../../platform/imports/store.ts';
import { files } from './files.ts';

export type StoredImport = Stored<ImportMapping, ImportSummary>;
export const store = new ImportStore<ImportMapping, ImportSummary>({
  kind: 'ropa',
  machine: recordImportStatus,
  name: 'recordImport',
  progressed: 'import.progressed',
  files,
  mapping: importMapping,
  summary: importSummary,
});

/** The names of a workspace: some thousand short texts. */
export async function readNames(trx: Trx, workspaceId: string) {
  const words = trx
    .selectFrom('catalogueItems')
    .select(['id', 'kind', 'nameTh', 'nameEn', 'country', 'safeguard'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const purposeCategories = trx
    .selectFrom('purposeCategories')
    .select(['id', 'nameTh', 'nameEn'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const piiCategories = trx
    .selectFrom('piiCategories')
    .select(['id', 'nameTh', 'nameEn', 'sensitive', 'active'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const attributes = trx
    .selectFrom('piiAttributes')
    .select(['id', 'piiCategoryId', 'nameTh', 'nameEn'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const controllers = trx
    .selectFrom('dataControllers')
    .select(['id', 'nameTh', 'nameEn'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const personnel = trx
    .selectFrom('personnel')
    .select(['id', 'name', 'email', 'position', 'status'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id');
  const applications = trx
    .selectFrom('applications')
    .select(['id', 'name', 'status', 'publishedVersion', 'processCode'])
    .where('workspaceId', '=', workspaceId);
  const [
    wordsRows,
    purposeCategoriesRows,
    piiCategoriesRows,
    attributesRows,
    controllersRows,
    personnelRows,
    applicationsRows,
  ] = await Promise.all([
    words.execute(),
    purposeCategories.execute(),
    piiCategories.execute(),
    attributes.execute(),
    controllers.execute(),
    personnel.execute(),
    applications.execute(),
  ]);
  return {
    words: wordsRows,
    purposeCategories: purposeCategoriesRows,
    piiCategories: piiCategoriesRows,
    attributes: attributesRows,
    controllers: controllersRows,
    personnel: personnelRows,
    applications: applicationsRows,
  };
}
export type Names = Awaited<ReturnType<typeof readNames>>;
