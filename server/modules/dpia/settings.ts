import type { DpiaDraft } from '../../../shared/dpia/content.ts';
import type { DpiaFramework } from '../../../shared/dpia/framework.ts';
import type { Dpia, SettingsChange } from '../../../shared/dpia/schema.ts';
import { SETTINGS_PARTS } from '../../../shared/dpia/schema.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertOpen } from '../../platform/workflow/workflow.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import * as queries from './queries.ts';
import { columnsOf, derivedOf, dpiaRecord, GUARD, logged } from './record.ts';
import { onScale } from './worstCases.ts';

/** The differences between the current settings and those of an assessment. @throws 404 */
export const settingsChange = (ctx: WorkspaceContext, { id }: { id: string }): Promise<SettingsChange> =>
  ctx.read(async (trx) => {
    const found = await queries.find(trx, ctx.workspace.id, id);
    if (!found) throw appError('dpia.notFound');
    const now = await frameworkOf(trx, ctx.workspace.id, found.variant);
    const differs = (part: (typeof SETTINGS_PARTS)[number]) =>
      canonicalJson(found.framework[part]) !== canonicalJson(now[part]);
    return { parts: SETTINGS_PARTS.filter(differs) };
  });

/**
 * Adopts the current settings. Levels are converted to a scale of another width, to be confirmed one worst case at a
 * time; answers to removed questions are left out. @throws 404, 409 `illegalMove` or `staleEdit` with the newer record
 */
export const adoptSettings = (
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number | undefined },
): Promise<Dpia> =>
  ctx.transaction(async (trx) => {
    const before = await dpiaRecord.locked(trx, ctx, id, rowVersion);
    await assertOpen(GUARD, before, 'edit', async () => before);
    const framework = await frameworkOf(trx, ctx.workspace.id, before.variant);
    await dpiaRecord.set(trx, ctx, id, adoptedColumns(before, framework));
    const actor = actorOf(ctx);
    await recordsChanged(trx, actor, 'dpia', [id]);
    const after = await dpiaRecord.existing(trx, ctx, id);
    const changes = changesBetween(logged(before), logged(after));
    await emit(trx, actor, { event: 'dpia.updated', entityId: id, subject: after.name, changes });
    return after;
  });

/** The columns of an assessment that adopts these settings. */
export function adoptedColumns(dpia: Dpia, framework: DpiaFramework) {
  const draft = adopted(dpia, framework);
  return {
    ...columnsOf(draft, dpia.publishedVersion),
    ...derivedOf(draft, framework),
    framework: JSON.stringify(framework),
  };
}

function adopted({ draft, framework: old }: Dpia, framework: DpiaFramework): DpiaDraft {
  const questions = new Set(framework.dataRisk.flatMap((level) => level.questions.map(({ id }) => id)));
  const items = new Set(framework.items.map(({ id }) => id));
  const [from, to] = [old.scale.width, framework.scale.width];
  return {
    ...draft,
    dataRisk: draft.dataRisk.filter(({ questionId }) => questions.has(questionId)),
    items: draft.items.filter(({ itemId }) => items.has(itemId)),
    worstCases: from === to ? draft.worstCases : draft.worstCases.map((one) => onScale(one, from, to)),
  };
}
