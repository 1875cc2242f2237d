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
  type placeStorageSystem,
} from '../../../shared/catalogue/schema.ts';
import { groundedPlace, type Place } from '../../../shared/dataSharing/transfer.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import * as completeness from '../completeness/service.ts';
import * as queries from './queries.ts';

/** One page of the values of one kind, in Thai order by default. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listCatalogue>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input.kind, input));
}

export function listMeasures(ctx: WorkspaceContext, input: z.output<typeof listSecurityMeasures>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, 'securityMeasure', input));
}

/**
 * Adds a value of the workspace's own.
 * @throws 409 `catalogue.nameTaken` (the existing value in `details.item`) or `catalogue.limit`
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
    return {
      id,
      kind,
      name,
      builtIn: false,
      ...(kind === 'storageSystem' && { country: null, safeguard: null, rowVersion: 1 }),
    };
  });
}

const changesOf = (system: Place, after: Place) =>
  changesBetween({ ...groundedPlace(system) }, { ...groundedPlace(after) });

/** For other modules: whether a storage system is recorded at this location. */
export async function isAt(trx: Trx, workspaceId: string, id: string, place: Place): Promise<boolean> {
  const recorded = await queries.storageSystem(trx, workspaceId, id);
  return recorded !== undefined && changesOf(recorded, place).length === 0;
}

/**
 * Records the location of a storage system, for every record that names it; their completeness is updated.
 * @throws 404 unless it is a storage system, 409 `staleEdit` with the current system
 */
export function place(
  ctx: WorkspaceContext,
  { id, rowVersion, country, safeguard }: z.output<typeof placeStorageSystem>,
): Promise<CatalogueItem> {
  return ctx.transaction((trx) => placeIn(trx, ctx, id, { country, safeguard }, rowVersion));
}

/** The same inside the caller's transaction; without `rowVersion` over whatever is recorded now. */
export async function placeIn(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  place: Place,
  rowVersion?: number,
): Promise<CatalogueItem> {
  const ws = ctx.workspace.id;
  const after = groundedPlace(place);
  // Applications first, since publishing one locks it before the records that it refers to.
  await completeness.lockTouched(trx, ws, { storageSystemId: id });
  const before = await queries.storageSystem(trx, ws, id, 'locked');
  if (!before) throw appError('NOT_FOUND');
  await assertNewest({ ...before, rowVersion: before.rowVersion! }, rowVersion, () => before);
  const changes = changesOf(before, after);
  if (changes.length === 0) return before;
  await queries.place(trx, ws, id, after);
  const touched = await completeness.touchedBy(trx, ws, { storageSystemId: id });
  await completeness.applicationsChanged(trx, actorOf(ctx), touched);
  await emit(trx, actorOf(ctx), { event: 'storageSystem.placed', entityId: id, subject: before.name.th, changes });
  return { ...before, ...after, rowVersion: before.rowVersion! + 1 };
}

/**
 * For other modules: which of `chosen` (a field with its chosen ids and their required kind) contain an id that does
 * not exist.
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
