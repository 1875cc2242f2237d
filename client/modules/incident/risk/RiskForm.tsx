import { Calculator } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
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
import { useRequiredField } from './useRequiredField.ts';
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
 * The decision on the risk of an incident: ENISA's calculator, the level with the duties it implies, the reason, and
 * the documentation if nobody is notified. Its state is managed by `useRisk`.
 */
export function RiskForm({ value, onChange, errors, incident }: RiskFormProps) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const set = (changed: Partial<RiskValue>) => onChange({ ...value, ...changed });
  const reason = useRef<HTMLTextAreaElement>(null);
  const reasonOf = ({ context, identification, circumstances, score, level }: SeverityWorking): string =>
    t('working.reason', {
      data: figure(context),
      ease: figure(identification),
      around: figure(circumstances),
      score: figure(score),
      level: t(`severity.${level}`),
    });
  const use = (working: SeverityWorking) => {
    const { level, suggested } = working;
    const isLow = level === 'LOW';
    // Text entered by the user is never replaced. A low score does not give a reason: the officer has to.
    set({ riskLevel: suggested, riskDescription: value.riskDescription || (isLow ? '' : reasonOf(working)) });
    announce(t('working.used', { level: t(`incident:riskLevel.${suggested}`) }));
    if (isLow) reason.current?.focus();
  };
  /** A reason filled in by the calculator applies only to the level it suggests, and is removed with another. */
  const choose = (riskLevel: RiskValue['riskLevel']) => {
    const working = workingOf(value.severity);
    const isFilledIn = working !== null && value.riskDescription === reasonOf(working);
    set({ riskLevel, ...(isFilledIn && riskLevel !== working.suggested && { riskDescription: '' }) });
  };
  return (
    <Stack gap="6" data-risk>
      <Severity
        draft={value.severity}
        onChange={(severity) => set({ severity })}
        errors={errors}
        incident={incident}
        onUse={use}
      />
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
        onChange={([riskLevel]) => choose(riskLevel ?? null)}
        error={errors.riskLevel && t('chooseLevel')}
      />
      <Reason
        field={reason}
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

interface SeverityProps extends Pick<RiskFormProps, 'errors' | 'incident'> {
  draft: RiskValue['severity'];
  onChange: (draft: RiskValue['severity']) => void;
  onUse: (working: SeverityWorking) => void;
}

/** The calculator, which can be collapsed and skipped; collapsed, it displays the score in one line. */
function Severity({ draft, onChange, errors, incident, onUse }: SeverityProps) {
  const { t } = useTranslation('incidentRisk');
  const small = useIsSmall();
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  // On a phone the level and the reason come first: the calculator stays collapsed until it is opened or has an error.
  const expanded =
    draft !== null && ((unfolded ?? !small) || Object.keys(errors).some((path) => path.startsWith('severity')));
  return (
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
          {draft && (small || !expanded) && (
            <Button size="sm" aria-expanded={expanded} onClick={() => setUnfolded(!expanded)}>
              {t(expanded ? 'calculator.hide' : 'calculator.show')}
            </Button>
          )}
          {(expanded || !draft) && (
            <Button
              size="sm"
              icon={<Calculator />}
              aria-expanded={draft !== null}
              onClick={() => {
                onChange(draft ? null : draftFrom(incident));
                setUnfolded(draft ? null : true);
              }}
            >
              {t(draft ? 'calculator.leave' : 'calculator.open')}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
      <Text textStyle="dense" color="muted">
        {draft && !expanded ? <Score draft={draft} /> : t(draft ? 'calculator.prefilled' : 'calculator.lead')}
      </Text>
      {draft && expanded && (
        <SeverityCalculator draft={draft} onChange={onChange} errors={errors} incident={incident} onUse={onUse} />
      )}
    </chakra.section>
  );
}

/** The score in one line. */
function Score({ draft }: { draft: SeverityDraft }) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const working = workingOf(draft);
  if (!working) return t('calculator.noScore');
  return t('calculator.score', {
    score: figure(working.score),
    level: t(`severity.${working.level}`),
    suggested: t(`incident:riskLevel.${working.suggested}`),
  });
}

function Reason({
  field,
  text,
  onChange,
  error,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('incidentRisk');
  const handle = useRequiredField(error);
  return (
    <FieldFrame label={t('reason')} help={t('reasonHelp')} required handle={handle}>
      <TextAreaInput
        {...handle.control}
        ref={field}
        rows={4}
        maxLength={10_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
