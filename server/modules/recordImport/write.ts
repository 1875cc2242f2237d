import type { Trx } from '../../../db/client.ts';
import { applicationFields } from '../../../shared/application/schema.ts';
import { dataControllerFields } from '../../../shared/dataController/schema.ts';
import { type FlowInput, flowInput, inputOf } from '../../../shared/dataMapping/schema.ts';
import type { PurposeContent } from '../../../shared/purpose/schema.ts';
import { mayAdd } from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as dataMapping from '../dataMapping/service.ts';
import * as applications from '../application/service.ts';
import * as catalogue from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import * as dataControllers from '../dataController/service.ts';
import * as piiParts from '../piiCategory/parts.ts';
import * as piiCategories from '../piiCategory/service.ts';
import * as purposes from '../purpose/service.ts';
import * as purposeCategories from '../purposeCategory/service.ts';
import { addedKind, knownOf, type Missing } from './known.ts';
import type { Effect, PurposeEffect, WrittenPurpose } from './planner.ts';
import type { StatedPlace } from './resolveNames.ts';

/** The same context inside an open transaction, which services join. */
const within = (ctx: WorkspaceContext, trx: Trx): WorkspaceContext => ({ ...ctx, transaction: (work) => work(trx) });

/** Adds what the workspace lacks, categories before their attributes; skips what somebody has added meanwhile. */
export async function addMissing(ctx: WorkspaceContext, wanted: readonly Missing[]): Promise<void> {
  const ws = ctx.workspace.id;
  // Rows that need other permissions were refused; services of other modules do not check permissions themselves.
  const missing = wanted.filter(({ kind }) => mayAdd(ctx.standing, addedKind(kind)));
  for (const { kind, name, sensitive = false, particulars } of missing) {
    // Where both languages are required and the file has one.
    const both = { th: name.th, en: name.en || name.th };
    await ignoreDuplicate(async () => {
      if (kind === 'piiCategory')
        await piiCategories.create(ctx, { ws, name: both, description: both, example: '', sensitive });
      else if (kind === 'purposeCategory')
        await purposeCategories.create(ctx, { name: both, description: both, detail: '' });
      else if (kind === 'dataController')
        await dataControllers.create(ctx, dataControllerFields.parse({ ...particulars, name }));
      else if (kind !== 'piiAttribute') await catalogue.create(ctx, { ws, kind, name });
    });
  }
  const attributes = missing.filter(({ kind }) => kind === 'piiAttribute');
  if (attributes.length === 0) return;
  const known = await ctx.transaction((trx) => knownOf(trx, ws));
  const names = new Map(missing.filter(({ kind }) => kind === 'piiCategory').map(({ id, name }) => [id, name]));
  for (const { name, piiCategoryId: requested, sensitive = false } of attributes) {
    const category = names.get(requested!);
    const piiCategoryId = category ? known.piiCategory(category)?.id : requested;
    if (piiCategoryId)
      await ignoreDuplicate(() =>
        piiParts.createAttribute(ctx, {
          ws,
          piiCategoryId,
          piiSubCategoryId: null,
          name,
          description: { th: '', en: '' },
          sensitive,
        }),
      );
  }
}

async function ignoreDuplicate(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && /\.(name|attribute)Taken$/.test(error.problem.code ?? ''))) throw error;
  }
}

/** Records an application that receives data from others of the file, before these; its purposes follow. */
export const writeShell = (ctx: WorkspaceContext, { plan }: Effect) =>
  applications.create(ctx, applicationFields.parse({ ...plan.fields, purposeIds: [] }));

/**
 * Writes an application with its purposes and mapping entries, through the services, whose rules, limits, events and
 * versions apply here too. Call it in its own transaction. @returns its id, and the written purposes
 */
export async function writeApplication(
  trx: Trx,
  ctx: WorkspaceContext,
  effect: Effect,
): Promise<{ id: string; purposes: WrittenPurpose[] }> {
  const inside = within(ctx, trx);
  const { plan, before } = effect;
  if (effect.outcome === 'unchanged' && before) return { id: before.id, purposes: [] };
  for (const { id, place } of await lockWritten(trx, ctx.workspace.id, effect))
    await catalogue.placeIn(trx, inside, id, place);
  const written: { effect: PurposeEffect; id: string; content: PurposeContent }[] = [];
  for (const own of effect.purposes) {
    if (own.before && own.same) written.push({ effect: own, id: own.before.id, content: own.before.content });
    else {
      const saved = own.before
        ? await purposes.update(inside, { ...own.plan.draft, id: own.before.id, rowVersion: own.before.rowVersion })
        : await purposes.create(inside, own.plan.draft);
      written.push({ effect: own, id: saved.id, content: saved.content });
    }
  }
  // Purposes that the file does not name stay linked, in their positions.
  const purposeIds = [...new Set([...(before?.purposes.map(({ id }) => id) ?? []), ...written.map(({ id }) => id)])];
  const fields = { ...plan.fields, purposeIds };
  const { id } = before
    ? await applications.update(inside, { ...fields, id: before.id, rowVersion: before.rowVersion })
    : await applications.create(inside, fields);

  if (effect.purposes.some(({ lines, removed }) => removed.length > 0 || lines.some((line) => !line.same))) {
    await dataMapping.saveIn(trx, inside, id, flowsOf(effect, written));
  }
  return {
    id,
    purposes: written
      .filter(({ effect: own }) => !(own.before && own.same))
      .map(({ id: purposeId, content, effect: own }) => ({
        id: purposeId,
        content,
        code: own.before ? null : own.plan.code,
      })),
  };
}

/**
 * Locks the application with all others that its purposes and storage systems belong to: each of the services that
 * follow locks its own, and a colleague who edits a shared purpose takes them in the order of their ids.
 * @returns the locations that differ from what is recorded
 */
async function lockWritten(trx: Trx, ws: string, { plan, before, purposes: own }: Effect): Promise<StatedPlace[]> {
  const moved: StatedPlace[] = [];
  for (const stated of plan.purposes.flatMap(({ places }) => places))
    if (!(await catalogue.isAt(trx, ws, stated.id, stated.place))) moved.push(stated);
  await completeness.lockTouched(
    trx,
    ws,
    ...(before ? [{ applicationId: before.id }] : []),
    { purposeIds: own.flatMap((one) => (one.before && !one.same ? [one.before.id] : [])) },
    ...moved.map(({ id }) => ({ storageSystemId: id })),
  );
  return moved;
}

/** The complete mapping: recorded entries in their positions, then new ones in the order of the file. */
function flowsOf(
  effect: Effect,
  written: readonly { effect: PurposeEffect; id: string; content: PurposeContent }[],
): FlowInput[] {
  const flows: FlowInput[] = effect.remaining.map(inputOf);
  for (const { effect: own, id: purposeId, content } of written) {
    for (const {
      line: { at: _, code: __, parties, ...line },
      id,
    } of own.lines) {
      const thirdPartyIds = parties
        .map((place) => content.thirdParties[place]?.id)
        .filter((party) => party !== undefined);
      flows.push(flowInput.parse({ ...line, ...(id && { id }), purposeId, thirdPartyIds }));
    }
  }
  const placeOf = ({ id }: FlowInput) => (id === undefined ? effect.order.length : effect.order.indexOf(id));
  return flows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
