import { useTranslation } from 'react-i18next';

/**
 * Texts of the cards. A module names its card and figures itself, with texts in its own namespace, so their keys are
 * only known at run time; test/modules/overview.test.ts checks that each has its texts in both languages.
 */
export function useCardText(): (module: string, key: string) => string {
  const { t } = useTranslation(['overview', 'application']);
  return (module, key) => t(`${module}:overview.${key}` as 'application:overview.title');
}
