import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The query that a field's options come from. */
export interface OptionsQuery {
  data: unknown;
  error: unknown;
  refetch: () => unknown;
}

/** The help below a field; while its options are not loaded, that they are loading, or failed and can be retried. */
export function useOptionsHelp(query: OptionsQuery | undefined, help: ReactNode): ReactNode {
  const { t } = useTranslation('ui');
  if (!query || query.data !== undefined) return help;
  if (!query.error) return t('loading');
  return (
    <chakra.span role="alert" color="danger.text">
      {t('form.optionsFailed')}{' '}
      <chakra.button type="button" textDecoration="underline" cursor="pointer" onClick={() => void query.refetch()}>
        {t('retry')}
      </chakra.button>
    </chakra.span>
  );
}
