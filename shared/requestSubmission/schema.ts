import { z } from 'zod';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { GENERAL, uploadedFile, type UploadKind } from '../file.ts';
import { LOCALES } from '../locale.ts';
import { PERSONS } from '../request/persons.ts';
import {
  AGE_BANDS,
  guardian as guardianOf,
  hasGuardianWhereNeeded,
  isReachable,
  requestedRight,
  requestedRights,
  subject,
} from '../request/schema.ts';
import { country, id, LIMITED, optionalText, requiredLine } from '../text.ts';

/** What may be sent along with a request. */
export const REQUEST_ATTACHMENT: UploadKind = { ...GENERAL, name: 'requestAttachment', withoutMetadata: true };

/** How requests come from outside; `Web Page`: our own page of the form. */
const SUBMISSION_CHANNELS = ['JS Web Form', 'Web Page', 'Custom API', 'Mobile App'] as const;

/** Digits of a telephone number on the public form. */
const PHONE_DIGITS = 10;
const withinDigits = ({ telephone }: { telephone: string }): boolean =>
  new RegExp(`^\\d{0,${PHONE_DIGITS}}$`).test(telephone);
const DIGITS_RULE = { path: ['telephone'], error: 'requestSubmission:telephone' };

const identity = subject.omit({ uid: true });
const guardian = guardianOf.refine(withinDigits, DIGITS_RULE);

/** The work by which a browser shows that it means it: see `server/modules/requestSubmission/work.ts`. */
const work = z.object({
  challenge: z.string().max(200, LIMITED),
  answer: z
    .number()
    .int()
    .min(0)
    .max(2 ** 40),
});

const oneRight = requestedRight.partial({ rightRequestId: true }).shape;

/**
 * The body of one request (spec 2 section 3): one right in fields of its own, or several in `rights`. `token` is the
 * JWT by which a site vouches for its customer; `website` stays empty.
 */
export const requestSubmission = z
  .object({
    dsrmRequestFormId: id,
    /** Left out: the one in force. */
    dsrmRequestFormVersion: z.number().int().min(1).max(1_000_000).optional(),
    uid: optionalText(200).transform((value) => value.normalize('NFC')),
    /** The consent form that it is about, for example where consent is withdrawn. */
    consentUUID: id.nullish(),
    identityValidation: identity.refine(withinDigits, DIGITS_RULE),
    hasGuardian: z.boolean().default(false),
    guardianInformation: guardian.nullish(),
    ...oneRight,
    rights: requestedRights.optional(),
    /** Where an uploaded file is, and the token that came with its upload. */
    requestedAttachment: z.string().max(500, LIMITED).default(''),
    uploadToken: z.string().max(100, LIMITED).optional(),
    collectionChannel: z.enum(SUBMISSION_CHANNELS).default('Custom API'),
    language: z.enum(LOCALES).default('th'),
    country,
    ageBand: z.enum(AGE_BANDS).nullish(),
    token: z.string().max(4000, LIMITED).optional(),
    work: work.optional(),
    website: z.string().max(2000, LIMITED).default(''),
  })
  .superRefine((body, context) => {
    const ageBand = body.ageBand ?? null;
    if (!isReachable({ ageBand, subject: body.identityValidation }))
      context.addIssue({ code: 'custom', path: ['identityValidation', 'email'], message: 'request:reachable' });
    if (!body.rights && !body.rightRequestId)
      context.addIssue({ code: 'custom', path: ['rightRequestId'], message: 'request:noRight' });
    if (body.hasGuardian && !body.guardianInformation)
      context.addIssue({ code: 'custom', path: ['guardianInformation'], message: 'errors:required' });
    else if (
      !hasGuardianWhereNeeded({
        ageBand,
        guardian: (body.hasGuardian && body.guardianInformation) || null,
      })
    )
      context.addIssue({ code: 'custom', path: ['guardianInformation'], message: 'request:guardianNeeded' });
    // A guardian of a minor confirms by the link that is mailed to them: nobody here could ask for their address.
    else if (body.hasGuardian && body.guardianInformation?.email === '' && ageBand !== null && ageBand !== 'ADULT')
      context.addIssue({
        code: 'custom',
        path: ['guardianInformation', 'email'],
        message: 'requestSubmission:guardianEmail',
      });
  });
