import { z } from 'zod';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, TRANSFER_SAFEGUARDS } from './lawfulBasis.ts';
import { liaAnswers } from './legitimateInterest.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { PUBLISH_FILTER } from '../application/list.ts';
import { purposeProblems, type PurposeProblem } from './problems.ts';
import { RETENTION_UNITS } from './retention.ts';
import { defineStatus } from '../status.ts';
import {
  byId,
  country,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalDay,
  optionalText,
  rowVersion,
  thaiFirst,
} from '../text.ts';

export { purposeProblems, type PurposeProblem };

/** As `purposeProblems` tells them; `key` is a locale key. */
export const purposeProblem = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const PURPOSE_STATUSES = ['draft', 'published'] as const;
export type PurposeStatus = (typeof PURPOSE_STATUSES)[number];
/** Editing what is published makes it a draft of the next version; the published version stays. */
export const purposeStatus = defineStatus<PurposeStatus, 'edit' | 'publish'>({
  draft: { edit: { to: 'draft', permission: 'ropa.write' }, publish: { to: 'published', permission: 'ropa.publish' } },
  published: { edit: { to: 'draft', permission: 'ropa.write' } },
});

export { RETENTION_UNITS };
/** Most entries of any one list of a purpose. */
export const PURPOSE_LIST_LIMIT = 100;

const unique = (ids: string[]) => [...new Set(ids)];
const ids = z.array(id).max(PURPOSE_LIST_LIMIT).default([]).transform(unique);
const chosen = id.nullable().default(null);

const retention = z.object({
  indefinite: z.boolean().default(false),
  amount: z
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1)
    .max(36_500)
    .nullable()
    .default(null),
  unit: z.enum(RETENTION_UNITS).nullable().default(null),
  note: optionalText(),
});
const thirdParty = z.object({
  /** Of one recorded before, so that data mappings that name it keep to it. */
  id: id.optional(),
  name: optionalText(),
  country,
  contract: optionalText(),
  contractExpiresOn: optionalDay,
  /** The ground on which data goes to it when it is abroad. */
  safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().default(null),
});

/**
 * Everything recorded about a purpose (spec 2 section 3). A draft needs only its Thai title; what publishing needs
 * beyond is told by `purposeProblems`.
 */
export const purposeDraft = z.object({
  title: thaiFirst(),
  description: z
    .object({ th: optionalText(LONG_TEXT_LIMIT), en: optionalText(LONG_TEXT_LIMIT) })
    .default({ th: '', en: '' }),
  isPrimary: z.boolean().default(false),
  purposeCategoryId: chosen,
  dataSubjectGroupIds: ids,
  piiCategoryIds: ids,
  lawfulBases: z
    .array(z.enum(LAWFUL_BASES))
    .default([])
    .transform((bases) => LAWFUL_BASES.filter((basis) => bases.includes(basis))),
  sensitiveExemptions: z
    .array(z.enum(SENSITIVE_EXEMPTIONS))
    .default([])
    .transform((exemptions) => SENSITIVE_EXEMPTIONS.filter((exemption) => exemptions.includes(exemption))),
  retention: retention.default({ indefinite: false, amount: null, unit: null, note: '' }),
  storageSystemIds: ids,
  destructionMethodIds: ids,
  responsibleDepartmentId: chosen,
  responsiblePersonnelId: chosen,
  securityMeasureIds: ids,
  thirdPartyDisclosure: z.boolean().default(false),
  thirdParties: z.array(thirdParty).max(PURPOSE_LIST_LIMIT).default([]),
  internalSharing: z.boolean().default(false),
  internalApplicationIds: ids,
  legitimateInterest: liaAnswers.nullable().default(null),
});
export type PurposeDraft = z.output<typeof purposeDraft>;

export const createPurpose = inWorkspace.extend(purposeDraft.shape);
export const updatePurpose = byId.extend({ ...purposeDraft.shape, rowVersion });
export const publishPurpose = byId.extend({ rowVersion });

export const PURPOSE_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'title', 'status'],
  filters: {
    status: PUBLISH_FILTER,
    purposeCategoryId: 'id',
    /** `NONE`: none chosen yet. */
    lawfulBasis: [...LAWFUL_BASES, 'NONE'],
    thirdPartyDisclosure: 'boolean',
    /** Discloses to a third party there. */
    country: 'country',
  },
} as const satisfies ListRule;
export const listPurposes = listInput(PURPOSE_LIST).extend({
  /** `NONE`: no department. */
  responsibleDepartmentId: z.union([id, z.literal('NONE')]).optional(),
});
/** For selectors: ten by default, searched by text, in Thai order. */
export const pickPurposes = listInput({ sortBy: ['title'], sortDirection: 'ASC' });

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });
const person = z.object({ id, name: z.string() });
const application = z.object({ id, name: z.string() });

