import { useTranslation } from 'react-i18next';
import { isKeyScope } from '../../../shared/apiKey/scopes.ts';

/** What a scope of a key lets it do, in plain words; one of an older release has its technical name alone. */
export function useScopeWords(): (scope: string) => string {
  const { t } = useTranslation('apiKey');
  return (scope) => (isKeyScope(scope) ? t(`scopeOf.${scope}`) : scope);
}
