import { z } from 'zod';
import { colour } from '../colour.ts';
import { contrast, READABLE } from '../contrast.ts';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { listInput, listOf, queryBoolean } from '../list.ts';
import { type ListRule, PUBLISH_FILTER } from '../listRule.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import {
  byId,
  count,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalText,
  optionalUrl,
  requiredLine,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { requestFormSettings } from './settings.ts';
import { LOCALES } from '../locale.ts';
import { versionItem } from '../versions.ts';

/**
 * Editing what is published makes it a draft of the next version; the published version stays in force. Its name and
 * description, and how requests come in, are no part of a version.
 */
export const requestFormStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: {
    edit: { to: 'draft', permission: 'requestForm.write' },
    publish: { to: 'published', permission: 'requestForm.write' },
  },
  published: { edit: { to: ['draft', 'published'], permission: 'requestForm.write' } },
});

/** Whether a form takes requests. */
export const requestFormActivity = defineStatus<'active' | 'inactive', 'deactivate' | 'reactivate'>({
  active: { deactivate: { to: 'inactive', permission: 'requestForm.write' } },
  inactive: { reactivate: { to: 'active', permission: 'requestForm.write' } },
});

/** Rights that one form may offer, and own options of each (spec 2 section 9). */
const RIGHTS_OF_FORM = 20;
export const OPTIONS_OF_RIGHT = 5;
/** Days in which a request must be confirmed (spec 2 section 5). */
const EXPIRY_DAYS = { min: 1, max: 999, default: 30 } as const;
/** White stands around the form's colour, and on its buttons. */
export const PAGE_COLOUR = '#ffffff';

const words = (limit?: number) =>
  z.object({ th: optionalText(limit), en: optionalText(limit) }).default({ th: '', en: '' });
const text = z.object({ th: z.string(), en: z.string() });

const offeredRight = z.object({
  rightRequestId: id,
  /** What a data subject may tick below the right; referred to by their places, from 0. */
  customRequests: z
    .array(z.object({ th: optionalText(200), en: optionalText(200) }))
    .max(OPTIONS_OF_RIGHT, { error: 'requestForm:tooManyOptions' })
    .default([]),
  /** In baht. */
  fee: count.default(0),
});

/** Everything a draft holds (spec 2 section 3). What publishing needs beyond is told by `requestFormProblems`. */
export const requestFormDraft = z.object({
  title: words(200),
  detail: words(LONG_TEXT_LIMIT),
  terms: words(LONG_TEXT_LIMIT),
  submittedTitle: words(200),
  submittedDetail: words(LONG_TEXT_LIMIT),
  /** In the order in which they are offered. */
  rightRequests: z
    .array(offeredRight)
    .max(RIGHTS_OF_FORM)
    .default([])
    .refine((list) => new Set(list.map(({ rightRequestId }) => rightRequestId)).size === list.length, {
      error: 'requestForm:rightTwice',
    }),
  /** Days after which a request that nobody confirmed is closed. */
  expiryDays: z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(EXPIRY_DAYS.min, { error: 'requestForm:expiryDays' })
    .max(EXPIRY_DAYS.max, { error: 'requestForm:expiryDays' })
    .default(EXPIRY_DAYS.default),
  customFontName: optionalText(100),
  customFontUrl: optionalUrl,
  themeColor: colour.default('#3a3f8f'),
  /** An uploaded picture (PNG, JPEG, WebP). */
  logo: id.nullable().default(null),
  customApiDescription: optionalText(LONG_TEXT_LIMIT),
});
export type RequestFormDraft = z.output<typeof requestFormDraft>;
/** A draft as it is stored: an address that a later rule refuses does not make a form of before unreadable. */
export const storedRequestFormDraft = requestFormDraft.extend({ customFontUrl: z.string().default('') });

interface Problem {
  path: (string | number)[];
  key: string;
}

/**
 * What publishing still misses. Paths as in the draft; keys are locale keys. `isOffered`: rights that may be offered.
 */
