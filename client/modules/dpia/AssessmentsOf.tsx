import { Suspense } from 'react';
import { loadDeferredTexts } from '../../i18n.ts';
import { useCan } from '../../shell/session.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import type { RelatedAssessmentsProps } from './RelatedAssessments.tsx';

const RelatedAssessments = lazyScreen(
  async () => (await Promise.all([import('./RelatedAssessments.tsx'), loadDeferredTexts()]))[0],
);

/**
 * Impact assessments of an application, displayed beside its record; renders nothing without permission to read them.
 */
export function AssessmentsOf(props: RelatedAssessmentsProps) {
  return useCan('dpia.read') ? (
    <Suspense fallback={null}>
      <RelatedAssessments {...props} />
    </Suspense>
  ) : null;
}