/** A purpose as it reads, every name resolved: what a published version keeps for good. */
export const purposeContent = z.object({
  title: text,
  description: text,
  isPrimary: z.boolean(),
  purposeCategory: named.nullable(),
  dataSubjectGroups: z.array(named),
  piiCategories: z.array(named.extend({ sensitive: z.boolean() })),
  lawfulBases: z.array(z.enum(LAWFUL_BASES)),
  sensitiveExemptions: z.array(z.enum(SENSITIVE_EXEMPTIONS)),
  retention: z.object({
    indefinite: z.boolean(),
    amount: z.number().nullable(),
    unit: z.enum(RETENTION_UNITS).nullable(),
    note: z.string(),
  }),
  storageSystems: z.array(named),
  destructionMethods: z.array(named),
  responsibleDepartment: named.nullable(),
  responsiblePersonnel: person.nullable(),
  securityMeasures: z.array(named),
  thirdPartyDisclosure: z.boolean(),
  thirdParties: z.array(
    z.object({
      id: id.optional(),
      name: z.string(),
      country: z.string(),
      contract: z.string(),
      // Versions published before these were recorded have none of them: their hash is of what they were.
      contractExpiresOn: z.string().nullable().optional(),
      safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().optional(),
    }),
  ),
  internalSharing: z.boolean(),
  internalApplications: z.array(application),
  legitimateInterest: liaAnswers.nullable(),
});
export type PurposeContent = z.infer<typeof purposeContent>;

const purposeItem = z.object({
  id,
  title: text,
  isPrimary: z.boolean(),
  purposeCategory: named.nullable(),
  lawfulBases: z.array(z.enum(LAWFUL_BASES)),
  /** Uses section 26 data. */
  sensitive: z.boolean(),
  applicationCount: z.number().int(),
  status: z.enum(PURPOSE_STATUSES),
  /** Newest published version; 0 when there is none. */
  publishedVersion: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: person.nullable(),
});
export type PurposeItem = z.infer<typeof purposeItem>;
export const purposeList = listOf(purposeItem);

const pickedPurpose = z.object({
  id,
  title: text,
  status: z.enum(PURPOSE_STATUSES),
  publishedVersion: z.number().int(),
});
export const pickedPurposes = listOf(pickedPurpose);

/** One purpose: the record's own facts, `content` as it reads, and what still keeps it from being published. */
export const purpose = purposeItem
  .omit({
    purposeCategory: true,
    sensitive: true,
    applicationCount: true,
    lawfulBases: true,
    title: true,
    isPrimary: true,
  })
  .extend({
    content: purposeContent,
    problems: z.array(purposeProblem),
    /** Applications that use it, 20 at most. */
    applications: z.array(application),
  });
export type Purpose = z.infer<typeof purpose>;

/** The form's values of a stored purpose. */
export function draftOf(content: PurposeContent): PurposeDraft {
  const idsOf = (list: readonly { id: string }[]) => list.map((entry) => entry.id);
  const {
    title,
    description,
    isPrimary,
    lawfulBases,
    sensitiveExemptions,
    thirdPartyDisclosure,
    thirdParties,
    internalSharing,
    legitimateInterest,
  } = content;
  return {
    title,
    description,
    isPrimary,
    purposeCategoryId: content.purposeCategory?.id ?? null,
    dataSubjectGroupIds: idsOf(content.dataSubjectGroups),
    piiCategoryIds: idsOf(content.piiCategories),
    lawfulBases,
    sensitiveExemptions,
    retention: content.retention,
    storageSystemIds: idsOf(content.storageSystems),
    destructionMethodIds: idsOf(content.destructionMethods),
    responsibleDepartmentId: content.responsibleDepartment?.id ?? null,
    responsiblePersonnelId: content.responsiblePersonnel?.id ?? null,
    securityMeasureIds: idsOf(content.securityMeasures),
    thirdPartyDisclosure,
    thirdParties: thirdParties.map(({ contractExpiresOn = null, safeguard = null, ...party }) => ({
      ...party,
      contractExpiresOn,
      safeguard,
    })),
    internalSharing,
    internalApplicationIds: idsOf(content.internalApplications),
    legitimateInterest,
  };
}

/** A published version without its content. */
export const versionItem = z.object({
  version: z.number().int(),
  publishedAt: z.string(),
  publishedBy: person.nullable(),
  /** Of the content as canonical JSON (RFC 8785), hex. */
  sha256: z.string(),
});
export const versionList = listOf(versionItem);
export const listVersions = byId.extend(listInput({ sortBy: ['version'] }).shape);
/** `v` is the number of the version. */
export const byVersion = byId.extend({ v: z.coerce.number().int().min(1).max(2_147_483_647) });
export const purposeVersion = versionItem.extend({ purposeId: id, content: purposeContent });
