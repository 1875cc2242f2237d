import { chakra } from '@chakra-ui/react';

/** A label around a radio button or checkbox that can be clicked anywhere. */
export const ChoiceCard = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    p: '4',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'card',
    cursor: 'pointer',
    transition: 'border-color 120ms ease-out, background-color 120ms ease-out',
    _hover: { borderColor: 'ink' },
    '&:has(:checked)': { borderColor: 'accent', bg: 'accent.soft', boxShadow: 'inset 0 0 0 1px {colors.accent}' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '&:has(:disabled)': { opacity: 0.55, cursor: 'not-allowed' },
    '& input': { outline: 'none' },
  },
});
