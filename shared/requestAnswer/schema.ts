import { z } from 'zod';
import { byId, id, inWorkspace, LONG_TEXT_LIMIT, optionalText, rowVersion, namedRecord } from '../text.ts';
import { FILES_OF_ANSWER, GATHERED_PARTS } from './files.ts';
import { ANSWER_STATUSES } from './status.ts';

/** Why no package could be made. */
const ANSWER_FAILURES = ['interrupted', 'tooLarge', 'fileMissing', 'notRedacted', 'outdated', 'unavailable'] as const;
export type AnswerFailure = (typeof ANSWER_FAILURES)[number];
/** How an answer was taken: as the archive, read on the page, or given out by staff. */
const ANSWER_READS = ['DOWNLOAD', 'VIEW', 'STAFF'] as const;

const integer = (min: number, max: number) =>
  z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(min, { error: 'requestAnswer:outOfRange' })
    .max(max, { error: 'requestAnswer:outOfRange' });

export const answerSettingsFields = z.object({
  /** Days for which data subjects can take an answer. */
  expiryDays: integer(1, 90).default(14),
  /** How often the archive can be downloaded. */
  downloadLimit: integer(1, 20).default(3),
});
/** `rowVersion`: 0 where nobody has changed anything. */
export const answerSettings = answerSettingsFields.extend({ rowVersion: z.number().int() });
export const updateAnswerSettings = inWorkspace.extend({
  ...answerSettingsFields.shape,
  rowVersion: z.union([z.literal(0), rowVersion]),
});

/** A right of a request; `id` is the request's. */
export const byRight = byId.extend({ rightId: id });
/** What staff write in the letter. Without a message of its own, it says what the right was closed with. */
export const answerLetter = z.object({
  message: optionalText(LONG_TEXT_LIMIT),
  /** What is withheld, and why. */
  withheld: optionalText(LONG_TEXT_LIMIT),
});
export type AnswerLetter = z.output<typeof answerLetter>;
/** `rowVersion`: 0 where there is nothing yet. */
export const saveAnswer = byRight.extend({ ...answerLetter.shape, rowVersion: z.union([z.literal(0), rowVersion]) });
export const addAnswerFile = byRight.extend({ fileId: id });
export const byAnswerFile = byRight.extend({ answerFileId: id });
/** Leaves a file of the search for the data subject's records out of the answer, or takes it up again. */
export const leaveOutGathered = byRight.extend({ part: z.enum(GATHERED_PARTS), leftOut: z.boolean() });
const reviewed = z.object({
  rowVersion: z.union([z.literal(0), rowVersion]),
  /** Of the files as they are sent. */
  fileIds: z.array(id).max(FILES_OF_ANSWER + GATHERED_PARTS.length),
});
export type ReviewedContent = z.infer<typeof reviewed>;
/** `reviewed`: what is to be sent, as the caller has read it; left out: whatever is there. */
export const releaseAnswer = byRight.extend({ ...answerSettingsFields.shape, reviewed: reviewed.optional() });

const answerFile = z.object({
  id,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  originalId: id,
  redactedId: id.nullable(),
});
export type AnswerFile = z.infer<typeof answerFile>;
const gatheredFile = z.object({
  part: z.enum(GATHERED_PARTS),
  name: z.string(),
  size: z.number().int(),
  fileId: id,
  leftOut: z.boolean(),
});
const packedFile = z.object({ name: z.string(), size: z.number().int(), sha256: z.string() });

export const answer = z.object({
  /** Null until something of it is saved. */
  id: id.nullable(),
  ...answerLetter.shape,
  files: z.array(answerFile),
  /**
   * What the search for the data subject's records found. `isOutdated`: it is not sent, they must be looked for again.
   */
  gathered: z.object({ files: z.array(gatheredFile), isOutdated: z.boolean() }),
  status: z.enum(ANSWER_STATUSES),
  progress: z.number().int(),
  failure: z.enum(ANSWER_FAILURES).nullable(),
  /** Of the archive; null where there is none. */
  package: z
    .object({ fileId: id, size: z.number().int(), sha256: z.string(), contents: z.array(packedFile) })
    .nullable(),
  readyAt: z.string().nullable(),
  /** Null of one that is ready: nobody knows of it, its days start when it is first opened. */
  expiresAt: z.string().nullable(),
  downloads: z.number().int(),
  downloadLimit: z.number().int(),
  /** Proof of delivery, oldest first; `by` null: the data subject. */
  reads: z.array(z.object({ at: z.string(), how: z.enum(ANSWER_READS), by: namedRecord.nullable() })),
  settings: answerSettings,
  rowVersion: z.number().int(),
});
export type Answer = z.infer<typeof answer>;
/** What an answer sends, for `releaseAnswer`. */
export const reviewedContent = ({ rowVersion, files, gathered }: Answer): ReviewedContent => ({
  rowVersion,
  fileIds: [
    ...files.map(({ redactedId, originalId }) => redactedId ?? originalId),
    ...gathered.files.flatMap(({ fileId, leftOut }) => (leftOut ? [] : [fileId])),
  ],
});

/** Told once. */
export const releasedAnswer = z.object({ password: z.string() });
/** The letter as it would be sent now: a page that needs nothing else. */
export const letterPreview = z.object({ html: z.string() });
