import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from './Combobox.tsx';
import type { LoadOptions } from './useOptions.ts';

/** The options of chosen ids that no search has returned, as those of a restored draft, by their ids. */
export function useMissingOptions(ids: readonly string[], load: LoadOptions): ReadonlyMap<string, Option> {
  const { t } = useTranslation('ui');
  const [found, setFound] = useState<ReadonlyMap<string, Option>>(() => new Map());
  const latest = useRef(load);
  latest.current = load;
  const missing = ids.filter((id) => !found.has(id)).join(' ');
  useEffect(() => {
    if (missing === '') return;
    const control = new AbortController();
    const { signal } = control;
    const optionOf = async (value: string): Promise<readonly Option[]> => {
      try {
        const { options } = await latest.current({ query: '', page: 1, signal, id: value });
        if (options.length === 0) return [{ value, label: t('form.unavailable') }];
        return options.filter((option) => option.value === value);
      } catch {
        // Without an answer it remains unnamed.
        return [];
      }
    };
    void Promise.all(missing.split(' ').map(optionOf)).then((answers) => {
      if (signal.aborted) return;
      setFound((before) => new Map([...before, ...answers.flat().map((option) => [option.value, option] as const)]));
    });
    return () => control.abort();
  }, [missing, t]);
  return found;
}
