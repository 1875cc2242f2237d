import type { ReactNode } from 'react';
import { isNotFound } from '../shell/errors.ts';
import { ErrorState, SkeletonPage } from '../ui/index.ts';
import type { Loading } from './RecordVersions.tsx';

/** The page of a record once it is there; the frame has a page for one that is not. */
export function LoadedRecord<Data>({
  query: { data, error, refetch },
  children,
}: {
  query: Loading<Data>;
  children: (record: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) return <SkeletonPage />;
  if (isNotFound(error)) throw error;
  return <ErrorState onRetry={() => void refetch()} />;
}
