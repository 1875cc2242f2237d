import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, chakra, Flex, IconButton, Text } from '../../../ui/index.ts';
import { FieldFrame, Input, useField, useWatch } from '../../../ui/form/index.ts';
import { useAdopter } from '../../../ui/form/useAdopter.ts';

const MOST = 5;
const LONGEST = 720;

/**
 * Hours before the deadline at which notifications are sent: a short list, longest first. Those that are typed when the
 * form is saved are added, so that none is left out.
 */
export function AlertHours() {
  const { t } = useTranslation('incidentSettings');
  const field = { name: 'alertHours', label: t('clock.alertHours'), help: t('clock.alertHoursHelp') };
  const handle = useField<number[]>(field);
  const total = useWatch({ name: 'authorityHours' }) as number | null;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = handle.value;
  const hasRoom = chosen.length < MOST;

  /** @returns whether nothing remains to be added */
  const add = (): boolean => {
    if (typed === '' || !hasRoom) return true;
    const hours = Number(typed);
    const isWrong = !Number.isInteger(hours) || hours < 1 || hours > LONGEST;
    const found = isWrong ? t('clock.alertWrong') : chosen.includes(hours) ? t('clock.alertTwice') : '';
    setProblem(found);
    if (found !== '') {
      input.current?.focus();
      return false;
    }
    handle.set([...chosen, hours].sort((a, b) => b - a));
    setTyped('');
    return true;
  };
  useAdopter(add);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter adds a value here; with Ctrl or ⌘ it submits the form as everywhere else.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  const beyond = total !== null && chosen.some((hours) => hours >= total);

  return (
    <FieldFrame {...field} handle={{ ...handle, error: problem || handle.error }} group>
      <Chosen
        alerts={chosen}
        disabled={handle.control.disabled}
        onRemove={(hours) => handle.set(chosen.filter((one) => one !== hours))}
      />
      {hasRoom && (
        <Flex gap="2" align="center">
          <Input
            {...handle.control}
            ref={input}
            {...(problem && { 'aria-invalid': true, 'aria-describedby': `${handle.ids.error} ${handle.ids.help}` })}
            aria-label={t('clock.addAlert')}
            inputMode="numeric"
            autoComplete="off"
            width="6rem"
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value.replace(/\D/g, '').slice(0, 3));
              setProblem('');
            }}
            onKeyDown={onKeyDown}
          />
          <chakra.span color="muted">{t('clock.hoursUnit')}</chakra.span>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabled={typed === '' || handle.control.disabled}
            onClick={add}
          >
            {t('clock.add')}
          </Button>
        </Flex>
      )}
      {beyond && (
        <Text textStyle="dense" color="warn.text" role="status">
          {t('clock.alertBeyond')}
        </Text>
      )}
    </FieldFrame>
  );
}

interface ChosenProps {
  alerts: readonly number[];
  disabled: boolean;
  onRemove: (hours: number) => void;
}

function Chosen({ alerts, disabled, onRemove }: ChosenProps) {
  const { t } = useTranslation('incidentSettings');
  return (
    <chakra.ul listStyle="none" display="flex" flexWrap="wrap" gap="2">
      {alerts.map((hours) => (
        <chakra.li
          key={hours}
          display="flex"
          alignItems="center"
          gap="1"
          ps="3"
          pe="1"
          bg="subtle"
          borderRadius="control"
          textStyle="dense"
          fontVariantNumeric="tabular-nums"
        >
          {t('clock.alert', { count: hours, hours })}
          <IconButton
            size="sm"
            label={t('clock.removeAlert', { count: hours, hours })}
            icon={<X aria-hidden />}
            disabled={disabled}
            onClick={() => onRemove(hours)}
          />
        </chakra.li>
      ))}
      {alerts.length === 0 && (
        <chakra.li color="muted" textStyle="dense">
          {t('clock.noAlerts')}
        </chakra.li>
      )}
    </chakra.ul>
  );
}
