import { Suspense } from 'react';
import { loadDeferredTexts } from '../../i18n.ts';
import { useCan } from '../../shell/session.tsx';
import { lazyScreen, SkeletonText } from '../../ui/index.ts';

export interface ExportHistoryProps {
  /** The application whose latest 5 exports are listed. */
  applicationId: string;
}

const Body = lazyScreen(async () => {
  const [card] = await Promise.all([import('./ExportHistoryCard.tsx'), loadDeferredTexts()]);
  return card;
});

/**
 * A card with the latest 5 exports of an application's record of processing, and the progress of running ones. Renders
 * nothing without permission to export it.
 * @example <ExportHistory applicationId={application.id} />
 */
export function ExportHistory(props: ExportHistoryProps) {
  const allowed = useCan('ropa.export');
  if (!allowed) return null;
  return (
    <Suspense fallback={<SkeletonText lines={4} />}>
      <Body {...props} />
    </Suspense>
  );
}
