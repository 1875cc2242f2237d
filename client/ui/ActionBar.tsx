import { chakra } from '@chakra-ui/react';

/**
 * The actions of a form or page, at the bottom of its container and visible at every width. It sticks within its
 * parent, so it must be a direct child of the container. It covers the padding of the surrounding scroll box (named by
 * DialogPanel), so that no field appears below or beside it.
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
      // Below cards it is on the page itself.
      '[data-card] ~ &': { bg: 'canvas' },
    },
  },
  { defaultProps: { 'data-actions': '', 'data-screen': '' } },
);
