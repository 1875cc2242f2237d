import { z } from 'zod';
import { clock } from '../clock.ts';
import { TREATMENT_METHODS } from '../dpia/content.ts';
import { DPIA_VARIANTS } from '../dpia/framework.ts';
import { RISK_LEVELS } from '../dpia/risk.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import {
  byId,
  id,
  inWorkspace,
  LIMITED,
  LONG_TEXT_LIMIT,
  optionalText,
  requiredText,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { PLAN_MOVES, PLAN_STATUSES } from './status.ts';

/** Actions of one plan. */
export const ACTION_LIMIT = 200;

const text = z.object({ th: z.string(), en: z.string() });
const risk = z.enum(RISK_LEVELS);
const status = z.enum(PLAN_STATUSES);

/** A plan as lists show it. */
export const planItem = z.object({
  id,
  dpia: z.object({ id, name: z.string(), version: z.number().int(), variant: z.enum(DPIA_VARIANTS) }),
  application: namedRecord,
  /** Of the worst case. */
  title: text,
  status,
  method: z.enum(TREATMENT_METHODS),
  residualRisk: risk,
  /** Null: not stated. */
  expectedRisk: risk.nullable(),
  /** YYYY-MM-DD. */
  expectedOn: z.string(),
  assignee: namedRecord.nullable(),
  mine: z.boolean(),
  clock: clock.nullable(),
  actionCount: z.number().int(),
  closedAt: z.string().nullable(),
  rowVersion: z.number().int(),
  updatedAt: z.string(),
  /** Moves that the caller may make now. */
  allowed: z.array(z.string()),
});
export type PlanItem = z.output<typeof planItem>;

export const PLAN_LIST = {
  sortBy: ['expectedOn', 'updatedAt', 'status'],
  sortDirection: 'ASC',
  filters: {
    status: ['ALL', ...PLAN_STATUSES],
    /** `OPEN`: something is left to do; `OVERDUE`: and its date has passed. */
    due: ['ALL', 'OPEN', 'OVERDUE'],
    /** Of the worst case when it was assessed. */
    risk: [...RISK_LEVELS],
    assigneeId: 'id',
    applicationId: 'id',
    dpiaId: 'id',
    mine: 'flag',
  },
} as const satisfies ListRule;
export const listPlans = listInput(PLAN_LIST);
export type ListPlans = z.output<typeof listPlans>;
export const planList = listOf(planItem);

/** By their status, each column those due first. */
export const planBoard = z.object({
  columns: z.array(z.object({ status: z.enum(PLAN_STATUSES), total: z.number().int(), plans: z.array(planItem) })),
});

/** Plans due in one month, for the calendar. */
export const planCalendarInput = inWorkspace.extend({
  month: z
    .string()
    .max(7, LIMITED)
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'errors:date' }),
  mine: z.boolean().default(false),
});
export const planCalendar = z.object({ collection: z.array(planItem) });

const planAction = z.object({
  id,
  happenedAt: z.string(),
  detail: z.string(),
  file: z.object({ id, name: z.string(), size: z.number().int(), type: z.string() }).nullable(),
  createdBy: namedRecord.nullable(),
  createdAt: z.string(),
  rowVersion: z.number().int(),
});
export type RecordedAction = z.output<typeof planAction>;

export const treatmentPlan = planItem.extend({
  detail: z.string(),
  measures: z.array(z.string()),
  assignedBy: namedRecord.nullable(),
  assignedAt: z.string().nullable(),
  /** In the order in which they happened. */
  actions: z.array(planAction),
  /** What was found when it was handed in: predictability, manageability, disassociability; null until then. */
  residual: z.object({ p: risk, m: risk, d: risk, level: risk }).nullable(),
  resolution: z.string(),
  submittedBy: namedRecord.nullable(),
  submittedAt: z.string().nullable(),
  reason: z.string(),
  closedBy: namedRecord.nullable(),
});
export type TreatmentPlan = z.output<typeof treatmentPlan>;

/** The specification's spelling, or the dictionary's. */
const wantedStatus = z.preprocess((value) => (value === 'RESOLVED' ? 'RESOVLED' : value), status);
/**
 * The status that a plan is to have: INPROGRESS starts it or sends it back, RESOVLED approves it, REJECTED rejects it
 * and NEW opens a rejected one again. `reason` is needed for sending back and rejecting, and for approving where the
 * risk found is above the one expected: why it is accepted. A high or extreme one also needs an approval of the
 * assessment by Top Management, given since the plan was submitted.
 */
export const changePlanStatus = byId.extend({
  rowVersion: rowVersion.optional(),
  status: wantedStatus,
  reason: optionalText(LONG_TEXT_LIMIT),
});
export const movePlan = byId.extend({
  rowVersion: rowVersion.optional(),
  action: z.enum(PLAN_MOVES),
  reason: optionalText(LONG_TEXT_LIMIT),
});
/** What was found: levels of predictability, manageability and disassociability, and how it was done. */
export const resolvePlan = byId.extend({
  rowVersion: rowVersion.optional(),
  p: risk,
  m: risk,
  d: risk,
  detail: requiredText(LONG_TEXT_LIMIT),
});
export const reassignPlan = byId.extend({ rowVersion: rowVersion.optional(), assigneeId: id });

const actionFields = z.object({
  /** Day and time in Bangkok. */
  date: z.iso.date({ error: 'errors:date' }),
  time: z
    .string()
    .max(5, { error: 'treatmentPlan:time', ...LIMITED })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'treatmentPlan:time' }),
  detail: requiredText(LONG_TEXT_LIMIT),
  fileId: id.nullable().default(null),
});
export const addPlanAction = byId.extend(actionFields.shape).extend({
  /** Becomes the id of the action, so that sending again after a lost answer meets what is there. */
  key: id.optional(),
});
export const updatePlanAction = byId.extend(actionFields.shape).extend({ actionId: id, rowVersion });
export const removePlanAction = byId.extend({
  actionId: id,
  /** Left out: whatever it says by now. */
  rowVersion: rowVersion.optional(),
});

/** Calls of the older variant name the plan beside the version of its assessment, or the assessment itself. */
const ofVersion = inWorkspace.extend({ id, tid: id });
export const planOfVersion = ofVersion;
export const resolvePlanOfVersion = ofVersion.extend(resolvePlan.omit({ ws: true, id: true }).shape);
export const addActionOfVersion = ofVersion.extend(actionFields.shape);
export const updateActionOfVersion = addActionOfVersion.extend({ aid: id, rowVersion });
export const removeActionOfVersion = ofVersion.extend({ aid: id, rowVersion: rowVersion.optional() });
