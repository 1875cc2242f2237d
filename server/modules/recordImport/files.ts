import { RECORD_TABLE } from '../../../shared/recordImport/table.ts';
import { importFiles } from '../../platform/imports/files.ts';

export const files = importFiles('recordImport', { upload: RECORD_TABLE, permission: 'ropa.write' });
