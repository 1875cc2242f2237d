import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Switch } from '../Switch.tsx';
import { ChoiceCard } from './ChoiceCard.tsx';
import { FieldFrame, FieldNotes, useField } from './Field.tsx';
import type { FieldProps } from './Field.tsx';
import { CheckboxInput } from './inputs.tsx';

/** Yes or no, sent with the form. @example <CheckboxField name="accepted" label={t('accept')} /> */
export function CheckboxField(field: Omit<FieldProps, 'placeholder'>) {
  const handle = useField<boolean | undefined>(field);
  return (
    <chakra.div display="grid" gap="1.5">
      <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
        <chakra.span pt="0.5" display="inline-flex">
          <CheckboxInput
            {...handle.control}
            type="checkbox"
            name={field.name}
            checked={handle.value ?? false}
            onChange={(event) => handle.set(event.target.checked)}
            onBlur={handle.blur}
          />
        </chakra.span>
        <chakra.span id={handle.ids.label}>{field.label}</chakra.span>
      </chakra.label>
      <FieldNotes handle={handle} help={field.help} />
    </chakra.div>
  );
}

/** On or off. @example <SwitchField name="enabled" label={t('enabled')} help={t('enabledHelp')} /> */
export function SwitchField(field: Omit<FieldProps, 'placeholder'>) {
  const handle = useField<boolean | undefined>(field);
  const { 'aria-required': _, ...control } = handle.control;
  return (
    <chakra.div display="grid" gap="1.5">
      <chakra.div display="flex" gap="3" alignItems="center">
        <Switch
          {...control}
          checked={handle.value ?? false}
          onCheckedChange={handle.set}
          aria-labelledby={handle.ids.label}
          onBlur={handle.blur}
        />
        <chakra.label id={handle.ids.label} htmlFor={handle.control.id} cursor="pointer" fontWeight="semibold">
          {field.label}
        </chakra.label>
      </chakra.div>
      <FieldNotes handle={handle} help={field.help} />
    </chakra.div>
  );
}

export interface RadioCard {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsFieldProps extends Omit<FieldProps, 'placeholder'> {
  cards: readonly RadioCard[];
  columns?: 1 | 2 | 3;
  /** Called when the user chooses one. */
  onChosen?: (value: string) => void;
}

const Radio = chakra('input', { base: { boxSize: '18px', flexShrink: 0, mt: '1', accentColor: '{colors.accent}' } });

/**
 * A choice of one from a few, each with an explanation.
 * @example <RadioCardsField name="kind" label={t('kind')} cards={kinds} />
 */
export function RadioCardsField({ cards, columns = 2, onChosen, ...field }: RadioCardsFieldProps) {
  const handle = useField<string | undefined>(field);
  const { id, 'aria-required': _, ...control } = handle.control;
  return (
    <FieldFrame {...field} handle={handle} group>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: '1fr', sm: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {cards.map((card) => (
          <ChoiceCard key={card.value}>
            <Radio
              {...control}
              id={`${id}-${card.value}`}
              type="radio"
              name={field.name}
              value={card.value}
              checked={handle.value === card.value}
              disabled={control.disabled || card.disabled}
              onChange={() => {
                handle.set(card.value);
                onChosen?.(card.value);
              }}
              onBlur={handle.blur}
            />
            <chakra.span flex="1" minWidth="0">
              <chakra.span display="block" fontWeight="semibold">
                {card.label}
              </chakra.span>
              {card.description && (
                <chakra.span display="block" textStyle="dense" color="muted">
                  {card.description}
                </chakra.span>
              )}
            </chakra.span>
            {card.icon && <chakra.span color="muted">{card.icon}</chakra.span>}
          </ChoiceCard>
        ))}
      </chakra.div>
    </FieldFrame>
  );
}
