import { z } from 'zod';
import { clock } from '../clock.ts';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { type FileType, megabyte, uploadedFile, type UploadKind } from '../file.ts';
import { LOCALES } from '../locale.ts';
import { DELIVERY_STATES } from '../mail/status.ts';
import { RIGHTS_OF_REQUEST } from '../request/schema.ts';
import { REQUEST_STAGES } from '../request/stage.ts';
import { inSession } from '../requestIdentity/schema.ts';
import { byId, id, LIMITED, requiredText } from '../text.ts';

/** Letters of one message. */
export const MESSAGE_LIMIT = 4000;
export const FILES_OF_MESSAGE = 5;

/** What goes with a message, of either side. */
export const MESSAGE_FILE: UploadKind = {
  name: 'requestMessage',
  types: [
    'application/pdf',
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/heic',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/plain',
  ] satisfies FileType[],
  limit: megabyte(20),
};

const MESSAGE_KINDS = ['MESSAGE', 'QUESTION', 'ANSWER'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
export const MESSAGE_AUTHORS = ['SUBJECT', 'GUARDIAN', 'STAFF'] as const;

const file = uploadedFile.pick({ id: true, name: true, size: true, type: true });
const message = z.object({
  id,
  author: z.enum(MESSAGE_AUTHORS),
  kind: z.enum(MESSAGE_KINDS),
  text: z.string(),
  at: z.string(),
  files: z.array(file),
});

const words = { text: requiredText(MESSAGE_LIMIT), fileIds: z.array(id).max(FILES_OF_MESSAGE).default([]) };

/** What is mailed to whoever asks when something happens to their request. */
const NOTICE_KINDS = [
  'MESSAGE',
  'QUESTION',
  'REMINDER',
  'GOES_ON',
  'ANSWERED',
  'EXTENDED',
  'REFUSED',
  'DONE',
  'READY',
  'REOPENED',
  'WITHDRAWN',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const conversation = z.object({
  /** Oldest first. */
  messages: z.array(message.extend({ by: z.string().nullable() })),
  /** Newest first, with what became of their mails: none where there is no address to write to. */
  notices: z.array(
    z.object({
      id,
      kind: z.enum(NOTICE_KINDS),
      at: z.string(),
      mails: z.array(
        z.object({
          person: z.enum(['SUBJECT', 'GUARDIAN']),
          state: z.enum(DELIVERY_STATES),
          /** Status (RFC 3463) under which it was returned after it had been sent; null: it was not. */
          returned: z.string().nullable(),
          at: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Whether a message reaches anybody: the data subject has a link to read it by. */
  reachable: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** `messageId`: made by the sender, so that a message that was sent but not answered is sent once. */
export const sendMessage = byId.extend({ messageId: id.optional(), ...words });
export const resendNotice = byId.extend({ noticeId: id });

const text = z.object({ th: z.string(), en: z.string() });
/** Steps that a data subject is told of. */
export const ANNOUNCED_STEPS = [
  'verify',
  'lapse',
  'ask',
  'answer',
  'resume',
  'extend',
  'reject',
  'approve',
  'reopen',
  'withdraw',
] as const;

/** What whoever asks may know of their request: no name of a colleague, no reason that is not for them. */
export const requestProgress = z.object({
  /** Another one: something has changed since. */
  revision: z.string(),
  language: z.enum(LOCALES),
  receivedAt: z.string(),
  verifiedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  rights: z.array(
    z.object({
      id,
      name: text,
      code: z.enum(RIGHT_CODES).nullable(),
      stage: z.enum(REQUEST_STAGES),
      /** By the workspace's settings; null until it begins. */
      clock: clock.nullable(),
      /** By the law, from receipt; null for rights that it sets no days for (`STATUTORY_DAYS`). */
      legalDueAt: z.string().nullable(),
      closedAt: z.string().nullable(),
      /** Until when a reply to the question about it is awaited; null: nothing is asked. */
      replyBy: z.string().nullable(),
      /** `section` null: the act names none. */
      refusal: z.object({ section: z.string().nullable(), groundCode: z.string(), reason: z.string() }).nullable(),
      /** What was done, where no answer beside it was prepared; '' otherwise. */
      outcome: z.string(),
      /** Completed without all of it being carried out: a task was refused. */
      inPart: z.boolean(),
      /** Completed, and its answer cannot be opened yet. */
      answerFollows: z.boolean(),
    }),
  ),
  /** Newest first. */
  steps: z.array(
    z.object({
      id,
      right: text,
      step: z.enum(ANNOUNCED_STEPS),
      reason: z.string().nullable(),
      at: z.string(),
    }),
  ),
  messages: z.array(message),
  /** How many answers are ready to be read or downloaded. */
  answersReady: z.number().int(),
  /** Whether messages are taken. */
  open: z.boolean(),
  /** Rights that can be taken back. */
  withdrawable: z.array(id),
});
export type RequestProgress = z.infer<typeof requestProgress>;

/** `revision`: what the page shows; where nothing has changed, the answer is null. */
export const readProgress = inSession.extend({ revision: z.string().max(100, LIMITED).optional() });
/** `id`: made by the sender, so that a message that was sent but not answered is sent once. */
export const writeMessage = inSession.extend({ id, ...words });
export const takeBack = inSession.extend({ rightIds: z.array(id).min(1).max(RIGHTS_OF_REQUEST) });
