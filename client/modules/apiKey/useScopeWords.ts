import { useTranslation } from 'react-i18next';
import { isKeyScope } from '../../../shared/apiKey/scopes.ts';

/** What a scope of a key permits, in plain words; a scope of an older release only has its technical name. */
export function useScopeWords(): (scope: string) => string {
  const { t } = useTranslation('apiKey');
  return (scope) => (isKeyScope(scope) ? t(`scopeOf.${scope}`) : scope);
}
