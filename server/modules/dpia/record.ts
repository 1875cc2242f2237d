import type { Trx } from '../../../db/client.ts';
import { type DpiaDraft, dpiaDraft } from '../../../shared/dpia/content.ts';
import { dataRiskLevelOf, requirementOf } from '../../../shared/dpia/decision.ts';
import type { DpiaFramework } from '../../../shared/dpia/framework.ts';
import { dpiaProblems } from '../../../shared/dpia/problems.ts';
import { highestPoint, highestRisk, riskLevel, type ScaleWidth } from '../../../shared/dpia/risk.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { dpiaStatus, isRemovable } from '../../../shared/dpia/status.ts';
import { actorOf } from '../../platform/actor.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { forgetComments } from '../../platform/comments/queries.ts';
import { appError } from '../../platform/errors.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { recordRemoving, recordsChanged } from '../../platform/records/listener.ts';
import { type Edit, editable } from '../../platform/records/editable.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { allowedMoves } from '../../platform/workflow/workflow.ts';
import { purposeIdsOf } from '../application/service.ts';
import { assignableOf } from './assignees.ts';
import { filesAt, keepFiles, releaseAll } from './files.ts';
import { peopleIdsOf } from './freeze.ts';
import * as queries from './queries.ts';
import { assertReferences } from './references.ts';
import { REVIEW } from './reviewClock.ts';

/** Facts derived from a draft, for lists and figures. */
export function derivedOf({ criteria, dataRisk, worstCases }: DpiaDraft, framework: DpiaFramework) {
  const level = dataRiskLevelOf(framework.dataRisk, dataRisk);
  const { bands, width } = framework.scale;
  return {
    required: requirementOf(framework.variant, criteria.length, level),
    dataRiskLevel: level,
    initialRisk: highestRisk(worstCases.map(({ initial }) => riskLevel(initial, bands))),
    residualRisk: highestRisk(worstCases.map(({ residual }) => riskLevel(residual, bands))),
    ...placeOf(worstCases, width),
  };
}

/** Its position on a map: the highest worst case before and after the measures in force. */
function placeOf(worstCases: DpiaDraft['worstCases'], scaleWidth: ScaleWidth) {
  const initial = highestPoint(worstCases.map((worstCase) => worstCase.initial));
  const residual = highestPoint(worstCases.map((worstCase) => worstCase.residual));
  const top = worstCases.find((worstCase) => worstCase.residual === residual);
  return {
    scaleWidth,
    initialLikelihood: initial?.likelihood ?? null,
    initialImpact: initial?.impact ?? null,
    residualLikelihood: residual?.likelihood ?? null,
    residualImpact: residual?.impact ?? null,
    topRiskTh: top?.title.th ?? null,
    topRiskEn: top?.title.en ?? null,
  };
}

/**
 * The columns of a draft, without derived ones. Who reviews a published version is written with it, as the date is, and
 * a draft of the next one changes neither.
 */
export const columnsOf = (draft: DpiaDraft, publishedVersion: number) => ({
  name: draft.name,
  reason: draft.reason,
  ...(publishedVersion === 0 && { reviewerId: draft.reviewerId }),
  content: JSON.stringify(draft),
});

/** How the moves of an assessment are guarded. */
export const GUARD = { machine: dpiaStatus, stateOf: ({ status }: Pick<Dpia, 'status'>) => status };

/** Fields whose text the activity log stores; of others it only stores that they changed. */
export const logged = (dpia: Dpia) => ({
  name: dpia.name,
  required: dpia.required,
  dataRiskLevel: dpia.dataRiskLevel,
  initialRisk: dpia.initialRisk,
  residualRisk: dpia.residualRisk,
});

export const dpiaRecord = editable({
  table: 'dpias',
  content: dpiaDraft,
  events: { created: 'dpia.created', updated: 'dpia.updated', removed: 'dpia.removed' },
  states: { machine: dpiaStatus, stateOf: ({ status }: Dpia) => status },
  read,
  draftOf: ({ draft }: Dpia) => draft,
  subject: ({ name }: Dpia) => name,
  changes: (before: Dpia, after: Dpia) => changesBetween(logged(before), logged(after)),
  columns: (draft: DpiaDraft, edit?: Edit<Dpia, DpiaDraft>) => ({
    ...columnsOf(draft, edit?.before.publishedVersion ?? 0),
    ...(edit && derivedOf(draft, edit.before.framework)),
  }),
  check: (trx, ctx, draft, edit) => assertReferences(trx, ctx.workspace.id, draft, edit),
  write: (trx, ctx, id, draft, edit) => keepFiles(trx, ctx, id, draft, edit?.stored),
  changed: (trx, ctx, id, edit) => (edit ? recordsChanged(trx, actorOf(ctx), 'dpia', [id]) : Promise.resolve()),
  removing: async (trx, ctx, id, dpia: Dpia) => {
    if (!isRemovable(dpia)) throw appError(dpia.publishedVersion > 0 ? 'dpia.published' : 'dpia.decided');
    await recordRemoving(trx, actorOf(ctx), 'dpia', id);
    await forgetComments(trx, ctx.workspace.id, 'dpia', id);
    await releaseAll(trx, ctx.workspace.id, id);
  },
});

/** An assessment with its draft, what is missing, and the caller's moves. */
async function read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Dpia | undefined> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) return undefined;
  const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
  const [decisions, purposeIds, assignableIds, clocks, files] = await Promise.all([
    queries.decisionsOf(trx, ctx.workspace.id, id),
    purposeIdsOf(trx, ctx.workspace.id, found.application.id),
    assignableOf(trx, ctx.workspace.id, peopleIdsOf(found.draft)),
    deadlinesOf(trx, ctx.workspace.id, REVIEW, [id]),
    filesAt(trx, key, ctx.workspace.id, id),
  ]);
  return {
    ...found,
    reviewClock: clocks.get(id) ?? null,
    problems: dpiaProblems(found.draft, found.framework, {
      purposeIds,
      assignableIds,
      today: bangkokDay(ctx.deps.now()),
    }),
    decisions,
    ...files,
    allowed: [
      ...allowedMoves(actorOf(ctx), GUARD, found),
      ...(isRemovable({ ...found, decisions }) && may(ctx.standing, 'dpia.write') ? ['remove'] : []),
    ],
  };
}
