import type { Trx } from '../../../db/client.ts';
import type { DpiaContent, DpiaDraft } from '../../../shared/dpia/content.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { approvalsOf } from './approvals.ts';
import { attachFlow, type PreparedFlow } from './flow.ts';
import { registerOf } from './register.ts';

/**
 * The content of a version: the draft, its framework, and the current register, data-flow picture, names and approvals.
 * @throws 409 `concurrent` where the prepared picture is no longer the current one
 */
export async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  dpia: Dpia,
  flow: PreparedFlow | null,
): Promise<DpiaContent> {
  const [register, people, approvals] = await Promise.all([
    registerOf(trx, ctx.workspace.id, dpia.application.id),
    peopleOf(trx, ctx.workspace.id, dpia.draft),
    approvalsOf(trx, ctx.workspace.id, dpia.application.id, dpia),
  ]);
  const dataFlowFileId = await attachFlow(trx, ctx, dpia, flow);
  return { draft: dpia.draft, framework: dpia.framework, register, people, dataFlowFileId, approvals };
}

/** People that a draft names, with their names. */
export async function peopleOf(trx: Trx, workspaceId: string, draft: DpiaDraft): Promise<DpiaContent['people']> {
  const ids = peopleIdsOf(draft);
  return ids.length === 0
    ? []
    : trx
        .selectFrom('personnel')
        .select(['id', 'name'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
}

/** People that a draft names, each once: responsible for the plans of worst cases, and who reviews it. */
export const peopleIdsOf = ({ worstCases, reviewerId }: Pick<DpiaDraft, 'worstCases' | 'reviewerId'>): string[] => [
  ...new Set([
    ...worstCases.flatMap(({ treatment }) => treatment?.responsibleId ?? []),
    ...(reviewerId ? [reviewerId] : []),
  ]),
];
