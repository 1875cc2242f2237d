import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { type ListRule, PUBLISH_FILTER } from '../listRule.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import { byId, id, inWorkspace, rowVersion, namedRecord } from '../text.ts';
import { draftOf, type PurposeContent, purposeContent, type PurposeDraft, purposeDraft } from './fields.ts';
import { LAWFUL_BASES } from './lawfulBasis.ts';
import { purposeProblems, type PurposeProblem } from './problems.ts';
import { RETENTION_UNITS } from './retention.ts';
import { versionItem } from '../versions.ts';

export { draftOf, type PurposeContent, type PurposeDraft, purposeDraft, purposeProblems, type PurposeProblem };

/** As `purposeProblems` tells them; `key` is a locale key. */
export const purposeProblem = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Editing what is published makes it a draft of the next version; the published version stays. */
export const purposeStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: { edit: { to: 'draft', permission: 'ropa.write' }, publish: { to: 'published', permission: 'ropa.publish' } },
  published: { edit: { to: 'draft', permission: 'ropa.write' } },
});

export { RETENTION_UNITS };
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
    responsiblePersonnelId: 'id',
    /** Discloses to a third party there, or keeps data in a storage system there. */
    country: 'country',
  },
} as const satisfies ListRule;
export const listPurposes = listInput(PURPOSE_LIST).extend({
  /** `PERSON`: a person alone; `LEFT`: a person who is suspended or removed; `NONE`: nobody. */
  responsibleDepartmentId: z.union([id, z.enum(['PERSON', 'LEFT', 'NONE'])]).optional(),
});
/** For selectors: ten by default, searched by text, in Thai order; `id`: this one alone. */
export const pickPurposes = listInput({ sortBy: ['title'], sortDirection: 'ASC', filters: { id: 'id' } });

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });
const application = z.object({ id, name: z.string() });

const purposeItem = z.object({
  id,
  title: text,
  isPrimary: z.boolean(),
  purposeCategory: named.nullable(),
  lawfulBases: z.array(z.enum(LAWFUL_BASES)),
  /** Uses section 26 data. */
  sensitive: z.boolean(),
  applicationCount: z.number().int(),
  status: z.enum(PUBLISH_STATUSES),
  /** Newest published version; 0 when there is none. */
  publishedVersion: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: namedRecord.nullable(),
});
export type PurposeItem = z.infer<typeof purposeItem>;
export const purposeList = listOf(purposeItem);

const pickedPurpose = z.object({
  id,
  title: text,
  status: z.enum(PUBLISH_STATUSES),
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

/** A copy is a draft under another title. */
export const duplicatePurpose = byId.extend({ title: purposeDraft.shape.title });
/** The copy; `leftOut`: names of the categories and the person of the original that can no longer be chosen. */
export const purposeCopy = z.object({ purpose, leftOut: z.array(text) });
export type PurposeCopy = z.infer<typeof purposeCopy>;

export const purposeVersion = versionItem.extend({ purposeId: id, content: purposeContent });
