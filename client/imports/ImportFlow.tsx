import type { ReactNode } from 'react';
import { AT_WORK, type ImportStatus } from '../../shared/import/schema.ts';
import { ErrorState, SkeletonPage, Waiting } from '../ui/index.ts';
import { ImportSteps } from './ImportSteps.tsx';

interface ImportFlowProps<Shown extends { status: ImportStatus }> {
  query: { data: Shown | undefined; error: unknown; refetch: () => unknown };
  /** The columns are asked for again, though the check is done. */
  columns: boolean;
  failed: (record: Shown) => ReactNode;
  working: (record: Shown) => ReactNode;
  mapping: (record: Shown) => ReactNode;
  checked: (record: Shown) => ReactNode;
  done: (record: Shown) => ReactNode;
}

/** One import at the step where it stands: columns, check, done, or a job at work between them. */
export function ImportFlow<Shown extends { status: ImportStatus }>({
  query,
  columns,
  failed,
  working,
  mapping,
  checked,
  done,
}: ImportFlowProps<Shown>) {
  if (query.error) return <ErrorState onRetry={() => void query.refetch()} />;
  const record = query.data;
  if (!record)
    return (
      <Waiting>
        <SkeletonPage />
      </Waiting>
    );
  const { status } = record;
  if (status === 'failed' || status === 'cancelled') return failed(record);
  const { current, screen }: { current: number; screen: ReactNode } = AT_WORK.includes(status)
    ? { current: status === 'checking' ? 2 : status === 'running' ? 3 : 1, screen: working(record) }
    : status === 'done'
      ? { current: 4, screen: done(record) }
      : status === 'ready' || columns
        ? { current: 1, screen: mapping(record) }
        : { current: 2, screen: checked(record) };
  return (
    <>
      <ImportSteps current={current} />
      {screen}
    </>
  );
}
