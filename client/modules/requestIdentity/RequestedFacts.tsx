import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerFact } from '../../../shared/requestIdentity/fact.ts';
import type { RequestOverview } from '../../../shared/requestIdentity/schema.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Card, Stack, Text, useFormat } from '../../ui/index.ts';
import { Form, FormActions, TextField } from '../../ui/form/index.ts';

interface RequestedFactsProps {
  session: string;
  facts: RequestOverview['facts'];
  onAnswered: () => void;
}

const fields = answerFact.pick({ stated: true });

/** Facts known to the organisation that the data subject is asked for, to verify their identity. */
export function RequestedFacts({ session, facts, onAnswered }: RequestedFactsProps) {
  const { t } = useTranslation('requestIdentity');
  const [outcome, setOutcome] = useState<'matched' | 'failed' | null>(null);
  return (
    <>
      {outcome && (
        <Banner tone={outcome === 'matched' ? 'ok' : 'warn'} role="status">
          {t(`fact.${outcome}`)}
        </Banner>
      )}
      {facts.map((fact) => (
        <FactForm
          key={fact.id}
          session={session}
          fact={fact}
          onDecided={(decided) => {
            setOutcome(decided);
            onAnswered();
          }}
        />
      ))}
    </>
  );
}

interface FactFormProps {
  session: string;
  fact: RequestOverview['facts'][number];
  onDecided: (outcome: 'matched' | 'failed') => void;
}

function FactForm({ session, fact, onDecided }: FactFormProps) {
  const { t } = useTranslation('requestIdentity');
  const { number } = useFormat();
  const answer = trpc.requestIdentity.answerFact.useMutation();
  const [left, setLeft] = useState(fact.triesLeft);
  const [isWrong, setWrong] = useState(false);
  return (
    <Card title={t('fact.title')}>
      <Stack gap="3">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {fact.question}
        </Text>
        <Text textStyle="dense" color="muted">
          {t('fact.lead')}
        </Text>
        {isWrong && (
          <Banner tone="warn" role="alert">
            {t('fact.wrong', { count: left, number: number(left) })}
          </Banner>
        )}
        <Form
          schema={fields as never}
          label={t('fact.title')}
          defaultValues={{ stated: '' } as never}
          unguarded
          onSubmit={async (values: object) => {
            const { stated } = fields.parse(values);
            const { state, triesLeft } = await answer.mutateAsync({ session, factId: fact.id, stated });
            setLeft(triesLeft);
            setWrong(state === 'REQUESTED');
            if (state !== 'REQUESTED') onDecided(state === 'MATCHED' ? 'matched' : 'failed');
          }}
        >
          <TextField
            name="stated"
            label={t('fact.answer')}
            help={t('fact.left', { count: left, number: number(left) })}
            limit={200}
            required
          />
          <FormActions submitLabel={t('fact.send')} />
        </Form>
      </Stack>
    </Card>
  );
}
