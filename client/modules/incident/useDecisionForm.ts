import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { useNavigationGuard } from '../../ui/index.ts';
import { forgetDraft, readDraft, useEditorDraft } from '../../ui/form/draft.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { useEditing } from '../../records/useEditing.tsx';
import type { DecidePanelProps } from './DecidePanel.tsx';
import type { RiskValue } from './risk/riskValue.ts';
import { useRisk } from './risk/useRisk.ts';

/** The input of a decision, stored as a draft until it is sent or cancelled. */
export function useDecisionForm({ record, moves, deciding, onClose }: DecidePanelProps) {
  const { t } = useTranslation(['incident', 'ui']);
  const { ws } = useSession();
  const risk = useRisk(record);
  const [assigneeId, setAssigneeId] = useState(record.assignee?.id ?? '');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; assignee: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const draftKey = `${ws}.incident.${record.id}.${deciding}`;
  const dirty = risk.dirty || assigneeId !== (record.assignee?.id ?? '');
  const guard = useNavigationGuard(dirty, () => 'all', busy);
  const accepts = deciding === 'accept';
  const overtaken = !busy && !record.allowed.includes(deciding);
  useEditing({ entity: 'incidentDecision', id: record.id, dirty });
  useEditorDraft(draftKey, dirty ? { risk: risk.value, assigneeId } : null);
  const [restored, setRestored] = useState(false);
  // Once, when it is opened.
  useEffect(() => {
    const draft = readDraft(draftKey)?.values as DecisionDraft | undefined;
    if (!draft?.risk) return;
    risk.props.onChange(draft.risk);
    setAssigneeId(draft.assigneeId);
    setRestored(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draftKey]);
  // Decided by somebody else before anything was entered here: there is nothing to preserve.
  useEffect(() => {
    if (overtaken && !dirty) onClose();
  }, [overtaken, dirty, onClose]);

  const close = () => {
    forgetDraft(draftKey);
    onClose();
  };
  const box = useRef<HTMLDivElement>(null);
  const focusFirstError = () =>
    // After the errors are rendered.
    setTimeout(() => {
      const field = box.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    }, 0);
  const lacksAssignee = accepts && !assigneeId;
  const send = async () => {
    setTried(true);
    setRefusal(null);
    const decision = risk.check();
    if (!decision || lacksAssignee) return void focusFirstError();
    setBusy(true);
    try {
      await (accepts ? moves.accept({ ...decision, assigneeId }) : moves.decideRisk(decision)).catch(risk.refused);
      close();
    } catch (error) {
      const assignee = serverIssues(error).find(({ path }) => path[0] === 'assigneeId')?.reason ?? '';
      setRefusal({ message: error instanceof Error ? error.message : String(error), assignee });
    } finally {
      setBusy(false);
    }
  };
  const missing = tried && (Object.keys(risk.props.errors).length > 0 || lacksAssignee);
  const assigneeError = refusal?.assignee || (tried && !assigneeId ? t('ui:issue.required') : undefined);
  return {
    risk: risk.props,
    assignee: { value: assigneeId, onChange: setAssigneeId, error: assigneeError },
    /** Why it was not sent; undefined without a problem. */
    problem: refusal?.message ?? (missing ? t('decision.missing') : undefined),
    busy,
    /** Whether somebody else has decided in between. */
    overtaken,
    restored,
    guard,
    /** Wraps the fields: the first invalid one is focused. */
    box,
    send,
    close,
  };
}

interface DecisionDraft {
  risk: RiskValue;
  assigneeId: string;
}
