import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, Flex, LinkButton, Stack, Text, useNavigationGuard } from '../../ui/index.ts';
import { forgetDraft, keepDraft, readDraft } from '../../ui/form/draft.ts';
import { FieldFrame, NativeSelect } from '../../ui/form/index.ts';
import { serverIssues } from '../../ui/form/issueMessage.ts';
import { Editors, useEditing } from '../../records/useEditing.tsx';
import { incidentHref } from './address.ts';
import { RiskForm } from './risk/RiskForm.tsx';
import type { RiskValue } from './risk/riskValue.ts';
import { useRisk } from './risk/useRisk.ts';
import type { useMoves } from './useMoves.ts';

export type Deciding = 'accept' | 'decideRisk';

export interface DecidePanelProps {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  deciding: Deciding;
  onClose: () => void;
}

const PAUSE_MS = 500;

/** Decides the risk, and on accepting who responds. What is filled in is kept in this browser until it is decided. */
export default function DecidePanel({ record, moves, deciding, onClose }: DecidePanelProps) {
  const { t } = useTranslation(['incident', 'ui']);
  const { ws } = useSession();
  const risk = useRisk(record);
  const [assigneeId, setAssigneeId] = useState(record.assignee?.id ?? '');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; assignee: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [restored, setRestored] = useState(false);
  const draftKey = `${ws}.incident.${record.id}.${deciding}`;
  const dirty = risk.dirty || assigneeId !== (record.assignee?.id ?? '');
  const guard = useNavigationGuard(dirty && !busy, true);
  const accepts = deciding === 'accept';
  const overtaken = !busy && !record.allowed.includes(deciding);
  useEditing({ entity: 'incidentDecision', id: record.id, dirty });

  const { onChange } = risk.props;
  // Once, when it is opened.
  useEffect(() => {
    const draft = readDraft(draftKey)?.values as { risk: RiskValue; assigneeId: string } | undefined;
    if (!draft?.risk) return;
    onChange(draft.risk);
    setAssigneeId(draft.assigneeId);
    setRestored(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draftKey]);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(keepDraft, PAUSE_MS, draftKey, { risk: risk.value, assigneeId });
    return () => clearTimeout(timer);
  }, [dirty, draftKey, risk.value, assigneeId]);
  // Decided by somebody else before anything was filled in here: there is nothing to keep.
  useEffect(() => {
    if (overtaken && !dirty) onClose();
  }, [overtaken, dirty, onClose]);

  const close = () => {
    forgetDraft(draftKey);
    onClose();
  };
  const box = useRef<HTMLDivElement>(null);
  const focusFirstError = () =>
    // After the errors are drawn.
    setTimeout(() => {
      const field = box.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    }, 0);
  const missing = tried && (Object.keys(risk.props.errors).length > 0 || (accepts && !assigneeId));
  const send = async () => {
    setTried(true);
    setRefusal(null);
    const decision = risk.check();
    if (!decision || (accepts && !assigneeId)) return void focusFirstError();
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

  return (
    <Card title={t(accepts ? 'decision.acceptTitle' : 'decision.decideTitle')}>
      {guard}
      <Stack ref={box} gap="5" maxWidth="form">
        <Editors entity="incidentDecision" id={record.id} />
        {accepts && (record.applications.length === 0 || record.dataSubjectGroups.length === 0) && (
          <Banner
            tone="warn"
            action={
              <LinkButton size="sm" href={`${incidentHref(record.id)}?edit=1`}>
                {t('action.edit')}
              </LinkButton>
            }
          >
            {t('refusal.incomplete')}
          </Banner>
        )}
        {overtaken && (
          <Banner tone="warn" role="status">
            {t('overtaken')}
          </Banner>
        )}
        {restored && <Banner tone="info">{t('decision.draftRestored')}</Banner>}
        {accepts && (
          <Text color="muted" textStyle="dense">
            {t('decision.acceptLead')}
          </Text>
        )}
        <RiskForm {...risk.props} />
        {accepts && (
          <Assignee
            value={assigneeId}
            onChange={setAssigneeId}
            error={refusal?.assignee || (tried && !assigneeId ? t('ui:issue.required') : undefined)}
          />
        )}
        {(refusal || missing) && (
          <Banner tone="danger" role="alert">
            {refusal?.message ?? t('decision.missing')}
          </Banner>
        )}
        <Flex wrap="wrap" gap="2" justifyContent="flex-end">
          {(!accepts || overtaken) && <Button onClick={close}>{t('ui:cancel')}</Button>}
          <Button look="main" loading={busy} disabled={overtaken} onClick={() => void send()}>
            {t(accepts ? 'action.accept' : 'decision.save')}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

function Assignee({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'incident.respond' }, { staleTime: 60_000 });
  const id = useId();
  const ids = { label: `${id}label`, help: `${id}help`, error: `${id}error` };
  const control = {
    id,
    disabled: false,
    'aria-required': true,
    'aria-describedby': `${ids.help} ${error ? ids.error : ''}`.trim(),
    ...(error && { 'aria-invalid': true as const }),
  } as const;
  return (
    <FieldFrame label={t('dialog.assignee')} help={t('dialog.assigneeHelp')} required handle={{ error, ids, control }}>
      <NativeSelect {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="" disabled>
          {t('decision.chooseAssignee')}
        </option>
        {(people.data ?? []).map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
