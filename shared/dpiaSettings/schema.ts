import { z } from 'zod';
import { PROBLEMATIC_ACTIONS } from '../dpia/content.ts';
import {
  DATA_RISK_LEVELS,
  dataRiskRow,
  DPIA_VARIANTS,
  dpiaScale,
  FRAMEWORK_LIMITS,
  pdpaItem,
  scaleLevel,
} from '../dpia/framework.ts';
import { SCALE_WIDTHS } from '../dpia/risk.ts';
import { byId, id, inWorkspace, LONG_TEXT_LIMIT, optionalText, rowVersion, thaiFirst } from '../text.ts';

/** What is edited of an item under the act. */
export const pdpaItemFields = pdpaItem.omit({ id: true }).extend({
  /** Whether new assessments are made with it. */
  active: z.boolean().default(true),
});
export type PdpaItemFields = z.output<typeof pdpaItemFields>;

/** Lines of each list of a worst case. */
export const LINE_LIMIT = 20;
const lines = z.array(thaiFirst()).max(LINE_LIMIT).default([]);

/** What is edited of a worst case that assessments may begin from. */
export const worstCaseFields = z.object({
  title: thaiFirst(200),
  description: z
    .object({ th: optionalText(LONG_TEXT_LIMIT), en: optionalText(LONG_TEXT_LIMIT) })
    .default({ th: '', en: '' }),
  /** Who or what brings it about, and how. */
  sources: lines,
  threats: lines,
  problematicActions: z.array(z.enum(PROBLEMATIC_ACTIONS)).max(PROBLEMATIC_ACTIONS.length).default([]),
  /** What may be done against it. */
  measures: lines,
  /** Whether assessments are offered it. */
  active: z.boolean().default(true),
});
export type WorstCaseFields = z.output<typeof worstCaseFields>;

/** What every row of the settings reads beside its words. */
const settingRow = {
  id,
  variant: z.enum(DPIA_VARIANTS),
  builtIn: z.boolean(),
  rowVersion: z.number().int(),
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
};
export const pdpaSetting = pdpaItemFields.extend(settingRow);
export type PdpaSetting = z.output<typeof pdpaSetting>;
export const worstCaseSetting = worstCaseFields.extend(settingRow);
export type WorstCaseSetting = z.output<typeof worstCaseSetting>;

/** What is edited of a framework: the words and bands of each width that the variant may have, and the width in use. */
export const scaleFields = z.object({
  width: z.union(SCALE_WIDTHS.map((width) => z.literal(width))),
  scales: z.array(dpiaScale).min(1).max(SCALE_WIDTHS.length),
});
export const frameworkFields = scaleFields.extend({ dataRisk: z.array(dataRiskRow).max(DATA_RISK_LEVELS.length) });
export type FrameworkFields = z.output<typeof frameworkFields>;
export const dpiaSettings = frameworkFields.extend({ variant: z.enum(DPIA_VARIANTS), rowVersion: z.number().int() });
export const scaleSetting = dpiaSettings.omit({ dataRisk: true });
export const dataRiskSetting = z.object({ collection: z.array(dataRiskRow), rowVersion: z.number().int() });
export const impactSetting = z.object({ collection: z.array(scaleLevel), rowVersion: z.number().int() });
export const pdpaSettings = z.object({ collection: z.array(pdpaSetting) });
export const worstCaseSettings = z.object({ collection: z.array(worstCaseSetting) });

/** Which of the two variants; the newer one where nothing is named. */
export const ofVariant = inWorkspace.extend({ variant: z.enum(DPIA_VARIANTS).default('CURRENT') });
export const createPdpaSetting = ofVariant.extend(pdpaItemFields.shape);
export const updatePdpaSetting = byId.extend({ ...pdpaItemFields.shape, rowVersion });
export const createWorstCaseSetting = ofVariant.extend(worstCaseFields.shape);
export const updateWorstCaseSetting = byId.extend({ ...worstCaseFields.shape, rowVersion });
export const updateScale = ofVariant.extend({ ...scaleFields.shape, rowVersion });
/** A question that is there already goes by its id; a new one has none. */
const editedQuestion = z.object({ id: id.optional(), text: thaiFirst() });
export const updateDataRisk = byId.extend({
  ...dataRiskRow.pick({ title: true, description: true }).shape,
  questions: z.array(editedQuestion).min(1).max(FRAMEWORK_LIMITS.questions),
  rowVersion,
});

/** Those of the older variant are saved together. */
const rowOfMany = { id, rowVersion };
export const updateOlderItems = inWorkspace.extend({
  collection: z.array(pdpaItemFields.extend(rowOfMany)).min(1).max(FRAMEWORK_LIMITS.items),
});
export const updateOlderWorstCases = inWorkspace.extend({
  collection: z.array(worstCaseFields.extend(rowOfMany)).min(1).max(FRAMEWORK_LIMITS.worstCases),
});
export const updateOlderImpact = inWorkspace.extend({ collection: z.array(scaleLevel).min(3).max(5), rowVersion });
