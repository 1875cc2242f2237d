import { useTranslation } from 'react-i18next';
import { TREATMENT_METHODS } from '../../../../shared/dpia/content.ts';
import { leavesHighRisk } from '../../../../shared/dpia/problems.ts';
import { needsPlan, riskLevel } from '../../../../shared/dpia/risk.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { DateField, TextArea, useOptionsHelp, useWatch } from '../../../ui/form/index.ts';
import { Banner, chakra, Grid, Stack, Tag, Text, useFormat } from '../../../ui/index.ts';
import { PlansOfDpia } from '../../treatmentPlan/PlansOfDpia.tsx';
import { RiskTag } from '../riskWords.tsx';
import { useAssessed } from './assessed.tsx';
import type { FormWorstCase } from './content.ts';
import { ChoiceField } from './fields/ChoiceField.tsx';
import { LinesField } from './fields/LinesField.tsx';
import { RiskField } from './fields/RiskField.tsx';
import { Section } from './Section.tsx';

/** The actions planned for each worst case beyond the measures in force. */
export function PlanTab({ dpiaId, publishedVersion }: { dpiaId: string; publishedVersion: number }) {
  const { t } = useTranslation('dpiaAssessment');
  const worstCases = useWatch({ name: 'worstCases' }) as FormWorstCase[];
  return (
    <Stack gap="4">
      <PlansOfDpia dpiaId={dpiaId} publishedVersion={publishedVersion} />
      <Section name="plans">
        {worstCases.length === 0 ? (
          <Text color="muted">{t('plan.none')}</Text>
        ) : (
          <Stack gap="4">
            {worstCases.map((one, place) => (
              <Plan key={one.id} worstCase={one} place={place} />
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function Plan({ worstCase, place }: { worstCase: FormWorstCase; place: number }) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const { framework, names } = useAssessed();
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'treatmentPlan.write' }, { staleTime: 60_000 });
  const level = riskLevel(worstCase.residual, framework.scale.bands);
  const isNeeded = needsPlan(level);
  const hasLines = useCan('approval.write');
  const path = `worstCases.${place}.treatment`;
  const { responsibleId } = worstCase.treatment;
  // A published version displays the names of its time.
  const known = (people.data ?? []).map(({ id, name }) => ({ value: id, label: names.get(id) ?? name }));
  // A person who has left is still displayed.
  if (responsibleId && known.every(({ value }) => value !== responsibleId))
    known.push({ value: responsibleId, label: names.get(responsibleId) ?? '…' });
  return (
    <chakra.section
      aria-label={text(worstCase.title)}
      data-field={path}
      borderWidth="1px"
      borderRadius="control"
      p="3"
      display="grid"
      gap="3"
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <chakra.h2 flex="1" minWidth="12rem" fontWeight="semibold" overflowWrap="anywhere">
          {`${place + 1}. ${text(worstCase.title)}`}
        </chakra.h2>
        <RiskTag level={level} />
        {isNeeded && <Tag tone="warn">{t('plan.needed')}</Tag>}
      </chakra.div>
      {leavesHighRisk(worstCase, framework.scale.bands) && (
        <Banner tone="warn">{t(hasLines ? 'plan.acceptance' : 'plan.acceptanceStated')}</Banner>
      )}
      <Grid gap="3" alignItems="start" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}>
        <ChoiceField
          name={`${path}.method`}
          label={t('plan.method')}
          options={TREATMENT_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
        />
        <ChoiceField
          name={`${path}.responsibleId`}
          label={t('plan.responsibleId')}
          help={useOptionsHelp(people, undefined)}
          options={known}
        />
        <DateField name={`${path}.expectedOn`} label={t('plan.expectedOn')} />
      </Grid>
      <Grid gap="3" alignItems="start" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <TextArea name={`${path}.detail`} label={t('plan.detail')} rows={3} />
        <LinesField name={`${path}.measures`} label={t('plan.measures')} />
      </Grid>
      <RiskField name={`${path}.expected`} label={t('tier.expected')} scale={framework.scale} />
    </chakra.section>
  );
}
