import { useTranslation } from 'react-i18next';
import { chakra, VisuallyHidden } from '../../ui/layout.tsx';
import { useAfterDelay } from '../../ui/Skeleton.tsx';
import { BrandMark } from '../BrandMark.tsx';

/**
 * Over the entire window while nothing can be displayed yet; delayed for a moment, so that quick answers do not flash
 * it.
 */
export function FullPageLoader({ words }: { words?: string }) {
  const { t } = useTranslation('shell');
  const visible = useAfterDelay(150);
  return (
    <chakra.div
      position="fixed"
      inset="0"
      zIndex="bar"
      display="grid"
      placeContent="center"
      justifyItems="center"
      gap="3"
      bg="canvas"
      visibility={visible ? 'visible' : 'hidden'}
      aria-busy="true"
    >
      <chakra.span animation="breathe 1.6s ease-in-out infinite">
        <BrandMark size={48} />
      </chakra.span>
      {words ? (
        <chakra.p role="status" color="muted">
          {words}
        </chakra.p>
      ) : (
        <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      )}
    </chakra.div>
  );
}
