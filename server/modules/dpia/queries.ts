import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { type DpiaDraft, dpiaDraft } from '../../../shared/dpia/content.ts';
import { type DpiaSuggestion, dpiaSuggestion, type Requirement } from '../../../shared/dpia/decision.ts';
import {
  type DataRiskLevel,
  type DpiaFramework,
  dpiaFramework,
  type DpiaVariant,
} from '../../../shared/dpia/framework.ts';
import { cellParts, type RiskLevel } from '../../../shared/dpia/risk.ts';
import type { DpiaItem, ListDpias } from '../../../shared/dpia/schema.ts';
import { DPIA_STATUSES, type DpiaStatus, type TreatmentStatus } from '../../../shared/dpia/status.ts';
import type { List } from '../../../shared/list.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { pageOf, thai, undatedLast } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import { foundWithApplication } from '../application/search.ts';
import { REVIEW } from './reviewClock.ts';

const withNames = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('dpias as d')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'd.workspaceId').onRef('a.id', '=', 'd.applicationId'),
    )
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'd.workspaceId').onRef('p.id', '=', 'd.updatedBy'),
    )
    .select(['d.id', 'd.variant', 'd.name', 'd.applicationId', 'a.name as applicationName', 'd.status'])
    .select(['d.treatmentStatus', 'd.required', 'd.dataRiskLevel', 'd.initialRisk', 'd.residualRisk'])
    .select(['d.publishedVersion', 'd.reviewOn', 'd.registerChangedAt', 'd.rowVersion', 'd.createdAt', 'd.updatedAt'])
    .leftJoin('personnel as r', (join) =>
      join.onRef('r.workspaceId', '=', 'd.workspaceId').onRef('r.id', '=', 'd.reviewerId'),
    )
    .select(['p.id as editorId', 'p.name as editorName', 'r.id as reviewerId', 'r.name as reviewerName'])
    .where('d.workspaceId', '=', workspaceId);

/** An assessment without the deadline of its review. */
type Unclocked = Omit<DpiaItem, 'reviewClock'>;
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

const itemOf = ({
  applicationId,
  applicationName,
  editorId,
  editorName,
  reviewerId,
  reviewerName,
  ...row
}: Row): Unclocked => ({
  ...row,
  variant: row.variant as DpiaVariant,
  status: row.status as DpiaStatus,
  treatmentStatus: row.treatmentStatus as TreatmentStatus | null,
  required: row.required as Requirement,
  dataRiskLevel: row.dataRiskLevel as DataRiskLevel | null,
  initialRisk: row.initialRisk as RiskLevel | null,
  residualRisk: row.residualRisk as RiskLevel | null,
  reviewOn: row.reviewOn as string | null,
  application: { id: applicationId, name: applicationName },
  reviewer: reviewerId ? { id: reviewerId, name: reviewerName! } : null,
  updatedBy: editorId ? { id: editorId, name: editorName! } : null,
});

