import { z } from 'zod';
import { EXPORT_FORMATS } from '../registry/exportKinds.ts';
import { listInput, listOf, queryBoolean } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { defineStatus } from '../status.ts';
import { documentSubject, needsSubject, REPORT_TYPES } from './subject.ts';
import { byId, id, inWorkspace, LIMITED, optionalText, rowVersion } from '../text.ts';

export const APPROVAL_STATUSES = ['NEW', 'PENDING', 'APPROVED', 'REJECTED', 'REWORKED', 'CANCEL'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
export type ApprovalAction =
  | 'edit'
  | 'remind'
  | 'approve'
  | 'reject'
  | 'rework'
  | 'cancel'
  | 'resubmit'
  | 'reopen'
  | 'discard';

/**
 * The states of an approval line. NEW: nobody has acted yet; PENDING: some have approved. The last approval, from
 * either, makes it APPROVED. Two moves are the product's own: `reopen`, where the record has changed since the document
 * was handed in, and `discard`, where the record is deleted.
 */
export const approvalStatus = defineStatus<ApprovalStatus, ApprovalAction>({
  NEW: {
    edit: { to: 'NEW', permission: 'approval.write' },
    remind: { to: 'NEW', permission: 'approval.write' },
    approve: { to: ['PENDING', 'APPROVED'], permission: 'approval.act' },
    reject: { to: 'REJECTED', permission: 'approval.act' },
    rework: { to: 'REWORKED', permission: 'approval.act' },
    cancel: { to: 'CANCEL', permission: 'approval.write' },
    reopen: { to: 'REWORKED', permission: null },
    discard: { to: 'CANCEL', permission: null },
  },
  PENDING: {
    edit: { to: 'PENDING', permission: 'approval.write' },
    remind: { to: 'PENDING', permission: 'approval.write' },
    approve: { to: ['PENDING', 'APPROVED'], permission: 'approval.act' },
    reject: { to: 'REJECTED', permission: 'approval.act' },
    rework: { to: 'REWORKED', permission: 'approval.act' },
    cancel: { to: 'CANCEL', permission: 'approval.write' },
    reopen: { to: 'REWORKED', permission: null },
    discard: { to: 'CANCEL', permission: null },
  },
  REWORKED: {
    resubmit: { to: 'NEW', permission: 'approval.write' },
    cancel: { to: 'CANCEL', permission: 'approval.write' },
    discard: { to: 'CANCEL', permission: null },
  },
  APPROVED: { reopen: { to: 'REWORKED', permission: null } },
  REJECTED: {},
  CANCEL: {},
});

const STEP_STATUSES = ['WAITING', 'CURRENT', 'APPROVED', 'REJECTED', 'REWORKED', 'SKIPPED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
/** Statuses of steps whose approver is still to act. */
export const OPEN_STEPS = ['CURRENT', 'WAITING'] as const satisfies readonly StepStatus[];
/** Whether the step's approver is still to act. */
export const isStepOpen = (status: StepStatus): boolean => (OPEN_STEPS as readonly StepStatus[]).includes(status);

/** Approvers of one line, and of the default list (spec 2 section 5). */
export const APPROVERS_LIMIT = 10;
const approvers = z
  .array(id)
  .min(1, { error: 'approvalLine:approversMissing' })
  .max(APPROVERS_LIMIT, { error: 'approvalLine:tooManyApprovers' })
  .refine((list) => new Set(list).size === list.length, { error: 'approvalLine:approverTwice' });

/** What is asked for, without its workspace. */
export const approvalRequest = z.object({
  ...documentSubject,
  /** In the order in which they are asked. */
  approverIds: approvers,
  description: optionalText(2000),
});
export const createApprovalLine = inWorkspace
  .extend(approvalRequest.shape)
  .refine(needsSubject.check, needsSubject.options);
/** `approverIds`: the whole order of this round; those who have approved stay where they are. */
export const updateApprovalLine = byId.extend({ rowVersion, approverIds: approvers, description: optionalText(2000) });
/**
 * Hands a line in again with the newest document; approvers left out: the same. `description`: left out it stays; of
 * the very file that was sent back it has to be another one.
 */
export const resubmitApprovalLine = byId.extend({
  rowVersion: rowVersion.optional(),
  approverIds: approvers.optional(),
  description: optionalText(2000),
});
export const cancelApprovalLine = byId.extend({ rowVersion: rowVersion.optional() });
/** What the one whose turn it is says. A reason is asked for unless they approve. */
export const actOnApprovalLine = byId
  .extend({
    status: z.enum(['APPROVED', 'REJECTED', 'REWORKED']),
    comment: optionalText(2000),
    rowVersion: rowVersion.optional(),
  })
  .refine(({ status, comment }) => status === 'APPROVED' || comment !== '', {
    error: 'errors:required',
    path: ['comment'],
  });

/** Statuses of lines that wait for somebody. */
export const PENDING_APPROVAL = ['NEW', 'PENDING'] as const satisfies readonly ApprovalStatus[];

export const APPROVAL_LINE_LIST = {
  sortBy: ['updatedAt', 'requestedAt', 'applicationName', 'number'],
  filters: { status: ['ALL', 'OPEN', ...APPROVAL_STATUSES], reportType: ['ALL', ...REPORT_TYPES] },
} as const satisfies ListRule;
export const listApprovalLines = listInput(APPROVAL_LINE_LIST).extend({
  /** Only those that wait for the caller. */
  waitingForMe: queryBoolean.default(false),
  /** Only those the caller asked for. */
  mine: queryBoolean.default(false),
  applicationId: id.optional(),
  privacyNoticeId: id.optional(),
});
export type ListApprovalLines = z.output<typeof listApprovalLines>;

export const person = z.object({ id, name: z.string(), position: z.string() });
/** Whether the document was made of a draft after `version`; null: not known, of an older line. */
const fromDraft = z.boolean().nullable();
const approvalStep = z.object({
  round: z.number().int(),
  position: z.number().int(),
  approver: person,
  status: z.enum(STEP_STATUSES),
  /** Who acted, where it was not the approver themselves. */
  actedBy: person.nullable(),
  /** Who stands in for them now. */
  delegate: person.nullable(),
  comment: z.string(),
  since: z.string().nullable(),
  actedAt: z.string().nullable(),
  remindedAt: z.string().nullable(),
});
export type ApprovalStep = z.infer<typeof approvalStep>;

const approvalLineItem = z.object({
  id,
  number: z.number().int(),
  reportType: z.enum(REPORT_TYPES),
  /** What it is of, by the name that it had: of a notice that, with no application. `id` null: deleted since. */
  application: z.object({ id: id.nullable(), name: z.string() }),
  /** The notice that it is of; null for other documents, and once it is deleted. */
  privacyNoticeId: id.nullable(),
  dataController: z.object({ th: z.string(), en: z.string() }),
  version: z.number().int(),
  fromDraft,
  description: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  round: z.number().int(),
  requester: person,
  requestedAt: z.string(),
  decidedAt: z.string().nullable(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
  /** Whose turn it is, and since when. */
  current: z.object({ approver: person, delegate: person.nullable(), since: z.string() }).nullable(),
  approvedSteps: z.number().int(),
  steps: z.number().int(),
  /** Of the round going on, in the order in which they are asked. */
  approvers: z.array(z.object({ name: z.string(), status: z.enum(STEP_STATUSES) })),
  /** Whether the caller is asked to act now. */
  yourTurn: z.boolean(),
});
export type ApprovalLineItem = z.infer<typeof approvalLineItem>;
export const approvalLineList = listOf(approvalLineItem);
const lineDocument = z.object({
  id,
  url: z.string(),
  /** Where a browser shows it; null: it can only be downloaded. */ viewUrl: z.string().nullable(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  format: z.enum(EXPORT_FORMATS),
});
export const approvalLine = approvalLineItem.extend({
  /** The document as it was handed in: kept, and named by its hash. */
  document: lineDocument,
  /** Whether the record reads otherwise than the document by now. */
  outdated: z.boolean(),
  reopenedAt: z.string().nullable(),
  /** The published version that was approved last before this line's, where it is another one: what to compare with. */
  approvedVersion: z.number().int().nullable(),
  checkUrl: z.string(),
  /** All rounds, in order. */
  history: z.array(approvalStep),
  /** The rounds that are over, in order: what was decided on in each. */
  rounds: z.array(
    z.object({
      round: z.number().int(),
      requestedAt: z.string(),
      version: z.number().int(),
      fromDraft,
      document: lineDocument,
    }),
  ),
  allowed: z.array(z.string()),
});
export type ApprovalLine = z.infer<typeof approvalLine>;
/** Whether the record of an approved document was deleted: one that only changes sends the line back instead. */
export const recordDeleted = ({ status, reopenedAt }: Pick<ApprovalLine, 'status' | 'reopenedAt'>): boolean =>
  status === 'APPROVED' && reopenedAt !== null;

/** Whether a line could be asked for now, and what it would be of: the newest export. */
export const approvalReadiness = inWorkspace.extend(documentSubject).refine(needsSubject.check, needsSubject.options);
export const readiness = z.object({
  ready: z.boolean(),
  /** A locale key: why not. */ problem: z.string().nullable(),
  document: z
    .object({ name: z.string(), createdAt: z.string(), format: z.enum(EXPORT_FORMATS), sha256: z.string() })
    .nullable(),
  openLineId: id.nullable(),
});

/** Default approvers, by kind of document, in order; and how soon one is reminded. */
export const approvalDefaults = z.object({
  ROPA: z.array(person),
  DPIA: z.array(person),
  NOTICE: z.array(person),
  remindAfterDays: z.number().int(),
  rowVersion: z.number().int(),
});
export type ApprovalDefaults = z.infer<typeof approvalDefaults>;
const defaultList = z
  .array(id)
  .max(APPROVERS_LIMIT, { error: 'approvalLine:tooManyApprovers' })
  .refine((list) => new Set(list).size === list.length, { error: 'approvalLine:approverTwice' });
export const updateApprovalDefaults = inWorkspace.extend({
  rowVersion: z.coerce.number().int().min(0),
  ROPA: defaultList,
  DPIA: defaultList,
  /** Left out, they stay. */
  NOTICE: defaultList.optional(),
  remindAfterDays: z.coerce.number().int().min(0).max(60).default(2),
});

/** The public check of an approved document. No names: whoever has the document has them. */
const checkCode = z
  .string()
  .max(40, { error: 'errors:id', ...LIMITED })
  .regex(/^[A-Za-z0-9_-]{20,40}$/, { error: 'errors:id' });
export const checkApproval = z.object({ code: checkCode });
export const approvalCheck = z.object({
  number: z.number().int(),
  reportType: z.enum(REPORT_TYPES),
  organization: z.string(),
  applicationName: z.string(),
  version: z.number().int(),
  fromDraft,
  status: z.enum(APPROVAL_STATUSES),
  sha256: z.string(),
  decidedAt: z.string().nullable(),
  reopenedAt: z.string().nullable(),
  /** Whether the record has been changed or deleted since: as the line itself says to those who see it. */
  outdated: z.boolean(),
  /** Documents of rounds that are over, newest first. `approvedAt`: when the last approver of all approved it. */
  earlier: z.array(
    z.object({
      round: z.number().int(),
      sha256: z.string(),
      version: z.number().int(),
      fromDraft,
      requestedAt: z.string(),
      approvedAt: z.string().nullable(),
    }),
  ),
  steps: z.array(
    z.object({
      position: z.number().int(),
      jobTitle: z.string(),
      status: z.enum(STEP_STATUSES),
      actedAt: z.string().nullable(),
    }),
  ),
});
export type ApprovalCheck = z.infer<typeof approvalCheck>;
