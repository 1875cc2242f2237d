import type { z } from 'zod';
import { isoTime } from '../../../db/values.ts';
import {
  type byJob,
  JOB_KINDS,
  type JobError,
  type JobRow,
  type JobState,
  type listJobs,
} from '../../../shared/job/schema.ts';
import type { List } from '../../../shared/list.ts';
import { actorOf } from '../actor.ts';
import { placesNamed } from '../auth/places.ts';
import { appError } from '../errors.ts';
import { compared, pageOfRows } from '../list/rows.ts';
import { emit } from '../live/emit.ts';
import type { SignedInContext, WorkspaceContext } from '../trpc/context.ts';
import type { JobRecordState } from './jobRecord.ts';
import { findJobs, type QueuedJob } from './rows.ts';

const STATES: Record<QueuedJob['state'], JobState> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};
const thai = new Intl.Collator('th');
const ORDER = {
  createdAt: (a: JobRow, b: JobRow) => compared(a.createdAt, b.createdAt),
  workspace: (a: JobRow, b: JobRow) => thai.compare(a.workspace.name, b.workspace.name),
  attempts: (a: JobRow, b: JobRow) => a.attempts - b.attempts,
};

/** Jobs of the workspaces that the caller administers, with how far their work is. */
export async function list(ctx: SignedInContext, input: z.output<typeof listJobs>): Promise<List<JobRow>> {
  const { ws, query, kind, state, workspaceId } = input;
  const places = (await placesNamed(ctx, ws, query)).filter(
    ({ workspace }) => workspaceId === undefined || workspace.id === workspaceId,
  );
  const rows = await viewsOf(ctx, places, kind === 'ALL' ? JOB_KINDS : [kind]);
  return pageOfRows(
    rows.filter((row) => state === 'ALL' || row.state === state),
    input,
    ORDER,
  );
}

async function viewsOf(
  { deps }: SignedInContext,
  places: readonly WorkspaceContext[],
  kinds: Parameters<typeof findJobs>[1],
): Promise<JobRow[]> {
  const jobs = await findJobs(deps.systemDb, kinds, { workspaceIds: places.map(({ workspace }) => workspace.id) });
  const byWorkspace = Map.groupBy(jobs, ({ workspaceId }) => workspaceId);
  const rows: JobRow[] = [];
  for (const place of places) {
    const own = byWorkspace.get(place.workspace.id);
    if (own) rows.push(...(await viewsIn(place, own)));
  }
  return rows;
}

/** Jobs of one workspace with the states of the rows that they are about, which are read behind its wall. */
function viewsIn(place: WorkspaceContext, jobs: readonly QueuedJob[]): Promise<JobRow[]> {
  const { id: ws } = place.workspace;
  return place.read(async (trx) => {
    const kinds = [...Map.groupBy(jobs, ({ name }) => name)];
    const states = await Promise.all(
      kinds.map(async ([name, own]) => {
        const ids = own.map(({ key }) => key);
        return [name, await place.deps.modules.jobRecords.get(name)?.states(trx, ws, ids)] as const;
      }),
    );
    const byKind = new Map(states);
    return jobs.map((job) => viewOf(place, job, byKind.get(job.name)?.get(job.key)));
  });
}

function viewOf({ workspace, deps }: WorkspaceContext, job: QueuedJob, record: JobRecordState | undefined): JobRow {
  const kind = deps.modules.jobRecords.get(job.name);
  const ofJob = STATES[job.state];
  const state = ofJob === 'completed' ? endedAs(record) : ofJob;
  const isOpen = state === 'waiting' || state === 'retrying' || state === 'running';
  const time = (value: string | null) => value && isoTime(value);
  return {
    id: job.id,
    kind: job.name,
    workspace: { id: workspace.id, name: workspace.name },
    state,
    attempts:
      record?.attempts?.count ?? (job.startedOn === null ? 0 : job.retryCount + (job.state === 'retry' ? 0 : 1)),
    maxAttempts: record?.attempts?.most ?? job.retryLimit + 1,
    progress: record ? { done: record.done, total: record.total } : null,
    createdAt: isoTime(job.createdOn),
    startedAt: time(job.startedOn),
    finishedAt: isOpen ? null : time(job.completedOn),
    nextRunAt: state === 'waiting' || state === 'retrying' ? isoTime(record?.nextTryAt ?? job.startAfter) : null,
    error: state === 'completed' ? null : (record?.error ?? errorOf(job)),
    canRetry: state === 'failed' && (ofJob === 'failed' || kind?.retry !== undefined),
    canCancel: isOpen && record !== undefined && kind?.cancel !== undefined,
  };
}

/** A job ends well too where it has written down why its work failed, or when that is tried again. */
function endedAs(record: JobRecordState | undefined): JobState {
  if (record?.nextTryAt) return 'retrying';
  if (record?.error === 'cancelled') return 'cancelled';
  return record?.error ? 'failed' : 'completed';
}

/** In words of ours what ended a try: messages may name what is the installation's alone. */
function errorOf({ state, message, code }: QueuedJob): JobError | null {
  if (state === 'cancelled') return 'cancelled';
  if (message === null) return null;
  if (message === 'job heartbeat timeout') return 'nodeLost';
  if (message === 'job timed out') return 'expired';
  if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') return 'storage';
  if (code !== null && /^E[A-Z]{3,}$/.test(code)) return 'network';
  if (code !== null && /^[0-9A-Z]{5}$/.test(code)) return 'database';
  return 'failed';
}

/** @throws AppError 404 for a job of a workspace that the caller does not administer */
async function existing(ctx: SignedInContext, { ws, id }: z.output<typeof byJob>) {
  const places = await placesNamed(ctx, ws);
  const [job] = await findJobs(ctx.deps.systemDb, JOB_KINDS, {
    workspaceIds: places.map(({ workspace }) => workspace.id),
    id,
  });
  const place = job && places.find(({ workspace }) => workspace.id === job.workspaceId);
  if (!place) throw appError('job.notFound');
  const [view] = await viewsIn(place, [job]);
  return { place, job, view: view! };
}

/** Starts a job again that failed. @throws AppError 404; 409 for one that has not failed */
export async function retry(ctx: SignedInContext, input: z.output<typeof byJob>): Promise<void> {
  const { place, job, view } = await existing(ctx, input);
  if (!view.canRetry) throw appError('job.notFailed');
  // A row that says why it failed is put back with a job of its own.
  if (job.state !== 'failed') await place.deps.modules.jobRecords.get(job.name)?.retry?.(place, job.key);
  await place.transaction(async (trx) => {
    const { id: ws, name } = place.workspace;
    await emit(trx, actorOf(place), { event: 'job.retried', entityId: ws, subject: name });
    if (job.state === 'failed') await place.deps.jobs.retry(job.name, job.id);
  });
}

/** Ends a job that waits or runs, with its work. @throws AppError 404; 409 for one that has ended or cannot be ended */
export async function cancel(ctx: SignedInContext, input: z.output<typeof byJob>): Promise<void> {
  const { place, job, view } = await existing(ctx, input);
  const kind = place.deps.modules.jobRecords.get(job.name);
  if (!view.canCancel || !kind?.cancel) throw appError('job.notCancellable');
  const { cancel: end } = kind;
  await place.transaction(async (trx) => {
    const actor = actorOf(place);
    if (!(await end(trx, actor, job.key))) throw appError('job.notCancellable');
    await emit(trx, actor, { event: 'job.cancelled', entityId: place.workspace.id, subject: place.workspace.name });
    // Whoever does it meanwhile finds that its row has ended.
    await place.deps.jobs.cancel(job.name, job.id);
  });
}
