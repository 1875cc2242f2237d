import { z } from 'zod';
import { LOCALES } from '../locale.ts';
import { DOCUMENT_PERSONS } from './document.ts';
import { REQUEST_STATUSES } from '../request/stage.ts';
import { id, LIMITED } from '../text.ts';

export const CODE_LENGTH = 6;
/** Minutes for which a code holds. */
export const CODE_MINUTES = 10;
/** Wrong codes after which a request is left alone for as long as a code holds. */
export const CODE_TRIES = 5;

/** Of a link or a session: 24 bytes as base64url. */
const token = z
  .string()
  .max(64, LIMITED)
  .regex(/^[\w-]{20,64}$/);

export const sendCode = z.object({ token });
export const codeSent = z.object({ sent: z.literal(true) });
export const enterCode = z.object({
  token,
  code: z
    .string()
    .max(20, LIMITED)
    .overwrite((text) => text.replace(/\D/g, ''))
    .regex(/^\d{6}$/, { error: 'requestIdentity:codeDigits' }),
});
export const accessSession = z.object({ session: z.string(), expiresAt: z.string() });

/** What every call of the data subject carries. */
export const inSession = z.object({ session: token });
export const requestOverview = z.object({
  reference: z.string(),
  organization: z.string(),
  person: z.enum(['SUBJECT', 'GUARDIAN']),
  language: z.enum(LOCALES),
  receivedAt: z.string(),
  verifiedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /**
   * By what somebody else, the guardian or the data subject, has yet to be known; null: nobody has. LINK: by the link
   * in their email, which may yet wait to be sent; STAFF: as far as is known they have none (decision 144).
   */
  awaitsOther: z.enum(['LINK', 'STAFF']).nullable(),
  /** By when they must confirm, or the request is closed; null: it does not close by itself. */
  confirmBy: z.string().nullable(),
  /** Documents that are asked for, and those that wait to be looked at. */
  documents: z.array(z.object({ person: z.enum(DOCUMENT_PERSONS), isReceived: z.boolean(), reason: z.string() })),
  /** Days after the request is closed until a document that was not accepted is deleted. */
  identityDays: z.number().int(),
  /** Facts that the person themselves is asked for. */
  facts: z.array(z.object({ id, question: z.string(), triesLeft: z.number().int() })),
  rights: z.array(
    z.object({ id: z.string(), name: z.object({ th: z.string(), en: z.string() }), status: z.enum(REQUEST_STATUSES) }),
  ),
});
export type RequestOverview = z.infer<typeof requestOverview>;
