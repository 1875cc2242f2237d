import { z } from 'zod';
import { RISK_LEVELS, type RiskLevel } from './riskLevel.ts';

/**
 * Severity of a personal data breach after ENISA, "Recommendations for a methodology of the assessment of severity of
 * personal data breaches" (2013): severity = data processing context × ease of identification + circumstances.
 */

/** Kinds of data with their starting score of the data processing context. */
export const DATA_KINDS = { simple: 1, behavioural: 2, financial: 3, sensitive: 4 } as const;
export type DataKind = keyof typeof DATA_KINDS;
export const DATA_KIND_KEYS = Object.keys(DATA_KINDS) as [DataKind, ...DataKind[]];

/** What makes the context weigh more (+1) or less (-1); the result stays from 1 to 4. */
export const CONTEXT_ADJUSTMENTS = {
  volume: 1,
  vulnerable: 1,
  profile: 1,
  harmful: 1,
  publicAlready: -1,
  inaccurate: -1,
  harmless: -1,
} as const;
export type ContextAdjustment = keyof typeof CONTEXT_ADJUSTMENTS;
export const CONTEXT_ADJUSTMENT_KEYS = Object.keys(CONTEXT_ADJUSTMENTS) as [ContextAdjustment, ...ContextAdjustment[]];

export const IDENTIFICATION = { negligible: 0.25, limited: 0.5, significant: 0.75, maximum: 1 } as const;

/** Circumstances of each loss: none, a known or recoverable one, an unknown or lasting one. */
export const LOSS = { none: 0, limited: 0.25, severe: 0.5 } as const;
export const MALICE = 0.5;

const loss = z.enum(['none', 'limited', 'severe'], { error: 'errors:required' });
export const severityAnswers = z.object({
  /** Kinds of data concerned; the one with the highest score counts. */
  dataKinds: z.array(z.enum(DATA_KIND_KEYS)).min(1, { error: 'errors:required' }).max(4),
  adjustments: z.array(z.enum(CONTEXT_ADJUSTMENT_KEYS)).max(CONTEXT_ADJUSTMENT_KEYS.length).default([]),
  identification: z.enum(['negligible', 'limited', 'significant', 'maximum'], { error: 'errors:required' }),
  confidentiality: loss,
  integrity: loss,
  availability: loss,
  malicious: z.boolean({ error: 'errors:required' }),
});
export type SeverityAnswers = z.output<typeof severityAnswers>;

const SEVERITY_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH'] as const;
export type SeverityLevel = (typeof SEVERITY_LEVELS)[number];

/** The working of a calculation, as it is kept. */
export const severityWorking = z.object({
  context: z.number(),
  identification: z.number(),
  circumstances: z.number(),
  score: z.number(),
  level: z.enum(SEVERITY_LEVELS),
  /** NO_RISK in evidence of before 2026-11-22 alone. */
  suggested: z.enum(RISK_LEVELS),
});
export type SeverityWorking = z.infer<typeof severityWorking>;

/** Below 2 low, below 3 medium, below 4 high, else very high. */
const levelOf = (score: number): SeverityLevel =>
  score < 2 ? 'LOW' : score < 3 ? 'MEDIUM' : score < 4 ? 'HIGH' : 'VERY_HIGH';

/**
 * What a level suggests; the data protection officer decides. Low is not none: that there is no risk is never worked
 * out, a person finds it and writes why (PDPA section 37(4)).
 */
const SUGGESTED: Record<SeverityLevel, Exclude<RiskLevel, 'NO_RISK'>> = {
  LOW: 'POSSIBLE_RISK',
  MEDIUM: 'POSSIBLE_RISK',
  HIGH: 'HIGH_RISK',
  VERY_HIGH: 'HIGH_RISK',
};

/** Works a severity out, every step shown. */
export function severityOf(answers: SeverityAnswers): SeverityWorking {
  const base = Math.max(...answers.dataKinds.map((kind) => DATA_KINDS[kind]));
  const adjusted = answers.adjustments.reduce((sum, one) => sum + CONTEXT_ADJUSTMENTS[one], base);
  const context = Math.min(4, Math.max(1, adjusted));
  const identification = IDENTIFICATION[answers.identification];
  const circumstances =
    LOSS[answers.confidentiality] +
    LOSS[answers.integrity] +
    LOSS[answers.availability] +
    (answers.malicious ? MALICE : 0);
  const score = context * identification + circumstances;
  const level = levelOf(score);
  return { context, identification, circumstances, score, level, suggested: SUGGESTED[level] };
}
