import type { Trx } from '../../../db/client.ts';
import { type DpiaContent, dpiaDraft } from '../../../shared/dpia/content.ts';
import { dpiaFramework } from '../../../shared/dpia/framework.ts';
import { needsPlan, riskLevel } from '../../../shared/dpia/risk.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { RecordMove } from '../../platform/records/listener.ts';
import { dpiaHash } from '../dpia/approvals.ts';

/** The role that can accept a risk that stays high or extreme. */
const ACCEPTING: Role = 'Top Management';

/**
 * Refuses to publish an assessment that accepts a high or extreme risk, until somebody of Top Management has approved
 * its current content. @throws 409 `dpia.acceptanceApproval`
 */
export async function assertAccepted(trx: Trx, { workspaceId }: WithDeps, { id, action }: RecordMove): Promise<void> {
  if (action !== 'publish') return;
  const row = await trx
    .selectFrom('dpias')
    .select(['applicationId', 'content', 'framework'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const content = { draft: dpiaDraft.parse(row.content), framework: dpiaFramework.parse(row.framework) };
  if (!acceptsHighRisk(content)) return;
  const approved = await trx
    .selectFrom('approvalLines as l')
    .innerJoin('approvalSteps as s', (join) =>
      join.onRef('s.workspaceId', '=', 'l.workspaceId').onRef('s.lineId', '=', 'l.id').onRef('s.round', '=', 'l.round'),
    )
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 's.workspaceId').onRef('p.id', '=', 's.approverId'),
    )
    .select('l.id')
    .where('l.workspaceId', '=', workspaceId)
    .where('l.applicationId', '=', row.applicationId)
    .where('l.reportType', '=', 'DPIA')
    .where('l.status', '=', 'APPROVED')
    .where('l.recordSha256', '=', dpiaHash(content))
    .where('s.status', '=', 'APPROVED')
    // In person: a delegate cannot accept such a risk.
    .where((eb) => eb.or([eb('s.actedBy', 'is', null), eb('s.actedBy', '=', eb.ref('s.approverId'))]))
    .where('p.role', '=', ACCEPTING)
    .limit(1)
    .executeTakeFirst();
  if (!approved) throw appError('dpia.acceptanceApproval');
}

const acceptsHighRisk = ({ draft, framework }: Pick<DpiaContent, 'draft' | 'framework'>): boolean =>
  draft.worstCases.some(
    ({ residual, treatment }) =>
      treatment?.method === 'ACCEPTANCE' && needsPlan(riskLevel(residual, framework.scale.bands)),
  );
