import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Request } from '../../../shared/request/schema.ts';
import { countDifferences } from '../../../shared/requestTask/differences.ts';
import type { changeScope, TaskProposal } from '../../../shared/requestTask/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  chakra,
  Dialog,
  ErrorState,
  SkeletonText,
  Stack,
  Tag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { CheckboxInput } from '../../ui/form/index.ts';

/** Where to look for the data of a request, and the tasks that the published register suggests for it. */
export default function PlanDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, requestId: request.id };
  const query = trpc.requestTask.proposal.useQuery(key);
  const choosing = trpc.requestTask.choose.useMutation();
  const applying = trpc.requestTask.applyProposal.useMutation();
  const [failure, setFailure] = useState('');
  const proposal = query.data;
  const choose = async (change: ScopeChange) => {
    try {
      cache.requestTask.proposal.setData(key, await choosing.mutateAsync({ ...key, ...change }));
      setFailure('');
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const apply = async () => {
    try {
      cache.requestTask.ofRequest.setData(key, await applying.mutateAsync(key));
      void cache.requestTask.invalidate();
      toast.success(t('plan.applied'));
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const differs = proposal ? countDifferences(proposal) : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={applying.isPending}
      width={760}
      title={t('plan.title')}
      description={t('plan.lead')}
      footer={
        <>
          <Button onClick={onClose}>{t('plan.close')}</Button>
          <Button
            look="main"
            disabled={differs === 0 || choosing.isPending}
            loading={applying.isPending}
            onClick={() => void apply()}
          >
            {t('plan.apply')}
          </Button>
        </>
      }
    >
      {query.error && !proposal ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : !proposal ? (
        <SkeletonText lines={8} />
      ) : (
        <Stack gap="5">
          {failure && (
            <Banner tone="danger" role="alert">
              {failure}
            </Banner>
          )}
          <Scope proposal={proposal} busy={choosing.isPending} onChoose={choose} />
          <Difference request={request} proposal={proposal} />
        </Stack>
      )}
    </Dialog>
  );
}

/** What is chosen with one click: nothing is said of the others, which somebody else may be choosing. */
type ScopeChange = Pick<z.output<typeof changeScope>, 'part' | 'id' | 'chosen'>;

interface ScopeProps {
  proposal: TaskProposal;
  busy: boolean;
  onChoose: (change: ScopeChange) => Promise<void>;
}

function Scope({ proposal, busy, onChoose }: ScopeProps) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const { groupIds } = proposal;
  // Those that may contain the data first; of the others only the selected ones.
  const offered = proposal.applications.filter(
    ({ own, chosen, holds, draft }) => own || chosen || holds || draft === 'ONLY',
  );
  return (
    <>
      <Choices legend={t('plan.groups')} help={t('plan.groupsHelp')}>
        {proposal.groups.length === 0 && <Text textStyle="dense">{t('plan.noGroups')}</Text>}
        {proposal.groups.map(({ id, name, inRegister }) => (
          <Choice
            key={id}
            label={text(name)}
            checked={groupIds.includes(id)}
            disabled={busy}
            onChange={(on) => void onChoose({ part: 'GROUP', id, chosen: on })}
          >
            {!inRegister && <Tag tone="warn">{t('plan.groupLeft')}</Tag>}
          </Choice>
        ))}
      </Choices>
      <Choices legend={t('plan.applications')} help={t('plan.applicationsHelp')}>
        {offered.map(({ id, name, own, chosen, holds, draft }) => (
          <Choice
            key={id}
            label={name}
            checked={chosen}
            disabled={busy || own}
            onChange={(on) => void onChoose({ part: 'APPLICATION', id, chosen: on })}
          >
            {own && <Tag>{t('plan.own')}</Tag>}
            {draft && <Tag tone="warn">{t(`plan.draft.${draft}`)}</Tag>}
            {!holds && draft !== 'ONLY' && <Tag>{t('plan.holdsNone')}</Tag>}
          </Choice>
        ))}
      </Choices>
    </>
  );
}

function Choices({ legend, help, children }: { legend: string; help: string; children: React.ReactNode }) {
  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend fontWeight="semibold">{legend}</chakra.legend>
      <Text textStyle="dense" color="muted" mb="2">
        {help}
      </Text>
      <Stack gap="1" maxHeight="14rem" overflowY="auto">
        {children}
      </Stack>
    </chakra.fieldset>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
  children?: React.ReactNode;
}

function Choice({ label, checked, disabled, onChange, children }: ChoiceProps) {
  return (
    <chakra.label display="flex" gap="3" alignItems="center" flexWrap="wrap" py="1" cursor="pointer">
      <CheckboxInput
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <chakra.span flex="1 1 10rem" minWidth="0" overflowWrap="anywhere">
        {label}
      </chakra.span>
      {children}
    </chakra.label>
  );
}

/** The changes that applying the proposal would make. */
function Difference({ request, proposal }: { request: Request; proposal: TaskProposal }) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const { additions, changes, reopenings, removals } = proposal;
  if (countDifferences(proposal) === 0) return <Banner tone="info">{t('plan.same')}</Banner>;
  const nameOf = ({
    rightId,
    kind,
    application,
  }: TaskProposal['removals'][number] | TaskProposal['additions'][number]) =>
    [
      application?.name ?? t('panel.noApplication'),
      t(`kind.${kind}`),
      text(request.rights.find(({ id }) => id === rightId)?.name),
    ].join(' · ');
  const withFields = (name: string, fields: TaskProposal['changes'][number]['fields']) =>
    fields.length > 0 ? `${name}: ${fields.map((field) => t(`register.${field}`)).join(', ')}` : name;
  const parts = [
    ['additions', additions.map((one) => ({ key: nameOf(one), words: nameOf(one) }))],
    ['changes', changes.map((one) => ({ key: one.taskId, words: withFields(nameOf(one), one.fields) }))],
    [
      'reopenings',
      reopenings.map((one) => ({
        key: one.taskId,
        words: withFields(`${nameOf(one)} (${t(`status.${one.status}`)})`, one.fields),
      })),
    ],
    ['removals', removals.map((one) => ({ key: one.taskId, words: nameOf(one) }))],
  ] as const;
  return (
    <Stack gap="3">
      {parts.map(
        ([part, lines]) =>
          lines.length > 0 && (
            <div key={part}>
              <Text fontWeight="semibold">{t(`plan.${part}`, { count: lines.length })}</Text>
              <chakra.ul ps="5" textStyle="dense" overflowWrap="anywhere">
                {lines.map(({ key, words }) => (
                  <li key={key}>{words}</li>
                ))}
              </chakra.ul>
            </div>
          ),
      )}
    </Stack>
  );
}
