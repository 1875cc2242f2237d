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
    namesOf(trx, ctx.workspace.id, dpia.draft),
    approvalsOf(trx, ctx.workspace.id, dpia.application.id, dpia),
  ]);
  const dataFlowFileId = await attachFlow(trx, ctx, dpia, flow);
  return { draft: dpia.draft, framework: dpia.framework, register, people, dataFlowFileId, approvals };
}

/**
 * Names of the people and of the security measures that a draft refers to. The purposes of its application may no
 * longer list such a measure; its name is in Thai, as the report is.
 */
export async function namesOf(
  trx: Trx,
  workspaceId: string,
  { worstCases, reviewerId }: Pick<DpiaDraft, 'worstCases' | 'reviewerId'>,
): Promise<DpiaContent['people']> {
  const peopleIds = peopleIdsOf({ worstCases, reviewerId });
  const measureIds = [...new Set(worstCases.flatMap(({ securityMeasureIds }) => securityMeasureIds))];
  const [people, measures] = await Promise.all([
    peopleIds.length === 0
      ? []
      : trx
          .selectFrom('personnel')
          .select(['id', 'name'])
          .where('workspaceId', '=', workspaceId)
          .where('id', 'in', peopleIds)
          .orderBy('id')
          .execute(),
    measureIds.length === 0
      ? []
      : trx
          .selectFrom('catalogueItems')
          .select(['id', 'nameTh as name'])
          .where('workspaceId', '=', workspaceId)
          .where('kind', '=', 'securityMeasure')
          .where('id', 'in', measureIds)
          .orderBy('id')
          .execute(),
  ]);
  return [...people, ...measures];
}

/** People that a draft names, each once: responsible for the plans of worst cases, and who reviews it. */
export const peopleIdsOf = ({ worstCases, reviewerId }: Pick<DpiaDraft, 'worstCases' | 'reviewerId'>): string[] => [
  ...new Set([
    ...worstCases.flatMap(({ treatment }) => treatment?.responsibleId ?? []),
    ...(reviewerId ? [reviewerId] : []),
  ]),
];
