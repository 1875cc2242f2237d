import { defineRecipe } from '@chakra-ui/react';

/** Styles that Button, IconButton and LinkButton share. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontFamily: 'body',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'quick',
    transitionTimingFunction: 'out',
    '& svg': { flexShrink: 0, width: '1.15em', height: '1.15em' },
    _disabled: { cursor: 'not-allowed', opacity: 0.55 },
    '&[aria-disabled=true]': { cursor: 'not-allowed', opacity: 0.55 },
  },
  variants: {
    look: {
      /** The one main action of a page or dialog. */
      main: { bg: 'accent', color: 'accent.ink', '&:hover:not(:disabled)': { bg: 'accent.hover' } },
      /** Everything else. */
      plain: { bg: 'surface', color: 'ink', borderColor: 'line.strong', '&:hover:not(:disabled)': { bg: 'subtle' } },
      /** Inside toolbars and rows. */
      quiet: {
        bg: 'transparent',
        color: 'ink',
        '&:hover:not(:disabled)': { bg: 'subtle' },
        '&[aria-expanded=true]': { bg: 'subtle' },
      },
      danger: { bg: 'danger', color: 'danger.ink', '&:hover:not(:disabled)': { bg: 'danger.hover' } },
      /** Like a link, in running text. */
      text: {
        bg: 'transparent',
        color: 'accent.text',
        textDecoration: 'underline',
        textUnderlineOffset: '3px',
        fontWeight: 'normal',
        // Wraps like the surrounding text: a long title must not widen its table.
        whiteSpace: 'normal',
        textAlign: 'start',
        flexShrink: 1,
      },
    },
    size: {
      sm: { minHeight: '8', px: '3', textStyle: 'dense', fontWeight: 'semibold' },
      md: { minHeight: '10', px: '4', fontSize: 'md', lineHeight: 'dense' },
      lg: { minHeight: '12', px: '5', fontSize: 'md', lineHeight: 'dense' },
    },
    square: { true: {} },
    block: { true: { width: 'full' } },
  },
  // Last, so that they override the sizes.
  compoundVariants: [
    { look: 'text', css: { px: '0', minHeight: '0', fontWeight: 'normal' } },
    { square: true, css: { px: '0' } },
    { square: true, size: 'sm', css: { width: '8' } },
    { square: true, size: 'md', css: { width: '10' } },
    { square: true, size: 'lg', css: { width: '12' } },
  ],
  defaultVariants: { look: 'plain', size: 'md' },
});
