import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { type ListRule, PUBLISH_FILTER } from '../listRule.ts';
import { colour } from '../colour.ts';
import { readConsentSettings } from './settings.ts';
import { DECORATION, LAYOUTS, PRESETS } from './theme.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import {
  byId,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalDay,
  optionalText,
  optionalUrl,
  requiredText,
  rowVersion,
  searchText,
  namedRecord,
} from '../text.ts';
import { LOCALES } from '../locale.ts';

/** Statuses of a form; whether it is active is told beside. */
/**
 * Editing what is published makes it a draft of the next version; the published version stays in force. A new name
 * alone is no part of a version and leaves the form published.
 */
export const consentStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: {
    edit: { to: 'draft', permission: 'consent.write' },
    publish: { to: 'published', permission: 'consent.publish' },
  },
  published: { edit: { to: ['draft', 'published'], permission: 'consent.write' } },
});

/** Whether a form takes submissions. */
export const consentActivity = defineStatus<'active' | 'inactive', 'deactivate' | 'reactivate'>({
  active: { deactivate: { to: 'inactive', permission: 'consent.publish' } },
  inactive: { reactivate: { to: 'active', permission: 'consent.publish' } },
});

/** Purposes that one form may ask for, and different ones over its whole life (bits of a number that stays exact). */
export const PURPOSES_OF_FORM = 30;
export const PURPOSES_EVER = 53;

/**
 * Signals of Google Consent Mode v2 that a purpose can stand for.
 * https://developers.google.com/tag-platform/security/guides/consent
 */
export const CONSENT_SIGNALS = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const;
export type ConsentSignal = (typeof CONSENT_SIGNALS)[number];

const words = (limit?: number) =>
  z.object({ th: optionalText(limit), en: optionalText(limit) }).default({ th: '', en: '' });
const caption = z.object({ th: optionalText(60), en: optionalText(60) });
export const text = z.object({ th: z.string(), en: z.string() });

/** How the form looks on somebody else's page. Colours are #rrggbb. */
export const consentTheme = z.object({
  preset: z.enum(PRESETS).default('white'),
  background: colour,
  text: colour,
  acceptBackground: colour,
  acceptText: colour,
  declineBackground: colour,
  declineText: colour,
  acceptLabel: caption,
  declineLabel: caption,
  /** Uploaded pictures (PNG, JPEG, WebP), in their order. */
  logoIds: z.array(id).max(2).default([]),
});
export type ConsentTheme = z.output<typeof consentTheme>;

/** Everything a draft holds (spec 2 section 3). What publishing needs beyond is told by `consentProblems`. */
export const consentDraft = z.object({
  title: words(200),
  description: words(LONG_TEXT_LIMIT),
  /** In the order in which they are shown. */
  purposes: z
    .array(z.object({ purposeId: id, signals: z.array(z.enum(CONSENT_SIGNALS)).max(7).default([]) }))
    .max(PURPOSES_OF_FORM)
    .default([])
    .refine((list) => new Set(list.map(({ purposeId }) => purposeId)).size === list.length, {
      error: 'consent:purposeTwice',
    }),
  effectiveFrom: optionalDay,
  effectiveTo: optionalDay,
  showPrivacyPolicy: z.boolean().default(false),
  /** The notice whose version in force is linked to; empty: `privacyPolicyUrl` is. */
  privacyNoticeId: id.or(z.literal('')).default(''),
  privacyPolicyUrl: optionalUrl,
  /** Asks whether a parent or guardian consents, and for their identity (PDPA section 20). */
  askGuardian: z.boolean().default(false),
  layout: z.enum(LAYOUTS).default('bottom'),
  theme: consentTheme.default(DECORATION.white),
  font: z
    .object({ custom: z.boolean().default(false), name: optionalText(100), url: optionalUrl })
    .default({ custom: false, name: '', url: '' }),
});
export type ConsentDraft = z.output<typeof consentDraft>;
/** A draft as it is stored: an address that a later rule refuses does not make a form of before unreadable. */
export const storedConsentDraft = consentDraft.extend({
  privacyPolicyUrl: z.string().default(''),
  font: z
    .object({ custom: z.boolean().default(false), name: optionalText(100), url: z.string().default('') })
    .default({ custom: false, name: '', url: '' }),
});

/**
 * What publishing still misses. Paths as in the draft; keys are locale keys. `today`: in Bangkok, YYYY-MM-DD; left out
 * where a form may have ended since. `published`: purposes that are published and rest on consent; `isInForce`: notices
 * that are in force now.
 */
