import { chakra } from '@chakra-ui/react';
import { CalendarRange, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfter, startOf } from '../../../shared/bangkok.ts';
import { daysInRange, endOfDay, today } from '../../format.ts';
import { Button, IconButton } from '../Button.tsx';
import { Popover } from '../Popover.tsx';
import { useFormat } from '../useFormat.ts';
import { lazyScreen } from '../lazyScreen.tsx';

const Calendar = lazyScreen(() => import('./Calendar.tsx'));

/** Days as chosen, and the same as UTC instants (Bangkok midnight is 17:00 UTC of the day before). */
export interface ChosenRange {
  from: string;
  to: string;
  start: string;
  end: string;
}

export interface RangeInputProps {
  label: string;
  value: { from: string; to: string } | undefined;
  onChange: (range: ChosenRange | undefined) => void;
  /** Longest range in days. */
  maxDays?: number;
  dense?: boolean;
  id?: string;
  disabled?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/**
 * From one day to another, not beyond today.
 * @example <DateRangePicker label={t('range')} value={range} onChange={setRange} maxDays={90} />
 */
export default function RangeInput({ label, value, onChange, maxDays, dense = false, ...rest }: RangeInputProps) {
  const { t } = useTranslation('ui');
  const { date } = useFormat();
  const displayed = value
    ? value.from === value.to
      ? date(value.from)
      : `${date(value.from)} – ${date(value.to)}`
    : undefined;
  const choose = (from: string, to: string) => onChange({ from, to, start: startOf(from), end: endOfDay(to) });
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1" minWidth="0" maxWidth="full">
      <Popover
        align="start"
        label={label}
        maxHeight="32rem"
        trigger={(props) => (
          <Button
            {...props}
            {...rest}
            {...(dense ? { size: 'sm' as const, minHeight: '9' } : {})}
            fontWeight="normal"
            flexShrink="1"
            minWidth="0"
            icon={<CalendarRange aria-hidden />}
            {...(value && { borderColor: 'accent', color: 'accent.text' })}
          >
            <chakra.span overflow="hidden" textOverflow="ellipsis">
              {displayed ? `${label}: ${displayed}` : label}
            </chakra.span>
          </Button>
        )}
      >
        {(close) => (
          <RangePanel
            value={value}
            maxDays={maxDays}
            onChange={(from, to) => {
              choose(from, to);
              close();
            }}
          />
        )}
      </Popover>
      {value && (
        <IconButton
          size="sm"
          noTooltip
          label={`${t('clear')}: ${label}`}
          icon={<X aria-hidden />}
          onClick={() => onChange(undefined)}
        />
      )}
    </chakra.span>
  );
}

interface RangePanelProps {
  value: { from: string; to: string } | undefined;
  maxDays: number | undefined;
  onChange: (from: string, to: string) => void;
}

function RangePanel({ value, maxDays, onChange }: RangePanelProps) {
  const { t } = useTranslation('ui');
  const [days, setDays] = useState<string[]>(value ? [value.from, value.to] : []);
  const last = today();
  const [start] = days;
  // Once the start is chosen, only days within the limit can end the range.
  const pending = days.length === 1 && start && maxDays ? start : undefined;
  const limit = pending && maxDays ? dayAfter(pending, maxDays - 1) : last;
  const presets = (
    [
      [1, 'date.today'],
      [7, 'date.last7'],
      [30, 'date.last30'],
    ] as const
  ).filter(([count]) => !maxDays || count <= maxDays);
  return (
    <chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="1.5" p="3" pb="0">
        {presets.map(([count, key]) => (
          <Button key={key} size="sm" onClick={() => onChange(dayAfter(last, 1 - count), last)}>
            {t(key)}
          </Button>
        ))}
      </chakra.div>
      <Suspense fallback={<chakra.div width="18rem" height="20rem" />}>
        <Calendar
          mode="range"
          value={days}
          max={limit < last ? limit : last}
          min={pending && maxDays ? dayAfter(pending, 1 - maxDays) : undefined}
          onChange={(next) => {
            const [a, b] = next.toSorted();
            if (a && b && (!maxDays || daysInRange(a, b) <= maxDays)) onChange(a, b);
            else setDays(next.slice(-1));
          }}
        />
      </Suspense>
      {maxDays && (
        <chakra.p px="3" pb="3" textStyle="small" color="muted" maxWidth="18rem">
          {t('date.rangeLimit', { days: maxDays })}
        </chakra.p>
      )}
    </chakra.div>
  );
}
