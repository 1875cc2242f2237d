import { importFiles } from '../../platform/imports/files.ts';

export const files = importFiles('recordImport', { upload: 'import', permission: 'ropa.write' });
