import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '../../../ui/index.ts';
import { FieldError } from '../../../ui/form/Field.tsx';

const Group = chakra('fieldset', {
  base: { display: 'grid', gap: '2', minWidth: '0', gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    columnGap: '3',
    alignItems: 'start',
    px: '3',
    py: '2.5',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'control',
    cursor: 'pointer',
    _hover: { borderColor: 'ink' },
    '&:has(:checked)': { borderColor: 'accent', bg: 'accent.soft', boxShadow: 'inset 0 0 0 1px {colors.accent}' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '& input': { boxSize: '18px', mt: '0.5', accentColor: '{colors.accent}', outline: 'none', cursor: 'pointer' },
  },
});

export interface ChoiceItem<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  /** Displayed at the end of the row, for example its points. */
  end?: ReactNode;
}

interface ChoicesProps<Value extends string> {
  /** `radio`: exactly one; `checkbox`: any number. */
  type: 'radio' | 'checkbox';
  legend: ReactNode;
  help?: ReactNode;
  items: readonly ChoiceItem<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
  required?: boolean;
  columns?: 1 | 2 | 3 | 4;
}

/** A question with its answers as boxes, based on native inputs: the arrow keys select radios. */
export function Choices<Value extends string>({
  type,
  legend,
  help,
  items,
  chosen,
  onChange,
  error,
  required = false,
  columns = 1,
}: ChoicesProps<Value>) {
  const { t } = useTranslation('ui');
  const id = useId();
  const described = [help ? `${id}help` : '', error ? `${id}error` : ''].filter(Boolean).join(' ');
  const pick = (value: Value, on: boolean) =>
    onChange(
      type === 'radio'
        ? [value]
        : items.map((item) => item.value).filter((one) => (one === value ? on : chosen.includes(one))),
    );
  return (
    <Group
      {...(described && { 'aria-describedby': described })}
      {...(type === 'radio' && { role: 'radiogroup' })}
      {...(required && type === 'radio' && { 'aria-required': true })}
      data-invalid={error ? '' : undefined}
    >
      <chakra.legend fontWeight="semibold" mb={help ? '0.5' : '2'}>
        {legend}
        {required && (
          <chakra.span color="muted" fontWeight="normal">
            {' '}
            ({t('required')})
          </chakra.span>
        )}
      </chakra.legend>
      {help && (
        <chakra.p id={`${id}help`} textStyle="dense" color="muted">
          {help}
        </chakra.p>
      )}
      <chakra.div
        display="grid"
        gap="2"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {items.map((item) => (
          <Row key={item.value}>
            <input
              type={type}
              name={id}
              value={item.value}
              checked={chosen.includes(item.value)}
              aria-invalid={error ? true : undefined}
              onChange={(event) => pick(item.value, event.target.checked)}
            />
            <span>
              <chakra.span display="block">{item.label}</chakra.span>
              {item.description && (
                <chakra.span display="block" textStyle="dense" color="muted">
                  {item.description}
                </chakra.span>
              )}
            </span>
            {item.end && (
              <chakra.span color="muted" textStyle="dense" fontVariantNumeric="tabular-nums">
                {item.end}
              </chakra.span>
            )}
          </Row>
        ))}
      </chakra.div>
      <FieldError id={`${id}error`} text={error} />
    </Group>
  );
}
