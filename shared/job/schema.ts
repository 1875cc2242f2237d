import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, maybeInWorkspace } from '../text.ts';

/** Queues whose jobs the console lists: work for one workspace. What is left out is the installation's own. */
export const JOB_KINDS = [
  'export.run',
  'import.run',
  'schedule.deliver',
  'schedule.announce',
  'privacyNotice.mailing',
  'requestAnswer.build',
  'requestTask.gather',
  'dataRightsProtocol.callback',
  'key.rekey',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
/** Those that can be cancelled (`cancel` of `jobRecords`); what that does is stated by `job:cancelBody.<kind>`. */
export const CANCELLABLE_JOBS = ['export.run', 'schedule.deliver'] as const satisfies readonly JobKind[];
export type CancellableJob = (typeof CANCELLABLE_JOBS)[number];

/** `retrying`: it waits to start again after a try that did not end. */
const JOB_STATES = ['waiting', 'running', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Why a job did not end well, or why its last try did not; each has its text in locales `job:error.<code>`. */
const JOB_ERRORS = [
  'nodeLost',
  'expired',
  'database',
  'network',
  'storage',
  'cancelled',
  'interrupted',
  'unavailable',
  'forbidden',
  'tooLarge',
  'subjectGone',
  'unknownKind',
  'unreadable',
  'notDelivered',
  'failed',
] as const;
export type JobError = (typeof JOB_ERRORS)[number];

export const JOB_LIST = {
  sortBy: ['createdAt', 'workspace', 'attempts'],
  filters: { kind: ['ALL', ...JOB_KINDS], state: ['ALL', ...JOB_STATES], workspaceId: 'id' },
} as const satisfies ListRule;
export const listJobs = listInput(JOB_LIST).extend(maybeInWorkspace.shape);

const job = z.object({
  id,
  kind: z.enum(JOB_KINDS),
  workspace: z.object({ id, name: z.string() }),
  state: z.enum(JOB_STATES),
  /** How often it was started, and how often it is at most. */
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  /** How far its work is; null: that is not counted. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** When it starts, or starts again. */
  nextRunAt: z.string().nullable(),
  error: z.enum(JOB_ERRORS).nullable(),
  canRetry: z.boolean(),
  canCancel: z.boolean(),
});
export type JobRow = z.infer<typeof job>;
export const jobList = listOf(job);
export const byJob = maybeInWorkspace.extend({ id });
