import { z } from 'zod';
import { clock } from '../clock.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import {
  byId,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalText,
  requiredLine,
  requiredText,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { dpiaContent, dpiaDecision, dpiaDraft } from './content.ts';
import { dpiaSuggestion, REQUIREMENTS } from './decision.ts';
import { DATA_RISK_LEVELS, DPIA_VARIANTS, dpiaFramework } from './framework.ts';
import { RISK_CELLS, RISK_LEVELS } from './risk.ts';
import { DPIA_STATUSES, TREATMENT_STATUSES } from './status.ts';
import { versionItem } from '../versions.ts';

const risk = z.enum(RISK_LEVELS).nullable();

/** An assessment as lists show it. */
const dpiaItem = z.object({
  id,
  variant: z.enum(DPIA_VARIANTS),
  name: z.string(),
  application: namedRecord,
  status: z.enum(DPIA_STATUSES),
  /** How the plans of the published version stand; null: it has none. */
  treatmentStatus: z.enum(TREATMENT_STATUSES).nullable(),
  required: z.enum(REQUIREMENTS),
  dataRiskLevel: z.union(DATA_RISK_LEVELS.map((level) => z.literal(level))).nullable(),
  /** Of its worst cases the highest, before and with the measures in force. */
  initialRisk: risk,
  residualRisk: risk,
  /** Newest published version; 0 when there is none. */
  publishedVersion: z.number().int(),
  /** Of the published version, YYYY-MM-DD. */
  reviewOn: z.string().nullable(),
  /** Who looks at it then. */
  reviewer: namedRecord.nullable(),
  /** Of that review; null while nothing is published. */
  reviewClock: clock.nullable(),
  /** When what the published version says of the register became outdated. */
  registerChangedAt: z.string().nullable(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: namedRecord.nullable(),
});
export type DpiaItem = z.output<typeof dpiaItem>;

export const DPIA_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'name', 'status', 'reviewOn'],
  filters: {
    /** The stored ones, and those that say how the plans of the published version stand. */
    status: ['ALL', ...DPIA_STATUSES, ...TREATMENT_STATUSES],
    required: [...REQUIREMENTS],
    risk: [...RISK_LEVELS],
    initialRisk: [...RISK_LEVELS],
    /** Where the highest risk stands on the map: width of the scale, likelihood and impact. */
    initialCell: RISK_CELLS,
    residualCell: RISK_CELLS,
    variant: DPIA_VARIANTS,
    applicationId: 'id',
    /** Who looks at it at its review. */
    reviewerId: 'id',
    /**
     * `PLANNED`: it has a date for its review; `OVERDUE`: that has passed; `CHANGED`: the register under it has
     * changed.
     */
    review: ['PLANNED', 'OVERDUE', 'CHANGED'],
  },
} as const satisfies ListRule;
export const listDpias = listInput(DPIA_LIST);
export type ListDpias = z.output<typeof listDpias>;
export const dpiaList = listOf(dpiaItem);

const problem = z.object({ path: z.array(z.union([z.string(), z.number()])), key: z.string() });

const storedFile = z.object({ id, name: z.string(), size: z.number().int() });

/** A decision that none is required: its number within the assessment, and that of its document in the workspace. */
const decisionItem = z.object({
  number: z.number().int(),
  documentNumber: z.number().int(),
  decidedAt: z.string(),
  decidedBy: namedRecord.nullable(),
});

export const dpia = dpiaItem.extend({
  draft: dpiaDraft,
  framework: dpiaFramework,
  suggestion: dpiaSuggestion,
  /** What the draft still misses to be published. */
  problems: z.array(problem),
  /** Decisions that none is required, the newest first. */
  decisions: z.array(decisionItem),
  /** Files of consultations, of the draft and of what was published. */
  files: z.array(storedFile),
  /** What files of other applications said that it has no place for. */
  annexes: z.array(storedFile),
  /** Moves that the caller may make now. */
  allowed: z.array(z.string()),
});
export type Dpia = z.output<typeof dpia>;

export const createDpia = inWorkspace.extend({
  variant: z.enum(DPIA_VARIANTS).default('CURRENT'),
  applicationId: id,
  name: requiredLine(200),
  reason: requiredText(LONG_TEXT_LIMIT),
  ...dpiaDraft.pick({ criteria: true, dataRisk: true }).shape,
});
/** What an assessment of an application would begin with. */
export const prepareDpia = createDpia.pick({ ws: true, variant: true, applicationId: true });
export const dpiaPreparation = z.object({ suggestion: dpiaSuggestion, framework: dpiaFramework });
export type DpiaPreparation = z.output<typeof dpiaPreparation>;

/** Applications that should have been assessed and never were. */
export const missingDpias = listInput({ sortBy: ['name'], sortDirection: 'ASC' });
export type MissingDpias = z.output<typeof missingDpias>;
const missingDpia = z.object({ application: namedRecord, reasons: dpiaSuggestion.shape.reasons });
export type MissingDpia = z.output<typeof missingDpia>;
export const missingDpiaList = listOf(missingDpia);

export const updateDpia = byId.extend({ ...dpiaDraft.shape, rowVersion });
export const moveDpia = byId.extend({ rowVersion: rowVersion.optional() });
/** `acceptance`: who accepted a high or extreme risk, and why; needed where a workspace has no approval lines. */
export const publishDpia = moveDpia.extend({ acceptance: optionalText(LONG_TEXT_LIMIT) });
/** Parts of the settings that an assessment is made by. */
export const SETTINGS_PARTS = ['scale', 'dataRisk', 'items'] as const;
/** Those in which the settings have changed since. */
export const settingsChange = z.object({ parts: z.array(z.enum(SETTINGS_PARTS)) });
export type SettingsChange = z.output<typeof settingsChange>;
export const notRequireDpia = moveDpia.extend({ why: requiredText(LONG_TEXT_LIMIT) });

export const dpiaVersion = versionItem.extend({ dpiaId: id, content: dpiaContent });

export const byDecision = byId.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) });
export const decision = decisionItem.extend({
  /** Of the content as canonical JSON (RFC 8785), hex. */
  sha256: z.string(),
  content: dpiaDecision,
});
