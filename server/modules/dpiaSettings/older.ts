import type { z } from 'zod';
import type {
  PdpaSetting,
  updateOlderImpact,
  updateOlderItems,
  updateOlderWorstCases,
  WorstCaseSetting,
} from '../../../shared/dpiaSettings/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { itemRecord, worstCaseRecord } from './record.ts';
import * as service from './service.ts';

const OLDER = { variant: 'OLDER' } as const;

/** @throws 404 for a row of the other variant */
function assertOlder({ variant }: { variant: string }): void {
  if (variant !== 'OLDER') throw appError('NOT_FOUND');
}

export const items = (ctx: WorkspaceContext) => service.items(ctx, { ws: ctx.workspace.id, ...OLDER });
export const worstCases = (ctx: WorkspaceContext) => service.worstCases(ctx, { ws: ctx.workspace.id, ...OLDER });

/** Saves items of the older variant, all or none. @throws 404, 409 `staleEdit` with the newer one */
export const updateItems = (
  ctx: WorkspaceContext,
  { collection }: z.output<typeof updateOlderItems>,
): Promise<{ collection: PdpaSetting[] }> =>
  ctx.transaction(async (trx) => {
    const saved: PdpaSetting[] = [];
    // One after another: rows are locked in the order in which they are named.
    for (const { id, rowVersion, ...fields } of collection) {
      const before = await itemRecord.locked(trx, ctx, id, rowVersion);
      assertOlder(before);
      saved.push(await itemRecord.updateLocked(trx, ctx, id, before, fields));
    }
    return { collection: saved };
  });

/** Saves worst cases of the older variant, all or none. @throws 404, 409 `staleEdit` with the newer one */
export const updateWorstCases = (
  ctx: WorkspaceContext,
  { collection }: z.output<typeof updateOlderWorstCases>,
): Promise<{ collection: WorstCaseSetting[] }> =>
  ctx.transaction(async (trx) => {
    const saved: WorstCaseSetting[] = [];
    for (const { id, rowVersion, ...fields } of collection) {
      const before = await worstCaseRecord.locked(trx, ctx, id, rowVersion);
      assertOlder(before);
      saved.push(await worstCaseRecord.updateLocked(trx, ctx, id, before, fields));
    }
    return { collection: saved };
  });

const impactOf = ({ width, scales, rowVersion }: Awaited<ReturnType<typeof service.framework>>) => ({
  collection: scales.find((scale) => scale.width === width)!.impact,
  rowVersion,
});

/** The levels of severity of the older variant. */
export const impact = async (ctx: WorkspaceContext) =>
  impactOf(await service.framework(ctx, { ws: ctx.workspace.id, ...OLDER }));

/** Changes their texts. @throws 400 for another number of levels, 409 `staleEdit` */
export async function updateImpact(
  ctx: WorkspaceContext,
  { collection, rowVersion }: z.output<typeof updateOlderImpact>,
) {
  const { width, scales } = await service.framework(ctx, { ws: ctx.workspace.id, ...OLDER });
  if (collection.length !== width || collection.some(({ level }, index) => level !== index + 1))
    throw appError('BAD_REQUEST', { at: 'collection', text: 'dpia:scaleRows' });
  const changed = scales.map((scale) => (scale.width === width ? { ...scale, impact: collection } : scale));
  const input = { ws: ctx.workspace.id, ...OLDER, width, scales: changed, rowVersion };
  return impactOf(await service.updateScales(ctx, input));
}
