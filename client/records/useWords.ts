import type { FlatNamespace } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../ui/index.ts';
import type { Words } from './fields.ts';

/**
 * The texts of a record's namespace, for its fields; keys of other namespaces are given in full.
 * @param within the record's part of a shared namespace
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
