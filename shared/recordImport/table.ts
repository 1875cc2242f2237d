import { megabyte, TABLE_TYPES, type UploadKind } from '../file.ts';

/** Table of a record of processing to import. */
export const RECORD_TABLE: UploadKind = { name: 'import', types: TABLE_TYPES, limit: megabyte(20) };
