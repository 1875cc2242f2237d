import { REQUEST_TABLE } from '../../../shared/requestImport/table.ts';
import { importFiles } from '../../platform/imports/files.ts';

export const files = importFiles('requestImport', { upload: REQUEST_TABLE, permission: 'request.manage' });
