import { chakra } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { Suspense, lazy } from 'react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../format.ts';
import { Button } from '../Button.tsx';
import { Popover } from '../Popover.tsx';
import { useFormat } from '../useFormat.ts';

const Calendar = lazy(() => import('./Calendar.tsx'));

export interface MonthInputProps extends Omit<ComponentProps<typeof Button>, 'value' | 'onChange'> {
  label: string;
  /** `YYYY-MM` or empty. */
  value: string;
  onChange: (value: string) => void;
}

/** A month, never a future one. @example <MonthInput label={t('month')} value={month} onChange={setMonth} /> */
export function MonthInput({ label, value, onChange, ...rest }: MonthInputProps) {
  const { t } = useTranslation('ui');
  const { month } = useFormat();
  return (
    <Popover
      align="start"
      label={label}
      trigger={(props) => (
        <Button fontWeight="normal" icon={<CalendarDays aria-hidden />} {...rest} {...props}>
          {value ? month(value) : t('date.chooseMonth')}
        </Button>
      )}
    >
      {(close) => (
        <Suspense fallback={<chakra.div width="16rem" height="14rem" />}>
          <Calendar
            unit="month"
            value={value ? [`${value}-01`] : []}
            max={today()}
            onChange={([day]) => {
              if (!day) return;
              onChange(day.slice(0, 7));
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
