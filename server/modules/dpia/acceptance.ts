import type { Trx } from '../../../db/client.ts';
import { type DpiaContent, dpiaDraft } from '../../../shared/dpia/content.ts';
import { dpiaFramework } from '../../../shared/dpia/framework.ts';
import { acceptsHighRisk } from '../../../shared/dpia/problems.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { dpiaHash } from './approvals.ts';

/** The role that can accept a risk that stays high or extreme. */
const ACCEPTING: Role = 'Top Management';

/**
 * Refuses to publish an assessment that accepts a high or extreme risk, until somebody of Top Management has approved
 * its current content. Without approval lines publishing asks for who accepted it instead (docs/decisions/137).
 * @throws 409 `dpia.acceptanceApproval`
 */
export async function assertAccepted(trx: Trx, { workspaceId, standing }: WithDeps, id: string): Promise<void> {
  if (standing?.flags.approvalLineEnable === false) return;
  const assessment = await assessmentOf(trx, workspaceId, id);
  if (!acceptsHighRisk(assessment.draft, assessment.framework)) return;
  if (!(await managementApproved(trx, workspaceId, assessment))) throw appError('dpia.acceptanceApproval');
}

/** Whether somebody of Top Management has approved an assessment, as it reads now, at this time or later. */
export const isAcceptedSince = async (trx: Trx, workspaceId: string, dpiaId: string, since: string): Promise<boolean> =>
  managementApproved(trx, workspaceId, await assessmentOf(trx, workspaceId, dpiaId), since);

interface Assessment extends Pick<DpiaContent, 'draft' | 'framework'> {
  readonly name: string;
  readonly applicationId: string;
}

/** What an approval of an assessment is about. */
export async function assessmentOf(trx: Trx, workspaceId: string, id: string): Promise<Assessment> {
  const { content, framework, ...named } = await trx
    .selectFrom('dpias')
    .select(['name', 'applicationId', 'content', 'framework'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...named, draft: dpiaDraft.parse(content), framework: dpiaFramework.parse(framework) };
}

async function managementApproved(
  trx: Trx,
  workspaceId: string,
  assessment: Assessment,
  since?: string,
): Promise<boolean> {
  let approvals = trx
    .selectFrom('approvalLines as l')
    .innerJoin('approvalSteps as s', (join) =>
      join.onRef('s.workspaceId', '=', 'l.workspaceId').onRef('s.lineId', '=', 'l.id').onRef('s.round', '=', 'l.round'),
    )
    .select('l.id')
    .where('l.workspaceId', '=', workspaceId)
    .where('l.applicationId', '=', assessment.applicationId)
    .where('l.reportType', '=', 'DPIA')
    .where('l.status', '=', 'APPROVED')
    .where('l.recordSha256', '=', dpiaHash(assessment))
    .where('s.status', '=', 'APPROVED')
    // In person: a delegate cannot accept such a risk.
    .where((eb) => eb.or([eb('s.actedBy', 'is', null), eb('s.actedBy', '=', eb.ref('s.approverId'))]))
    // As what they approved: somebody who was promoted later has accepted nothing, who left the role still has.
    .where('s.actedRole', '=', ACCEPTING);
  if (since) approvals = approvals.where('s.actedAt', '>=', since);
  return (await approvals.limit(1).executeTakeFirst()) !== undefined;
}
