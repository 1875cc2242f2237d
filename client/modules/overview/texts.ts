import { useTranslation } from 'react-i18next';

/**
 * Words of the cards. A module names its card and figures itself, with words in its own namespace, so their keys are
 * known only once they arrive; test/modules/overview.test.ts checks that each has its words in both languages.
 */
export function useCardText(): (module: string, key: string) => string {
  const { t } = useTranslation(['overview', 'application']);
  return (module, key) => t(`${module}:overview.${key}` as 'application:overview.title');
}
