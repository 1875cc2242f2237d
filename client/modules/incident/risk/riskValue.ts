import type { NoRiskFactor } from '../../../../shared/incident/decision.ts';
import type { RiskLevel } from '../../../../shared/incident/riskLevel.ts';
import type { Incident } from '../../../../shared/incident/schema.ts';
import { severityAnswers } from '../../../../shared/incident/severity.ts';
import type { SeverityAnswers, SeverityWorking } from '../../../../shared/incident/severity.ts';
import { severityOf } from '../../../../shared/incident/severity.ts';

type Single = 'identification' | 'confidentiality' | 'integrity' | 'availability' | 'malicious';
/** Answers of the calculator during input; null for an unanswered question. */
export type SeverityDraft = Omit<SeverityAnswers, Single> & { [Question in Single]: SeverityAnswers[Question] | null };

/** The values of the decision form. */
export interface RiskValue {
  riskLevel: RiskLevel | null;
  riskDescription: string;
  factors: { factor: NoRiskFactor; finding: string }[];
  /** null: the calculator is not used. */
  severity: SeverityDraft | null;
}

/** The fields of an incident that pre-fill the form. */
export type RiskFacts = Pick<Incident, 'sensitive' | 'cause' | 'subjectCount' | 'decisions'>;

/** Causes that imply intent. */
const WILFUL: readonly Incident['cause'][] = ['PHISHING', 'MALWARE', 'HACKING', 'INSIDER'];
/** ENISA requires a note if more people than this are concerned. */
export const MANY_SUBJECTS = 100;

/**
 * The initial answers: those facts of the report that increase the severity. Whatever decreases it must be answered by
 * a person.
 */
export const draftFrom = ({ sensitive, cause }: RiskFacts): SeverityDraft => ({
  dataKinds: sensitive ? ['sensitive'] : [],
  adjustments: [],
  identification: null,
  confidentiality: null,
  integrity: null,
  availability: null,
  malicious: WILFUL.includes(cause) ? true : null,
});

/**
 * The initial values of a decision: from the newest one, otherwise empty with the calculator pre-filled from the
 * report.
 */
export function startRisk(incident: RiskFacts): RiskValue {
  const [newest] = incident.decisions;
  if (!newest) return { riskLevel: null, riskDescription: '', factors: [], severity: draftFrom(incident) };
  return {
    riskLevel: newest.riskLevel,
    riskDescription: newest.description,
    factors: newest.factors,
    severity: newest.severity?.answers ?? null,
  };
}

/** The calculation so far; null while a required answer is missing. */
export function workingOf(draft: SeverityDraft | null): SeverityWorking | null {
  const answers = severityAnswers.safeParse(draft);
  return answers.success ? severityOf(answers.data) : null;
}

/** Whether the calculator contains only what the report pre-filled, so that a decision may be made without it. */
const isUntouched = (draft: SeverityDraft, incident: RiskFacts): boolean =>
  JSON.stringify(draft) === JSON.stringify(draftFrom(incident));

/** The values to send: documentation only if nobody is notified, a severity only if it was calculated. */
export function sentOf(value: RiskValue, incident: RiskFacts) {
  return {
    ...value,
    factors: value.riskLevel === 'NO_RISK' ? value.factors : [],
    severity: value.severity && isUntouched(value.severity, incident) ? null : value.severity,
  };
}
