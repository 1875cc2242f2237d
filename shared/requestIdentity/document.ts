import { z } from 'zod';
import { megabyte, type UploadKind } from '../file.ts';
import { DELIVERY_STATES } from '../mail/status.ts';
import { REQUEST_STATUSES } from '../request/stage.ts';
import { requiredReason, RIGHTS_OF_REQUEST } from '../request/schema.ts';
import { byId, id, optionalText } from '../text.ts';
import { identityFact } from './fact.ts';
import { DECISIONS, DOCUMENT_STATES } from './status.ts';

/** By whose document it is seen who asks. An agent shows a signed power, too. */
export const DOCUMENT_PERSONS = ['SUBJECT', 'GUARDIAN', 'AGENT'] as const;
const documentPerson = z.enum(DOCUMENT_PERSONS);

/** What a data subject sends for it. */
export const IDENTITY_DOCUMENT: UploadKind = {
  name: 'identityDocument',
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  limit: megabyte(10),
  withoutMetadata: true,
};

/** What has to be known before a right is answered. */
const IDENTITY_NEEDS = ['NOTHING', 'CODE', 'SECOND', 'DOCUMENT'] as const;
export type IdentityNeed = (typeof IDENTITY_NEEDS)[number];

const text = z.object({ th: z.string(), en: z.string() });
const identityDocument = z.object({
  id,
  person: documentPerson,
  state: z.enum(DOCUMENT_STATES),
  /** Whether its file is there; it is deleted once it was accepted, and some time after the request is closed. */
  hasFile: z.boolean(),
  reason: z.string(),
  rightIds: z.array(id),
  createdAt: z.string(),
  receivedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export type IdentityDocument = z.infer<typeof identityDocument>;

const otherRequest = z.object({ id, number: z.number().int() });
/** A request of the same person. */
const relatedRequest = otherRequest.extend({
  status: z.enum(REQUEST_STATUSES),
  receivedAt: z.string(),
  verifiedAt: z.string().nullable(),
  application: z.string(),
  rights: z.array(text),
  /** What both have in common. */
  sameBy: z.array(z.enum(['uid', 'email', 'phone'])),
  isDuplicate: z.boolean(),
});
export type RelatedRequest = z.infer<typeof relatedRequest>;

/** How it is known who asks, for those who manage requests. */
export const identityView = z.object({
  id,
  /** Who confirms, whether a link was mailed to them, and when they entered a code. */
  persons: z.array(
    z.object({
      person: z.enum(['SUBJECT', 'GUARDIAN']),
      hasEmail: z.boolean(),
      linkSentAt: z.string().nullable(),
      /**
       * What became of the mails with the link: of one that arrived, otherwise of the newest. Null without a link, and
       * for links from before it was recorded. `returned`: status (RFC 3463) under which it came back.
       */
      linkMail: z.object({ state: z.enum(DELIVERY_STATES), returned: z.string().nullable() }).nullable(),
      confirmedAt: z.string().nullable(),
      /** Whether they were signed in to the site of the form, which vouched for them. */
      byToken: z.boolean(),
    }),
  ),
  /** `isMet`: whether so much is known by now. */
  needs: z.array(z.object({ rightId: id, name: text, need: z.enum(IDENTITY_NEEDS), isMet: z.boolean() })),
  documents: z.array(identityDocument),
  facts: z.array(identityFact),
  related: z.array(relatedRequest),
  /** Which request this one repeats. */
  duplicateOf: otherRequest.nullable(),
});
export type IdentityView = z.infer<typeof identityView>;

export const askDocument = byId.extend({ person: documentPerson, reason: requiredReason });
export const withdrawDocument = byId.extend({ documentId: id });
/** A document that came by post or at the counter, as staff uploaded it. */
export const addDocument = byId.extend({ person: documentPerson, fileId: id });
export const decideDocument = byId.extend({
  documentId: id,
  decision: z.enum(DECISIONS),
  /** Why it is asked for again, or refused. */
  reason: optionalText(2000),
  /** The rights that an agent's power names. */
  rightIds: z.array(id).max(RIGHTS_OF_REQUEST).default([]),
});
export type DecideDocument = z.output<typeof decideDocument>;
