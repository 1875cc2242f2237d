import { chakra } from '@chakra-ui/react';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SkeletonPage } from './Skeleton.tsx';

/** A short wait after the last of the parts has its answer. */
const FRAME_MS = 16;
/** Queries without a first answer that a mounted component uses. */
const firstAnswers = { predicate: (query: Query) => query.state.status === 'pending' && query.getObserversCount() > 0 };

/**
 * Parts of a page that each fetch their own data, displayed when the last of them has its first answer: one after
 * another they would push each other down. Afterwards each part changes independently.
 * @example <DrawnTogether><Figures /><BasisCard /></DrawnTogether>
 */
export function DrawnTogether({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const fetching = useIsFetching(firstAnswers);
  const [drawn, setDrawn] = useState(false);
  // The effects of the parts, which start their queries, run before this one.
  useEffect(() => {
    if (queryClient.isFetching(firstAnswers) > 0) return;
    const timer = setTimeout(() => setDrawn(true), FRAME_MS);
    return () => clearTimeout(timer);
  }, [fetching, queryClient]);
  return (
    <>
      {/* Without a layout box until then: elements with one would count as layout shifts. */}
      <chakra.div {...(!drawn && { display: 'none' })}>{children}</chakra.div>
      {!drawn && <SkeletonPage />}
    </>
  );
}
