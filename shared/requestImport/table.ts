import { megabyte, TABLE_TYPES, type UploadKind } from '../file.ts';

/** Requests that ran elsewhere. */
export const REQUEST_TABLE: UploadKind = { name: 'requests', types: TABLE_TYPES, limit: megabyte(20) };
