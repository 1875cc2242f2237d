import type { z } from 'zod';
import { REQUIREMENTS } from '../../../shared/dpia/decision.ts';
import { RISK_LEVELS, type RiskLevel, type ScaleWidth } from '../../../shared/dpia/risk.ts';
import { DPIA_STATUSES } from '../../../shared/dpia/status.ts';
import type {
  DpiaFigures,
  dpiaFiguresInput,
  dpiaRequirements,
  dpiaRiskLevels,
} from '../../../shared/dpiaDashboard/schema.ts';
import { PLAN_STATUSES } from '../../../shared/treatmentPlan/status.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { monthAfter } from '../../../shared/months.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { frameworkOf } from '../dpiaSettings/service.ts';
import * as queries from './queries.ts';

const MONTHS = 12;
/** Rows of the lists of the dashboard. */
const MOST = 10;

interface Counted {
  readonly dpias: number;
}
const sum = (rows: readonly Counted[]): number => rows.reduce((total, { dpias }) => total + dpias, 0);

const byLevel = <Row extends Counted>(rows: readonly Row[], levelOf: (row: Row) => RiskLevel | null) =>
  RISK_LEVELS.map((level) => ({ level, dpias: sum(rows.filter((row) => levelOf(row) === level)) }));

/** Positions of assessments on the map before or after measures; empty cells are left out. */
function placesOf(
  rows: readonly queries.DpiaGroup[],
  pointOf: (row: queries.DpiaGroup) => readonly [likelihood: number | null, impact: number | null],
): DpiaFigures['initialMap'] {
  const places = new Map<string, { width: ScaleWidth; likelihood: number; impact: number; dpias: number }>();
  for (const row of rows) {
    const [likelihood, impact] = pointOf(row);
    const { width, dpias } = row;
    if (width === null || likelihood === null || impact === null) continue;
    const key = `${width}.${likelihood}.${impact}`;
    const place = places.get(key) ?? { width, likelihood, impact, dpias: 0 };
    places.set(key, { ...place, dpias: place.dpias + dpias });
  }
  return [...places.values()];
}

const byRequirement = (rows: readonly queries.DpiaGroup[]) =>
  REQUIREMENTS.map((required) => ({ required, dpias: sum(rows.filter((row) => row.required === required)) }));

const groupsOf = async (ctx: WorkspaceContext, variant: DpiaFigures['variant']): Promise<queries.DpiaGroup[]> => {
  const groups = await ctx.read((trx) => queries.groups(trx, ctx.workspace.id));
  return groups.filter((row) => row.variant === variant);
};

/** Assessments of one variant by their highest risk. */
export async function riskLevels(
  ctx: WorkspaceContext,
  { variant }: z.output<typeof dpiaFiguresInput>,
): Promise<z.output<typeof dpiaRiskLevels>> {
  const own = await groupsOf(ctx, variant);
  return {
    total: sum(own),
    unjudged: sum(own.filter((row) => row.residualRisk === null)),
    initial: byLevel(own, (row) => row.initialRisk),
    residual: byLevel(own, (row) => row.residualRisk),
  };
}

/** Assessments of one variant by whether one is required. */
export async function requirements(
  ctx: WorkspaceContext,
  { variant }: z.output<typeof dpiaFiguresInput>,
): Promise<z.output<typeof dpiaRequirements>> {
  const own = await groupsOf(ctx, variant);
  return { total: sum(own), required: byRequirement(own) };
}

/** Figures of assessments of one variant, and of the treatment plans of both. */
export function figures(ctx: WorkspaceContext, { variant }: z.output<typeof dpiaFiguresInput>): Promise<DpiaFigures> {
  const { id: ws } = ctx.workspace;
  const today = bangkokDay(ctx.deps.now());
  const months = Array.from({ length: MONTHS }, (_, place) => monthAfter(today.slice(0, 7), place + 1 - MONTHS));
  return ctx.read(async (trx) => {
    const [framework, groups, reminders, top, planStatuses, overduePlans, ends] = await Promise.all([
      frameworkOf(trx, ws, variant),
      queries.groups(trx, ws),
      queries.reminders(trx, ws, today),
      queries.topRisks(trx, ws, variant, MOST),
      queries.planStatuses(trx, ws),
      queries.overduePlans(trx, ws, today, MOST),
      queries.monthEnds(trx, ws, variant, months),
    ]);
    const own = groups.filter((row) => row.variant === variant);
    const reminded = reminders.find((row) => row.variant === variant);
    return {
      variant,
      scale: { width: framework.scale.width, bands: [...framework.scale.bands] },
      total: sum(own),
      otherVariant: sum(groups) - sum(own),
      unjudged: sum(own.filter((row) => row.residualRisk === null)),
      statuses: DPIA_STATUSES.map((status) => ({ status, dpias: sum(own.filter((row) => row.status === status)) })),
      required: byRequirement(own),
      initialMap: placesOf(own, (row) => [row.initialLikelihood, row.initialImpact]),
      residualMap: placesOf(own, (row) => [row.residualLikelihood, row.residualImpact]),
      initial: byLevel(own, (row) => row.initialRisk),
      residual: byLevel(own, (row) => row.residualRisk),
      top: top.map((row) => ({
        id: row.id,
        name: row.name,
        application: row.application,
        risk: { th: row.topRiskTh ?? '', en: row.topRiskEn ?? '' },
        initial: row.initialRisk,
        residual: row.residualRisk,
        likelihood: row.residualLikelihood,
        impact: row.residualImpact,
      })),
      reviewsOverdue: reminded?.overdue ?? 0,
      reviewsOverdueOfBoth: reminders.reduce((total, { overdue }) => total + overdue, 0),
      registerChanged: reminded?.changed ?? 0,
      plans: {
        statuses: PLAN_STATUSES.map((status) => ({
          status,
          plans: Number(planStatuses.find((row) => row.status === status)?.plans ?? 0),
        })),
        overdue: overduePlans.total,
        longest: overduePlans.rows.map((row) => ({
          id: row.id,
          title: { th: row.titleTh, en: row.titleEn },
          assessment: row.assessment,
          expectedOn: row.expectedOn,
          residual: row.residualRisk,
          assignee: row.assignee,
        })),
      },
      months: months.map((month) => {
        const end = ends.filter((row) => row.month === month);
        return {
          month,
          initial: byLevel(end, (row) => row.initialRisk),
          residual: byLevel(end, (row) => row.residualRisk),
        };
      }),
    };
  });
}
