import { z } from 'zod';
import { REQUIREMENTS } from '../dpia/decision.ts';
import { DPIA_VARIANTS } from '../dpia/framework.ts';
import { RISK_LEVELS, SCALE_WIDTHS } from '../dpia/risk.ts';
import { DPIA_STATUSES } from '../dpia/status.ts';
import { id, inWorkspace } from '../text.ts';
import { PLAN_STATUSES } from '../treatmentPlan/status.ts';

const count = z.number().int();
const point = z.number().int().nullable();
const level = z.enum(RISK_LEVELS);

export const dpiaFiguresInput = inWorkspace.extend({ variant: z.enum(DPIA_VARIANTS).default('CURRENT') });

const width = z.union(SCALE_WIDTHS.map((one) => z.literal(one)));
const place = z.object({
  width,
  likelihood: z.number().int(),
  impact: z.number().int(),
  dpias: count,
});
const byLevel = z.array(z.object({ level, dpias: count }));

/** All that the risk dashboard says of one variant; of treatment plans, of both. */
export const dpiaFigures = z.object({
  variant: z.enum(DPIA_VARIANTS),
  /** Of the settings: by which maps of that width are coloured. */
  scale: z.object({ width, bands: z.array(z.number().int()) }),
  total: count,
  /** Of the other variant, so that a page can offer it. */
  otherVariant: count,
  /** Assessments whose worst cases nobody has judged. */
  unjudged: count,
  statuses: z.array(z.object({ status: z.enum(DPIA_STATUSES), dpias: count })),
  required: z.array(z.object({ required: z.enum(REQUIREMENTS), dpias: count })),
  /**
   * Each assessment once, by its highest worst case before and with the measures in force; empty cells are left out.
   */
  initialMap: z.array(place),
  residualMap: z.array(place),
  initial: byLevel,
  residual: byLevel,
  /** Assessments with the highest residual risks, the highest first. */
  top: z.array(
    z.object({
      id,
      name: z.string(),
      application: z.string(),
      /** The worst case that makes it. */
      risk: z.object({ th: z.string(), en: z.string() }),
      initial: level.nullable(),
      residual: level,
      likelihood: point,
      impact: point,
    }),
  ),
  reviewsOverdue: count,
  /** Of both variants, like the treatment plans. */
  reviewsOverdueOfBoth: count,
  registerChanged: count,
  plans: z.object({
    statuses: z.array(z.object({ status: z.enum(PLAN_STATUSES), plans: count })),
    /** Past their date and not yet resolved. */
    overdue: count,
    /** Those overdue longest. */
    longest: z.array(
      z.object({
        id,
        title: z.object({ th: z.string(), en: z.string() }),
        assessment: z.string(),
        expectedOn: z.string(),
        residual: level,
        assignee: z.string().nullable(),
      }),
    ),
  }),
  /** At the end of each of the last twelve months: how many assessments had a published version with such a risk. */
  months: z.array(z.object({ month: z.string(), initial: byLevel, residual: byLevel })),
});
/** Assessments by their highest risk, before and with the measures in force. */
export const dpiaRiskLevels = z.object({
  total: count,
  /** Assessments whose worst cases nobody has judged. */
  unjudged: count,
  initial: byLevel,
  residual: byLevel,
});
/** Assessments by whether one is required. */
export const dpiaRequirements = z.object({ total: count, required: dpiaFigures.shape.required });

export type DpiaFigures = z.output<typeof dpiaFigures>;
