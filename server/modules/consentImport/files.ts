import { importFiles } from '../../platform/imports/files.ts';

export const files = importFiles('consentImport', { upload: 'consents', permission: 'consent.write' });
