import { useTranslation } from 'react-i18next';
import { CRITERIA, type DataRiskAnswer, dataRiskLevelOf, requirementOf } from '../../../shared/dpia/decision.ts';
import type { DpiaFramework } from '../../../shared/dpia/framework.ts';
import { AsideOfField, CheckboxInput, Input, useField, useWatch } from '../../ui/form/index.ts';
import { Banner, chakra, Tag, Text, useFormat } from '../../ui/index.ts';
import type { FormValues } from './assessment/content.ts';
import { RadioRow } from './assessment/fields/RadioRow.tsx';

interface OfFramework {
  framework: DpiaFramework;
}

/** The result of the rule for the current answers. */
export function RequirementAnswer({ framework }: OfFramework) {
  const { t } = useTranslation('dpiaAssessment');
  const [criteria, dataRisk] = useWatch({ name: ['criteria', 'dataRisk'] }) as [
    FormValues['criteria'],
    FormValues['dataRisk'],
  ];
  const level = dataRiskLevelOf(framework.dataRisk, dataRisk);
  const requirement = requirementOf(framework.variant, criteria.length, level);
  return (
    <Banner tone={requirement === 'YES' ? 'warn' : 'info'} role="status" title={t(`requirement.${requirement}`)}>
      {framework.variant === 'OLDER'
        ? t('requirement.byCriteria', { count: criteria.length, number: criteria.length })
        : t('requirement.by', { count: criteria.length, number: criteria.length, level: level ?? '–' })}
    </Banner>
  );
}

/** The nine criteria, each with an explanation of how it is met. */
export function CriteriaField() {
  const { t } = useTranslation('dpiaAssessment');
  const handle = useField<FormValues['criteria']>({ name: 'criteria' });
  const { disabled } = handle.control;
  const met = handle.value;
  return (
    <chakra.div data-field="criteria" display="grid" gap="2">
      {CRITERIA.map((code) => {
        const found = met.find((one) => one.code === code);
        const name = t(`criterion.${code}.name`);
        return (
          <chakra.div key={code} borderBottomWidth="1px" pb="2" display="grid" gap="2">
            <chakra.div display="flex" gap="2" alignItems="flex-start">
              <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
                <chakra.span pt="0.5" display="inline-flex">
                  <CheckboxInput
                    type="checkbox"
                    checked={found !== undefined}
                    disabled={disabled}
                    onChange={(event) =>
                      handle.set(
                        event.target.checked
                          ? CRITERIA.flatMap((one) =>
                              one === code ? { code, note: '' } : (met.find((old) => old.code === one) ?? []),
                            )
                          : met.filter((one) => one.code !== code),
                      )
                    }
                  />
                </chakra.span>
                <chakra.span>
                  {name}
                  <chakra.span display="block" textStyle="dense" color="muted">
                    {t(`criterion.${code}.example`)}
                  </chakra.span>
                </chakra.span>
              </chakra.label>
              <AsideOfField name={`criteria.${code}`} />
            </chakra.div>
            {found && (
              <Input
                dense
                aria-label={t('criterion.noteOf', { name })}
                placeholder={t('criterion.note')}
                value={found.note}
                maxLength={1000}
                autoComplete="off"
                disabled={disabled}
                onChange={(event) =>
                  handle.set(met.map((one) => (one.code === code ? { code, note: event.target.value } : one)))
                }
              />
            )}
          </chakra.div>
        );
      })}
      <Text textStyle="small" color="muted">
        {t('criterion.source')}
      </Text>
    </chakra.div>
  );
}

/** The questions of the settings, grouped by the level that a yes results in. */
export function DataRiskQuestions({ framework }: OfFramework) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const handle = useField<DataRiskAnswer[]>({ name: 'dataRisk' });
  const answers = handle.value;
  const options = (['YES', 'NO', 'UNSURE'] as const).map((value) => ({ value, label: t(`answer.${value}`) }));
  const answer = (questionId: string, value: DataRiskAnswer['answer']) => {
    const before = answers.find((one) => one.questionId === questionId);
    handle.set(
      before
        ? answers.map((one) => (one === before ? { ...one, answer: value } : one))
        : [...answers, { questionId, answer: value, note: '' }],
    );
  };
  return (
    <chakra.div data-field="dataRisk" display="grid" gap="5">
      {framework.dataRisk
        .toSorted((one, other) => other.level - one.level)
        .map((row) => (
          <chakra.div key={row.id} role="group" aria-label={text(row.title)} display="grid" gap="2.5">
            <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
              <Tag tone={row.level === 3 ? 'warn' : 'neutral'}>{t('level.name', { level: row.level })}</Tag>
              <strong>{text(row.title)}</strong>
            </chakra.div>
            {text(row.description) && (
              <Text textStyle="dense" color="muted">
                {text(row.description)}
              </Text>
            )}
            {row.questions.map((question) => (
              <RadioRow
                key={question.id}
                aside={`dataRisk.${question.id}`}
                label={text(question.text)}
                options={options}
                value={answers.find(({ questionId }) => questionId === question.id)?.answer ?? null}
                disabled={handle.control.disabled}
                onChange={(value) => answer(question.id, value)}
              />
            ))}
          </chakra.div>
        ))}
    </chakra.div>
  );
}
