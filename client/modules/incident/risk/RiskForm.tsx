import { Calculator } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RISK_LEVELS } from '../../../../shared/incident/riskLevel.ts';
import type { SeverityWorking } from '../../../../shared/incident/severity.ts';
import { announce, Button, chakra, Stack, Text } from '../../../ui/index.ts';
import { FieldFrame, TextAreaInput } from '../../../ui/form/index.ts';
import { useIsSmall } from '../../../ui/useMediaQuery.ts';
import { Choices } from './Choice.tsx';
import { NoRiskDossier } from './NoRiskDossier.tsx';
import { draftFrom, workingOf } from './riskValue.ts';
import type { RiskFacts, RiskValue, SeverityDraft } from './riskValue.ts';
import { SeverityCalculator } from './SeverityCalculator.tsx';
import { figure } from './Working.tsx';

export interface RiskFormProps {
  value: RiskValue;
  onChange: (value: RiskValue) => void;
  /**
   * Messages or locale keys by path: `riskLevel`, `riskDescription`, `factors`, `factors.0.finding`,
   * `severity.dataKinds`, `severity.identification`.
   */
  errors: Record<string, string>;
  incident: RiskFacts;
}

/**
 * The decision on the risk of an incident: ENISA's calculator, the level with what it demands, the reason, and the
 * dossier where nobody is notified. Its state is kept by `useRisk`.
 */
export function RiskForm({ value, onChange, errors, incident }: RiskFormProps) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const { severity } = value;
  const small = useIsSmall();
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  // On a telephone the level and the reason come first: the calculator stays folded until asked for, or wrong.
  const expanded =
    severity !== null && ((unfolded ?? !small) || Object.keys(errors).some((path) => path.startsWith('severity')));
  const set = (changed: Partial<RiskValue>) => onChange({ ...value, ...changed });
  const use = ({ context, identification, circumstances, score, level, suggested }: SeverityWorking) => {
    const figures = {
      data: figure(context),
      ease: figure(identification),
      around: figure(circumstances),
      score: figure(score),
      level: t(`severity.${level}`),
    };
    // Nothing that somebody wrote is replaced.
    set({ riskLevel: suggested, riskDescription: value.riskDescription || t('working.reason', figures) });
    announce(t('working.used', { level: t(`incident:riskLevel.${suggested}`) }));
  };
  /** The score in one line. */
  const soFar = (draft: SeverityDraft): string => {
    const working = workingOf(draft);
    return working
      ? t('calculator.score', {
          score: figure(working.score),
          level: t(`severity.${working.level}`),
          suggested: t(`incident:riskLevel.${working.suggested}`),
        })
      : t('calculator.noScore');
  };
  return (
    <Stack gap="6" data-risk>
      <chakra.section
        display="grid"
        gap="3"
        gridTemplateColumns="minmax(0, 1fr)"
        bg="subtle"
        borderRadius="card"
        p={{ base: '3', md: '4' }}
      >
        <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center" justifyContent="space-between">
          <chakra.h3 textStyle="title">{t('calculator.title')}</chakra.h3>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {severity && (small || !expanded) && (
              <Button size="sm" aria-expanded={expanded} onClick={() => setUnfolded(!expanded)}>
                {t(expanded ? 'calculator.hide' : 'calculator.show')}
              </Button>
            )}
            {(expanded || !severity) && (
              <Button
                size="sm"
                icon={<Calculator />}
                aria-expanded={severity !== null}
                onClick={() => {
                  set({ severity: severity ? null : draftFrom(incident) });
                  setUnfolded(severity ? null : true);
                }}
              >
                {t(severity ? 'calculator.leave' : 'calculator.open')}
              </Button>
            )}
          </chakra.div>
        </chakra.div>
        <Text textStyle="dense" color="muted">
          {severity && !expanded ? soFar(severity) : t(severity ? 'calculator.prefilled' : 'calculator.lead')}
        </Text>
        {severity && expanded && (
          <SeverityCalculator
            draft={severity}
            onChange={(draft) => set({ severity: draft })}
            errors={errors}
            incident={incident}
            onUse={use}
          />
        )}
      </chakra.section>
      <Choices
        type="radio"
        required
        legend={t('level')}
        help={t('levelHelp')}
        items={RISK_LEVELS.map((level) => ({
          value: level,
          label: <chakra.span fontWeight="semibold">{t(`incident:riskLevel.${level}`)}</chakra.span>,
          description: t(`demands.${level}`),
        }))}
        chosen={value.riskLevel ? [value.riskLevel] : []}
        onChange={([riskLevel]) => set({ riskLevel: riskLevel ?? null })}
        error={errors.riskLevel && t('chooseLevel')}
      />
      <Reason
        text={value.riskDescription}
        onChange={(riskDescription) => set({ riskDescription })}
        error={errors.riskDescription}
      />
      {value.riskLevel === 'NO_RISK' && (
        <NoRiskDossier factors={value.factors} onChange={(factors) => set({ factors })} errors={errors} />
      )}
    </Stack>
  );
}

function Reason({
  text,
  onChange,
  error,
}: {
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('incidentRisk');
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
    <FieldFrame label={t('reason')} help={t('reasonHelp')} required handle={{ error, ids, control }}>
      <TextAreaInput
        {...control}
        rows={4}
        maxLength={10_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
