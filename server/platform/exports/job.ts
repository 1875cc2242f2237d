import type { Trx } from '../../../db/client.ts';
import type { ExportFormat } from '../../../shared/export/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { findMembershipOf } from '../auth/membership.ts';
import { type Deps, standingOf, transact } from '../trpc/context.ts';
import { systemActor } from '../actor.ts';
import { transitionIfOpen } from '../workflow/workflow.ts';
import { requireKind } from './access.ts';
import { type ExportJob, ExportProblem } from './maker.ts';
import type { Claim } from './states.ts';
import { exportWorkflow } from './workflow.ts';

/** Progress is written and announced twice a second at most. */
const PROGRESS_MS = 500;

/**
 * What a maker works with, as the one who asked stands now: somebody who was suspended or lost the permission since
 * gets no document any more. A program has the scopes that its key had when it asked.
 * @throws ExportProblem `forbidden`
 */
export async function jobOf(
  deps: Deps,
  claim: Claim,
  signal: AbortSignal,
): Promise<Omit<ExportJob, 'position' | 'mark'> & { settled(): Promise<void> }> {
  const { workspaceId, id } = claim;
  const caller = await findMembershipOf(deps, workspaceId, claim.requestedBy);
  if (!caller) throw new ExportProblem('forbidden');
  const { userId, membership } = caller;
  const { workspace, personnel } = membership;
  const standing = {
    ...standingOf(membership, deps.config),
    ...(claim.scopes && { scopes: claim.scopes as readonly Permission[] }),
  };
  try {
    requireKind({ standing }, claim.kind);
  } catch (error) {
    throw new ExportProblem('forbidden', { cause: error });
  }

  const takeover = new AbortController();
  const live = AbortSignal.any([signal, takeover.signal]);
  const transaction = <Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> => {
    live.throwIfAborted();
    return transact(deps, { workspaceId, userId }, work);
  };
  const progress = reporter(
    async (done, total) => {
      const reported = await transact(deps, { workspaceId }, (trx) =>
        transitionIfOpen(trx, systemActor(deps, workspaceId), exportWorkflow, claim, 'report', { done, total }),
      );
      if (!reported) takeover.abort(new Error('another node has taken the export over'));
    },
    (error) => deps.log.debug({ err: error, exportId: id }, 'progress could not be written'),
  );

  return {
    id,
    deps,
    workspace,
    personnel,
    standing,
    transaction,
    copy(query) {
      live.throwIfAborted();
      return deps.copyOut.read({ workspaceId, userId }, query);
    },
    format: claim.format as ExportFormat,
    locale: claim.locale as Locale,
    subjectId: claim.subjectId,
    subject: claim.subject,
    input: claim.input,
    requestedBy: { id: personnel.id, name: personnel.name },
    requestedAt: new Date(claim.createdAt),
    progress: progress.report,
    settled: progress.settled,
    signal: live,
  };
}

/** Calls `tell` with the newest numbers, one call at a time and not more often than PROGRESS_MS. */
function reporter(report: (done: number, total: number | null) => Promise<void>, onError: (error: unknown) => void) {
  let newest: { done: number; total: number | null } | undefined;
  let reportedAt = 0;
  let reporting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    if (!newest || reporting || timer) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        const { done, total } = newest!;
        newest = undefined;
        reportedAt = Date.now();
        reporting = report(done, total)
          .catch(onError)
          .finally(() => {
            reporting = undefined;
            next();
          });
      },
      Math.max(0, reportedAt + PROGRESS_MS - Date.now()),
    );
  };
  return {
    report(done: number, total?: number): void {
      newest = { done: Math.floor(done), total: total === undefined ? (newest?.total ?? null) : Math.floor(total) };
      next();
    },
    /** Tells no more; resolves when the last call has ended. */
    async settled(): Promise<void> {
      clearTimeout(timer);
      newest = undefined;
      await reporting;
    },
  };
}
