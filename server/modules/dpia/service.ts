import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { type DpiaContent, dpiaDraft, type DpiaDecision } from '../../../shared/dpia/content.ts';
import { acceptsHighRisk } from '../../../shared/dpia/problems.ts';
import type { createDpia, Dpia, ListDpias, notRequireDpia, publishDpia } from '../../../shared/dpia/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import { versionReader } from '../../platform/records/versioned.ts';
import { insertVersion } from '../../platform/records/versions.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertOpen, transition } from '../../platform/workflow/workflow.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import { assertAccepted } from './acceptance.ts';
import { assignableOf, lockAssignable } from './assignees.ts';
import { prepareFlow } from './flow.ts';
import { freeze, peopleIdsOf } from './freeze.ts';
import { openReview } from './reviewClock.ts';
import * as queries from './queries.ts';
import { columnsOf, derivedOf, dpiaRecord, GUARD } from './record.ts';
import { adoptedColumns } from './settings.ts';
import { suggestionOf } from './suggest.ts';
import { dpiaWorkflow } from './workflow.ts';
import { withMeasuresInForce } from './worstCases.ts';

/** The table of published versions. */
export const VERSIONS = { table: 'dpiaVersions', owner: 'dpiaId' } as const;

export const { get, update, remove } = dpiaRecord;
export const { versions, version } = versionReader<'dpiaId', DpiaContent>(VERSIONS, dpiaRecord.existing);

export const list = (ctx: WorkspaceContext, input: ListDpias) =>
  ctx.read((trx) => queries.list(trx, ctx.workspace.id, { ...input, today: bangkokDay(ctx.deps.now()) }));

/**
 * Creates an assessment of an application, with the register's suggestions. @throws 404 for another workspace's
 * application
 */
export const create = (
  ctx: WorkspaceContext,
  { variant, applicationId, name, reason, criteria, dataRisk }: z.output<typeof createDpia>,
): Promise<Dpia> =>
  ctx.transaction(async (trx) => {
    const [framework, suggestion] = await Promise.all([
      frameworkOf(trx, ctx.workspace.id, variant),
      suggestionOf(trx, ctx, applicationId),
    ]);
    const draft = dpiaDraft.parse({ name, reason, criteria, dataRisk });
    return dpiaRecord.insert(trx, ctx, draft, {
      variant,
      applicationId,
      framework: JSON.stringify(framework),
      suggestion: JSON.stringify(suggestion),
      ...derivedOf(draft, framework),
    });
  });

type Moves = 'notRequire' | 'reopen' | 'start' | 'publish' | 'newVersion';
interface One {
  readonly id: string;
  readonly rowVersion?: number | undefined;
}

/**
 * Makes a move of an assessment; the columns that `prepare` returns are written with it.
 * @throws 404, 409 `illegalMove` or `staleEdit` with the newer record, 403, and the errors of `prepare`
 */
const moving = (
  ctx: WorkspaceContext,
  { id, rowVersion }: One,
  action: Moves,
  prepare: (trx: Trx, dpia: Dpia) => object | Promise<object>,
): Promise<Dpia> =>
  ctx.transaction(async (trx) => {
    const before = await dpiaRecord.locked(trx, ctx, id, rowVersion);
    await assertOpen(GUARD, before, action, async () => before);
    const columns = await prepare(trx, before);
    const actor = actorOf(ctx);
    if (action === 'publish') await assertAccepted(trx, actor, id);
    await transition(trx, actor, dpiaWorkflow, before, action, { columns });
    await recordsChanged(trx, actor, 'dpia', [id]);
    return dpiaRecord.existing(trx, ctx, id);
  });

/**
 * Decides that no assessment is required, permanently in a numbered document.
 * @throws as `moving`, 409 `dpia.required` where the rule requires one, `dpia.undecided` while it has no result
 */
export const notRequire = (ctx: WorkspaceContext, input: z.output<typeof notRequireDpia>): Promise<Dpia> =>
  moving(ctx, input, 'notRequire', async (trx, dpia) => {
    if (dpia.required === 'YES') throw appError('dpia.required');
    if (dpia.required === 'UNDECIDED') throw appError('dpia.undecided');
    const { name, reason, criteria, dataRisk, dpoOpinion } = dpia.draft;
    const content: DpiaDecision = {
      application: dpia.application,
      name,
      reason,
      framework: dpia.framework,
      criteria,
      dataRisk,
      why: input.why,
      dpoOpinion,
    };
    const { workspaceId, personnelId: decidedBy, at: decidedAt } = actorOf(ctx);
    await oneAtATime(trx, workspaceId, 'dpiaDecisions');
    await trx
      .insertInto('dpiaDecisions')
      .values({
        workspaceId,
        id: randomUUIDv7(),
        dpiaId: dpia.id,
        number: (dpia.decisions[0]?.number ?? 0) + 1,
        documentNumber: await queries.nextDocumentNumber(trx, workspaceId),
        content: JSON.stringify(content),
        sha256: contentHash(content),
        decidedBy,
        decidedAt,
      })
      .execute();
    return {};
  });

