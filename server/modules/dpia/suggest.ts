import type { z } from 'zod';
import type { Executor, Trx } from '../../../db/client.ts';
import { type DpiaSuggestion, SUGGESTION_CRITERIA, SUGGESTION_REASONS } from '../../../shared/dpia/decision.ts';
import type { DpiaPreparation, MissingDpia, MissingDpias, prepareDpia } from '../../../shared/dpia/schema.ts';
import type { List } from '../../../shared/list.ts';
import { appError } from '../../platform/errors.ts';
import { metaOf } from '../../platform/list/rows.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import * as queries from './queries.ts';
import { signsOf, unassessedOf } from './signs.ts';

/** Records that one reason names. */
const MOST_RECORDS = 50;

type Reasons = DpiaSuggestion['reasons'];

/** Why each of some applications should be assessed, with the records that say so. */
async function reasonsOf(
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<(applicationId: string) => Reasons> {
  const signs = await signsOf(db, workspaceId, applicationIds);
  return (applicationId) => {
    const own = signs.filter((sign) => sign.applicationId === applicationId);
    return SUGGESTION_REASONS.flatMap((reason) => {
      const found = own.filter((sign) => sign.reason === reason);
      if (found.length === 0) return [];
      return {
        reason,
        criterion: SUGGESTION_CRITERIA[reason],
        records: found.slice(0, MOST_RECORDS).map(({ entity, id, th, en }) => ({ entity, id, name: { th, en } })),
        count: found[0]!.amount,
      };
    });
  };
}

/** What the register gives for an assessment of an application, with the records that say so. @throws 404 */
export async function suggestionOf(trx: Trx, ctx: WorkspaceContext, applicationId: string): Promise<DpiaSuggestion> {
  const workspaceId = ctx.workspace.id;
  if ((await queries.applicationName(trx, workspaceId, applicationId)) === undefined)
    throw appError('application.notFound');
  const reasons = await reasonsOf(trx, workspaceId, [applicationId]);
  return { reasons: reasons(applicationId), at: ctx.deps.now().toISOString() };
}

/** What an assessment of the application would begin with: the suggestion, and what it is made by. @throws 404 */
export const prepare = (
  ctx: WorkspaceContext,
  { variant, applicationId }: z.output<typeof prepareDpia>,
): Promise<DpiaPreparation> =>
  ctx.read(async (trx) => ({
    framework: await frameworkOf(trx, ctx.workspace.id, variant),
    suggestion: await suggestionOf(trx, ctx, applicationId),
  }));

/** Applications that should have been assessed and never were, with the reasons. */
export const missing = (ctx: WorkspaceContext, input: MissingDpias): Promise<List<MissingDpia>> =>
  ctx.read(async (trx) => {
    const { total, page } = await unassessedOf(trx, ctx.workspace.id, input);
    const reasons = await reasonsOf(
      trx,
      ctx.workspace.id,
      page.map(({ id }) => id),
    );
    return {
      collection: page.map(({ id, name }) => ({ application: { id, name }, reasons: reasons(id) })),
      meta: metaOf(input, total),
    };
  });
