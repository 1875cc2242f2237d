import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_RISK_FACTORS, type NoRiskFactor } from '../../../../shared/incident/decision.ts';
import { chakra } from '../../../ui/index.ts';
import { CheckboxInput, TextAreaInput } from '../../../ui/form/index.ts';
import { FieldError } from '../../../ui/form/Field.tsx';
import type { RiskValue } from './riskValue.ts';

type Factors = RiskValue['factors'];

export interface NoRiskDossierProps {
  factors: Factors;
  onChange: (factors: Factors) => void;
  /** By path: `factors` and `factors.0.finding`. */
  errors: Record<string, string>;
}

/** The factors considered when nobody is notified, each with the finding: the evidence for the authority. */
export function NoRiskDossier({ factors, onChange, errors }: NoRiskDossierProps) {
  const { t } = useTranslation('incidentRisk');
  const id = useId();
  const tick = (factor: NoRiskFactor, on: boolean) =>
    onChange(
      NO_RISK_FACTORS.flatMap((one) =>
        one === factor ? (on ? [{ factor, finding: '' }] : []) : factors.filter((entry) => entry.factor === one),
      ),
    );
  return (
    <chakra.fieldset
      display="grid"
      gap="2"
      minWidth="0"
      gridTemplateColumns="minmax(0, 1fr)"
      aria-describedby={`${id}help ${id}error`}
    >
      <chakra.legend fontWeight="semibold">{t('dossier.legend')}</chakra.legend>
      <chakra.p id={`${id}help`} textStyle="dense" color="muted">
        {t('dossier.help')}
      </chakra.p>
      <chakra.ul listStyle="none" borderWidth="1px" borderRadius="card">
        {NO_RISK_FACTORS.map((factor) => {
          const index = factors.findIndex((one) => one.factor === factor);
          const error = index < 0 ? undefined : errors[`factors.${index}.finding`];
          return (
            <chakra.li key={factor} px="3" py="2.5" display="grid" gap="2" css={{ '& + &': { borderTopWidth: '1px' } }}>
              <chakra.label display="grid" gridTemplateColumns="20px minmax(0, 1fr)" columnGap="3" cursor="pointer">
                <CheckboxInput
                  type="checkbox"
                  checked={index >= 0}
                  aria-invalid={errors.factors ? true : undefined}
                  onChange={(event) => tick(factor, event.target.checked)}
                />
                <span>
                  <chakra.span id={`${id}${factor}`} display="block">
                    {t(`factor.${factor}`)}
                  </chakra.span>
                  <chakra.span display="block" textStyle="dense" color="muted">
                    {t(`factor.${factor}Asks`)}
                  </chakra.span>
                </span>
              </chakra.label>
              {index >= 0 && (
                <chakra.div ps="8" display="grid" gap="1.5">
                  <TextAreaInput
                    rows={2}
                    minHeight="16"
                    maxLength={2000}
                    value={factors[index]?.finding ?? ''}
                    aria-label={t('dossier.finding', { factor: t(`factor.${factor}`) })}
                    placeholder={t('dossier.placeholder')}
                    aria-required
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${id}${factor}error` : undefined}
                    onChange={(event) =>
                      onChange(factors.map((one, at) => (at === index ? { ...one, finding: event.target.value } : one)))
                    }
                  />
                  <FieldError id={`${id}${factor}error`} text={error} />
                </chakra.div>
              )}
            </chakra.li>
          );
        })}
      </chakra.ul>
      <FieldError id={`${id}error`} text={errors.factors} />
    </chakra.fieldset>
  );
}
