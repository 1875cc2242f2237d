import {
  type ImportMapping,
  importMapping,
  type ImportSummary,
  importSummary,
} from '../../../shared/recordImport/schema.ts';
import { importStore, type Stored } from '../../platform/imports/store.ts';
import { files } from './files.ts';

export { fileOf } from '../../platform/imports/store.ts';

export type StoredImport = Stored<ImportMapping, ImportSummary>;
export const store = importStore<ImportMapping, ImportSummary>({
  kind: 'ropa',
  files,
  mapping: importMapping,
  summary: importSummary,
});
export const { list, find } = store;
