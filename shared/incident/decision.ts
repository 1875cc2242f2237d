import { z } from 'zod';
import { byId, id, LONG_TEXT_LIMIT, requiredText, rowVersion, namedRecord } from '../text.ts';
import { moment } from './fields.ts';
import { RISK_LEVELS } from './riskLevel.ts';
import { severityAnswers, severityWorking } from './severity.ts';

/** Factors that the no-risk dossier goes through: each considered, with what was found. */
export const NO_RISK_FACTORS = [
  'natureOfData',
  'volume',
  'identifiability',
  'protection',
  'recipients',
  'consequences',
  'mitigation',
  'vulnerableSubjects',
] as const;
export type NoRiskFactor = (typeof NO_RISK_FACTORS)[number];
const noRiskFactor = z.object({ factor: z.enum(NO_RISK_FACTORS), finding: requiredText(2000) });

const decision = {
  riskLevel: z.enum(RISK_LEVELS, { error: 'errors:required' }),
  riskDescription: requiredText(LONG_TEXT_LIMIT),
  /** At least one when nobody is to be notified. */
  factors: z
    .array(noRiskFactor)
    .max(NO_RISK_FACTORS.length)
    .refine((list) => new Set(list.map(({ factor }) => factor)).size === list.length, { error: 'errors:choice' })
    .default([]),
  severity: severityAnswers.nullable().default(null),
};
const dossier = { error: 'incident:factorsMissing', path: ['factors'] };
const hasDossier = (value: { riskLevel: string; factors: readonly unknown[] }) =>
  value.riskLevel !== 'NO_RISK' || value.factors.length > 0;

/** The risk as it is decided, by itself. */
export const riskDecision = z.object(decision).refine(hasDossier, dossier);
export type RiskDecision = z.output<typeof riskDecision>;
export const acceptIncident = byId
  .extend({
    rowVersion: rowVersion.optional(),
    ...decision,
    assigneeId: id,
    /**
     * When the organisation became aware, where the report does not know it; left out: as the incident says, which of a
     * report of the public form is its receipt.
     */
    discoveredAt: moment.optional(),
  })
  .refine(hasDossier, dossier);
export const decideRisk = byId.extend({ rowVersion: rowVersion.optional(), ...decision }).refine(hasDossier, dossier);
export const incidentDecision = z.object({
  id,
  riskLevel: z.enum(RISK_LEVELS),
  description: z.string(),
  factors: z.array(noRiskFactor),
  severity: z.object({ answers: severityAnswers, working: severityWorking }).nullable(),
  by: namedRecord.nullable(),
  at: z.string(),
});
export type IncidentDecision = z.infer<typeof incidentDecision>;