export function requestFormProblems(draft: RequestFormDraft, isOffered: (rightId: string) => boolean): Problem[] {
  const problems: Problem[] = [];
  const need = (ok: boolean, path: (string | number)[], key = 'errors:required') => {
    if (!ok) problems.push({ path, key });
  };
  for (const field of ['title', 'detail', 'submittedTitle', 'submittedDetail'] as const)
    for (const locale of LOCALES) need(draft[field][locale] !== '', [field, locale]);
  // Terms are the form's own choice; once there, everybody can read them.
  if (draft.terms.th !== '' || draft.terms.en !== '')
    for (const locale of LOCALES) need(draft.terms[locale] !== '', ['terms', locale]);
  need(draft.rightRequests.length > 0, ['rightRequests'], 'requestForm:noRight');
  draft.rightRequests.forEach(({ rightRequestId, customRequests }, index) => {
    need(isOffered(rightRequestId), ['rightRequests', index, 'rightRequestId'], 'requestForm:rightNotOffered');
    customRequests.forEach((option, place) => {
      for (const locale of LOCALES)
        need(option[locale] !== '', ['rightRequests', index, 'customRequests', place, locale]);
    });
  });
  need(contrast(draft.themeColor, PAGE_COLOUR) >= READABLE, ['themeColor'], 'requestForm:contrast');
  need(draft.customFontName !== '' || draft.customFontUrl === '', ['customFontName']);
  need(draft.customFontUrl !== '' || draft.customFontName === '', ['customFontUrl']);
  return problems;
}

/** What a version shows, every name resolved: kept for good, hashed as canonical JSON. */
const requestFormContent = z.object({
  application: z.object({ id, name: z.string() }),
  title: text,
  detail: text,
  terms: text,
  submittedTitle: text,
  submittedDetail: text,
  rights: z.array(
    z.object({
      id,
      /** Of a right of the act; null for one of the workspace's own. */
      code: z.enum(RIGHT_CODES).nullable(),
      name: text,
      description: text,
      example: text,
      /** Calendar days to answer in, as they were when it was published. */
      days: z.number().int(),
      options: z.array(text),
      /** In baht. */
      fee: z.number().int(),
    }),
  ),
  expiryDays: z.number().int(),
  font: z.object({ name: z.string(), url: z.string() }).nullable(),
  themeColor: z.string(),
  logo: id.nullable(),
  customApiDescription: z.string(),
  /** Who is asked: the data controller of the application. */
  controller: z.object({
    name: text,
    contact: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    privacyPolicyUrl: z.string(),
  }),
});
export type RequestFormContent = z.infer<typeof requestFormContent>;

const facts = { name: requiredLine(200), description: optionalText() };
export const createRequestForm = inWorkspace.extend({ ...facts, applicationId: id });
const { channels, allowedOrigins, jwtEnabled, drpEnabled } = requestFormSettings.shape;
/** What an edit holds; settings that are left out stay as they are. */
export const updateRequestForm = byId.extend({
  rowVersion,
  ...facts,
  ...requestFormDraft.shape,
  channels: channels.unwrap().optional(),
  allowedOrigins: allowedOrigins.unwrap().optional(),
  jwtEnabled: jwtEnabled.unwrap().optional(),
  drpEnabled: drpEnabled.unwrap().optional(),
});
/** How requests come in, alone. */
export const updateRequestFormSettings = byId.extend({ rowVersion, ...requestFormSettings.shape });
export const moveRequestForm = byId.extend({ rowVersion });

export const REQUEST_FORM_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'name', 'status'],
  filters: { status: PUBLISH_FILTER, active: 'boolean' },
} as const satisfies ListRule;
export const listRequestForms = listInput(REQUEST_FORM_LIST).extend({
  /** Only forms that take requests now, whatever draft stands beside the published version. */
  inForce: queryBoolean.default(false),
});

const requestFormItem = z.object({
  id,
  name: z.string(),
  description: z.string(),
  application: z.object({ id, name: z.string() }),
  status: z.enum(PUBLISH_STATUSES),
  active: z.boolean(),
  publishedVersion: z.number().int(),
  /** Rights that the draft offers. */
  rightCount: z.number().int(),
  /** Published, and its rights, application or data controller read otherwise now. */
  outdated: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
});
export type RequestFormItem = z.infer<typeof requestFormItem>;
export const requestFormList = listOf(requestFormItem);

export const requestForm = requestFormItem.omit({ rightCount: true }).extend({
  /** The name of the application's data controller: who is asked. */
  controllerName: text,
  draft: storedRequestFormDraft,
  /** The rights of the draft as they are now, with whether each may be offered. */
  rights: z.array(
    z.object({ id, code: z.enum(RIGHT_CODES).nullable(), name: text, days: z.number().int(), offered: z.boolean() }),
  ),
  problems: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), key: z.string() })),
  settings: requestFormSettings,
  hasSecret: z.boolean(),
  updatedBy: namedRecord.nullable(),
});
export type RequestForm = z.infer<typeof requestForm>;

/** A secret, told once: the text itself (its UTF-8 bytes) is the HS256 key. `rowVersion`: of the form now. */
export const requestFormSecret = z.object({ secret: z.string(), rowVersion: z.number().int() });

export const requestFormVersion = versionItem.extend({ requestFormId: id, content: requestFormContent });