export type RequestSubmission = z.output<typeof requestSubmission>;

/** The answer, once the request is durable. */
export const requestReceived = z.object({
  uuid: id,
  /** The number by which people speak of it: DSR-000042. */
  requestId: z.string(),
  /** Until when the data subject is to confirm who they are. */
  verifyBy: z.string(),
  /** The site vouched for them: nothing is left to confirm. */
  verified: z.boolean(),
  /** To whom a link was mailed: to nobody whose address strangers have entered too often. */
  mailedTo: z.array(z.enum(PERSONS)),
  /** Who confirms the request, by that link: nobody whom the site vouched for. */
  toConfirm: z.array(z.enum(PERSONS)),
  receivedAt: z.string(),
  /** By when each right is to be answered, counted from receipt. */
  rights: z.array(z.object({ rightRequestId: id, answerBy: z.string() })),
});
export type RequestReceived = z.infer<typeof requestReceived>;

const text = z.object({ th: z.string(), en: z.string() });
/** The form in force as the embed gets it. */
export const publicRequestForm = z.object({
  workspaceUUID: id,
  dsrmFormId: id,
  version: z.number().int(),
  sha256: z.string(),
  title: text,
  detail: text,
  terms: text,
  submittedTitle: text,
  submittedDetail: text,
  rights: z.array(
    z.object({
      rightRequestId: id,
      code: z.enum(RIGHT_CODES).nullable(),
      name: text,
      description: text,
      example: text,
      days: z.number().int(),
      options: z.array(text),
      fee: z.number().int(),
    }),
  ),
  expiryDays: z.number().int(),
  controller: z.object({ name: text, email: z.string(), phone: z.string(), privacyPolicyUrl: z.string() }),
  font: z.object({ name: z.string(), url: z.string() }).nullable(),
  themeColor: z.string(),
  logo: z.string().nullable(),
  channels: z.object({ web: z.boolean(), page: z.boolean() }),
  /** The consent form of the application, if it has one that takes answers. */
  consentUUID: id.nullable(),
});
export type PublicRequestForm = z.infer<typeof publicRequestForm>;
/** The form in the preview of its editor, which answers by itself. */
export interface PreviewedRequestForm extends PublicRequestForm {
  rights: (PublicRequestForm['rights'][number] & {
    /** The days from receipt by which the data subject is promised an answer. */
    answerDays: number;
  })[];
}

/** What a browser works on while its person fills the form in. */
export const workChallenge = z.object({
  challenge: z.string(),
  /** Bits that the hash begins with, all zero. */
  bits: z.number().int(),
  expiresAt: z.string(),
});
export type WorkChallenge = z.infer<typeof workChallenge>;

/** Begins the upload of a file, before the request that it belongs to is sent. */
export const startUpload = z.object({
  dsrmRequestFormId: id,
  name: requiredLine(255),
  /** Bytes. */
  size: z
    .number()
    .int()
    .min(1, { error: 'requestSubmission:fileEmpty' })
    .max(REQUEST_ATTACHMENT.limit, { error: 'requestSubmission:fileTooLarge' }),
});
/** How far an upload is. */
export const uploadState = z.object({
  /** Bytes that have arrived: the next part begins here. */
  received: z.number().int(),
  size: z.number().int(),
  /** Most bytes of a part. */
  part: z.number().int(),
  /** What `requestedAttachment` takes; empty while some of it is missing. */
  url: z.string(),
});
export type UploadState = z.infer<typeof uploadState>;
/** `token`: told here alone, and sent with every call about the upload. */
export const startedUpload = uploadState.extend({ uploadId: id, token: z.string() });
export type StartedUpload = z.infer<typeof startedUpload>;

/** Files that a data subject sent with a request. */
export const requestAttachments = z.array(uploadedFile);
