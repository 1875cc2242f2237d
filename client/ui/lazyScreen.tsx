import { createElement, lazy, useEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { askServer, isChunkError, loadPart } from './chunkReload.ts';

/** How often a server that is away is asked whether it is back, beside what the browser says of the network. */
const ASK_MS = 5000;

/**
 * A screen or part in a chunk of its own. Where that cannot be fetched because nothing answers, it says so in its
 * place, and goes on by itself; everything around it stays. Draw it within Suspense.
 * @example const ConsentList = lazyScreen(() => import('./modules/consent/ListPage.tsx'));
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return await loadPart(load);
      } catch (error) {
        // React keeps what failed: another try is another component.
        current = attempt() as unknown as ComponentType<Props>;
        throw error;
      }
    });
  let current = attempt() as unknown as ComponentType<Props>;
  function Attempt(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => current);
    return createElement(Part, props);
  }
  return function LazyScreen(props) {
    return (
      <Fetched>
        <Attempt {...props} />
      </Fetched>
    );
  };
}

/** Draws its children; when a part of them cannot be fetched, what that is about. Other errors go on. */
function Fetched({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!isChunkError(error)) throw error;
        return <NotFetched onRetry={resetErrorBoundary} />;
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function NotFetched({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  const [isAway, setAway] = useState<boolean | null>(null);
  const retry = useRef(onRetry);
  useEffect(() => {
    let ended = false;
    let wasAway = false;
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
  }, []);
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
