import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ActionBar, Banner, Button, Card, Stack, Text } from '../../ui/index.ts';
import { FieldFrame, NativeSelect, useOptionsHelp } from '../../ui/form/index.ts';
import { Editors } from '../../records/useEditing.tsx';
import { Incomplete } from './Incomplete.tsx';
import { Awareness } from './Awareness.tsx';
import { NewerIncident } from './NewerIncident.tsx';
import { RiskForm } from './risk/RiskForm.tsx';
import { SensitiveWarning } from './Sensitive.tsx';
import { useRequiredField } from './risk/useRequiredField.ts';
import { useDecisionForm } from './useDecisionForm.ts';
import type { useMoves } from './useMoves.ts';

export type Deciding = 'accept' | 'decideRisk';

export interface DecidePanelProps {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  deciding: Deciding;
  onClose: () => void;
}

/**
 * Decides the risk, and on accepting also who responds. The input is stored in this browser until the decision is sent.
 */
export default function DecidePanel(props: DecidePanelProps) {
  const { record, deciding } = props;
  const { t } = useTranslation(['incident', 'ui']);
  const form = useDecisionForm(props);
  const accepts = deciding === 'accept';
  return (
    <Card title={t(accepts ? 'decision.acceptTitle' : 'decision.decideTitle')}>
      {form.guard}
      <Stack ref={form.box} gap="5" maxWidth="form">
        <Editors entity="incidentDecision" id={record.id} />
        {accepts && <Incomplete record={record} />}
        <SensitiveWarning record={record} />
        {form.overtaken && (
          <Banner tone="warn" role="status">
            {t('overtaken')}
          </Banner>
        )}
        {form.newer && <NewerIncident record={record} onContinue={form.adoptNewer} />}
        {form.restored && <Banner tone="info">{t('decision.draftRestored')}</Banner>}
        {accepts && (
          <Text color="muted" textStyle="dense">
            {t('decision.acceptLead')}
          </Text>
        )}
        {form.awareness && (
          <Awareness key={`${form.restored} ${record.discoveredAt}`} record={record} {...form.awareness} />
        )}
        <RiskForm {...form.risk} />
        {accepts && <Assignee {...form.assignee} />}
        {form.problem !== undefined && (
          <Banner tone="danger" role="alert">
            {form.problem}
          </Banner>
        )}
        <ActionBar display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          {(!accepts || form.overtaken) && <Button onClick={form.close}>{t('ui:cancel')}</Button>}
          <Button
            look="main"
            loading={form.busy}
            disabled={form.overtaken || form.newer}
            onClick={() => void form.send()}
          >
            {t(accepts ? 'action.accept' : 'decision.save')}
          </Button>
        </ActionBar>
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
  const handle = useRequiredField(error);
  return (
    <FieldFrame
      label={t('dialog.assignee')}
      help={useOptionsHelp(people, t('dialog.assigneeHelp'))}
      required
      handle={handle}
    >
      <NativeSelect {...handle.control} value={value} onChange={(event) => onChange(event.target.value)}>
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
