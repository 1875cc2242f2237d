import { megabyte, type UploadKind } from '../file.ts';

/** What staff add to an answer. PDF, PNG and JPEG can be redacted. */
export const ANSWER_FILE: UploadKind = {
  name: 'requestAnswer',
  types: [
    'application/pdf',
    'image/png',
    'image/jpeg',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/csv',
    'text/plain',
    'application/zip',
  ],
  limit: megabyte(20),
};

/** Files of one answer, and their bytes together. */
export const FILES_OF_ANSWER = 20;
export const ANSWER_LIMIT: number = megabyte(60);

/** Files of the search for the data subject's records, as they are left out of an answer. */
export const GATHERED_PARTS = ['json', 'html'] as const;
export type GatheredPart = (typeof GATHERED_PARTS)[number];
