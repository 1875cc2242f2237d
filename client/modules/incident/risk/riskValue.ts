import type { NoRiskFactor } from '../../../../shared/incident/decision.ts';
import type { RiskLevel } from '../../../../shared/incident/riskLevel.ts';
import type { Incident } from '../../../../shared/incident/schema.ts';
import { severityAnswers } from '../../../../shared/incident/severity.ts';
import type { SeverityAnswers, SeverityWorking } from '../../../../shared/incident/severity.ts';
import { severityOf } from '../../../../shared/incident/severity.ts';

/** Answers of the calculator while they are being given. */
export type SeverityDraft = Omit<SeverityAnswers, 'identification'> & {
  identification: SeverityAnswers['identification'] | null;
};

/** What the form of a decision holds. */
export interface RiskValue {
  riskLevel: RiskLevel | null;
  riskDescription: string;
  factors: { factor: NoRiskFactor; finding: string }[];
  /** null: the calculator is not used. */
  severity: SeverityDraft | null;
}

/** What of an incident the form is filled in from. */
export type RiskFacts = Pick<Incident, 'sensitive' | 'breachKinds' | 'cause' | 'subjectCount' | 'decisions'>;

/** Causes that mean somebody wanted it. */
const WILFUL: readonly Incident['cause'][] = ['PHISHING', 'MALWARE', 'HACKING', 'INSIDER'];
/** ENISA asks to note that more people than this are concerned. */
export const MANY_SUBJECTS = 100;

/** The first answers, as far as the report tells them. */
export function draftFrom({ sensitive, breachKinds, cause }: RiskFacts): SeverityDraft {
  const lost = (kind: Incident['breachKinds'][number]) => (breachKinds.includes(kind) ? 'limited' : 'none');
  return {
    dataKinds: sensitive ? ['sensitive'] : [],
    adjustments: [],
    identification: null,
    confidentiality: lost('CONFIDENTIALITY'),
    integrity: lost('INTEGRITY'),
    availability: lost('AVAILABILITY'),
    malicious: WILFUL.includes(cause),
  };
}

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
