import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  CATALOGUE_CUSTOM_LIMIT,
  type CatalogueItem,
  type CatalogueKind,
  type createCatalogueItem,
  type listCatalogue,
  type listSecurityMeasures,
} from '../../../shared/catalogue/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import * as queries from './queries.ts';

/** One page of the words of one kind, in Thai order unless asked otherwise. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listCatalogue>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input.kind, input));
}

export function listMeasures(ctx: WorkspaceContext, input: z.output<typeof listSecurityMeasures>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, 'securityMeasure', input));
}

/**
 * Adds a word of the workspace's own.
 * @throws 409 `catalogue.nameTaken` (the existing word in `details.item`) or `catalogue.limit`
 */
export function create(
  ctx: WorkspaceContext,
  { kind, name }: z.output<typeof createCatalogueItem>,
): Promise<CatalogueItem> {
  const workspaceId = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, workspaceId, `catalogue ${kind}`);
    const item = await queries.findByName(trx, workspaceId, kind, name.th);
    if (item) {
      throw appError('catalogue.nameTaken', { at: [['name', 'th']], details: { item } });
    }
    if ((await queries.countCustom(trx, workspaceId, kind)) >= CATALOGUE_CUSTOM_LIMIT) {
      throw appError('catalogue.limit', {
        values: { limit: CATALOGUE_CUSTOM_LIMIT },
        details: { limit: CATALOGUE_CUSTOM_LIMIT },
      });
    }
    const id = randomUUIDv7();
    await queries.insert(trx, { workspaceId, id, kind, nameTh: name.th, nameEn: name.en, createdAt: ctx.deps.now() });
    return { id, kind, name, builtIn: false };
  });
}

/**
 * For other modules: which of `chosen` (a field with the ids chosen in it and the kind they must be of) name no such
 * word.
 */
export async function wrongChoices(
  trx: Trx,
  workspaceId: string,
  chosen: readonly { field: string; kind: CatalogueKind; ids: readonly string[] }[],
): Promise<string[]> {
  const kinds = await queries.kindsOf(
    trx,
    workspaceId,
    chosen.flatMap(({ ids }) => ids),
  );
  return chosen.filter(({ kind, ids }) => ids.some((id) => kinds.get(id) !== kind)).map(({ field }) => field);
}