export function consentProblems(
  draft: ConsentDraft,
  isLawful: (purposeId: string) => boolean,
  isInForce: (noticeId: string) => boolean = () => true,
  today = '',
): { path: (string | number)[]; key: string }[] {
  const problems: { path: (string | number)[]; key: string }[] = [];
  const need = (ok: boolean, path: (string | number)[], key = 'errors:required') => {
    if (!ok) problems.push({ path, key });
  };
  for (const locale of LOCALES) {
    need(draft.title[locale] !== '', ['title', locale]);
    need(draft.description[locale] !== '', ['description', locale]);
  }
  need(draft.purposes.length > 0, ['purposes'], 'consent:noPurpose');
  draft.purposes.forEach(({ purposeId }, index) =>
    need(isLawful(purposeId), ['purposes', index, 'purposeId'], 'consent:purposeNotLawful'),
  );
  const isOrdered = !draft.effectiveFrom || !draft.effectiveTo || draft.effectiveFrom <= draft.effectiveTo;
  need(isOrdered, ['effectiveTo'], 'consent:endsBeforeBegins');
  need(!isOrdered || !draft.effectiveTo || draft.effectiveTo >= today, ['effectiveTo'], 'consent:hasEnded');
  if (draft.showPrivacyPolicy && draft.privacyNoticeId !== '')
    need(isInForce(draft.privacyNoticeId), ['privacyNoticeId'], 'consent:noticeNotInForce');
  else need(!draft.showPrivacyPolicy || draft.privacyPolicyUrl !== '', ['privacyPolicyUrl']);
  if (draft.font.custom) {
    need(draft.font.name !== '', ['font', 'name']);
    need(draft.font.url !== '', ['font', 'url']);
  }
  return problems;
}

/** What a version shows, every name resolved: kept for good, hashed as canonical JSON. */
export const consentContent = z.object({
  application: z.object({ id, name: z.string() }),
  title: text,
  description: text,
  purposes: z.array(
    z.object({
      id,
      /** The purpose's own published version, whose words these are. */
      version: z.number().int(),
      title: text,
      description: text,
      signals: z.array(z.enum(CONSENT_SIGNALS)),
      /** Its bit in `user_consents.granted`. */
      bit: z.number().int(),
    }),
  ),
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  /** An address, or the path of a notice of the workspace. */
  privacyPolicyUrl: z.string().nullable(),
  /** The notice at that path. */
  privacyNotice: z.object({ id }).optional(),
  askGuardian: z.boolean(),
  layout: z.enum(LAYOUTS),
  theme: consentTheme,
  font: z.object({ name: z.string(), url: z.string() }).nullable(),
  /** Who asks: the data controller of the application. */
  controller: z.object({ name: text, contact: z.string(), email: z.string(), phone: z.string(), address: z.string() }),
});
export type ConsentContent = z.infer<typeof consentContent>;

export const createConsent = inWorkspace.extend({ name: requiredText(200), applicationId: id });
export const updateConsent = byId.extend({ rowVersion, name: requiredText(200), ...consentDraft.shape });
export const moveConsent = byId.extend({ rowVersion });
export const deactivateConsent = byId.extend({ rowVersion: rowVersion.optional() });

export const CONSENT_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'name', 'status'],
  /** `inForce`: taking answers today, whatever draft stands beside the version that is answered. */
  filters: { status: PUBLISH_FILTER, active: 'boolean', inForce: 'boolean' },
} as const satisfies ListRule;
export const listConsents = listInput(CONSENT_LIST);

const application = z.object({ id, name: z.string() });
export const consentItem = z.object({
  id,
  name: z.string(),
  application,
  status: z.enum(PUBLISH_STATUSES),
  active: z.boolean(),
  publishedVersion: z.number().int(),
  /** The version that may be answered today (the form being active); null: none has begun, or it has ended. */
  versionInForce: z.number().int().nullable(),
  /** Days of the newest published version. */
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  /** Submissions so far, and data subjects who gave them; 0 for who may not see the dashboard. */
  submissions: z.number().int(),
  subjects: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
});
export type ConsentItem = z.infer<typeof consentItem>;
export const consentList = listOf(consentItem);

/** What the workspace has to make a form of: an application without one, a purpose that may be asked for. */
export const consentNeeds = z.object({ application: z.boolean(), purpose: z.boolean() });

export const consent = consentItem.extend({
  /** The name of the application's data controller: who asks. */
  controllerName: text,
  draft: storedConsentDraft.extend({ effectiveFrom: z.string().nullable(), effectiveTo: z.string().nullable() }),
  /** The notice that the draft names, and whether it is in force now. */
  notice: z.object({ id, name: z.string(), inForce: z.boolean() }).nullable(),
  /** Names of the draft's purposes as they are now, with whether each may be asked for. */
  purposes: z.array(z.object({ id, title: text, description: text, lawful: z.boolean() })),
  problems: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), key: z.string() })),
  /**
   * Published, and its purposes, application or data controller read otherwise now: saving it again makes a draft of
   * the next version.
   */
  outdated: z.boolean(),
  settings: readConsentSettings,
  hasSecret: z.boolean(),
  updatedBy: namedRecord.nullable(),
});
export type Consent = z.infer<typeof consent>;

/** Purposes a form may ask for: published, resting on consent; those of its application first. */
export const listConsentPurposes = byId.extend({ query: searchText });
export const consentPurposeChoice = z.object({
  id,
  title: text,
  description: text,
  version: z.number().int(),
  ofApplication: z.boolean(),
});

/** Privacy notices that a form may lead to: those in force. */
export const consentNoticeChoices = z.array(z.object({ id, name: z.string() }));

/** A secret, told once: the text itself (its UTF-8 bytes) is the HS256 key. `rowVersion`: of the form now. */
export const consentSecret = z.object({ secret: z.string(), rowVersion: z.number().int() });
