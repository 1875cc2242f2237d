import type { FlatNamespace } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../ui/index.ts';
import type { Words } from './fields.ts';

/**
 * The words of a record's namespace, as its fields take them; keys of other namespaces are given in full.
 * @param within the part of the namespace that is the record's, where it is not the record's alone
 */
export function useWords(namespace: FlatNamespace, within?: string): Words {
  const { t } = useTranslation(namespace);
  const locale = useLocale();
  return useMemo(() => {
    const text = t as unknown as Words['t'];
    const inFull = (key: string) => (within === undefined || key.includes(':') ? key : `${within}.${key}`);
    return { t: (key, values) => text(inFull(key), values ?? {}), locale };
  }, [t, locale, within]);
}
