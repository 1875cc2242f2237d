import { DatePicker, chakra } from '@chakra-ui/react';
import { BuddhistCalendar, GregorianCalendar, parseDate, toCalendar } from '@internationalized/date';
import type { Calendar as CalendarSystem, CalendarIdentifier } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { timeZone } from '../../format.ts';
import { useLocale } from '../useFormat.ts';

export interface CalendarProps {
  /** Chosen days, `YYYY-MM-DD`. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** First and last day that can be chosen, `YYYY-MM-DD`. */
  min?: string | undefined;
  max?: string | undefined;
  mode?: 'single' | 'range';
}

/** Only the two calendars in use are included; otherwise the picker would display 2026 where Thai expects 2569. */
function createCalendar(identifier: CalendarIdentifier): CalendarSystem {
  return identifier === 'buddhist' ? new BuddhistCalendar() : new GregorianCalendar();
}

const Frame = chakra('div', {
  base: {
    p: '3',
    textStyle: 'dense',
    '& [data-part=view-control]': { display: 'flex', alignItems: 'center', gap: '1', mb: '2' },
    '& [data-part=view-trigger]': {
      flex: '1',
      minHeight: '9',
      fontWeight: 'semibold',
      borderRadius: 'control',
      cursor: 'pointer',
      _hover: { bg: 'subtle' },
    },
    '& [data-part=prev-trigger], & [data-part=next-trigger]': {
      display: 'inline-grid',
      placeItems: 'center',
      boxSize: '9',
      borderRadius: 'control',
      cursor: 'pointer',
      _hover: { bg: 'subtle' },
      _disabled: { opacity: 0.4, cursor: 'not-allowed' },
    },
    '& [data-part=table]': { width: 'full', borderCollapse: 'separate', borderSpacing: '0 2px' },
    '& [data-part=table-header]': { fontWeight: 'normal', textStyle: 'small', color: 'muted', height: '8' },
    '& [data-part=table-cell]': { textAlign: 'center', p: '0' },
    '& [data-part=table-cell-trigger]': {
      display: 'inline-grid',
      placeItems: 'center',
      width: 'full',
      minWidth: '9',
      height: '9',
      px: '1',
      borderRadius: 'control',
      cursor: 'pointer',
      fontVariantNumeric: 'tabular-nums',
      '&:hover:not([data-disabled])': { bg: 'subtle' },
      '&[data-outside-range]': { color: 'muted', opacity: 0.5 },
      '&[data-today]': { fontWeight: 'semibold', boxShadow: 'inset 0 -2px {colors.live}' },
      '&[data-in-range]': { bg: 'accent.soft', borderRadius: '0' },
      '&[data-selected], &[data-range-start], &[data-range-end]': {
        bg: 'accent',
        color: 'accent.ink',
        borderRadius: 'control',
        opacity: 1,
      },
      '&[data-disabled]': { color: 'muted', opacity: 0.4, cursor: 'not-allowed' },
      '&[data-disabled]:not([data-outside-range])': { textDecoration: 'line-through' },
    },
  },
});

/**
 * The one calendar, Buddhist era in Thai. Loaded when a date field opens; use it through DateField and the other date
 * fields.
 */
export default function Calendar({ value, onChange, min, max, mode = 'single' }: CalendarProps) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const id = useId();
  const days = value.flatMap((day) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? [parseDate(day)] : []));
  const nav = (view: string) => (
    <DatePicker.ViewControl>
      <DatePicker.PrevTrigger>
        <ChevronLeft size={18} aria-hidden />
      </DatePicker.PrevTrigger>
      {/* Labelled by its visible text: voice control needs the label to contain it. */}
      <DatePicker.ViewTrigger aria-labelledby={`${id}-${view}`} title={t('date.chooseView')}>
        <DatePicker.RangeText id={`${id}-${view}`} />
      </DatePicker.ViewTrigger>
      <DatePicker.NextTrigger>
        <ChevronRight size={18} aria-hidden />
      </DatePicker.NextTrigger>
    </DatePicker.ViewControl>
  );
  return (
    <Frame>
      <DatePicker.Root
        inline
        locale={locale === 'th' ? 'th-TH-u-ca-buddhist-nu-latn' : 'en-GB'}
        createCalendar={createCalendar}
        timeZone={timeZone}
        startOfWeek={0}
        selectionMode={mode}
        value={days}
        onValueChange={(details) =>
          onChange(details.value.map((day) => toCalendar(day, new GregorianCalendar()).toString().slice(0, 10)))
        }
        {...(days[0] && { defaultFocusedValue: days.at(-1) })}
        {...(min && { min: parseDate(min) })}
        {...(max && { max: parseDate(max) })}
        translations={{
          dayCell: (state) => state.valueText,
          prevTrigger: () => t('date.previousMonth'),
          nextTrigger: () => t('date.nextMonth'),
          viewTrigger: () => t('date.chooseView'),
          content: t('date.calendar'),
        }}
      >
        <DatePicker.View view="day">
          {nav('day')}
          <DatePicker.DayTable />
        </DatePicker.View>
        <DatePicker.View view="month">
          {nav('month')}
          <DatePicker.MonthTable columns={3} />
        </DatePicker.View>
        <DatePicker.View view="year">
          {nav('year')}
          <DatePicker.YearTable columns={3} />
        </DatePicker.View>
      </DatePicker.Root>
    </Frame>
  );
}
