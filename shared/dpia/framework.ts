import { z } from 'zod';
import { bilingual, id, LONG_TEXT_LIMIT, optionalText, thaiFirst } from '../text.ts';
import { SCALE_WIDTHS } from './risk.ts';

/** OLDER: the variant `dpia-version-1` of the specification, with a scale and settings of its own. */
export const DPIA_VARIANTS = ['CURRENT', 'OLDER'] as const;
export type DpiaVariant = (typeof DPIA_VARIANTS)[number];

/** What an item of the assessment protects (docs/decisions/080). */
export const OBJECTIVES = [
  'CONFIDENTIALITY',
  'INTEGRITY',
  'AVAILABILITY',
  'LAWFULNESS',
  'TRANSPARENCY',
  'RIGHTS',
  'PREDICTABILITY',
  'MANAGEABILITY',
  'DISASSOCIABILITY',
] as const;

export const DATA_RISK_LEVELS = [1, 2, 3] as const;
export type DataRiskLevel = (typeof DATA_RISK_LEVELS)[number];

/** Rows of each setting, and questions of one level of data risk. */
export const FRAMEWORK_LIMITS = { questions: 20, items: 60, worstCases: 100 } as const;

const longWords = z.object({ th: optionalText(LONG_TEXT_LIMIT), en: optionalText(LONG_TEXT_LIMIT) });

/** One level of likelihood or of impact, in words. */
export const scaleLevel = z.object({
  level: z.number().int().min(1).max(5),
  title: bilingual(200),
  /** What it means here, with examples. */
  description: longWords.default({ th: '', en: '' }),
});
export type ScaleLevel = z.output<typeof scaleLevel>;

const bands = z.tuple([z.number().int().min(1), z.number().int(), z.number().int()]);

/** What risks are measured by: `width` levels of each, from the lowest, and where the bands of the score end. */
export const dpiaScale = z
  .object({
    width: z.union(SCALE_WIDTHS.map((width) => z.literal(width))),
    likelihood: z.array(scaleLevel).min(3).max(5),
    impact: z.array(scaleLevel).min(3).max(5),
    bands,
  })
  .superRefine(({ width, likelihood, impact, bands: [low, medium, high] }, refused) => {
    for (const [field, rows] of Object.entries({ likelihood, impact }))
      if (rows.length !== width || rows.some(({ level }, index) => level !== index + 1))
        refused.addIssue({ code: 'custom', path: [field], message: 'dpia:scaleRows' });
    if (!(low < medium && medium < high && high < width * width))
      refused.addIssue({ code: 'custom', path: ['bands'], message: 'dpia:bands' });
  });
export type DpiaScale = z.output<typeof dpiaScale>;

/** Questions whose answers make the level of data risk: the highest level with a yes. */
export const dataRiskRow = z.object({
  id,
  level: z.union(DATA_RISK_LEVELS.map((level) => z.literal(level))),
  title: bilingual(200),
  description: longWords.default({ th: '', en: '' }),
  questions: z
    .array(z.object({ id, text: thaiFirst() }))
    .min(1)
    .max(FRAMEWORK_LIMITS.questions),
});
export type DataRiskRow = z.output<typeof dataRiskRow>;

/** An item of the assessment under the act, with what it protects. */
export const pdpaItem = z.object({
  id,
  title: bilingual(),
  description: longWords.default({ th: '', en: '' }),
  objectives: z.array(z.enum(OBJECTIVES)).min(1, { error: 'dpia:noObjective' }).max(OBJECTIVES.length),
});
export type PdpaItem = z.output<typeof pdpaItem>;

/**
 * Everything that an assessment is made by, copied from the settings when it begins: settings that change later alter
 * nothing that was assessed.
 */
export const dpiaFramework = z.object({
  variant: z.enum(DPIA_VARIANTS),
  scale: dpiaScale,
  /** Of the older variant none: it knows no level of data risk. */
  dataRisk: z.array(dataRiskRow).max(DATA_RISK_LEVELS.length),
  items: z.array(pdpaItem).max(FRAMEWORK_LIMITS.items),
});
export type DpiaFramework = z.output<typeof dpiaFramework>;
