import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERSONS } from '../../../shared/request/persons.ts';
import { askFact, compareFact, type IdentityFact } from '../../../shared/requestIdentity/fact.ts';
import { type FactAction, factState } from '../../../shared/requestIdentity/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  chakra,
  ConfirmDialog,
  Dialog,
  Flex,
  Stack,
  StatusTag,
  Text,
  toast,
  useDialog,
  useFormat,
} from '../../ui/index.ts';
import { Form, FormActions, SelectField, TextField } from '../../ui/form/index.ts';
import { type IdentityCardProps, useShowIdentity } from './identityView.ts';

const TONES = {
  REQUESTED: 'info',
  MATCHED: 'ok',
  FAILED: 'danger',
  WITHDRAWN: 'neutral',
} as const satisfies Record<IdentityFact['state'], string>;
const askFields = askFact.pick({ person: true, question: true, expected: true });
const compareFields = compareFact.pick({ stated: true });

/** Facts already known to the organisation, compared with the data subject's answers. */
export function FactsCard({ request, view }: IdentityCardProps) {
  const { t } = useTranslation('identityPanel');
  const [dialog, setDialog] = useState<'ask' | IdentityFact | null>(null);
  const isOpen = request.closedAt === null;
  const openMoves = useOpenMoves(factState);
  const close = () => setDialog(null);
  if (!isOpen && view.facts.length === 0) return null;
  return (
    <Card title={t('facts.title')}>
      <Stack gap="4">
        {view.facts.length === 0 ? (
          <Text color="muted">{t('facts.none')}</Text>
        ) : (
          <Stack as="ul" listStyle="none" gap="4">
            {view.facts.map((fact) => (
              <li key={fact.id}>
                <FactLine
                  requestId={view.id}
                  fact={fact}
                  moves={isOpen ? openMoves(fact.state) : []}
                  onCompare={() => setDialog(fact)}
                />
              </li>
            ))}
          </Stack>
        )}
        {isOpen && (
          <Flex>
            <Button size="sm" onClick={() => setDialog('ask')}>
              {t('facts.ask')}
            </Button>
          </Flex>
        )}
      </Stack>
      {dialog === 'ask' && <AskFactDialog view={view} onClose={close} />}
      {dialog !== null && dialog !== 'ask' && <CompareDialog requestId={view.id} fact={dialog} onClose={close} />}
    </Card>
  );
}

interface FactLineProps {
  requestId: string;
  fact: IdentityFact;
  moves: readonly FactAction[];
  onCompare: () => void;
}

function FactLine({ requestId, fact, moves, onCompare }: FactLineProps) {
  const { t } = useTranslation('identityPanel');
  const { dateTime, number } = useFormat();
  const { ws } = useSession();
  const show = useShowIdentity();
  const withdraw = trpc.requestIdentity.withdrawFact.useMutation();
  const withdrawing = useDialog();
  const { id, person, state, question, triesLeft, createdAt, decidedAt, answeredBy } = fact;
  const how = answeredBy ? t('facts.recordedBy', { name: answeredBy }) : state === 'MATCHED' && t('facts.onPage');
  return (
    <>
      <Flex gap="2" wrap="wrap" alignItems="center">
        <chakra.span fontWeight="semibold" overflowWrap="anywhere">
          {question}
        </chakra.span>
        <StatusTag tone={TONES[state]}>{t(`facts.state.${state}`)}</StatusTag>
      </Flex>
      <Text textStyle="dense" color="muted">
        {[
          t(`person.${person}`),
          dateTime(decidedAt ?? createdAt),
          state === 'REQUESTED' ? t('facts.left', { count: triesLeft, number: number(triesLeft) }) : how,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {moves.length > 0 && (
        <Flex gap="2" wrap="wrap" mt="2">
          {moves.includes('compare') && (
            <Button size="sm" look="main" onClick={onCompare}>
              {t('facts.compare')}
            </Button>
          )}
          {moves.includes('withdraw') && (
            <Button size="sm" onClick={withdrawing.show}>
              {t('facts.withdraw')}
            </Button>
          )}
        </Flex>
      )}
      <ConfirmDialog
        {...withdrawing.props}
        destructive
        title={t('facts.withdrawTitle', { question })}
        body={t('facts.withdrawBody')}
        confirmLabel={t('facts.withdraw')}
        onConfirm={async () => {
          show(await withdraw.mutateAsync({ ws, id: requestId, factId: id }));
          toast.success(t('facts.withdrawn'));
        }}
      />
    </>
  );
}

function AskFactDialog({ view, onClose }: { view: IdentityCardProps['view']; onClose: () => void }) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const show = useShowIdentity();
  const ask = trpc.requestIdentity.askFact.useMutation();
  const persons = PERSONS.filter((person) => view.persons.some((one) => one.person === person));
  return (
    <Dialog open onClose={onClose} title={t('facts.ask')} description={t('facts.askLead')}>
      <Form
        schema={askFields as never}
        label={t('facts.ask')}
        defaultValues={{ person: persons[0]!, question: '', expected: '' } as never}
        onSubmit={async (values: object) => {
          show(await ask.mutateAsync({ ws, id: view.id, ...askFields.parse(values) }));
          toast.success(t('facts.requested'));
          onClose();
        }}
      >
        {persons.length > 1 && (
          <SelectField
            name="person"
            label={t('facts.person')}
            options={persons.map((value) => ({ value, label: t(`person.${value}`) }))}
            required
          />
        )}
        <TextField name="question" label={t('facts.question')} help={t('facts.questionHelp')} limit={200} required />
        <TextField name="expected" label={t('facts.expected')} help={t('facts.expectedHelp')} limit={200} required />
        <FormActions submitLabel={t('facts.ask')} />
      </Form>
    </Dialog>
  );
}

interface CompareDialogProps {
  requestId: string;
  fact: IdentityFact;
  onClose: () => void;
}

/** Records what the data subject answered by phone or at the counter. */
function CompareDialog({ requestId, fact, onClose }: CompareDialogProps) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const show = useShowIdentity();
  const compare = trpc.requestIdentity.compareFact.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('facts.compare')} description={fact.question}>
      <Form
        schema={compareFields as never}
        label={t('facts.compare')}
        defaultValues={{ stated: '' } as never}
        onSubmit={async (values: object) => {
          const { stated } = compareFields.parse(values);
          const next = await compare.mutateAsync({ ws, id: requestId, factId: fact.id, stated });
          show(next);
          const matches = next.facts.some(({ id, state }) => id === fact.id && state === 'MATCHED');
          if (matches) toast.success(t('facts.matched'));
          else toast.error(t('facts.differs'));
          onClose();
        }}
      >
        <TextField name="stated" label={t('facts.stated')} limit={200} required />
        <FormActions submitLabel={t('facts.compare')} />
      </Form>
    </Dialog>
  );
}
