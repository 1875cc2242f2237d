import { type ImportMapping, importMapping, type ImportSummary, importSummary } from '../../../shared/recordImport.ts';
import { type Changes, importStore, type Stored } from '../../imports/store.ts';

export { fileOf } from '../../imports/store.ts';

export type StoredImport = Stored<ImportMapping, ImportSummary>;
export type ImportChanges = Changes<ImportMapping, ImportSummary>;
export const store = importStore<ImportMapping, ImportSummary>({ kind: 'ropa', mapping: importMapping, summary: importSummary });
export const { list, find, insert, begin, giveBack, update } = store;
