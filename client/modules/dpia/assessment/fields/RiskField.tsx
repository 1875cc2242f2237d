import { useTranslation } from 'react-i18next';
import type { DpiaScale, ScaleLevel } from '../../../../../shared/dpia/framework.ts';
import { riskLevel, type RiskPoint, scoreOf } from '../../../../../shared/dpia/risk.ts';
import { AsideOfField, NativeSelect, useField } from '../../../../ui/form/index.ts';
import { chakra, useFormat } from '../../../../ui/index.ts';
import { RiskTag } from '../../riskWords.tsx';

interface RiskFieldProps {
  /** Path of the risk in the form values. */
  name: string;
  label: string;
  scale: DpiaScale;
}

/** Likelihood and impact: a level of each, and the resulting risk. */
export function RiskField({ name, label, scale }: RiskFieldProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { value } = useField<RiskPoint>({ name });
  return (
    <chakra.fieldset
      data-field={name}
      minWidth="0"
      display="grid"
      gap="1.5"
      gridTemplateColumns="minmax(0, 1fr)"
      borderWidth="1px"
      borderRadius="control"
      p="3"
    >
      <chakra.legend fontWeight="semibold" px="1">
        <chakra.span display="inline-flex" alignItems="center" gap="2">
          {label}
          <AsideOfField name={name} />
        </chakra.span>
      </chakra.legend>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Level name={`${name}.likelihood`} label={t('map.likelihood')} of={label} levels={scale.likelihood} />
        <Level name={`${name}.impact`} label={t('map.impact')} of={label} levels={scale.impact} />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" role="status">
        <RiskTag level={riskLevel(value, scale.bands)} />
        {scoreOf(value) !== null && (
          <chakra.span color="muted" textStyle="dense" data-numeric="">
            {t('map.score', { score: scoreOf(value) })}
          </chakra.span>
        )}
      </chakra.div>
    </chakra.fieldset>
  );
}

interface LevelProps {
  name: string;
  label: string;
  /** Which risk this is. */
  of: string;
  levels: readonly ScaleLevel[];
}

function Level({ name, label, of, levels }: LevelProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const handle = useField<number | null>({ name });
  const chosen = levels.find(({ level }) => level === handle.value);
  return (
    <chakra.label display="grid" gap="1" minWidth="0" alignContent="start">
      <chakra.span textStyle="dense" color="muted">
        {label}
      </chakra.span>
      <NativeSelect
        {...handle.control}
        dense
        name={name}
        aria-label={`${of}: ${label}`}
        value={handle.value ?? ''}
        onChange={(event) => handle.set(event.target.value === '' ? null : Number(event.target.value))}
        onBlur={handle.blur}
      >
        <option value="">{t('risk.none')}</option>
        {levels.map(({ level, title }) => (
          <option key={level} value={level}>
            {`${level} – ${text(title)}`}
          </option>
        ))}
      </NativeSelect>
      {chosen && text(chosen.description) && (
        <chakra.span textStyle="small" color="muted">
          {text(chosen.description)}
        </chakra.span>
      )}
    </chakra.label>
  );
}
