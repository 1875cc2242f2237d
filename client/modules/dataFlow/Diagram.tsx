import { X } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataFlowGraph } from '../../../shared/dataFlow/schema.ts';
import { useCan } from '../../shell/session.tsx';
import { Box, Button, EmptyState, ErrorState, lazyScreen, Skeleton, Waiting } from '../../ui/index.ts';
import type { DiagramProps } from './DiagramView.tsx';

const DiagramView = lazyScreen(() => import('./DiagramView.tsx'));

interface FrameProps extends Pick<DiagramProps, 'question' | 'focus' | 'onFocus' | 'onPlaces'> {
  query: {
    data: DataFlowGraph | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Clears the filters. */
  onClear: () => void;
}

/** The frame of the diagram, with its empty state. */
export function Diagram({ query, onClear, ...view }: FrameProps) {
  const mayArrange = useCan('dataSharing.write');
  const { data } = query;
  return (
    <Box
      data-frame=""
      data-wide=""
      position="relative"
      display="flex"
      flexDirection="column"
      overflow="hidden"
      height={{ base: 'calc(100dvh - 140px)', md: 'calc(100dvh - 326px)' }}
      minHeight="480px"
      bg="canvas"
      borderWidth="1px"
      borderRadius="card"
      aria-busy={query.isPlaceholderData || undefined}
    >
      {query.error && !data ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : data?.nodes.length === 0 ? (
        <NothingFound onClear={onClear} />
      ) : (
        <Suspense fallback={<Loading />}>
          {data ? <DiagramView {...view} data={data} mayArrange={mayArrange} /> : <Loading />}
        </Suspense>
      )}
    </Box>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('dataFlow');
  return (
    <EmptyState
      title={t('empty.narrowTitle')}
      body={t('empty.narrowBody')}
      action={
        <Button icon={<X aria-hidden />} onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}

const Loading = () => (
  <Waiting>
    <Skeleton width="full" height="full" />
  </Waiting>
);
