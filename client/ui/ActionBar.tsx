import { chakra } from '@chakra-ui/react';

/**
 * The acts of a form or page, at the foot of what is around them and in view at every width. It sticks within its
 * parent, so it stands directly in what it belongs to. Reaches over the padding of the scrolling box around it
 * (DialogPanel names it), so that no field shows below or beside.
 * @example <ActionBar display="flex" gap="2"><Button look="main">…</Button></ActionBar>
 */
export const ActionBar = chakra(
  'div',
  {
    base: {
      position: 'sticky',
      bottom: 'calc(-1 * var(--scroll-padding-block, 0px))',
      zIndex: 'sticky',
      marginBottom: 'calc(-1 * var(--scroll-padding-block, 0px))',
      marginInline: 'calc(-1 * var(--scroll-padding-inline, 4px))',
      paddingInline: 'var(--scroll-padding-inline, 4px)',
      paddingTop: '3',
      paddingBottom: 'calc(0.75rem + env(safe-area-inset-bottom, 0px))',
      bg: 'surface',
      borderTopWidth: '1px',
    },
  },
  { defaultProps: { 'data-actions': '', 'data-screen': '' } },
);
