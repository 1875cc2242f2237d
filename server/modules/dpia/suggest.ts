import type { z } from 'zod';
import type { Executor, Trx } from '../../../db/client.ts';
import { type DpiaSuggestion, SUGGESTION_CRITERIA, SUGGESTION_REASONS } from '../../../shared/dpia/decision.ts';
import type { DpiaPreparation, MissingDpia, MissingDpias, prepareDpia } from '../../../shared/dpia/schema.ts';
import type { List } from '../../../shared/list.ts';
import { appError } from '../../platform/errors.ts';
import { nameOf } from '../../platform/records/names.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import { signsOf, unassessedOf } from './signs.ts';

/** Records that are named for one reason. */
const MOST_RECORDS = 50;

type Reasons = DpiaSuggestion['reasons'];

/** The reasons to assess each of some applications, with the records that give them. */
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

/** The register's suggestion for an assessment of an application, with the records behind it. @throws 404 */
export async function suggestionOf(trx: Trx, ctx: WorkspaceContext, applicationId: string): Promise<DpiaSuggestion> {
  const workspaceId = ctx.workspace.id;
  if ((await nameOf(trx, workspaceId, 'applications', applicationId)) === undefined)
    throw appError('application.notFound');
  const reasons = await reasonsOf(trx, workspaceId, [applicationId]);
  return { reasons: reasons(applicationId), at: ctx.deps.now().toISOString() };
}

/** The initial content of an assessment of the application: the suggestion, and the framework. @throws 404 */
export const prepare = (
  ctx: WorkspaceContext,
  { variant, applicationId }: z.output<typeof prepareDpia>,
): Promise<DpiaPreparation> =>
  ctx.read(async (trx) => ({
    framework: await frameworkOf(trx, ctx.workspace.id, variant),
    suggestion: await suggestionOf(trx, ctx, applicationId),
  }));

/** Applications that should be assessed but never were, with the reasons. */
export const missing = (ctx: WorkspaceContext, input: MissingDpias): Promise<List<MissingDpia>> =>
  ctx.read(async (trx) => {
    const { collection, meta } = await unassessedOf(trx, ctx.workspace.id, input);
    const reasons = await reasonsOf(
      trx,
      ctx.workspace.id,
      collection.map(({ id }) => id),
    );
    return {
      collection: collection.map(({ id, name }) => ({ application: { id, name }, reasons: reasons(id) })),
      meta,
    };
  });
