import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { TreatmentMethod } from '../../../shared/dpia/content.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import type { RiskLevel } from '../../../shared/dpia/risk.ts';
import type { RecordedAction } from '../../../shared/treatmentPlan/schema.ts';
import type { PlanStatus } from '../../../shared/treatmentPlan/status.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { nameOfFile } from '../../platform/files/name.ts';

const withNames = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('treatmentPlans as t')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 't.workspaceId').onRef('a.id', '=', 't.applicationId'),
    )
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 't.workspaceId').onRef('p.id', '=', 't.assigneeId'),
    )
    .leftJoin('personnel as b', (join) =>
      join.onRef('b.workspaceId', '=', 't.workspaceId').onRef('b.id', '=', 't.assignedBy'),
    )
    .leftJoin('personnel as s', (join) =>
      join.onRef('s.workspaceId', '=', 't.workspaceId').onRef('s.id', '=', 't.submittedBy'),
    )
    .leftJoin('personnel as c', (join) =>
      join.onRef('c.workspaceId', '=', 't.workspaceId').onRef('c.id', '=', 't.closedBy'),
    )
    .select([
      't.id',
      't.dpiaId',
      't.dpiaVersion',
      't.applicationId',
      't.variant',
      't.assessment',
      't.titleTh',
      't.titleEn',
    ])
    .select(['t.status', 't.method', 't.detail', 't.measures', 't.residualRisk', 't.expectedRisk', 't.expectedOn'])
    .select([
      't.assigneeId',
      't.assignedBy',
      't.assignedAt',
      't.residualP',
      't.residualM',
      't.residualD',
      't.resolution',
    ])
    .select(['t.submittedBy', 't.submittedAt', 't.reason', 't.closedBy', 't.closedAt', 't.rowVersion', 't.updatedAt'])
    .select(['a.name as applicationName', 'p.name as assigneeName', 'b.name as assignedByName'])
    .select(['s.name as submittedByName', 'c.name as closedByName'])
    .select(
      sql<number>`(select count(*) from treatment_plan_actions x where x.workspace_id = t.workspace_id and x.plan_id = t.id)::integer`.as(
        'actionCount',
      ),
    )
    .where('t.workspaceId', '=', workspaceId);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];
/** A plan with the names of its references. */
export interface PlanRow extends Omit<
  Row,
  | 'status'
  | 'variant'
  | 'method'
  | 'measures'
  | 'residualRisk'
  | 'expectedRisk'
  | 'expectedOn'
  | 'residualP'
  | 'residualM'
  | 'residualD'
> {
  readonly status: PlanStatus;
  readonly variant: DpiaVariant;
  readonly method: TreatmentMethod;
  readonly measures: readonly string[];
  readonly residualRisk: RiskLevel;
  readonly expectedRisk: RiskLevel | null;
  /** YYYY-MM-DD. */
  readonly expectedOn: string;
  readonly residualP: RiskLevel | null;
  readonly residualM: RiskLevel | null;
  readonly residualD: RiskLevel | null;
}
const asPlan = (row: Row): PlanRow => row as unknown as PlanRow;

/** Some plans, in no order. */
export const byIds = async (db: Executor, workspaceId: string, ids: readonly string[]): Promise<PlanRow[]> =>
  ids.length === 0
    ? []
    : (
        await withNames(db, workspaceId)
          .where('t.id', 'in', [...ids])
          .execute()
      ).map(asPlan);

/** Plans of one version of an assessment, by default the newest; those due first. */
export const plansOf = async (
  db: Executor,
  workspaceId: string,
  dpiaId: string,
  version?: number,
): Promise<PlanRow[]> => {
  const of = withNames(db, workspaceId).where('t.dpiaId', '=', dpiaId);
  const rows =
    version === undefined
      ? of.where(
          't.dpiaVersion',
          '=',
          sql<number>`(select max(n.dpia_version) from treatment_plans n where n.workspace_id = ${workspaceId} and n.dpia_id = ${dpiaId})`,
        )
      : of.where('t.dpiaVersion', '=', version);
  return (await rows.orderBy('t.expectedOn').orderBy('t.id').execute()).map(asPlan);
};

const actions = (db: Executor, workspaceId: string, planId: string) =>
  db
    .selectFrom('treatmentPlanActions as x')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'x.workspaceId').onRef('p.id', '=', 'x.createdBy'),
    )
    .leftJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'x.workspaceId').onRef('f.id', '=', 'x.fileId'))
    .select(['x.id', 'x.happenedAt', 'x.detail', 'x.createdBy', 'x.createdAt', 'x.rowVersion', 'p.name'])
    .select(['f.id as fileId', 'f.name as fileName', 'f.sealedName', 'f.size', 'f.type'])
    .where('x.workspaceId', '=', workspaceId)
    .where('x.planId', '=', planId);

type ActionRow = Awaited<ReturnType<ReturnType<typeof actions>['execute']>>[number];
const asAction = (
  key: Sealer,
  { createdBy, name, fileId, fileName, sealedName, size, type, ...row }: ActionRow,
): RecordedAction => ({
  ...row,
  createdBy: createdBy ? { id: createdBy, name: name ?? '' } : null,
  file: fileId
    ? { id: fileId, name: nameOfFile(key, fileId, { name: fileName, sealedName }), size: size!, type: type! }
    : null,
});

/** Actions of a plan, in the order in which they happened. */
export const actionsOf = async (
  db: Executor,
  key: Sealer,
  workspaceId: string,
  planId: string,
): Promise<RecordedAction[]> =>
  (await actions(db, workspaceId, planId).orderBy('x.happenedAt').orderBy('x.id').execute()).map((row) =>
    asAction(key, row),
  );

/** Whose action it is, and of which plan. */
export const ownerOfAction = (
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<{ planId: string; createdBy: string | null } | undefined> =>
  db
    .selectFrom('treatmentPlanActions')
    .select(['planId', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** One action of a plan. */
export async function findAction(
  db: Executor,
  key: Sealer,
  workspaceId: string,
  planId: string,
  id: string,
): Promise<RecordedAction | undefined> {
  const row = await actions(db, workspaceId, planId).where('x.id', '=', id).executeTakeFirst();
  return row && asAction(key, row);
}
