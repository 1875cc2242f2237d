import { z } from 'zod';
import { clock } from '../clock.ts';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { uploadedFile } from '../file.ts';
import { moment, newKey } from '../incident/fields.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { LOCALES } from '../locale.ts';
import {
  byId,
  country,
  email,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalPhone,
  optionalText,
  requiredLine,
  requiredText,
  rowVersion,
  searchText,
  namedRecord,
} from '../text.ts';
import { OPTIONS_OF_RIGHT } from '../requestForm/schema.ts';
import { correction } from './correction.ts';
import { FEE_STATES } from './fee.ts';
import { GROUND_CODES } from './grounds.ts';
import { REQUEST_STAGES, REQUEST_STATUSES } from './stage.ts';

/** Rights that one request may name. */
export const RIGHTS_OF_REQUEST = 8;
/** Channels by which staff enter what did not come by the form. */
export const ENTERED_CHANNELS = ['POST', 'PHONE', 'COUNTER', 'EMAIL'] as const;
const CHANNELS = ['WEB', 'PAGE', 'API', 'MOBILE', 'DRP', ...ENTERED_CHANNELS, 'IMPORT'] as const;
export type RequestChannel = (typeof CHANNELS)[number];
/** To ten years; under twenty and unmarried; everybody else (decisions on guardians). The birth date is not kept. */
export const AGE_BANDS = ['CHILD', 'MINOR', 'ADULT'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

const names = { firstName: requiredLine(200), lastName: requiredLine(200) };
const optionalEmail = z.union([z.literal(''), email]).default('');
export const guardian = z.object({ ...names, email: optionalEmail, telephone: optionalPhone });
/** A guardian as they are entered: by one of both addresses they can confirm the request. */
export const reachableGuardian = guardian.refine((who) => who.email !== '' || who.telephone !== '', {
  path: ['email'],
  error: 'request:guardianReachable',
});
/** Who asks. */
export const subject = z.object({ ...names, email: optionalEmail, telephone: optionalPhone, uid: optionalText(200) });
export type Subject = z.output<typeof subject>;
/** By what records of a data subject are looked up, once it is confirmed to be theirs. */
export const STATED_KEYS = ['uid', 'email', 'telephone'] as const;
export type StatedKey = (typeof STATED_KEYS)[number];
export const knownKeys = z.array(z.enum(STATED_KEYS));
/** What is stated of a data subject and not confirmed: nobody is looked up by it. */
export const unconfirmedKeys = (who: Pick<Subject, StatedKey>, known: readonly StatedKey[]): StatedKey[] =>
  STATED_KEYS.filter((key) => who[key] !== '' && !known.includes(key));
export type Guardian = z.output<typeof guardian>;

export const requestedRight = z.object({
  rightRequestId: id,
  selectedRightRequestOptions: z
    .array(
      z.coerce
        .number()
        .int()
        .min(0)
        .max(OPTIONS_OF_RIGHT - 1),
    )
    .max(OPTIONS_OF_RIGHT)
    .overwrite((list) => [...new Set(list)].sort((a, b) => a - b))
    .default([]),
  additionalRequestOption: optionalText(),
  requestDetail: optionalText(LONG_TEXT_LIMIT),
});
export type RequestedRight = z.output<typeof requestedRight>;
/** The rights that a request names: each once. */
export const requestedRights = z
  .array(requestedRight)
  .min(1, { error: 'request:noRight' })
  .max(RIGHTS_OF_REQUEST)
  .refine((list) => new Set(list.map(({ rightRequestId }) => rightRequestId)).size === list.length, {
    error: 'requestForm:rightTwice',
  });

/** Whether a guardian is named where somebody under age asks. */
export const hasGuardianWhereNeeded = (request: { ageBand: AgeBand | null; guardian: Guardian | null }): boolean =>
  request.guardian !== null || request.ageBand === null || request.ageBand === 'ADULT';

/** Whether who asks can be answered, by one of both addresses. For a child their guardian acts alone. */
export const isReachable = ({
  ageBand,
  subject: who,
}: {
  ageBand: AgeBand | '' | null;
  subject: Pick<Subject, 'email' | 'telephone'>;
}): boolean => ageBand === 'CHILD' || who.email !== '' || who.telephone !== '';

/** A request that came otherwise than by the form, as staff enter it. */
export const createRequest = inWorkspace
  .extend({
    requestFormId: id,
    /** When it reached the organisation: the act counts from here. */
    receivedAt: moment,
    channel: z.enum(ENTERED_CHANNELS),
    language: z.enum(LOCALES).default('th'),
    country,
    subject,
    ageBand: z.enum(AGE_BANDS).nullable().default(null),
    guardian: reachableGuardian.nullable().default(null),
    rights: requestedRights,
    /** Whether whoever enters it has seen who asks. */
    verified: z.boolean().default(false),
    /** An uploaded file: what came by post, or was handed over at the counter. */
    attachmentId: id.nullable().default(null),
    key: newKey,
  })
  .refine(hasGuardianWhereNeeded, { path: ['guardian'], error: 'request:guardianNeeded' })
  .refine(isReachable, { path: ['subject', 'email'], error: 'request:reachable' });
export type CreateRequest = z.output<typeof createRequest>;

/** What the specification calls the moves of a request, and ours. */
const STATUS_ACTIONS = ['VERIFY', 'ASSIGN', 'SUBMIT', 'APPROVE', 'REJECT', 'REVERT', 'EXTEND', 'REOPEN'] as const;
/** A move of some rights of a request; without `rightIds`: of all that have the move open. */
export const moveRequest = byId.extend({
  rowVersion: rowVersion.optional(),
  action: z.enum(STATUS_ACTIONS),
  rightIds: z.array(id).min(1).max(RIGHTS_OF_REQUEST).optional(),
  assigneeId: id.optional(),
  /** To whom it is sent back. */
  to: z.enum(['ASSIGNEE', 'SUBJECT']).default('ASSIGNEE'),
  reason: optionalText(2000),
  groundCode: z.enum(GROUND_CODES as [string, ...string[]]).optional(),
  /** With the ground DUPLICATE: the number of the request that goes on, as `DSR-000042`. */
  duplicateOf: optionalText(50),
  /** By how many days the time to answer is extended. */
  days: z.coerce.number().int().min(1).max(30).optional(),
});
export type MoveRequest = z.output<typeof moveRequest>;
export const requiredReason = requiredText(2000);

export const REQUEST_LIST = {
  sortBy: ['updatedAt', 'receivedAt', 'dueAt', 'number'],
  filters: {
    status: ['ALL', ...REQUEST_STATUSES],
    /** CUSTOM: one of the workspace's own. */
    right: ['ALL', ...RIGHT_CODES, 'CUSTOM'],
    clock: ['ALL', 'RUNNING', 'OVERDUE'],
    /**
     * By the date that counts from receipt: rights past it that are not answered, or closed requests answered after it.
     */
    byReceipt: ['ALL', 'OVERDUE', 'LATE'],
    /** By the first of both dates: rights past it that are not answered. */
    byEither: ['ALL', 'OVERDUE'],
    /** Where a right stands; OPEN: it is not closed. */
    stage: ['ALL', 'OPEN', ...REQUEST_STAGES],
    ground: ['ALL', ...(GROUND_CODES as [string, ...string[]])],
    /** OUTSTANDING: a right is decided, and its answer has not been released. */
    answer: ['ALL', 'OUTSTANDING'],
    /** Months of receipt in Bangkok, both included. */
    fromMonth: 'month',
    toMonth: 'month',
    applicationId: 'id',
    assigneeId: 'id',
    /** Only those assigned to the caller; always so for Staff. */
    mine: 'flag',
  },
} as const satisfies ListRule;
/** By what somebody is looked for (id, email, phone), whole: in place of `query` where it may stand in no address. */
export const subjectSearch = { uid: searchText };
export const listRequests = listInput(REQUEST_LIST).extend(subjectSearch);
export type ListRequests = z.output<typeof listRequests>;

const text = z.object({ th: z.string(), en: z.string() });
const stage = z.enum(REQUEST_STAGES);
export const requestRightItem = z.object({
  id,
  code: z.enum(RIGHT_CODES).nullable(),
  name: text,
  stage,
  status: z.enum(REQUEST_STATUSES),
  assignee: namedRecord.nullable(),
  /** By the workspace's settings; null until it begins. */
  clock: clock.nullable(),
  /** By the act: from receipt, without a pause, never moved. */
  legalClock: clock,
});
const requestFacts = {
  id,
  number: z.number().int(),
  status: z.enum(REQUEST_STATUSES),
  form: z.object({ id, name: z.string(), version: z.number().int() }),
  application: z.object({ id, name: z.string() }),
  channel: z.enum(CHANNELS),
  receivedAt: z.string(),
  verifiedAt: z.string().nullable(),
  verifyBy: z.string(),
  dueAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** Since when nothing says any more who asked, and with which words; null while it does. */
  anonymisedAt: z.string().nullable(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
const requestItem = z.object({
  ...requestFacts,
  /** Who asks; null for those who may not know. */
  subjectName: z.string().nullable(),
  rights: z.array(requestRightItem),
});
export type RequestItem = z.infer<typeof requestItem>;
export const requestList = listOf(requestItem).extend({
  /** How many rights of these requests fit what is asked of a right itself; null where nothing is. */
  rights: z.number().int().nullable(),
});
export type RequestList = z.infer<typeof requestList>;

export const request = z.object({
  ...requestFacts,
  /** The consent form that it names, if any. */
  consentUUID: id.nullable(),
  /** The data controller, as the version of the form names it. */
  organization: text,
  /** Days to confirm the request in, by the version of the form. */
  expiryDays: z.number().int(),
  /** Files that the data subject sent with it; empty for those who may not know who asks. */
  attachments: z.array(uploadedFile),
  language: z.enum(LOCALES),
  country: z.string(),
  ageBand: z.enum(AGE_BANDS).nullable(),
  verifiedHow: z.enum(['CODE', 'DOCUMENT', 'TOKEN', 'AGENT', 'STAFF']).nullable(),
  /** Whether a token of the form vouches for the data subject, and with them for the user ID. */
  byToken: z.boolean(),
  /** By which of them records are looked up: those that were confirmed to be the data subject's. */
  knownKeys,
  /** Null for those who may not know who asks. */
  identity: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      telephone: z.string(),
      uid: z.string(),
      guardian: z
        .object({ firstName: z.string(), lastName: z.string(), email: z.string(), telephone: z.string() })
        .nullable(),
    })
    .nullable(),
  rights: z.array(
    requestRightItem.extend({
      days: z.number().int(),
      fee: z.number().int(),
      options: z.array(text),
      /** In the data subject's words; null for those who may not know who asks. */
      additional: z.string().nullable(),
      detail: z.string().nullable(),
      waitingSince: z.string().nullable(),
      extendedDays: z.number().int().nullable(),
      resolution: z.string().nullable(),
      groundCode: z.string().nullable(),
      /** Null until it is asked for, paid or waived; the reason for those who may not know who asks, too. */
      feeState: z.enum(FEE_STATES).nullable(),
      feeAt: z.string().nullable(),
      feeReason: z.string().nullable(),
      /** All that the form's version offers; `selected` are the places of those that were ticked. */
      offered: z.array(text),
      selected: z.array(z.number().int()),
      /** Whether the caller may correct what is asked for. */
      editable: z.boolean(),
      closedAt: z.string().nullable(),
      submittedBy: id.nullable(),
      /** Whether the right is decided, and its answer has not been released. */
      answerOutstanding: z.boolean(),
      /** Moves that the caller may make now. */
      allowed: z.array(z.string()),
    }),
  ),
  moves: z.array(
    z.object({
      id,
      rightId: id,
      action: z.string(),
      from: stage,
      to: stage,
      reason: z.string().nullable(),
      at: z.string(),
      by: namedRecord.nullable(),
    }),
  ),
  /** What was corrected, oldest first; without words for those who may not know who asks. */
  corrections: z.array(correction),
});
export type Request = z.infer<typeof request>;
export type RequestRight = Request['rights'][number];

export const byPersonnel = byId;
