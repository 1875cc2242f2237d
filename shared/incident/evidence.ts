import { megabyte, type UploadKind } from '../file.ts';

/** Attachment of an incident or of a notification of it (PDF, 2 MB). */
export const EVIDENCE: UploadKind = { name: 'evidence', types: ['application/pdf'], limit: megabyte(2) };
