import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { APPLICATION_LIST } from './list.ts';
import { PROCESSING_ROLES, type ProcessingRole } from '../purpose/processingRole.ts';
import {
  APPLICATION_PURPOSE_LIMIT,
  type ApplicationFields,
  applicationFields,
  firstFacts,
  laterFacts,
  PROCESSING_FREQUENCIES,
  REFUSAL_STATUSES,
} from './fields.ts';
import { purposeContent } from '../purpose/fields.ts';
import { purposeProblem } from '../purpose/schema.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import { TIERS } from '../registry/tiers.ts';
import { completenessItem } from '../completeness/schema.ts';
import { mappedFlow } from '../dataMapping/schema.ts';
import { byId, id, inWorkspace, rowVersion, namedRecord } from '../text.ts';
import { versionItem } from '../versions.ts';

export {
  APPLICATION_PURPOSE_LIMIT,
  type ApplicationFields,
  applicationFields,
  PROCESSING_FREQUENCIES,
  REFUSAL_STATUSES,
};
export type { ProcessingRole };

/** Editing what is published makes it a draft of the next version; the published version stays. */
export const applicationStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: { edit: { to: 'draft', permission: 'ropa.write' }, publish: { to: 'published', permission: 'ropa.publish' } },
  published: { edit: { to: 'draft', permission: 'ropa.write' } },
});

export const createApplication = inWorkspace.extend(applicationFields.shape);
export const updateApplication = byId.extend({ ...applicationFields.shape, rowVersion });
export const publishApplication = byId.extend({
  rowVersion,
  /** Also publish the linked purposes that are complete drafts. */
  publishPurposes: z.boolean().default(false),
});

export const listApplications = listInput(APPLICATION_LIST);
/** Kinds of documents an application may lack; each has its list in the REST contract. */
const APPLICATION_DOCUMENTS = ['consent', 'requestForm', 'dpia'] as const;
export type ApplicationDocument = (typeof APPLICATION_DOCUMENTS)[number];

/**
 * For selectors: searched by text, in Thai order; `id`: this one alone; `without`: those that lack such a document;
 * `dataControllerId`: those of a data controller.
 */
export const pickApplications = listInput({
  sortBy: ['name'],
  sortDirection: 'ASC',
  filters: { id: 'id', without: APPLICATION_DOCUMENTS, dataControllerId: 'id' },
});

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });

const applicationItem = z.object({
  id,
  name: z.string(),
  dataController: named,
  purposeCount: z.number().int(),
  dataSubjectCount: z.number().nullable(),
  processingRole: z.enum(PROCESSING_ROLES),
  /** The organisation's own code of it; empty without one. */
  processCode: z.string(),
  /** The day by which it is reviewed next. */
  reviewOn: z.string().nullable(),
  /** Share of the items of section 39 (or 40) that are complete, in percent. */
  completeness: z.number().int(),
  status: z.enum(PUBLISH_STATUSES),
  /** Newest published version; 0 when there is none. */
  publishedVersion: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: namedRecord.nullable(),
});
export type ApplicationItem = z.infer<typeof applicationItem>;
export const applicationList = listOf(applicationItem);
export const pickedApplications = listOf(z.object({ id, name: z.string() }));

/** A linked purpose. */
const linkedPurpose = z.object({
  id,
  title: text,
  status: z.enum(PUBLISH_STATUSES),
  publishedVersion: z.number().int(),
  rowVersion: z.number().int(),
});

export const application = applicationItem.omit({ purposeCount: true }).extend({
  ...firstFacts.shape,
  ...laterFacts.shape,
  lineOfWork: named.nullable(),
  dataSource: named.nullable(),
  purposes: z.array(linkedPurpose),
  createdBy: namedRecord.nullable(),
  /** When it was reviewed last, and by whom. */
  reviewedAt: z.string().nullable(),
  reviewedBy: namedRecord.nullable(),
});
export type Application = z.infer<typeof application>;

/** The application as it reads, every name resolved: what a published version keeps for good. */
export const applicationContent = z.object({
  ...firstFacts.shape,
  ...laterFacts.partial().shape,
  /** With the particulars that a record of processing must show (PDPA section 39). */
  dataController: named.extend({
    contactPerson: z.string(),
    address: z.string(),
    country: z.string(),
    phone: z.string(),
    email: z.string(),
    // Versions published before these were kept have none of them; of the logo the name of its file.
    website: z.string().optional(),
    privacyPolicyUrl: z.string().optional(),
    logo: z.string().optional(),
  }),
  lineOfWork: named.nullable(),
  dataSource: named.nullable(),
  dataMapping: z.array(mappedFlow).optional(),
  purposes: z.array(z.object({ id, version: z.number().int(), sha256: z.string(), content: purposeContent })),
});
export type ApplicationContent = z.infer<typeof applicationContent>;

/** Everything about an application on one page. */
export const applicationDetail = application.extend({
  dataController: applicationContent.shape.dataController,
  purposes: z.array(linkedPurpose.extend({ content: purposeContent, problems: z.array(purposeProblem) })),
  dataMapping: z.array(mappedFlow),
  completenessItems: z.array(completenessItem),
  /** Purposes of other applications that name this one as an internal recipient, 20 at most. */
  namedBy: z.array(z.object({ id, title: text })),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

/**
 * Whether another application may be created: how many the tier allows (`null` is no limit), and whether a data
 * controller exists.
 */
export const applicationAllowance = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable(),
  tier: z.enum(TIERS),
  hasDataController: z.boolean(),
});
export type ApplicationAllowance = z.infer<typeof applicationAllowance>;

export const applicationVersion = versionItem.extend({ applicationId: id, content: applicationContent });