/** Reopens it. The document of the decision stays. @throws as `moving` */
export const reopen = (ctx: WorkspaceContext, input: One): Promise<Dpia> => moving(ctx, input, 'reopen', () => ({}));

/**
 * Starts the assessment with the current settings, as `adoptSettings` adopts them. @throws as `moving`, 409
 * `dpia.undecided`
 */
export const start = (ctx: WorkspaceContext, input: One): Promise<Dpia> =>
  moving(ctx, input, 'start', async (trx, dpia) => {
    if (dpia.required === 'UNDECIDED') throw appError('dpia.undecided');
    return adoptedColumns(dpia, await frameworkOf(trx, ctx.workspace.id, dpia.variant));
  });

/**
 * Publishes the draft as a version.
 * @throws as `moving`, 400 `dpia.incomplete` naming what is missing, 409 `concurrent` where data flows change meanwhile
 */
export async function publish(
  ctx: WorkspaceContext,
  { acceptance, ...input }: z.output<typeof publishDpia>,
): Promise<Dpia> {
  const before = await ctx.read((trx) => dpiaRecord.existing(trx, ctx, input.id));
  const isComplete = before.problems.length === 0;
  const flow = isComplete ? await prepareFlow(ctx, { ...before, version: before.publishedVersion + 1 }) : null;
  return moving(ctx, input, 'publish', async (trx, dpia) => {
    const { workspaceId, personnelId: by, at } = actorOf(ctx);
    // Nobody whom it names leaves from here on; who has left meanwhile is among the problems.
    await lockAssignable(trx, workspaceId, peopleIdsOf(dpia.draft));
    const { problems } = await dpiaRecord.existing(trx, ctx, dpia.id);
    if (problems.length > 0) throw appError('dpia.incomplete', { issues: problems });
    const newest = dpia.publishedVersion + 1;
    const content = { ...(await freeze(trx, ctx, dpia, flow)), ...acceptanceOf(ctx, dpia, acceptance) };
    const { initialRisk, residualRisk } = dpia;
    const columns = { initialRisk, residualRisk };
    await insertVersion(trx, VERSIONS, { workspaceId, recordId: dpia.id, version: newest, content, by, at, columns });
    await openReview(trx, { workspaceId, at }, { id: dpia.id, reviewOn: dpia.draft.reviewOn! });
    return {
      publishedVersion: newest,
      reviewOn: dpia.draft.reviewOn,
      reviewerId: dpia.draft.reviewerId,
      registerChangedAt: null,
      treatmentStatus: null,
    };
  });
}

/** What a version keeps of who accepted its risk, where nobody can approve it. @throws 400 without that */
function acceptanceOf({ standing }: WorkspaceContext, { draft, framework }: Dpia, acceptance: string) {
  if (standing.flags.approvalLineEnable || !acceptsHighRisk(draft, framework)) return {};
  if (acceptance === '') throw appError('dpia.acceptanceReason', { at: 'acceptance' });
  return { acceptance };
}

/**
 * Starts the next version as a copy of the published one. Plans are not copied: their results belong to the measures in
 * force. A reviewer who has left is not copied either.
 * @throws as `moving`, 409 `dpia.planUnresolved` (spec 2 section 4)
 */
export const newVersion = (ctx: WorkspaceContext, input: One): Promise<Dpia> =>
  moving(ctx, input, 'newVersion', async (trx, dpia) => {
    if (dpia.treatmentStatus !== null && dpia.treatmentStatus !== 'RESOLVED') throw appError('dpia.planUnresolved');
    const worstCases = withMeasuresInForce(dpia.draft.worstCases);
    const { reviewerId: former } = dpia.draft;
    const reviewerId = former && (await assignableOf(trx, ctx.workspace.id, [former])).has(former) ? former : null;
    return columnsOf({ ...dpia.draft, worstCases, reviewOn: null, reviewerId }, dpia.publishedVersion);
  });

/** One decision that none was required. @throws 404 */
export const decision = (ctx: WorkspaceContext, { id, number }: { id: string; number: number }) =>
  ctx.read(async (trx) => {
    const found = await queries.findDecision(trx, ctx.workspace.id, id, number);
    if (!found) throw appError('NOT_FOUND');
    return found as typeof found & { content: DpiaDecision };
  });
