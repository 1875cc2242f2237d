import { useTranslation } from 'react-i18next';
import { PERIODS } from '../../../shared/analytics/schema.ts';
import { NativeSelect } from '../../ui/form/index.ts';

export type Period = (typeof PERIODS)[number];

/** The choice of a period of page views, shortest first. */
export function PeriodSelect({ days, onChange }: { days: Period; onChange: (days: Period) => void }) {
  const { t } = useTranslation('analytics');
  return (
    <NativeSelect
      dense
      width="auto"
      aria-label={t('period')}
      value={days}
      onChange={({ target }) => onChange(PERIODS.find((one) => one === target.value) ?? PERIODS[0])}
    >
      {PERIODS.toSorted((one, other) => Number(one) - Number(other)).map((period) => (
        <option key={period} value={period}>
          {t('days', { count: Number(period), number: period })}
        </option>
      ))}
    </NativeSelect>
  );
}
