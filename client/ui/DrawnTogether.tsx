import { chakra } from '@chakra-ui/react';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SkeletonPage } from './Skeleton.tsx';

/** The parts have their answers a moment after the last of them has come. */
const FRAME_MS = 16;
/** Queries whose first answer somebody on the page waits for. */
const firstAnswers = { predicate: (query: Query) => query.state.status === 'pending' && query.getObserversCount() > 0 };

/**
 * Parts of a page that each ask for something of their own, drawn when the last of them has its first answer: one after
 * another they would push each other down. Afterwards each part changes by itself.
 * @example <DrawnTogether><Figures /><BasisCard /></DrawnTogether>
 */
export function DrawnTogether({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const fetching = useIsFetching(firstAnswers);
  const [drawn, setDrawn] = useState(false);
  // The parts begin to ask in effects of theirs, which come before this one.
  useEffect(() => {
    if (queryClient.isFetching(firstAnswers) > 0) return;
    const timer = setTimeout(() => setDrawn(true), FRAME_MS);
    return () => clearTimeout(timer);
  }, [fetching, queryClient]);
  return (
    <>
      {/* Without a box until then: what had one would count as moved. */}
      <chakra.div {...(!drawn && { display: 'none' })}>{children}</chakra.div>
      {!drawn && <SkeletonPage />}
    </>
  );
}
