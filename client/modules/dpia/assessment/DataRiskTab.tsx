import { useTranslation } from 'react-i18next';
import type { DpiaSuggestion } from '../../../../shared/dpia/decision.ts';
import { TextArea } from '../../../ui/form/index.ts';
import { chakra, Stack, useFormat } from '../../../ui/index.ts';
import { SuggestionReasons } from '../list/SuggestionReasons.tsx';
import { CriteriaField, DataRiskQuestions, RequirementAnswer } from '../requirementFields.tsx';
import { useAssessed } from './assessed.tsx';
import { PurposeJudgements } from './PurposeJudgements.tsx';
import { Section } from './Section.tsx';
import { YesNoField } from './fields/YesNoField.tsx';

/** The risk of the processing by its nature and its data, and whether it is necessary and proportionate. */
export function DataRiskTab() {
  const { t } = useTranslation('dpiaAssessment');
  const { framework, suggestion } = useAssessed();
  return (
    <Stack gap="4">
      <RequirementAnswer framework={framework} />
      <Section name="criteria">
        {suggestion.reasons.length > 0 && <Suggested suggestion={suggestion} />}
        <CriteriaField />
      </Section>
      {framework.dataRisk.length > 0 && (
        <Section name="dataRisk">
          <DataRiskQuestions framework={framework} />
        </Section>
      )}
      <Section name="lawfulBasis">
        <YesNoField name="lawfulBasis" label={t('field.lawfulBasis')} />
        <TextArea name="lawfulBasisNote" label={t('field.lawfulBasisNote')} rows={2} />
      </Section>
      <Section name="purposes">
        <PurposeJudgements />
      </Section>
    </Stack>
  );
}

/** The reasons why the register suggested an assessment when this one was created. */
function Suggested({ suggestion: { reasons, at } }: { suggestion: DpiaSuggestion }) {
  const { t } = useTranslation('dpiaAssessment');
  const { date } = useFormat();
  return (
    <chakra.details borderWidth="1px" borderRadius="control" p="3">
      <chakra.summary cursor="pointer" fontWeight="semibold">
        {t('suggested', { date: date(at) })}
      </chakra.summary>
      <chakra.div mt="3">
        <SuggestionReasons reasons={reasons} />
      </chakra.div>
    </chakra.details>
  );
}
