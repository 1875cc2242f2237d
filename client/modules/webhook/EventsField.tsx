import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_MODULES, type ActivityModule, EVENTS } from '../../../shared/registry/events.ts';
import { WEBHOOK_EVENTS } from '../../../shared/webhook/events.ts';
import { CheckboxInput, FieldFrame, Input, useField } from '../../ui/form/index.ts';
import { Box, chakra, Stack, Text } from '../../ui/index.ts';
import { useEventWords } from './useEventWords.ts';
import type { WebhookEvent } from './webhookFields.ts';

const Line = chakra('label', {
  base: { display: 'flex', alignItems: 'center', gap: '3', minHeight: '11', cursor: 'pointer', lineHeight: 'dense' },
});

/** The event types to subscribe to, grouped by module, as plain text. */
export function EventsField() {
  const { t } = useTranslation(['webhook', 'activityLog']);
  const words = useEventWords();
  const handle = useField<readonly WebhookEvent[]>({ name: 'events', required: true });
  const [query, setQuery] = useState('');
  const { id, 'aria-required': _, ...control } = handle.control;
  const wanted = query.trim().toLocaleLowerCase();
  const groups = ACTIVITY_MODULES.map((module) => ({
    module,
    all: WEBHOOK_EVENTS.filter((event) => EVENTS[event].module === module),
    events: WEBHOOK_EVENTS.filter(
      (event) => EVENTS[event].module === module && `${words(event)} ${event}`.toLocaleLowerCase().includes(wanted),
    ),
  })).filter(({ events }) => events.length > 0);
  return (
    <FieldFrame label={t('field.events')} required handle={handle} group>
      <Stack gap="2">
        <Input
          {...control}
          id={id}
          type="search"
          value={query}
          aria-label={t('searchEvents')}
          placeholder={t('searchEvents')}
          minHeight="11"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {groups.map((group) => (
          <Group
            key={group.module}
            {...group}
            chosen={handle.value}
            onChange={handle.set}
            searched={wanted !== ''}
            disabled={control.disabled}
          />
        ))}
        {groups.length === 0 && <Text color="muted">{t('noEvents')}</Text>}
      </Stack>
    </FieldFrame>
  );
}

interface GroupProps {
  module: ActivityModule;
  /** All events of the module, and those matching the search. */
  all: readonly WebhookEvent[];
  events: readonly WebhookEvent[];
  chosen: readonly WebhookEvent[];
  onChange: (chosen: readonly WebhookEvent[]) => void;
  searched: boolean;
  disabled: boolean;
}

function Group({ module, all, events, chosen, onChange, searched, disabled }: GroupProps) {
  const { t } = useTranslation(['webhook', 'activityLog']);
  const words = useEventWords();
  const [opened, setOpened] = useState(false);
  const open = searched || opened;
  const count = all.filter((event) => chosen.includes(event)).length;
  const isComplete = events.every((event) => chosen.includes(event));
  const put = (which: readonly WebhookEvent[], on: boolean) => {
    const others = chosen.filter((event) => !which.includes(event));
    onChange(on ? [...others, ...which] : others);
  };
  return (
    <chakra.details
      open={open}
      onToggle={(event) => !searched && setOpened(event.currentTarget.open)}
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
    >
      <chakra.summary cursor="pointer" px="3" py="2.5" minHeight="11">
        {t(`activityLog:module.${module}`)}{' '}
        <chakra.span color="muted" textStyle="dense">
          {t('chosenOf', { count, all: all.length })}
        </chakra.span>
      </chakra.summary>
      {open && (
        <Box px="3" pb="2" borderTopWidth="1px">
          <Line fontWeight="semibold">
            <CheckboxInput
              type="checkbox"
              disabled={disabled}
              checked={isComplete}
              onChange={() => put(events, !isComplete)}
            />
            {t('chooseAll')}
          </Line>
          {events.map((event) => (
            <Line key={event}>
              <CheckboxInput
                type="checkbox"
                value={event}
                disabled={disabled}
                checked={chosen.includes(event)}
                onChange={(change) => put([event], change.target.checked)}
              />
              <span>
                {words(event)}{' '}
                <chakra.span textStyle="small" color="muted" fontFamily="mono" overflowWrap="anywhere">
                  {event}
                </chakra.span>
                {event === 'userConsent.received' && (
                  <chakra.span display="block" textStyle="small" color="muted">
                    {t('receivedHelp')}
                  </chakra.span>
                )}
              </span>
            </Line>
          ))}
        </Box>
      )}
    </chakra.details>
  );
}
