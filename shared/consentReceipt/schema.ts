import { z } from 'zod';
import { text } from '../consent/schema.ts';
import { id, inWorkspace, LIMITED } from '../text.ts';
import { CONSENT_ACTIONS, inWithdrawal, KNOWN_BY, uid, userConsentItem } from '../userConsent/schema.ts';
import { LOCALES } from '../locale.ts';

// What a receipt says stands in receipt.ts, which needs no zod.

export const issuedReceipt = z.object({
  id,
  userConsentId: id,
  issuedAt: z.string(),
  keyId: z.string(),
  /** Of the page, from the server's root. */
  path: z.string(),
});
export type IssuedReceipt = z.infer<typeof issuedReceipt>;

export const receiptAnswer = z.object({
  id,
  /** JSON-LD; the same as the payload of `jws`. */
  receipt: z.record(z.string(), z.unknown()),
  jws: z.string(),
  keyId: z.string(),
  issuedAt: z.string(),
  /** The last day on which what it states as allowed was valid, where it is over. */
  ended: z.string().nullable(),
  /** The data subject has chosen again since. */
  superseded: z.boolean(),
  /** Words of the receipt's states and law in the language asked for. */
  labels: z.object({
    title: z.string(),
    given: z.string(),
    refused: z.string(),
    withdrawn: z.string(),
    law: z.string(),
  }),
});
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** A receipt as its page shows it. */
export const openReceipt = z.object({ id, lang: z.enum(LOCALES).default('th') });
export const openedReceipt = receiptAnswer.extend({
  workspaceId: id,
  /** Address of the logo that its form was shown with; null: none. It is no part of what was signed. */
  logo: z.string().nullable(),
});
export type OpenedReceipt = z.infer<typeof openedReceipt>;

export const findReceipts = inWorkspace.extend({ uid });
export const foundReceipts = z.object({
  /** Newest first, 200 at most; `more` when there are others. */
  collection: z.array(
    z.object({
      id,
      at: z.string(),
      consent: z.object({ id, name: z.string() }),
      version: z.number().int(),
      action: z.enum(CONSENT_ACTIONS),
      changed: z.boolean(),
      name: z.string(),
      language: z.enum(LOCALES),
      channel: z.string(),
      purposes: userConsentItem.shape.purposes,
      receipts: z.array(z.object({ id, issuedAt: z.string(), issuedBy: z.string().nullable() })),
    }),
  ),
  more: z.boolean(),
});
export type FoundReceipts = z.infer<typeof foundReceipts>;

/** The link to one data subject's own page; `address` holds the token behind its #. */
export const choicesLink = z.object({ address: z.string(), expiresAt: z.string() });
/** What a data subject sees and may change on their own page. */
export const choices = z.object({
  title: text,
  description: text,
  controller: z.object({ name: text, contact: z.string(), email: z.string(), phone: z.string(), address: z.string() }),
  application: z.string(),
  privacyPolicyUrl: z.string().nullable(),
  uid: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** The form takes no new consent: what is allowed can be withdrawn, nothing be added. */
  closed: z.boolean(),
  /** The last day on which what was allowed held, when it is over: nothing is allowed any more. */
  ended: z.string().nullable(),
  chosenAt: z.string(),
  /** Somebody may have to consent for the data subject: what they add here, they add alone (section 20). */
  askGuardian: z.boolean(),
  purposes: z.array(
    z.object({
      id,
      title: text,
      description: text,
      allowed: z.boolean(),
      /** The form does not ask for it any more; it was allowed before, and holds until it is withdrawn or ends. */
      former: z.boolean(),
      /** Of a former one, the last day on which it holds; null: no end. */
      endsOn: z.string().nullable(),
    }),
  ),
  /** Own choices, newest first, 50 at most. */
  history: z.array(
    z.object({
      id,
      at: z.string(),
      action: z.enum(CONSENT_ACTIONS),
      changed: z.boolean(),
      knownBy: z.enum(KNOWN_BY).nullable(),
      allowed: z.array(text),
      receiptId: id.nullable(),
    }),
  ),
  expiresAt: z.string(),
});
export type Choices = z.infer<typeof choices>;

export const submitChoices = inWithdrawal.extend({
  /** All that are allowed from now on. */
  purposeUUIDs: z
    .array(id)
    .max(60)
    .transform((list) => [...new Set(list)]),
  language: z.enum(LOCALES).default('th'),
  /** The choice that was seen; a newer one refuses (409). */
  since: z.string().max(40, LIMITED).optional(),
});
export const submittedChoices = choices.extend({ receipt: issuedReceipt });
/** A receipt of one's own choice, made when there is none. */
export const receiptOfChoice = inWithdrawal.extend({ id });
