import { z } from 'zod';
import { id, optionalText } from '../text.ts';
import type { DataRiskLevel, DataRiskRow, DpiaVariant } from './framework.ts';

/** Criteria of the nature of processing: the nine of WP 248 rev.01, III.B. */
export const CRITERIA = [
  'SCORING',
  'AUTOMATED_DECISION',
  'SYSTEMATIC_MONITORING',
  'SENSITIVE_DATA',
  'LARGE_SCALE',
  'MATCHING',
  'VULNERABLE_SUBJECTS',
  'NEW_TECHNOLOGY',
  'BLOCKS_RIGHT',
] as const;
export type Criterion = (typeof CRITERIA)[number];

/** Criteria of which one calls for an assessment only together with another (docs/decisions/080). */
const ENOUGH_CRITERIA = 2;

/** A criterion that the processing meets, and how. */
export const metCriterion = z.object({ code: z.enum(CRITERIA), note: optionalText() });

/** An answer to a question of data risk. */
export const dataRiskAnswer = z.object({
  questionId: id,
  answer: z.enum(['YES', 'NO', 'UNSURE']),
  note: optionalText(),
});
export type DataRiskAnswer = z.output<typeof dataRiskAnswer>;

/**
 * The level of data risk: the highest with a yes, and 1 once every question is answered; who is unsure says yes. Null
 * while a question is open and nothing makes it 3.
 */
export function dataRiskLevelOf(
  rows: readonly DataRiskRow[],
  answers: readonly DataRiskAnswer[],
): DataRiskLevel | null {
  if (rows.length === 0) return null;
  const byQuestion = new Map(answers.map(({ questionId, answer }) => [questionId, answer]));
  const answeredYes = rows.filter(({ questions }) =>
    questions.some(({ id: one }) => ['YES', 'UNSURE'].includes(byQuestion.get(one) ?? '')),
  );
  const highest = Math.max(1, ...answeredYes.map(({ level }) => level)) as DataRiskLevel;
  const isAnswered = rows.every(({ questions }) => questions.every(({ id: one }) => byQuestion.has(one)));
  return isAnswered || highest === 3 ? highest : null;
}

export const REQUIREMENTS = ['YES', 'NO', 'UNDECIDED'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/**
 * Whether an assessment is required: two criteria, or data risk of level 3 (`decisions.md` on risk). Undecided while
 * the level is not known and could still call for one. The older variant knows criteria alone.
 */
export function requirementOf(variant: DpiaVariant, criteria: number, level: DataRiskLevel | null): Requirement {
  if (criteria >= ENOUGH_CRITERIA || level === 3) return 'YES';
  return variant === 'OLDER' || level !== null ? 'NO' : 'UNDECIDED';
}

/** Why the register suggests an assessment: a reason, and the records that give it. */
export const SUGGESTION_REASONS = [
  'SENSITIVE_DATA',
  'MANY_SUBJECTS',
  'SYSTEMATIC_MONITORING',
  'VULNERABLE_SUBJECTS',
  'NEW_TECHNOLOGY',
  'TRANSFER',
] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];
/** The criterion that each speaks for; null: none of the nine. */
export const SUGGESTION_CRITERIA: Readonly<Record<SuggestionReason, Criterion | null>> = {
  SENSITIVE_DATA: 'SENSITIVE_DATA',
  MANY_SUBJECTS: 'LARGE_SCALE',
  SYSTEMATIC_MONITORING: 'SYSTEMATIC_MONITORING',
  VULNERABLE_SUBJECTS: 'VULNERABLE_SUBJECTS',
  NEW_TECHNOLOGY: 'NEW_TECHNOLOGY',
  TRANSFER: null,
};

/** Reasons read from words of names, titles and descriptions: the record suggests them, and states none of them. */
export const READ_FROM_WORDS: readonly SuggestionReason[] = [
  'SYSTEMATIC_MONITORING',
  'VULNERABLE_SUBJECTS',
  'NEW_TECHNOLOGY',
];

const suggestionReasons = z
  .array(
    z.object({
      reason: z.enum(SUGGESTION_REASONS),
      criterion: z.enum(CRITERIA).nullable(),
      records: z
        .array(z.object({ entity: z.string(), id, name: z.object({ th: z.string(), en: z.string() }) }))
        .max(50),
      /** What was counted, where it is a number. */
      count: z.number().int().nullable(),
    }),
  )
  .max(20);
export const dpiaSuggestion = z.object({
  reasons: suggestionReasons,
  /** When the register was read. */
  at: z.string(),
});
export type DpiaSuggestion = z.output<typeof dpiaSuggestion>;
