import type { NoRiskFactor } from '../../../../shared/incident/decision.ts';
import type { RiskLevel } from '../../../../shared/incident/riskLevel.ts';
import type { Incident } from '../../../../shared/incident/schema.ts';
import { severityAnswers } from '../../../../shared/incident/severity.ts';
import type { SeverityAnswers, SeverityWorking } from '../../../../shared/incident/severity.ts';
import { severityOf } from '../../../../shared/incident/severity.ts';

type Single = 'identification' | 'confidentiality' | 'integrity' | 'availability' | 'malicious';
/** Answers of the calculator while they are being given; null where a question is open. */
export type SeverityDraft = Omit<SeverityAnswers, Single> & { [Question in Single]: SeverityAnswers[Question] | null };

/** What the form of a decision holds. */
export interface RiskValue {
  riskLevel: RiskLevel | null;
  riskDescription: string;
  factors: { factor: NoRiskFactor; finding: string }[];
  /** null: the calculator is not used. */
  severity: SeverityDraft | null;
}

/** What of an incident the form is filled in from. */
export type RiskFacts = Pick<Incident, 'sensitive' | 'cause' | 'subjectCount' | 'decisions'>;

/** Causes that mean somebody wanted it. */
const WILFUL: readonly Incident['cause'][] = ['PHISHING', 'MALWARE', 'HACKING', 'INSIDER'];
/** ENISA asks to note that more people than this are concerned. */
export const MANY_SUBJECTS = 100;

/**
 * The first answers: those of the report that make an incident weigh more. Whatever makes it weigh less is for a person
 * to answer.
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

/** Where a decision begins: from the newest one, else empty with the calculator filled in from the report. */
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

/** The working so far; null while an answer that it needs is missing. */
export function workingOf(draft: SeverityDraft | null): SeverityWorking | null {
  const answers = severityAnswers.safeParse(draft);
  return answers.success ? severityOf(answers.data) : null;
}

/** Whether nobody has yet answered anything that the report does not tell, so that a decision may go without. */
const isUntouched = (draft: SeverityDraft, incident: RiskFacts): boolean =>
  JSON.stringify(draft) === JSON.stringify(draftFrom(incident));

/** What is sent: no dossier unless nobody is notified, no severity that was never worked out. */
export function sentOf(value: RiskValue, incident: RiskFacts) {
  return {
    ...value,
    factors: value.riskLevel === 'NO_RISK' ? value.factors : [],
    severity: value.severity && isUntouched(value.severity, incident) ? null : value.severity,
  };
}
