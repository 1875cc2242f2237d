import { sql, type SqlBool } from 'kysely';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

/**
 * The plan of a call of the older variant, by its version or by its assessment.
 * @throws 404 for a plan of another one
 */
export const planOf = (ctx: WorkspaceContext, { id, tid }: { id: string; tid: string }): Promise<{ id: string }> =>
  ctx.read(async (trx) => {
    const found = await trx
      .selectFrom('treatmentPlans as t')
      .select('t.id')
      .where('t.workspaceId', '=', ctx.workspace.id)
      .where('t.id', '=', tid)
      .where(
        sql<SqlBool>`(t.dpia_id = ${id} or exists (select from dpia_versions v where v.workspace_id = t.workspace_id and v.id = ${id} and v.dpia_id = t.dpia_id and v.version = t.dpia_version))`,
      )
      .executeTakeFirst();
    if (!found) throw appError('treatmentPlan.notFound');
    return found;
  });
