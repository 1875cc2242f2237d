import type { Trx } from '../../../db/client.ts';
import { applicationFields } from '../../../shared/application.ts';
import { type FlowInput, flowInput, inputOf } from '../../../shared/dataMapping.ts';
import type { PurposeContent } from '../../../shared/purpose.ts';
import type { WorkspaceContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as dataMapping from '../application/dataMapping.ts';
import * as applications from '../application/service.ts';
import * as catalogue from '../catalogue/service.ts';
import * as piiParts from '../piiCategory/parts.ts';
import * as purposes from '../purpose/service.ts';
import { folded } from './facts.ts';
import type { Missing } from './known.ts';
import type { Effect, PurposeEffect } from './plan.ts';

/** The same context inside a transaction that is open already: services join it. */
export const within = (ctx: WorkspaceContext, trx: Trx): WorkspaceContext => ({ ...ctx, transaction: (work) => work(trx) });

/** Adds words and attributes that the workspace lacks; one that somebody added meanwhile will do. */
export async function addMissing(ctx: WorkspaceContext, missing: readonly Missing[]): Promise<void> {
  for (const { kind, name, piiCategoryId } of missing) {
    const names = { th: name, en: '' };
    try {
      if (kind === 'piiAttribute') await piiParts.createAttribute(ctx, { ws: ctx.workspace.id, piiCategoryId: piiCategoryId!, piiSubCategoryId: null, name: names, description: { th: '', en: '' } });
      else if (kind !== 'purposeCategory' && kind !== 'piiCategory') await catalogue.create(ctx, { ws: ctx.workspace.id, kind, name: names });
    } catch (error) {
      if (!(error instanceof AppError && /Taken$/.test(error.problem.code ?? ''))) throw error;
    }
  }
}

/** Records an application that others of the file send data to, before they do; its purposes follow. */
export const writeShell = (ctx: WorkspaceContext, { plan }: Effect) => applications.create(ctx, applicationFields.parse({ ...plan.fields, purposeIds: [] }));

/**
 * Writes an application with its purposes and lines, through the services whose rules, limits, events and versions hold
 * here too. To be called in one transaction of its own. Answers its id, and the purposes it wrote.
 */
export async function writeApplication(trx: Trx, ctx: WorkspaceContext, effect: Effect): Promise<{ id: string; purposes: { id: string; title: string }[] }> {
  const inside = within(ctx, trx);
  const { plan, before } = effect;
  if (effect.outcome === 'unchanged' && before) return { id: before.id, purposes: [] };
  const written: { effect: PurposeEffect; id: string; content: PurposeContent }[] = [];
  for (const own of effect.purposes) {
    if (own.before && own.same) written.push({ effect: own, id: own.before.id, content: own.before.content });
    else {
      const saved = own.before ? await purposes.update(inside, { ...own.plan.draft, id: own.before.id, rowVersion: own.before.rowVersion }) : await purposes.create(inside, own.plan.draft);
      written.push({ effect: own, id: saved.id, content: saved.content });
    }
  }
  // What the file does not name stays linked, in its place.
  const purposeIds = [...new Set([...(before?.purposes.map(({ id }) => id) ?? []), ...written.map(({ id }) => id)])];
  const fields = { ...plan.fields, purposeIds };
  const { id } = before ? await applications.update(inside, { ...fields, id: before.id, rowVersion: before.rowVersion }) : await applications.create(inside, fields);

  if (effect.purposes.some(({ lines, removed }) => removed.length > 0 || lines.some((line) => !line.same))) {
    await dataMapping.saveLocked(trx, inside, id, flowsOf(effect, written));
  }
  return { id, purposes: written.filter(({ effect: own }) => !own.before).map((one) => ({ id: one.id, title: one.content.title.th })) };
}

/** The whole mapping: recorded lines where they were, new ones after them in the order of the file. */
function flowsOf(effect: Effect, written: readonly { effect: PurposeEffect; id: string; content: PurposeContent }[]): FlowInput[] {
  const flows: FlowInput[] = effect.kept.map(inputOf);
  for (const { effect: own, id: purposeId, content } of written) {
    for (const { line: { at: _, thirdParties, ...line }, id } of own.lines) {
      const parties = thirdParties.map(({ name, country }) => content.thirdParties.find((party) => folded(party.name) === folded(name) && (country === '' || party.country === country))?.id);
      flows.push(flowInput.parse({ ...line, ...(id && { id }), purposeId, thirdPartyIds: parties.filter((party) => party !== undefined) }));
    }
  }
  const placeOf = ({ id }: FlowInput) => (id === undefined ? effect.order.length : effect.order.indexOf(id));
  return flows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
