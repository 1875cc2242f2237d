import { Suspense } from 'react';
import { loadDeferredTexts } from '../../i18n.ts';
import { useCan } from '../../shell/session.tsx';
import type { RelatedIncidentsProps } from './RelatedIncidents.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const RelatedIncidents = lazyScreen(
  async () => (await Promise.all([import('./RelatedIncidents.tsx'), loadDeferredTexts()]))[0],
);

/**
 * Incidents that concern a record, displayed beside it; renders nothing without any, or without permission to read
 * them.
 */
export function IncidentsOf(props: RelatedIncidentsProps) {
  return useCan('incident.read') ? (
    <Suspense fallback={null}>
      <RelatedIncidents {...props} />
    </Suspense>
  ) : null;
}
