import { useTranslation } from 'react-i18next';
import {
  assess,
  LIA_ANSWERS,
  LIA_EXPLANATION_MIN,
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswer,
  type LiaAnswers,
  type LiaResult,
  type LiaTest,
} from '../../../../shared/purpose/legitimateInterest.ts';
import { Banner, Box, chakra, StatusTag, Text, useFormat } from '../../../ui/index.ts';
import { TextAreaInput, useField } from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { useWords } from '../../../records/useWords.ts';

type Answer = LiaAnswers['purpose'][number];
const UNANSWERED: Answer = { answer: null, explanation: '' };
const RESULT_TONE = { pass: 'ok', fail: 'danger', unanswered: 'neutral' } as const satisfies Record<LiaResult, string>;

/** The answers padded to the number of questions, however many were stored. */
function padded(answers: LiaAnswers | null): LiaAnswers {
  const of = (test: LiaTest) => LIA_QUESTIONS[test].map((_, index) => answers?.[test][index] ?? UNANSWERED);
  return { purpose: of('purpose'), necessity: of('necessity'), balancing: of('balancing') };
}

/** The legitimate interests assessment: three tests with their questions, evaluated during input. */
export function LiaField({ name }: { name: string }) {
  const { t } = useTranslation('purposeScreen');
  const { number } = useFormat();
  const handle = useField<LiaAnswers | null>({ name });
  const answers = padded(handle.value);
  const { tests, passed } = assess(answers);
  const all = LIA_TESTS.flatMap((test) => tests[test].questions);
  const answered = all.filter((question) => question.result !== 'unanswered').length;
  const failed = all.some((question) => question.result === 'fail');
  const set = (test: LiaTest, index: number, answer: Answer) =>
    handle.set({ ...answers, [test]: answers[test].map((one, at) => (at === index ? answer : one)) });

  return (
    <FieldAnchor name={name}>
      <Box
        borderWidth="1px"
        borderColor="line.strong"
        borderRadius="card"
        p={{ base: '3', md: '4' }}
        display="grid"
        gap="5"
        gridTemplateColumns="minmax(0, 1fr)"
      >
        <Box display="grid" gap="2">
          <chakra.h3 fontWeight="semibold">{t('field.legitimateInterest')}</chakra.h3>
          <Text textStyle="dense" color="muted">
            {t('lia.lead')}
          </Text>
          <chakra.div height="2" borderRadius="full" bg="subtle" overflow="hidden" data-track="" aria-hidden>
            <chakra.div
              height="full"
              data-fill="solid"
              bg={failed ? 'danger' : 'accent'}
              transition="width 160ms ease-out"
              style={{ width: `${(answered / all.length) * 100}%` }}
            />
          </chakra.div>
          <Text textStyle="dense" role="status">
            {t('lia.progress', { answered: number(answered), total: number(all.length) })}
          </Text>
          {passed && <Banner tone="ok">{t('lia.passed')}</Banner>}
          {failed && <Banner tone="danger">{t('lia.failed')}</Banner>}
        </Box>
        {LIA_TESTS.map((test) => (
          <Box
            key={test}
            role="group"
            aria-label={t(`lia.test.${test}`)}
            display="grid"
            gap="4"
            borderTopWidth="1px"
            pt="4"
            gridTemplateColumns="minmax(0, 1fr)"
          >
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
              <chakra.h4 fontWeight="semibold" flex="1" minWidth="12rem">
                {t(`lia.test.${test}`)}
              </chakra.h4>
              <StatusTag tone={RESULT_TONE[tests[test].result]}>{t(`lia.result.${tests[test].result}`)}</StatusTag>
            </Box>
            {tests[test].questions.map(({ id, result }, index) => (
              <Question
                key={id}
                id={id}
                number={index + 1}
                path={`${name}.${test}.${index}.answer`}
                answer={answers[test][index] ?? UNANSWERED}
                result={result}
                disabled={handle.control.disabled}
                onChange={(answer) => set(test, index, answer)}
              />
            ))}
          </Box>
        ))}
      </Box>
    </FieldAnchor>
  );
}

interface QuestionProps {
  id: string;
  number: number;
  path: string;
  answer: Answer;
  result: LiaResult;
  disabled: boolean;
  onChange: (answer: Answer) => void;
}

const Choice = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    px: '3',
    minHeight: '10',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'control',
    cursor: 'pointer',
    textStyle: 'dense',
    '&:has(:checked)': { borderColor: 'accent', bg: 'accent.soft', fontWeight: 'semibold' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '& input': { accentColor: '{colors.accent}', outline: 'none' },
  },
});

function Question({ id, number, path, answer: current, result, disabled, onChange }: QuestionProps) {
  const { t } = useTranslation('purposeScreen');
  const { t: translate } = useWords('purposeScreen');
  const words = `${number}. ${translate(`legitimateInterest:question.${id}`)}`;
  const needsText = current.answer === 'explain';
  const explained = [...current.explanation.trim()].length;
  return (
    <FieldAnchor name={path}>
      <chakra.fieldset display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
        <chakra.legend mb="2">
          {words}
          {result === 'fail' && (
            <chakra.span ms="2">
              <StatusTag tone="danger">{t('lia.failsHere')}</StatusTag>
            </chakra.span>
          )}
        </chakra.legend>
        <Box display="flex" flexWrap="wrap" gap="2">
          {LIA_ANSWERS.map((answer: LiaAnswer) => (
            <Choice key={answer}>
              <input
                type="radio"
                name={path}
                disabled={disabled}
                checked={current.answer === answer}
                onChange={() => onChange({ ...current, answer })}
              />
              {t(`lia.answer.${answer}`)}
            </Choice>
          ))}
        </Box>
        {(current.answer !== null || current.explanation !== '') && (
          <Box display="grid" gap="1">
            <TextAreaInput
              aria-label={`${t('lia.explanation')}: ${words}`}
              placeholder={t('lia.explanation')}
              value={current.explanation}
              disabled={disabled}
              rows={2}
              minHeight="16"
              maxLength={10_000}
              onChange={(event) => onChange({ ...current, explanation: event.target.value })}
            />
            {needsText && explained < LIA_EXPLANATION_MIN && (
              <Text textStyle="small" color="muted">
                {t('lia.explanationNeed', { number: LIA_EXPLANATION_MIN })} ({explained}/{LIA_EXPLANATION_MIN})
              </Text>
            )}
          </Box>
        )}
      </chakra.fieldset>
    </FieldAnchor>
  );
}
