import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra, Text } from '../ui/index.ts';
import { ChoiceCard } from '../ui/form/ChoiceCard.tsx';
import { TextAreaInput } from '../ui/form/index.ts';
import { Details } from './Details.tsx';
import type { Remembered } from './storedEdit.ts';
import type { FormField } from './mergeFields.ts';
import { bothTexts } from './threeWay.ts';
import { lazyScreen } from '../ui/lazyScreen.tsx';

const DiffView = lazyScreen(async () => ({ default: (await import('../ui/DiffView.tsx')).DiffView }));

/** Total characters of both texts above which the different words are hard to find by eye. */
const LONG = 400;

export interface ConflictFieldProps<Values> {
  field: FormField<Values>;
  /** Both sides as text. */
  theirs: string;
  mine: string;
  /** Who saved the other side. */
  who: string;
  take: Remembered['take'] | undefined;
  /** The text that combines both, as far as it was edited. */
  text: string | undefined;
  /** Saving was attempted before this was chosen. */
  missing: boolean;
  onSettle: (how: Omit<Remembered, 'theirs'>) => void;
}

/** A field that both changed differently: theirs, mine, or for a long text a combination. */
export function ConflictField<Values>({
  field,
  theirs,
  mine,
  who,
  take,
  text,
  missing,
  onSettle,
}: ConflictFieldProps<Values>) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const id = useId();
  const both = text ?? bothTexts(theirs, mine);
  const choose = (next: Remembered['take']) =>
    onSettle({ take: next, ...((next === 'text' || text !== undefined) && { text: both }) });
  const option = (value: Remembered['take'], heading: string, body?: string) => (
    <Choice
      id={`${id}${value}`}
      group={id}
      heading={heading}
      body={body}
      checked={take === value}
      onChoose={() => choose(value)}
    />
  );
  return (
    <chakra.fieldset
      data-conflict={field.key}
      minWidth="0"
      display="grid"
      gap="3"
      gridTemplateColumns="minmax(0, 1fr)"
      aria-describedby={missing ? `${id}missing` : undefined}
    >
      <chakra.legend fontWeight="semibold" mb="2">
        {field.label}
      </chakra.legend>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        {option('theirs', t('merge.theirs', { name: who }), theirs)}
        {option('mine', t('merge.mine'), mine)}
      </chakra.div>
      {field.long && (
        <>
          <Details summary={t('merge.showDiff')} opened={theirs.length + mine.length > LONG}>
            <DiffView
              beforeLabel={t('common:theirs')}
              afterLabel={t('common:yours')}
              fields={[{ key: field.key, label: field.label, before: theirs, after: mine }]}
            />
          </Details>
          {option('text', t('merge.both'))}
          {take === 'text' && (
            <TextAreaInput
              aria-label={t('merge.bothLabel', { field: field.label })}
              rows={Math.min(14, both.split('\n').length + 3)}
              value={both}
              onChange={(event) => onSettle({ take: 'text', text: event.target.value })}
            />
          )}
        </>
      )}
      {missing && (
        <Text id={`${id}missing`} textStyle="dense" color="danger.text">
          {t('merge.choose')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

interface ChoiceProps {
  id: string;
  group: string;
  heading: string;
  /** The text of this side; empty where it is displayed below. */
  body: string | undefined;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ id, group, heading, body, checked, onChoose }: ChoiceProps) {
  const { t } = useTranslation('ui');
  return (
    <ChoiceCard minWidth="0">
      <chakra.input
        type="radio"
        name={group}
        boxSize="18px"
        mt="1"
        flexShrink={0}
        accentColor="accent"
        checked={checked}
        onChange={onChoose}
        aria-describedby={body === undefined ? undefined : id}
      />
      <chakra.span flex="1" minWidth="0">
        <chakra.span display="block" fontWeight="semibold">
          {heading}
        </chakra.span>
        {body !== undefined && (
          <chakra.span
            id={id}
            display="block"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            {...(body === '' && { color: 'muted' })}
          >
            {body || t('diff.empty')}
          </chakra.span>
        )}
      </chakra.span>
    </ChoiceCard>
  );
}
