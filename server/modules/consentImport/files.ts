import { CONSENT_TABLE } from '../../../shared/consentImport/table.ts';
import { importFiles } from '../../platform/imports/files.ts';

export const files = importFiles('consentImport', { upload: CONSENT_TABLE, permission: 'consent.write' });
