import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../shell/errors.ts';
import { Banner, ErrorState, SkeletonPage, SkeletonText } from '../ui/index.ts';
import { useUnsaved } from '../ui/navigationGuard.tsx';
import type { Loading } from './RecordVersions.tsx';

interface LoadedRecordProps<Data> {
  query: Loading<Data>;
  children: (record: Data) => ReactNode;
}

/**
 * The page of a record once it is loaded; the layout has a page for a missing one. A record that was deleted, or that
 * the user may no longer read, goes too, unless something is unsaved: that stays until it is dropped, and no move is
 * possible.
 * @param withoutMoves the record without what can be done with it; by default without its own `allowed`
 */
export function LoadedRecord<Data>({
  query: { data, error, refetch },
  withoutMoves = withoutAllowed,
  children,
}: LoadedRecordProps<Data> & { withoutMoves?: (record: Data) => Data }) {
  const { t } = useTranslation('recordScreen');
  const isUnsaved = useUnsaved();
  const isLost = isNotFound(error);
  if (isLost && !(data !== undefined && isUnsaved)) throw error;
  if (data === undefined) return error ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonPage />;
  return (
    <>
      {isLost && (
        <Banner tone="warn" role="status" title={t('over.title')}>
          {t('over.body')}
        </Banner>
      )}
      {children(isLost ? withoutMoves(data) : data)}
    </>
  );
}

function withoutAllowed<Data>(record: Data): Data {
  return typeof record === 'object' && record !== null && 'allowed' in record ? { ...record, allowed: [] } : record;
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
