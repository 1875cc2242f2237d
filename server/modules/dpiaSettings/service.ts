import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { dpiaFramework, type DpiaFramework, type DpiaVariant } from '../../../shared/dpia/framework.ts';
import type {
  createPdpaSetting,
  createWorstCaseSetting,
  FrameworkFields,
  ofVariant,
  PdpaSetting,
  updateDataRisk,
  updateScale,
  WorstCaseSetting,
} from '../../../shared/dpiaSettings/schema.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';
import { frameworkRecord, itemRecord, LIMITS, worstCaseRecord } from './record.ts';

export const { get: getItem, update: updateItem, remove: removeItem } = itemRecord;
export const { get: getWorstCase, update: updateWorstCase, remove: removeWorstCase } = worstCaseRecord;

/** The framework of a variant. @throws 404 before a node has added the built-in content */
async function existing(trx: Trx, workspaceId: string, variant: DpiaVariant): Promise<queries.Framework> {
  const found = await queries.framework(trx, workspaceId, { variant });
  if (!found) throw appError('NOT_FOUND');
  return found;
}

/** The framework of new assessments of the variant, by the current settings: inactive items are left out. */
export async function frameworkOf(trx: Trx, workspaceId: string, variant: DpiaVariant): Promise<DpiaFramework> {
  const { width, scales, dataRisk } = await existing(trx, workspaceId, variant);
  const items = await queries.activeItems(trx, workspaceId, variant);
  return dpiaFramework.parse({ variant, scale: scales.find((scale) => scale.width === width), dataRisk, items });
}

type OfVariant = z.output<typeof ofVariant>;

export const framework = (ctx: WorkspaceContext, { variant }: OfVariant): Promise<queries.Framework> =>
  ctx.read((trx) => existing(trx, ctx.workspace.id, variant));

const dataRiskOf = ({ dataRisk, rowVersion }: queries.Framework) => ({ collection: dataRisk, rowVersion });

/** The levels of data risk with their questions; the older variant has none. */
export const dataRisk = async (ctx: WorkspaceContext) =>
  dataRiskOf(await framework(ctx, { ws: ctx.workspace.id, variant: 'CURRENT' }));

export const items = (ctx: WorkspaceContext, { variant }: OfVariant): Promise<{ collection: PdpaSetting[] }> =>
  ctx.read(async (trx) => ({ collection: await queries.items.list(trx, ctx.workspace.id, variant) }));

export const worstCases = (
  ctx: WorkspaceContext,
  { variant }: OfVariant,
): Promise<{ collection: WorstCaseSetting[] }> =>
  ctx.read(async (trx) => ({ collection: await queries.worstCases.list(trx, ctx.workspace.id, variant) }));

/** Saves a part of a framework over its row version. @throws 409 `staleEdit` with the newer one */
const save = (
  ctx: WorkspaceContext,
  { variant, rowVersion }: { variant: DpiaVariant; rowVersion: number },
  part: (before: queries.Framework) => Partial<FrameworkFields>,
): Promise<queries.Framework> =>
  ctx.transaction(async (trx) => {
    const { id } = await existing(trx, ctx.workspace.id, variant);
    const before = await frameworkRecord.locked(trx, ctx, id, rowVersion);
    return frameworkRecord.updateLocked(trx, ctx, id, before, { ...before, ...part(before) });
  });

/**
 * Changes the width, the texts and the bands. Existing assessments are not changed. @throws 409 `staleEdit`, 400 where
 * a width of the variant is missing
 */
export const updateScales = (ctx: WorkspaceContext, input: z.output<typeof updateScale>): Promise<queries.Framework> =>
  save(ctx, input, (before) => {
    const widths = ({ scales }: FrameworkFields) =>
      scales
        .map(({ width }) => width)
        .toSorted()
        .join();
    if (widths({ ...before, ...input }) !== widths(before))
      throw appError('BAD_REQUEST', { at: 'scales', text: 'dpia:scaleRows' });
    return { width: input.width, scales: input.scales };
  });

/** Changes the texts and questions of one level of data risk. @throws 404, 400 for a question of another level, 409 */
export async function updateDataRiskLevel(
  ctx: WorkspaceContext,
  { id, title, description, questions, rowVersion }: z.output<typeof updateDataRisk>,
) {
  const saved = await save(ctx, { variant: 'CURRENT', rowVersion }, ({ dataRisk: rows }) => {
    const level = rows.find((row) => row.id === id);
    if (!level) throw appError('NOT_FOUND');
    const known = new Set(level.questions.map((question) => question.id));
    const edited = questions.map(({ id: questionId = randomUUIDv7(), text }) => ({ id: questionId, text }));
    const isForeign = questions.some((question) => question.id !== undefined && !known.has(question.id));
    if (isForeign || new Set(edited.map((question) => question.id)).size < edited.length)
      throw appError('BAD_REQUEST', { at: 'questions', text: 'errors:choice' });
    return { dataRisk: rows.map((row) => (row === level ? { ...row, title, description, questions: edited } : row)) };
  });
  return dataRiskOf(saved);
}

/** @throws 409 `dpiaSettings.limit` when the variant has the maximum number */
function assertRoom(used: number, limit: number): void {
  if (used >= limit) throw appError('dpiaSettings.limit', { values: { limit }, details: { limit } });
}

/** Adds an item under the act. @throws 409 `dpiaSettings.limit` */
export const createItem = (
  ctx: WorkspaceContext,
  { variant, ...input }: z.output<typeof createPdpaSetting>,
): Promise<PdpaSetting> =>
  ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'dpiaSettings');
    const { used, next } = await queries.items.room(trx, ctx.workspace.id, variant);
    assertRoom(used, LIMITS.items);
    return itemRecord.insert(trx, ctx, input, { variant, position: next });
  });

/** Adds a worst case. @throws 409 `dpiaSettings.limit` */
export const createWorstCase = (
  ctx: WorkspaceContext,
  { variant, ...input }: z.output<typeof createWorstCaseSetting>,
): Promise<WorstCaseSetting> =>
  ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'dpiaSettings');
    const { used, next } = await queries.worstCases.room(trx, ctx.workspace.id, variant);
    assertRoom(used, LIMITS.worstCases);
    return worstCaseRecord.insert(trx, ctx, input, { variant, position: next });
  });