/** An assessment with its draft and its framework. */
export interface FoundDpia extends Unclocked {
  readonly draft: DpiaDraft;
  readonly framework: DpiaFramework;
  readonly suggestion: DpiaSuggestion;
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<FoundDpia | undefined> {
  const row = await withNames(db, workspaceId)
    .select(['d.content', 'd.framework', 'd.suggestion'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content, framework, suggestion, ...item } = row;
  return {
    ...itemOf(item),
    draft: dpiaDraft.parse(content),
    framework: dpiaFramework.parse(framework),
    suggestion: dpiaSuggestion.parse(suggestion),
  };
}

const SORT = {
  updatedAt: sql.ref('dpias.updatedAt'),
  createdAt: sql.ref('dpias.createdAt'),
  name: thai('dpias.name'),
  status: sql.ref('dpias.status'),
};

/** The filters of the list. `today`: YYYY-MM-DD in Bangkok. */
type Filters = Omit<ListDpias, 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'> & { today: string };

/** Assessments that match the filters. */
export function narrowed(db: Trx, workspaceId: string, { status, today, ...input }: Filters) {
  let rows = db.selectFrom('dpias').where('dpias.workspaceId', '=', workspaceId);
  if (input.variant) rows = rows.where('variant', '=', input.variant);
  if (status !== 'ALL')
    rows = (DPIA_STATUSES as readonly string[]).includes(status)
      ? rows.where('dpias.status', '=', status)
      : rows.where('treatmentStatus', '=', status);
  if (input.required) rows = rows.where('required', '=', input.required);
  if (input.risk) rows = rows.where('residualRisk', '=', input.risk);
  if (input.initialRisk) rows = rows.where('initialRisk', '=', input.initialRisk);
  if (input.initialCell) {
    const [width, likelihood, impact] = cellParts(input.initialCell);
    rows = rows.where('scaleWidth', '=', width).where('initialLikelihood', '=', likelihood);
    rows = rows.where('initialImpact', '=', impact);
  }
  if (input.residualCell) {
    const [width, likelihood, impact] = cellParts(input.residualCell);
    rows = rows.where('scaleWidth', '=', width).where('residualLikelihood', '=', likelihood);
    rows = rows.where('residualImpact', '=', impact);
  }
  if (input.applicationId) rows = rows.where('applicationId', '=', input.applicationId);
  if (input.reviewerId) rows = rows.where('reviewerId', '=', input.reviewerId);
  if (input.review === 'PLANNED') rows = rows.where('reviewOn', 'is not', null);
  if (input.review === 'OVERDUE') rows = rows.where('reviewOn', '<', today as never);
  if (input.review === 'CHANGED') rows = rows.where('registerChangedAt', 'is not', null);
  if (input.query) rows = rows.where(foundWithApplication('dpias', workspaceId, input.query));
  return rows;
}

/** One page of assessments. */
export async function list(
  db: Trx,
  workspaceId: string,
  input: ListDpias & { today: string },
): Promise<List<DpiaItem>> {
  const rows = narrowed(db, workspaceId, input);
  const sort = { ...SORT, reviewOn: undatedLast('dpias.reviewOn', input.sortDirection) };
  const page = await pageOf(rows, input, (query) => query.select('dpias.id'), sort, sql.ref('dpias.id'));
  const ids = page.collection.map(({ id }) => id);
  if (ids.length === 0) return { ...page, collection: [] };
  const [found, clocks] = await Promise.all([
    withNames(db, workspaceId).where('d.id', 'in', ids).execute(),
    deadlinesOf(db, workspaceId, REVIEW, ids),
  ]);
  const collection = inOrder(ids, found).map((row) => ({ ...itemOf(row), reviewClock: clocks.get(row.id) ?? null }));
  return { ...page, collection };
}

/** Content of several assessments for documents, in the order of their ids. */
export async function withDrafts(db: Executor, workspaceId: string, ids: readonly string[]): Promise<DraftedDpia[]> {
  if (ids.length === 0) return [];
  const rows = await withNames(db, workspaceId)
    .select(['d.content', 'd.framework'])
    .where('d.id', 'in', ids)
    .orderBy('d.id')
    .execute();
  return rows.map(({ content, framework, ...row }) => ({
    ...itemOf(row),
    draft: dpiaDraft.parse(content),
    framework: dpiaFramework.parse(framework),
  }));
}
export type DraftedDpia = Unclocked & Pick<FoundDpia, 'draft' | 'framework'>;

const decisions = (db: Executor, workspaceId: string, dpiaId: string) =>
  db
    .selectFrom('dpiaDecisions as x')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'x.workspaceId').onRef('p.id', '=', 'x.decidedBy'),
    )
    .select(['x.number', 'x.documentNumber', 'x.decidedAt', 'x.decidedBy', 'p.name'])
    .where('x.workspaceId', '=', workspaceId)
    .where('x.dpiaId', '=', dpiaId);

const decidedBy = ({ decidedBy: id, name }: { decidedBy: string | null; name: string | null }) =>
  id ? { id, name: name ?? '' } : null;

/** Decisions that no assessment was required, newest first. */
export async function decisionsOf(db: Executor, workspaceId: string, dpiaId: string) {
  const rows = await decisions(db, workspaceId, dpiaId).orderBy('x.number', 'desc').execute();
  return rows.map((row) => ({
    number: row.number,
    documentNumber: row.documentNumber,
    decidedAt: row.decidedAt,
    decidedBy: decidedBy(row),
  }));
}

/** One decision in full, the newest unless `number` names another. */
export async function findDecision(db: Executor, workspaceId: string, dpiaId: string, number?: number) {
  const rows = decisions(db, workspaceId, dpiaId).select(['x.sha256', 'x.content']);
  const row = await (number === undefined ? rows : rows.where('x.number', '=', number))
    .orderBy('x.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, decidedBy: decidedBy(row) };
}

/** Applications with a published assessment. */
export const publishedApplications = async (db: Executor, workspaceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('dpias')
    .select('applicationId')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('publishedVersion', '>', 0)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
};

/** Assessments of an application by name, 20 at most. */
export const ofApplication = (
  db: Executor,
  workspaceId: string,
  applicationId: string,
): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('dpias')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .orderBy(thai('name'))
    .orderBy('id')
    .limit(20)
    .execute();

/** The number of the next decision that none is required; locked for this transaction. */
export async function nextDocumentNumber(db: Executor, workspaceId: string): Promise<number> {
  const { last } = await db
    .selectFrom('dpiaDecisions')
    .select(({ fn }) => fn.max('documentNumber').as('last'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** The organisation of a workspace, by name. */
export const organizationName = async (db: Executor, workspaceId: string): Promise<string> =>
  (
    await db
      .selectFrom('workspaces as w')
      .innerJoin('organizations as o', 'o.id', 'w.organizationId')
      .select('o.name')
      .where('w.id', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).name;
