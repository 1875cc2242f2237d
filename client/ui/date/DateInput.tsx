import { chakra } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { FloatingPanel } from '../Popover.tsx';
import { Input } from '../form/inputs.tsx';
import { useLocale } from '../useFormat.ts';
import { parseDateText, toDateText } from './dateText.ts';
import { lazyScreen } from '../lazyScreen.tsx';

const Calendar = lazyScreen(() => import('./Calendar.tsx'));

export interface DateInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, empty, or the typed text while it is no valid date (the schema then refuses it). */
  value: string;
  onChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** A date to type (21/11/2569) or to choose from the calendar. */
export function DateInput({ value, onChange, min, max, onBlur, disabled, ...rest }: DateInputProps) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const panelId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(() => toDateText(value, locale));
  const typing = useRef(false);
  useEffect(() => {
    if (!typing.current) setText(toDateText(value, locale));
  }, [value, locale]);
  return (
    <chakra.div ref={anchor} position="relative" width="full" maxWidth="14rem">
      <Input
        {...rest}
        disabled={disabled}
        pe="11"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('date.placeholder')}
        value={text}
        onChange={(event) => {
          typing.current = true;
          setText(event.target.value);
          onChange(parseDateText(event.target.value) ?? event.target.value.trim());
        }}
        onBlur={(event) => {
          typing.current = false;
          setText(toDateText(value, locale));
          onBlur?.(event);
        }}
      />
      <chakra.span position="absolute" insetInlineEnd="1" top="50%" css={{ transform: 'translateY(-50%)' }}>
        <IconButton
          ref={button}
          size="sm"
          noTooltip
          disabled={disabled}
          label={t('date.open')}
          icon={<CalendarDays aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={open}
          {...(open && { 'aria-controls': panelId })}
          onClick={() => setOpen(!open)}
        />
      </chakra.span>
      {open && (
        <FloatingPanel
          id={panelId}
          label={t('date.calendar')}
          anchor={anchor}
          onClose={() => setOpen(false)}
          maxHeight="26rem"
        >
          <Suspense fallback={<chakra.div width="18rem" height="20rem" />}>
            <Calendar
              value={[value]}
              min={min}
              max={max}
              onChange={([day]) => {
                if (!day) return;
                onChange(day);
                setText(toDateText(day, locale));
                setOpen(false);
                button.current?.focus();
              }}
            />
          </Suspense>
        </FloatingPanel>
      )}
    </chakra.div>
  );
}
