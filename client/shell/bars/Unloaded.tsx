import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { chakra } from '../../ui/layout.tsx';

/**
 * States in a popover that something could not be loaded, and loads it again. Display it until there is data: a query
 * without data has no error while it is fetched again. When it disappears, its focus stays in the popover, which closes
 * when the focus leaves it.
 */
export function Unloaded({ text, loading, onRetry }: { text: string; loading: boolean; onRetry: () => unknown }) {
  const { t } = useTranslation('ui');
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const alert = ref.current;
    return () => {
      if (alert?.contains(document.activeElement))
        alert.closest<HTMLElement>('[popover]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <chakra.div ref={ref} p="4" role="alert">
      <p>{text}</p>
      <Button size="sm" mt="2" loading={loading} onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </chakra.div>
  );
}
