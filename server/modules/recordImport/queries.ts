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
