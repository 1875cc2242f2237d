import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDay, startOf } from '../../../shared/bangkok.ts';
import { formatTime, toInstant } from '../../format.ts';
import { DateInput } from '../date/DateInput.tsx';
import { parseTimeText } from '../date/dateText.ts';
import { FieldFrame, useField, type FieldProps } from './Field.tsx';
import { Input } from './inputs.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type DateFieldProps = Omit<FieldProps, 'placeholder'> & {
  /** First and last day that can be chosen, `YYYY-MM-DD`. The schema checks typed dates. */
  min?: string;
  max?: string;
};

/** A day, `YYYY-MM-DD`; Buddhist era in Thai. @example <DateField name="dueOn" label={t('dueOn')} max={today()} /> */
export function DateField({ min, max, ...field }: DateFieldProps) {
  const handle = useField<string | null | undefined>(field);
  return (
    <FieldFrame {...field} handle={handle}>
      <DateInput
        {...handle.control}
        name={field.name}
        value={handle.value ?? ''}
        min={min}
        max={max}
        onChange={handle.set}
        onBlur={handle.blur}
      />
    </FieldFrame>
  );
}

/**
 * A moment, stored as a UTC instant (ISO), displayed in Bangkok time.
 * @example <DateTimeField name="discoveredAt" label={t('discovered')} />
 */
export function DateTimeField({ min, max, ...field }: DateFieldProps) {
  const { t } = useTranslation('ui');
  const handle = useField<string | null | undefined>(field);
  const value = handle.value ?? '';
  const split = (text: string): [string, string] => {
    const instant = /T/.test(text) ? toInstant(text) : undefined;
    return instant ? [bangkokDay(instant), formatTime(instant)] : [text, ''];
  };
  const [[day, time], setParts] = useState(() => split(value));
  const emitted = useRef(value);
  useEffect(() => {
    if (value === emitted.current) return;
    emitted.current = value;
    setParts(split(value));
  }, [value]);
  const put = (nextDay: string, nextTime: string) => {
    setParts([nextDay, nextTime]);
    const clock = parseTimeText(nextTime);
    const complete = DAY.test(nextDay) && clock;
    // Incomplete input is passed on as typed, for the schema to refuse.
    const next = complete
      ? new Date(Date.parse(startOf(nextDay)) + minutes(clock) * 60_000).toISOString()
      : [nextDay, nextTime].filter(Boolean).join(' ');
    emitted.current = next;
    handle.set(next);
  };
  // Only the faulty input is marked, where one of them is well.
  const [isDay, isTime] = [DAY.test(day), parseTimeText(time) !== undefined];
  const dayInvalid = Boolean(handle.error) && (!isDay || isTime);
  const timeInvalid = Boolean(handle.error) && (!isTime || isDay);
  return (
    <FieldFrame {...field} handle={handle}>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <DateInput
          {...handle.control}
          aria-invalid={dayInvalid || undefined}
          name={field.name}
          value={day}
          min={min}
          max={max}
          onChange={(next) => put(next, time)}
          onBlur={handle.blur}
        />
        <Input
          disabled={handle.control.disabled}
          aria-label={t('date.time')}
          {...(timeInvalid && { 'aria-invalid': true, 'aria-describedby': handle.ids.error })}
          width="6rem"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder={t('date.timePlaceholder')}
          value={time}
          onChange={(event) => put(day, event.target.value)}
          onBlur={() => {
            const tidy = parseTimeText(time) ?? time;
            // What was only passed through keeps its seconds.
            if (tidy !== time) put(day, tidy);
            handle.blur();
          }}
        />
      </chakra.div>
    </FieldFrame>
  );
}

function minutes(clock: string): number {
  const [hours = 0, rest = 0] = clock.split(':').map(Number);
  return hours * 60 + rest;
}
