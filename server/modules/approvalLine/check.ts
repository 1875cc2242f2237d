import type { z } from 'zod';
import type { ApprovalCheck, ApprovalStep, checkApproval } from '../../../shared/approvalLine/schema.ts';
import { type RequestContext, transact } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { addressLimits } from '../../platform/publicPage/request.ts';
import * as queries from './queries.ts';
import { isOutdated } from './service.ts';

/** Enough for a reader who checks a few documents, too few for a script that guesses codes. */
const spendCall = addressLimits('approvalCheck', { address: { max: 60, seconds: 60 } });

/**
 * What the code on a document stands for, for whoever has the document: its status, the office that approved it, the
 * file, and the files of earlier rounds. Names nobody.
 * @throws 404, also where the workspace has no approval lines any more; 409 while it is closed
 */
export async function check(ctx: RequestContext, { code }: z.output<typeof checkApproval>): Promise<ApprovalCheck> {
  const { deps } = ctx;
  await spendCall(ctx, 'address');
  const found = await deps.systemDb
    .selectFrom('approvalLines')
    .select(['workspaceId', 'id'])
    .where('checkCode', '=', code)
    .executeTakeFirst();
  if (!found) throw appError('approvalLine.notFound');
  const { workspaceId, id } = found;
  return transact(deps, { workspaceId }, async (trx) => {
    const at = deps.now();
    const [line] = await queries.itemsOf(trx, workspaceId, [id], at);
    if (!line || !(await queries.isOn(trx, workspaceId))) throw appError('approvalLine.notFound');
    await requireOpenWorkspace(trx, workspaceId);
    const history = await queries.historyOf(trx, workspaceId, id, at);
    const rounds = await queries.roundsOf(trx, workspaceId, id);
    const steps = history.filter(({ round }) => round === line.round);
    const { number, reportType, version, fromDraft, status, sha256, decidedAt, reopenedAt, application } = line;
    return {
      number,
      reportType,
      version,
      fromDraft,
      status,
      sha256,
      decidedAt,
      reopenedAt,
      outdated: await isOutdated(trx, workspaceId, line),
      organization: await queries.organizationName(trx, workspaceId),
      applicationName: application.name,
      earlier: rounds.toReversed().map(({ round, sha256, version, fromDraft, requestedAt }) => ({
        round,
        sha256,
        version,
        fromDraft,
        requestedAt,
        approvedAt: approvedAt(history.filter((step) => step.round === round)),
      })),
      steps: steps.map((step) => ({
        position: step.position,
        jobTitle: step.approver.position,
        status: step.status,
        actedAt: step.actedAt,
      })),
    };
  });
}

/** When all steps of a round that is over were approved; null where they were not. */
function approvedAt(steps: readonly ApprovalStep[]): string | null {
  const times = steps.flatMap(({ status, actedAt }) => (status === 'APPROVED' && actedAt !== null ? [actedAt] : []));
  return times.length > 0 && times.length === steps.length ? times.at(-1)! : null;
}
