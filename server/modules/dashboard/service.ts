import type { Executor, Trx } from '../../../db/client.ts';
import type { RecordFigures } from '../../../shared/dashboard/schema.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { remembered, totalsOf } from '../../platform/list/search.ts';
import * as queries from './queries.ts';

/**
 * Each chart is counted once for every change of the record, for all readers: its cost does not grow with the number of
 * readings.
 */
function chart<Answer>(
  name: string,
  count: (db: Executor, workspaceId: string) => Promise<Answer>,
  furtherMark?: (db: Executor, workspaceId: string) => Promise<string>,
) {
  return async (trx: Trx, id: string): Promise<Answer> => {
    const [applications, purposes, further] = await Promise.all([
      totalsOf(trx, id, 'applications'),
      totalsOf(trx, id, 'purposes'),
      furtherMark?.(trx, id),
    ]);
    const marks = [applications.changes, purposes.changes, further];
    return remembered(JSON.stringify([id, 'dashboard', name, ...marks]), () => count(trx, id));
  };
}

const reading =
  <Answer>(count: (trx: Trx, workspaceId: string) => Promise<Answer>) =>
  (ctx: WorkspaceContext): Promise<Answer> =>
    ctx.read((trx) => count(trx, ctx.workspace.id));

export const lawfulBasis = reading(chart('lawfulBasis', queries.lawfulBasis));
export const thirdPartyDisclosure = reading(chart('thirdPartyDisclosure', queries.thirdPartyDisclosure));
export const responsible = reading(chart('responsible', queries.responsible));
export const crossBorder = reading(chart('crossBorder', queries.crossBorder, queries.transferMark));
export const completeness = reading(chart('completeness', queries.completeness));
const countedFigures = chart('figures', queries.figures, queries.transferMark);

/** The size of the record, and its pending reviews, which change with the day and not with the record alone. */
export function figures(ctx: WorkspaceContext): Promise<RecordFigures> {
  const { id } = ctx.workspace;
  const today = bangkokDay(ctx.deps.now());
  return ctx.read(async (trx) => {
    const [counted, reviewsOverdue] = await Promise.all([
      countedFigures(trx, id),
      queries.reviewsOverdue(trx, id, today),
    ]);
    return { ...counted, reviewsOverdue };
  });
}
