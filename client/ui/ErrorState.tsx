import { chakra } from '@chakra-ui/react';
import { CloudOff, RotateCw } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { HeadingLevel } from './headingLevel.ts';
import { Heading } from './layout.tsx';
import { phrases } from './phrases.tsx';

export interface ErrorStateProps {
  /** What happened; by default a general sentence. */
  title?: string;
  /** What was saved and what to do. */
  body?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Further ways out. */
  action?: ReactNode;
  /** Displayed small, to quote to support. */
  reference?: string | undefined;
}

/**
 * An error: what happened, what was saved, and what to do.
 * @example <ErrorState onRetry={() => query.refetch()} />
 */
export function ErrorState({ title, body, onRetry, retrying = false, action, reference }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const level = useContext(HeadingLevel);
  return (
    <chakra.div role="alert" display="grid" justifyItems="center" gap="2" px="4" py="10" textAlign="center">
      <chakra.div color="warn.text" bg="warn.soft" borderRadius="full" p="3" mb="1">
        <CloudOff size={24} aria-hidden style={{ display: 'block' }} />
      </chakra.div>
      <Heading as={`h${level}`}>{phrases(title ?? t('failed.title'))}</Heading>
      <chakra.div color="muted" maxWidth="28rem" textWrap="balance">
        {phrases(body ?? t('failed.body'))}
      </chakra.div>
      {(onRetry || action) && (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="2" mt="3">
          {onRetry && (
            <Button icon={<RotateCw aria-hidden />} loading={retrying} onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          {action}
        </chakra.div>
      )}
      {reference && (
        <chakra.div textStyle="small" color="muted" mt="2">
          {t('failed.reference')} <code>{reference}</code>
        </chakra.div>
      )}
    </chakra.div>
  );
}
