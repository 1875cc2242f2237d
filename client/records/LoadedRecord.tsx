import type { ReactNode } from 'react';
import { isNotFound } from '../shell/errors.ts';
import { ErrorState, SkeletonPage, SkeletonText } from '../ui/index.ts';
import type { Loading } from './RecordVersions.tsx';

interface LoadedRecordProps<Data> {
  query: Loading<Data>;
  children: (record: Data) => ReactNode;
}

/** The page of a record once it is loaded; the layout has a page for a missing one. */
export function LoadedRecord<Data>({ query: { data, error, refetch }, children }: LoadedRecordProps<Data>) {
  if (data !== undefined) return children(data);
  if (!error) return <SkeletonPage />;
  if (isNotFound(error)) throw error;
  return <ErrorState onRetry={() => void refetch()} />;
}

/** The content of a dialog, or of a part of a page, once it is loaded. `lines`: as many as it has about. */
export function LoadedInDialog<Data>({
  query: { data, error, refetch },
  lines = 8,
  children,
}: LoadedRecordProps<Data> & { lines?: number }) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonText lines={lines} />;
}
