import type { ReactNode } from 'react';
import { ErrorBoundary as Base } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of any of these tries again, for example the path. */
  resetKeys?: unknown[];
  /** Renders a specific error (a 404 of the API, for example); undefined uses the default screen. */
  render?: (error: unknown, retry: () => void) => ReactNode | undefined;
}

/**
 * Catches errors while a screen renders and offers a way to continue.
 * @example <ErrorBoundary resetKeys={[path]}><Screen /></ErrorBoundary>
 */
export function ErrorBoundary({ children, resetKeys, render }: ErrorBoundaryProps) {
  return (
    <Base
      {...(resetKeys && { resetKeys })}
      fallbackRender={({ error, resetErrorBoundary }) =>
        render?.(error, resetErrorBoundary) ?? <Failed retry={resetErrorBoundary} />
      }
    >
      {children}
    </Base>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <ErrorState
      title={t('failed.screenTitle')}
      body={t('failed.screenBody')}
      onRetry={retry}
      action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
