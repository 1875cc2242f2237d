import { type ImportMapping, importMapping, type ImportSummary, importSummary } from '../../../shared/recordImport.ts';
import { importStore, type Stored } from '../../imports/store.ts';

export { fileOf } from '../../imports/store.ts';

export type StoredImport = Stored<ImportMapping, ImportSummary>;
export const store = importStore<ImportMapping, ImportSummary>({
  kind: 'ropa',
  mapping: importMapping,
  summary: importSummary,
});
export const { list, find, insert, update } = store;
