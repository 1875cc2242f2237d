import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInOrder, minuteOf, moment } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { isAhead } from '../../clock/typedMoment.ts';
import { useSession } from '../../shell/session.tsx';
import { useNavigationGuard } from '../../ui/index.ts';
import { focusFirstInvalid } from '../../ui/form/invalidFields.ts';
import { forgetDraft, readDraft } from '../../ui/form/draft.ts';
import { useEditorDraft } from '../../ui/form/useDraft.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { useEditing } from '../../records/useEditing.tsx';
import type { DecidePanelProps } from './DecidePanel.tsx';
import type { RiskValue } from './risk/riskValue.ts';
import { useRisk } from './risk/useRisk.ts';

type InputOptions = Pick<DecidePanelProps, 'record' | 'deciding'> & { draftKey: string; busy: boolean };

/**
 * What is typed, over the version of the incident that it is based on; stored as a draft until it is sent or cancelled.
 */
function useDecisionInput({ record, deciding, draftKey, busy }: InputOptions) {
  const risk = useRisk(record);
  const [assigneeId, setAssigneeId] = useState(record.assignee?.id ?? '');
  // The one it started with, which only an acceptance states.
  const [former, setFormer] = useState(assigneeId);
  // null: as the incident says.
  const [stated, setStated] = useState<string | null>(null);
  // In the draft too, so that it cannot silently replace a newer decision.
  const [opened, setOpened] = useState(record.rowVersion);
  const [restored, setRestored] = useState(false);
  const dirty = risk.dirty || stated !== null || (deciding === 'accept' && assigneeId !== former);
  const overtaken = !busy && !record.allowed.includes(deciding);
  const newer = !busy && !overtaken && record.rowVersion !== opened;
  useEditorDraft(draftKey, dirty ? { risk: risk.value, assigneeId, stated, rowVersion: opened } : null);
  // Once, when it is opened.
  useEffect(() => {
    const draft = readDraft(draftKey)?.values as DecisionDraft | undefined;
    if (!draft?.risk) return;
    risk.props.onChange(draft.risk);
    setAssigneeId(draft.assigneeId);
    setStated(draft.stated ?? null);
    setOpened(draft.rowVersion ?? 0);
    setRestored(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draftKey]);
  // Without input the form follows the incident.
  useEffect(() => {
    if (!newer || dirty) return;
    risk.restart();
    setAssigneeId(record.assignee?.id ?? '');
    setFormer(record.assignee?.id ?? '');
    setOpened(record.rowVersion);
  }, [newer, dirty, risk, record]);
  const discoveredAt = stated ?? record.discoveredAt;
  const state = (at: string) => setStated(minuteOf(at) === minuteOf(record.discoveredAt) ? null : at);
  const adoptNewer = () => setOpened(record.rowVersion);
  return {
    risk,
    assigneeId,
    setAssigneeId,
    discoveredAt,
    state,
    opened,
    adoptNewer,
    dirty,
    overtaken,
    newer,
    restored,
  };
}

/** The form of a decision: its input, what is missing, and how it is sent. */
export function useDecisionForm({ record, moves, deciding, onClose }: DecidePanelProps) {
  const { t } = useTranslation(['incident', 'ui']);
  const { ws } = useSession();
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; assignee: string; awareness: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const draftKey = `${ws}.incident.${record.id}.${deciding}`;
  const input = useDecisionInput({ record, deciding, draftKey, busy });
  const { risk, assigneeId, discoveredAt, dirty, overtaken } = input;
  const guard = useNavigationGuard(dirty, () => 'all', busy);
  const accepts = deciding === 'accept';
  // Nobody of the organisation has stated yet when it became aware.
  const asksAwareness = accepts && record.reportedBy === null;
  useEditing({ entity: 'incidentDecision', id: record.id, dirty });
  // Decided by somebody else before anything was entered here: there is nothing to preserve.
  useEffect(() => {
    if (overtaken && !dirty) onClose();
  }, [overtaken, dirty, onClose]);

  const close = () => {
    forgetDraft(draftKey);
    onClose();
  };
  const box = useRef<HTMLDivElement>(null);
  // After the errors are rendered.
  const focusFirstError = () => setTimeout(() => focusFirstInvalid(box.current), 0);
  const lacksAssignee = accepts && !assigneeId;
  const awareness = asksAwareness ? awarenessProblem(record, discoveredAt) : undefined;
  const send = async () => {
    setTried(true);
    setRefusal(null);
    const decision = risk.check();
    if (!decision || lacksAssignee || awareness) return void focusFirstError();
    setBusy(true);
    try {
      const sent = { ...decision, rowVersion: input.opened };
      await (
        accepts ? moves.accept({ ...sent, assigneeId, ...(asksAwareness && { discoveredAt }) }) : moves.decideRisk(sent)
      ).catch(risk.refused);
      close();
    } catch (error) {
      const of = (field: string) => serverIssues(error).find(({ path }) => path[0] === field)?.reason ?? '';
      const message = error instanceof Error ? error.message : String(error);
      setRefusal({ message, assignee: of('assigneeId'), awareness: of('discoveredAt') });
    } finally {
      setBusy(false);
    }
  };
  const missing = tried && (Object.keys(risk.props.errors).length > 0 || lacksAssignee || awareness !== undefined);
  const assigneeError = refusal?.assignee || (tried && !assigneeId ? t('ui:issue.required') : undefined);
  return {
    risk: risk.props,
    assignee: { value: assigneeId, onChange: input.setAssigneeId, error: assigneeError },
    /** When the organisation became aware; null where the report states it. */
    awareness: asksAwareness
      ? {
          value: discoveredAt,
          onChange: input.state,
          error: refusal?.awareness || (tried ? awareness : undefined),
        }
      : null,
    /** Why it was not sent; undefined without a problem. */
    problem: refusal?.message ?? (missing ? t('decision.missing') : undefined),
    busy,
    /** Whether somebody else has decided in between. */
    overtaken,
    /** Whether the incident has changed since the input. */
    newer: input.newer,
    adoptNewer: input.adoptNewer,
    restored: input.restored,
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
  stated?: string | null;
  /** Missing in drafts of former versions: the input is then compared with any incident. */
  rowVersion?: number;
}

/** Why the organisation cannot have become aware at this moment, as a locale key. */
function awarenessProblem({ occurredAt }: Incident, discoveredAt: string): string | undefined {
  const typed = moment.safeParse(discoveredAt);
  if (!typed.success) return discoveredAt ? 'errors:date' : 'errors:required';
  if (isAhead(discoveredAt)) return 'incident:inFuture';
  return isInOrder({ occurredAt, discoveredAt }) ? undefined : 'incident:awareBeforeOccurred';
}
