import type { Executor } from '../../../db/client.ts';
import type { RecordFigures } from '../../../shared/dashboard/schema.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { remembered, totalsOf } from '../../platform/list/search.ts';
import * as queries from './queries.ts';

/**
 * Each chart is counted once for every change of the record, whoever asks: its cost does not grow with how often it is
 * looked at.
 */
function chart<Answer>(
  name: string,
  count: (db: Executor, workspaceId: string) => Promise<Answer>,
  furtherMark?: (db: Executor, workspaceId: string) => Promise<string>,
) {
  return (ctx: WorkspaceContext): Promise<Answer> =>
    ctx.transaction(async (trx) => {
      const { id } = ctx.workspace;
      const marks = [
        (await totalsOf(trx, id, 'applications')).changes,
        (await totalsOf(trx, id, 'purposes')).changes,
        await furtherMark?.(trx, id),
      ];
      return remembered(JSON.stringify([id, 'dashboard', name, ...marks]), () => count(trx, id));
    });
}

export const lawfulBasis = chart('lawfulBasis', queries.lawfulBasis);
export const thirdPartyDisclosure = chart('thirdPartyDisclosure', queries.thirdPartyDisclosure);
export const responsible = chart('responsible', queries.responsible);
export const crossBorder = chart('crossBorder', queries.crossBorder, queries.transferMark);
export const completeness = chart('completeness', queries.completeness);
const countedFigures = chart('figures', queries.figures, queries.transferMark);

/** The size of the record, and what of it waits for a review: that changes with the day, not with the record alone. */
export async function figures(ctx: WorkspaceContext): Promise<RecordFigures> {
  const counted = await countedFigures(ctx);
  const today = bangkokDay(ctx.deps.now());
  return ctx.transaction(async (trx) => ({
    ...counted,
    reviewsOverdue: await queries.reviewsOverdue(trx, ctx.workspace.id, today),
  }));
}
