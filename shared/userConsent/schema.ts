import { z } from 'zod';
import { CONSENT_SIGNALS, consentContent, consentItem, text } from '../consent/schema.ts';
import { LAYOUTS } from '../consent/theme.ts';
import { listFilters, listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { byId, email, id, inWorkspace, LIMITED, optionalPhone, optionalText, requiredText } from '../text.ts';
import { LOCALES } from '../locale.ts';

/** ALL: every purpose of the version; ACCEPT: some of them; NONE: none. */
export const CONSENT_ACTIONS = ['ALL', 'ACCEPT', 'NONE'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** Where submissions come from; the default is that of the public API (spec 2 section 9). */
export const COLLECTION_CHANNELS = [
  'JS Web Form',
  'Custom API',
  'Mobile App',
  'Withdrawal page',
  'Data subject request',
  'Import',
] as const;
/** Those that a caller may name; the others are said by the server. */
export const PUBLIC_CHANNELS = ['JS Web Form', 'Custom API', 'Mobile App'] as const;

/**
 * How a data subject is known. token: the organisation vouches for them. browser: by the handle that it keeps. uid: by
 * nothing but the id that was named. link: by the link to their own page. request: by a request to exercise their
 * rights, whose sender was confirmed. import: by the organisation's own records.
 */
export const KNOWN_BY = ['token', 'browser', 'uid', 'link', 'request', 'import'] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

export const UID_LIMIT = 200;
export const SOURCE_LIMIT = 200;
export const uid = requiredText(UID_LIMIT).transform((value) => value.normalize('NFC'));

export const guardian = z.object({
  firstName: requiredText(100),
  lastName: requiredText(100),
  email,
  telephone: optionalPhone,
});
export type Guardian = z.output<typeof guardian>;

/** The handle that a browser was given with its first choice. */
const handle = z.string().max(100, LIMITED);

/** The body of one submission (spec 2 section 3). `token` is the JWT of forms that ask for one. */
export const userConsentSubmission = z.object({
  uid,
  name: optionalText(200),
  consentUUID: id,
  consentVersion: z.number().int().min(1).max(1_000_000),
  purposeUUIDs: z
    .array(id)
    .max(60)
    .default([])
    .transform((list) => [...new Set(list)]),
  action: z.enum(CONSENT_ACTIONS),
  language: z.enum(LOCALES).default('th'),
  collectionChannel: z.enum(PUBLIC_CHANNELS).default('Custom API'),
  source: optionalText(SOURCE_LIMIT),
  hasGuardian: z.boolean().default(false),
  guardianInformation: guardian.nullish(),
  token: z.string().max(4000, LIMITED).optional(),
  handle: handle.optional(),
});
export type UserConsentSubmission = z.output<typeof userConsentSubmission>;

/** The answer to a submission, once it is durable. */
export const userConsentReceived = z.object({
  id,
  consentUUID: id,
  consentVersion: z.number().int(),
  action: z.enum(CONSENT_ACTIONS),
  purposeUUIDs: z.array(id),
  at: z.string(),
  /** SHA-256 of what the data subject was shown. */
  sha256: z.string(),
  knownBy: z.enum(['token', 'browser', 'uid']),
  /** Known by it: to be kept by this browser or app alone, and sent with its next calls for this uid. */
  handle: z.string().optional(),
});
export type UserConsentReceived = z.infer<typeof userConsentReceived>;

/**
 * What the embed asks: the present choice of one uid. `source`: only one made there counts (the embed's sourceCheck).
 */
export const userConsentLookup = z.object({
  uid,
  source: z.string().max(SOURCE_LIMIT, LIMITED).optional(),
  token: z.string().max(4000, LIMITED).optional(),
  handle: handle.optional(),
});
export const userConsentStatus = z.object({
  /** NO_ANSWER: nothing was chosen, or what was allowed has ended (`expiresAt`). */
  action: z.enum([...CONSENT_ACTIONS, 'NO_ANSWER']),
  purposeUUIDs: z.array(id),
  consentVersion: z.number().int().nullable(),
  at: z.string().nullable(),
  /** The last day in Bangkok on which what was allowed holds: that of the version answered; null: no end. */
  expiresAt: z.string().nullable(),
  /**
   * The version in force asks for other purposes than the one that was answered, or for one in other words: ask again.
   * What was allowed in other words is not in `purposeUUIDs`.
   */
  askAgain: z.boolean(),
  /** What the caller is known by; null: the form tells nothing by the uid alone, so nothing was looked for. */
  knownBy: z.enum(['token', 'browser', 'uid']).nullable(),
  /** In place of the one that came along, which grows old. */
  handle: z.string().optional(),
});
export type UserConsentStatus = z.infer<typeof userConsentStatus>;

/** The live form as the embed gets it. `logos` are addresses of the product's own. */
export const publicConsentForm = z.object({
  workspaceUUID: id,
  consentUUID: id,
  applicationUUID: id,
  version: z.number().int(),
  sha256: z.string(),
  title: text,
  description: text,
  purposes: z.array(z.object({ uuid: id, title: text, description: text, signals: z.array(z.enum(CONSENT_SIGNALS)) })),
  controller: consentContent.shape.controller.pick({ name: true }),
  privacyPolicyUrl: z.string().nullable(),
  askGuardian: z.boolean(),
  layout: z.enum(LAYOUTS),
  theme: consentContent.shape.theme.omit({ logoIds: true }),
  logos: z.array(z.string()),
  font: z.object({ name: z.string(), url: z.string() }).nullable(),
  jwtRequired: z.boolean(),
});
export type PublicConsentForm = z.infer<typeof publicConsentForm>;

// ── For the organisation's staff ────────────────────────────────────────────────────────────────

/** An instant that has a day of its own in every calendar that the product writes. */
const instant = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(9000, 0), { error: 'errors:date' });

/** Answers to a form, newest first. `CHANGED`: those that differ from the subject's choice before. */
export const USER_CONSENT_LIST = {
  sortBy: ['at'],
  filters: { version: 'number', action: ['CHANGED', ...CONSENT_ACTIONS], purposeId: 'id', source: 'line' },
} as const satisfies ListRule;
/** Filters of a form's history; the export takes the same. */
export const userConsentFilters = listFilters(USER_CONSENT_LIST).extend({
  /** Instants, ISO 8601; `to` is not included. */
  from: instant.optional(),
  to: instant.optional(),
  /** The whole uid: identities are encrypted and found by equality only. */
  uid: z.string().trim().max(UID_LIMIT, LIMITED).optional(),
});
export type UserConsentFilters = z.output<typeof userConsentFilters>;
export const listUserConsents = listInput(USER_CONSENT_LIST)
  .omit({ query: true })
  .extend({ ws: id, id, ...userConsentFilters.shape });

export const userConsentItem = z.object({
  id,
  at: z.string(),
  uid: z.string(),
  name: z.string(),
  action: z.enum(CONSENT_ACTIONS),
  /** Differs from what the same data subject had chosen before. */
  changed: z.boolean(),
  /** All that are allowed. `former`: the version that was answered does not ask for it; it was allowed before. */
  purposes: z.array(z.object({ id, title: text, former: z.boolean() })),
  version: z.number().int(),
  /** The last day on which what was allowed holds; null: no end, or nothing was allowed. */
  expiresAt: z.string().nullable(),
  source: z.string(),
  channel: z.string(),
  language: z.enum(LOCALES),
  hasGuardian: z.boolean(),
  /** Null: from before it was noted. */
  knownBy: z.enum(KNOWN_BY).nullable(),
});
export type UserConsentItem = z.infer<typeof userConsentItem>;
export const userConsentList = listOf(userConsentItem);

/** One submission in full, with what exactly was shown: the proof. */
export const userConsentDetail = userConsentItem.extend({
  consent: z.object({ id, name: z.string() }),
  guardian: guardian.nullable(),
  /** Ids of the purposes that the data subject allowed alone, beside what the guardian allowed. */
  alone: z.array(id),
  /**
   * The content of the version that was answered and its SHA-256, recomputed as it is read: `intact` says that they
   * agree.
   */
  shown: z.object({ content: consentContent, sha256: z.string(), intact: z.boolean() }),
  /** The privacy notice that the form led to, as it was in force then; its hash in the language of the submission. */
  notice: z.object({ id, name: z.string(), version: z.number().int(), sha256: z.string() }).nullable(),
  receipts: z.array(z.object({ id, issuedAt: z.string() })),
});
export type UserConsentDetail = z.infer<typeof userConsentDetail>;

/** Everything one data subject did, over all forms of the workspace, newest first. */
export const listSubjectHistory = listInput({ sortBy: ['at'] })
  .omit({ query: true })
  .extend({ ws: id, uid });
export const subjectHistory = userConsentList.extend({
  collection: z.array(
    userConsentItem.extend({
      consent: z.object({ id, name: z.string() }),
      added: z.array(text),
      withdrawn: z.array(text),
    }),
  ),
});

/** How the form stands now; exact at the moment of asking. */
export const consentInsight = z.object({
  consentId: id,
  asOf: z.string(),
  submissions: z.number().int(),
  subjects: z.number().int(),
  /** Data subjects by what they chose last. */
  now: z.object({ ALL: z.number().int(), ACCEPT: z.number().int(), NONE: z.number().int() }),
  /** Those whose latest answer allowed something until a day that is over; in `now` they do not count. */
  expired: z.number().int(),
  /** Those whose latest answer was to other purposes or other words than the version in force shows. */
  askAgain: z.number().int(),
  /** Submissions of today (Bangkok) and of the day before up to the same... whole day. */
  today: z.number().int(),
  yesterday: z.number().int(),
  lastSevenDays: z.number().int(),
  /** Submissions by which a data subject changed an earlier choice. */
  changed: z.number().int(),
  purposes: z.array(z.object({ id, title: text, allowing: z.number().int() })),
  sources: z.array(z.object({ name: z.string(), submissions: z.number().int() })),
  /** Submissions from sources that are not told by name: a form keeps the first 200 names apart. */
  otherSources: z.number().int(),
});
export type ConsentInsight = z.infer<typeof consentInsight>;

/** Days that a summary may tell of, and up to how many it tells of each; beyond, of each month. */
export const SUMMARY_DAYS = 3660;
export const SUMMARY_BY_DAY = 400;
/**
 * Days in Bangkok to tell of, both included; the last 30 by default. A source that has no name of its own (see
 * `otherSources`) has no counts.
 */
export const consentSummaryInput = byId.extend({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  source: z.string().max(SOURCE_LIMIT, LIMITED).optional(),
});
const counts = z.object({
  ALL: z.number().int(),
  ACCEPT: z.number().int(),
  NONE: z.number().int(),
  changed: z.number().int(),
});
export const consentSummary = z.object({
  consentId: id,
  from: z.string(),
  to: z.string(),
  total: counts,
  /** What each of `days` stands for. */
  step: z.enum(['day', 'month']),
  /** Every day of the range, also one without submissions; of a month the first day, as far as it is in the range. */
  days: z.array(counts.extend({ day: z.string() })),
  versions: z.array(counts.extend({ version: z.number().int() })),
  purposes: z.array(z.object({ id, title: text, granted: z.number().int() })),
});
export type ConsentSummary = z.infer<typeof consentSummary>;

/**
 * Forms to choose from, for whoever may see the dashboard and perhaps not the forms themselves. `id`: that one alone.
 */
export const listConsentForms = listInput({ sortBy: ['updatedAt', 'name'] }).extend({ ws: id, id: id.optional() });
const consentForm = consentItem.pick({
  id: true,
  name: true,
  publishedVersion: true,
  versionInForce: true,
  active: true,
});
export type ConsentForm = z.infer<typeof consentForm>;
export const consentFormList = listOf(consentForm);

// ── Receipts ────────────────────────────────────────────────────────────────────────────────────
export const issueReceipt = byId;
export const receiptInput = byId.extend({ lang: z.enum(LOCALES).default('th') });

// ── Withdrawal by the data subject ──────────────────────────────────────────────────────────────
export const withdrawalLink = byId.extend({ uid });
export const inWithdrawal = inWorkspace.extend({ token: z.string().min(20).max(2000, LIMITED) });
