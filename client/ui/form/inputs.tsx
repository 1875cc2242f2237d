import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

const control = {
  width: 'full',
  minHeight: '10',
  px: '3',
  py: '1.5',
  bg: 'surface',
  color: 'ink',
  fontFamily: 'body',
  fontSize: 'md',
  lineHeight: 'thai',
  borderWidth: '1px!',
  borderColor: 'line.strong!',
  borderRadius: 'control',
  transition: 'border-color 120ms ease-out',
  '&:hover:not(:disabled)': { borderColor: 'ink!' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-1px', borderColor: 'accent!' },
  '&[aria-invalid=true]': { borderColor: 'danger!', outlineColor: 'danger' },
  _disabled: { bg: 'subtle', color: 'muted', cursor: 'not-allowed' },
  '&[readonly]': { bg: 'subtle' },
} as const;

/** The bare text input. In forms use TextField and the other fields. */
export const Input = chakra('input', {
  base: control,
  variants: { dense: { true: { minHeight: '9', px: '2.5', py: '1', textStyle: 'dense' } } },
});

/** The bare multi-line input. */
export const TextAreaInput = chakra('textarea', { base: { ...control, minHeight: '24', resize: 'vertical' } });

const Choice = chakra('select', {
  base: { ...control, pe: '9', appearance: 'none', cursor: 'pointer', textOverflow: 'ellipsis' },
  variants: { dense: { true: { minHeight: '9', ps: '2.5', py: '1', textStyle: 'dense' } } },
});

export type NativeSelectProps = ComponentProps<typeof Choice>;

/** The bare native select. `<NativeSelect value={value} onChange={…}><option>…</option></NativeSelect>` */
export function NativeSelect({ width = 'full', minWidth, maxWidth, flex, ...rest }: NativeSelectProps) {
  return (
    <chakra.span position="relative" display="inline-block" {...{ width, minWidth, maxWidth, flex }}>
      <Choice {...rest} />
      <chakra.span
        position="absolute"
        insetInlineEnd="2.5"
        top="50%"
        color="muted"
        pointerEvents="none"
        css={{ transform: 'translateY(-50%)' }}
      >
        <ChevronDown size={16} aria-hidden style={{ display: 'block' }} />
      </chakra.span>
    </chakra.span>
  );
}

/** The bare check box, 20 px. */
export const CheckboxInput = chakra('input', {
  base: {
    boxSize: '20px',
    flexShrink: 0,
    accentColor: '{colors.accent}',
    cursor: 'pointer',
    _disabled: { cursor: 'not-allowed' },
  },
});

/** Around a checkbox: the touch target. */
export const CheckboxTarget = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '6',
    minHeight: '7',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' },
  },
});
