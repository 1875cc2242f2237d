import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { FLAGS } from '../registry/flags.ts';
import { TIERS } from '../registry/tiers.ts';
import { id, maybeInWorkspace } from '../text.ts';

/** By what it has used most of: `full` where a limit is reached, `near` from four fifths of one. */
const USAGE_STATES = ['free', 'near', 'full'] as const;
export const WORKSPACE_USAGE_LIST = {
  sortBy: ['name', 'people', 'storage', 'mails'],
  sortDirection: 'ASC',
  filters: { state: ['ALL', ...USAGE_STATES], tier: ['ALL', ...TIERS] },
} as const satisfies ListRule;
export const listWorkspaceUsage = listInput(WORKSPACE_USAGE_LIST).extend(maybeInWorkspace.shape);

const count = z.number().int();
/** `limit` null: as much as wanted. */
const part = z.object({ used: count, limit: count.nullable() });
export type UsagePart = z.infer<typeof part>;
const workspaceUsage = z.object({
  id,
  name: z.string(),
  tier: z.enum(TIERS),
  state: z.enum(USAGE_STATES),
  /** Those that are on. */
  flags: z.array(z.enum(FLAGS)),
  people: part,
  applications: part,
  /** Today in Bangkok, to people outside the workspace. */
  mails: part,
  invitations: part,
  /** People that one notification of an incident may be sent to. */
  recipients: count,
  storage: z.object({ files: count, bytes: count }),
});
export type WorkspaceUsageRow = z.infer<typeof workspaceUsage>;
export const workspaceUsageList = listOf(workspaceUsage);

/**
 * What files are to the records that have them; `unattached`: uploaded and not yet part of one; `other`: of an earlier
 * version.
 */
export const STORAGE_KINDS = [
  'approvalLine.document',
  'consent.picture',
  'dataController.logo',
  'dpia.annex',
  'dpia.consultation',
  'dpia.dataFlow',
  'export.document',
  'incident.evidence',
  'personnel.photo',
  'request.attachment',
  'request.identity',
  'requestAnswer.original',
  'requestAnswer.redacted',
  'requestAnswer.package',
  'requestForm.logo',
  'requestMessage.attachment',
  'requestTask.gathered',
  'requestTask.proof',
  'schedule.copy',
  'treatmentPlan.action',
  'recordImport.table',
  'recordImport.rejects',
  'consentImport.table',
  'consentImport.rejects',
  'requestImport.table',
  'requestImport.rejects',
  'unattached',
  'other',
] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];
export const storageInput = maybeInWorkspace.extend({ id });
/** Files of one workspace by what they are, the largest first. */
export const workspaceStorage = z.array(z.object({ kind: z.enum(STORAGE_KINDS), files: count, bytes: count }));
export type WorkspaceStorage = z.infer<typeof workspaceStorage>;
