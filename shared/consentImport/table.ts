import { megabyte, TABLE_TYPES, type UploadKind } from '../file.ts';

/** Consents given elsewhere, up to a sheet of a million rows. */
export const CONSENT_TABLE: UploadKind = { name: 'consents', types: TABLE_TYPES, limit: megabyte(200) };
