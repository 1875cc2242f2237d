import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { riskDecision, type RiskDecision } from '../../../../shared/incident/decision.ts';
import { issueMessage, serverIssues } from '../../../ui/form/issueMessage.ts';
import { sentOf, startRisk } from './riskValue.ts';
import type { RiskFacts, RiskValue } from './riskValue.ts';

/**
 * The state of a decision on the risk: `props` for `RiskForm`, `check` for the values to send, `refused` for the
 * server's errors.
 * @example
 * const risk = useRisk(incident);
 * <RiskForm {...risk.props} />
 * const decision = risk.check(); // null: the form now shows what is missing
 * if (decision) await accept.mutateAsync({ ws, id, ...decision, assigneeId }).catch(risk.refused);
 */
export function useRisk(incident: RiskFacts) {
  const { t } = useTranslation(['incidentRisk', 'incident', 'ui']);
  const [start, setStart] = useState(() => startRisk(incident));
  const [value, setValue] = useState(start);
  const [tried, setTried] = useState(false);
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});

  const problems = (of: RiskValue): Record<string, string> => {
    const checked = riskDecision.safeParse(sentOf(of, incident), { error: (issue) => issueMessage(t, issue) });
    return checked.success
      ? {}
      : Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message]));
  };
  const onChange = (next: RiskValue) => {
    setValue(next);
    setServerErrors({});
  };
  return {
    value,
    /** Whether it contains input that would be lost. */
    dirty: JSON.stringify(value) !== JSON.stringify(start),
    /** Fills the form in from the incident as it is now. */
    restart(): void {
      const now = startRisk(incident);
      setStart(now);
      setValue(now);
    },
    props: { value, onChange, incident, errors: tried ? { ...problems(value), ...serverErrors } : serverErrors },
    check(): RiskDecision | null {
      setTried(true);
      const checked = riskDecision.safeParse(sentOf(value, incident));
      if (checked.success) return checked.data;
      // After the errors are rendered: the order on the page decides.
      setTimeout(() => document.querySelector<HTMLElement>('[data-risk] [aria-invalid=true]')?.focus(), 0);
      return null;
    },
    /** Displays the server's validation errors at their fields. @throws the error again, for handling the remainder */
    refused(error: unknown): never {
      setServerErrors(Object.fromEntries(serverIssues(error).map(({ path, reason }) => [path.join('.'), reason])));
      throw error;
    },
  };
}
