import { createElement, lazy, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { askServer, isChunkError, loadPart } from './chunkReload.ts';

/** How often an unavailable server is polled, beside the browser's network events. */
const ASK_MS = 5000;

/**
 * A screen or part in its own chunk. Where that cannot be fetched because nothing answers, it displays that in its
 * place, and continues automatically; everything around it stays. Use it within Suspense.
 * @example const ConsentList = lazyScreen(() => import('./modules/consent/ListPage.tsx'));
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let failedAt = 0;
  const attempt = () =>
    lazy(async () => {
      try {
        return await loadPart(load);
      } catch (error) {
        failedAt = Date.now();
        throw error;
      }
    }) as unknown as ComponentType<Props>;
  let current = attempt();
  // React caches a failed lazy component, so another attempt needs another one. An attempt starts on demand: started
  // while rendering it would repeat endlessly.
  const renew = () => {
    current = attempt();
  };
  function Attempt(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => current);
    return createElement(Part, props);
  }
  return function LazyScreen(props) {
    return (
      <ErrorBoundary
        onReset={renew}
        fallbackRender={({ error, resetErrorBoundary }) => {
          // Other errors are for the boundaries around.
          if (!isChunkError(error)) throw error;
          return <NotFetched failedAt={failedAt} onRetry={resetErrorBoundary} />;
        }}
      >
        <Attempt {...props} />
      </ErrorBoundary>
    );
  };
}

function NotFetched({ failedAt, onRetry }: { failedAt: number; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const [isAway, setAway] = useState<boolean | null>(null);
  const retry = useRef(onRetry);
  useEffect(() => {
    let ended = false;
    // One that failed a while ago, elsewhere on the page, is tried again immediately.
    let wasAway = Date.now() - failedAt > ASK_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      clearTimeout(timer);
      const away = (await askServer()) === 'away';
      if (ended) return;
      if (!away && wasAway) return retry.current();
      wasAway = away;
      setAway(away);
      if (away) timer = setTimeout(() => void ask(), ASK_MS);
    };
    const onBack = () => void ask();
    onBack();
    addEventListener('online', onBack);
    return () => {
      ended = true;
      clearTimeout(timer);
      removeEventListener('online', onBack);
    };
  }, [failedAt]);
  if (isAway === null) return null;
  return isAway ? (
    <ErrorState title={t('offline.title')} body={t('offline.body')} onRetry={onRetry} />
  ) : (
    <ErrorState
      body={t('failed.chunk')}
      onRetry={onRetry}
      action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
