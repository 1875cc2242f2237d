import { useId } from 'react';
import type { ReactNode } from 'react';
import { AsideOfField } from '../../../../ui/form/index.ts';
import { chakra } from '../../../../ui/index.ts';

export interface RadioRowProps<Value> {
  label: ReactNode;
  /** Displayed beside or below the label. */
  note?: ReactNode;
  /** Path of the field in the form values, for links from problems. */
  name?: string;
  /** Path of the answered object, if additional content is displayed beside each field. */
  aside?: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  disabled: boolean;
  onChange: (value: Value) => void;
}

/** A question with a few short answers in one row. */
export function RadioRow<Value extends string | boolean>({
  label,
  note,
  name,
  aside,
  options,
  value,
  disabled,
  onChange,
}: RadioRowProps<Value>) {
  const id = useId();
  return (
    <chakra.div
      role="radiogroup"
      aria-labelledby={id}
      data-field={name}
      display="grid"
      columnGap="4"
      rowGap="1.5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' }}
    >
      <chakra.div minWidth="0">
        <chakra.div display="flex" gap="2" alignItems="baseline">
          <chakra.div id={id} overflowWrap="anywhere" flex={aside === undefined ? '1' : '0 1 auto'}>
            {label}
          </chakra.div>
          {aside !== undefined && <AsideOfField name={aside} />}
        </chakra.div>
        {note}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
        {options.map((option) => (
          <chakra.label
            key={String(option.value)}
            display="inline-flex"
            alignItems="center"
            gap="2"
            cursor="pointer"
            whiteSpace="nowrap"
            css={{ '@media (pointer: coarse)': { minHeight: '11', minWidth: '11' } }}
          >
            <chakra.input
              type="radio"
              name={id}
              boxSize="18px"
              flexShrink={0}
              accentColor="accent"
              checked={value === option.value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
