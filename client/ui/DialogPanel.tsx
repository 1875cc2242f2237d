import { Dialog as Base, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import type { DialogProps } from './Dialog.tsx';
import { useDialogScope } from './dialogScope.tsx';
import { phrases } from './phrases.tsx';

// Only animates on opening: an animation on a closed dialog would delay its unmounting.
const sides = {
  center: { borderRadius: 'card', maxHeight: 'calc(100dvh - 32px)', _open: { animation: 'rise 160ms ease-out' } },
  left: { marginInlineEnd: 'auto', height: '100dvh', _open: { animation: 'slide 200ms ease-out' } },
  bottom: {
    borderTopRadius: 'card',
    maxHeight: '88dvh',
    paddingBottom: 'env(safe-area-inset-bottom)',
    _open: { animation: 'rise 200ms ease-out' },
  },
  right: { marginInlineStart: 'auto', height: '100dvh', _open: { animation: 'appear 200ms ease-out' } },
} as const;

const WIDEST = { center: 'calc(100vw - 32px)', left: '88vw', right: '88vw', bottom: '100vw' } as const;

// Named for elements that stick to the edges of the scrolling body (FormActions).
const PADDED = {
  '--scroll-padding-inline': '20px',
  '--scroll-padding-block': '16px',
  paddingInline: 'var(--scroll-padding-inline)',
  paddingBlock: 'var(--scroll-padding-block)',
};

/** The rendered dialog; used through Dialog, which loads it when needed. */
export default function DialogPanel({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  width = 600,
  side = 'center',
  persistent = false,
  busy = false,
}: DialogProps) {
  const center = side === 'center';
  const scope = useDialogScope(onClose, busy);
  return (
    <Base.Root
      open={open}
      onOpenChange={(details) => !details.open && scope.close()}
      closeOnEscape={!persistent}
      // A menu, list or calendar that is open inside handles Esc first.
      onEscapeKeyDown={(event) => document.querySelector('[popover]:popover-open') && event.preventDefault()}
      closeOnInteractOutside={!persistent}
      // An accidental click beside the dialog: input is not lost, and there is no question.
      onInteractOutside={(event) => scope.hasUnsaved() && event.preventDefault()}
      // A confirmed question restores focus when the next one may already be open: that must not close it.
      onFocusOutside={(event) => event.preventDefault()}
      lazyMount
      unmountOnExit
      persistentElements={[() => document.getElementById('toasts')]}
    >
      <Portal>
        <Base.Backdrop
          position="fixed"
          inset="0"
          zIndex="modal"
          bg="rgb(20 18 30 / 0.5)"
          _open={{ animation: 'appear 160ms ease-out' }}
        />
        <Base.Positioner
          position="fixed"
          inset="0"
          zIndex="modal"
          display="flex"
          justifyContent="center"
          alignItems={side === 'bottom' ? 'flex-end' : 'center'}
          p={center ? '4' : '0'}
          // Submitting a form inside a dialog must not reach a form around it: events bubble along the component tree.
          onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
        >
          <Base.Content
            display="flex"
            flexDirection="column"
            width={`min(${width}px, ${WIDEST[side]})`}
            bg="surface"
            color="ink"
            boxShadow="float"
            outline="none"
            overflow="hidden"
            {...sides[side]}
          >
            <Header title={title} description={description} onClose={scope.close} />
            <Base.Body flex="1" overflowY="auto" css={PADDED}>
              {scope.provide(children)}
            </Base.Body>
            {footer && (
              <Base.Footer
                display="flex"
                flexWrap="wrap"
                justifyContent="flex-end"
                gap="2"
                px="5"
                py="3"
                borderTopWidth="1px"
              >
                {scope.provide(footer)}
              </Base.Footer>
            )}
          </Base.Content>
        </Base.Positioner>
      </Portal>
    </Base.Root>
  );
}

function Header({ title, description, onClose }: Pick<DialogProps, 'title' | 'description' | 'onClose'>) {
  const { t } = useTranslation('ui');
  return (
    <Base.Header display="flex" alignItems="flex-start" gap="3" ps="5" pe="3" py="3" borderBottomWidth="1px">
      <div style={{ flex: 1, minWidth: 0, paddingBlock: 4 }}>
        <Base.Title textStyle="title">{title}</Base.Title>
        {description && (
          <Base.Description textStyle="dense" color="muted">
            {phrases(description)}
          </Base.Description>
        )}
      </div>
      <IconButton label={t('close')} noTooltip icon={<X aria-hidden />} onClick={onClose} />
    </Base.Header>
  );
}
