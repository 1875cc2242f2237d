import { z } from 'zod';
import { megabyte, type UploadKind, FILE_TYPES, type FileType } from '../file.ts';
import { LIMITED, LONG_TEXT_LIMIT, optionalText } from '../text.ts';

/** File that proves what was done: a list, a log, a picture of a screen. */
export const PROOF_FILE: UploadKind = {
  name: 'requestProof',
  types: Object.keys(FILE_TYPES) as FileType[],
  limit: megabyte(20),
};

/** Whether a place was cleared, or held nothing. */
const cleared = z.enum(['ERASED', 'NONE']).optional();

/** What shows that a task was done. */
export const proof = z.object({
  /** How: the query, the log, whom it was told to. */
  method: optionalText(2000),
  count: z
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(0)
    .max(2_000_000_000)
    .nullable()
    .default(null),
  /** SHA-256 of what was exported, hex. */
  hash: z
    .string()
    .trim()
    .toLowerCase()
    .max(64, LIMITED)
    .regex(/^([0-9a-f]{64})?$/, { error: 'requestTask:hash' })
    .default(''),
  before: optionalText(LONG_TEXT_LIMIT),
  after: optionalText(LONG_TEXT_LIMIT),
  places: z.object({ LIVE: cleared, COPIES: cleared, BACKUPS: cleared, PROCESSORS: cleared }).default({}),
});
export type Proof = z.output<typeof proof>;
export const NO_PROOF: Proof = proof.parse({});
