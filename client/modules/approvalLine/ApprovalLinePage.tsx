import { Suspense } from 'react';
import { useParams } from 'wouter';
import { lazyScreen, SkeletonPage } from '../../ui/index.ts';
import { LineList } from './LineList.tsx';

const LineDetail = lazyScreen(() => import('./LineDetail.tsx'));

/** The approval lines, or one of them. */
export default function ApprovalLinePage() {
  const { id } = useParams<{ id?: string }>();
  if (!id) return <LineList />;
  return (
    <Suspense fallback={<SkeletonPage />}>
      <LineDetail key={id} id={id} />
    </Suspense>
  );
}
