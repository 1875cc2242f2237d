import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../../shared/text.ts';
import { announce, toast, useFormat } from '../../../ui/index.ts';
import { Combobox, type Option } from '../../../ui/form/Combobox.tsx';
import { FieldFrame, type FieldProps, useField } from '../../../ui/form/index.ts';
import { useOptions } from '../../../ui/form/useOptions.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { type Known, useNames } from '../names.tsx';

const ADD = 'add:';

export interface SearchFieldProps extends FieldProps {
  /** Requests one page from the server; page counts from 1. */
  search: (request: { query: string; page: number }) => Promise<{ entries: readonly Known[]; hasMore: boolean }>;
  /** Creates an entry from the typed text; without it nothing can be created. */
  create?: (name: string) => Promise<Known>;
  multiple?: boolean;
}

/** Selects one or many entries by searching on the server; a missing entry can be created inline. */
export function SearchField({ search, create, multiple = false, placeholder, ...field }: SearchFieldProps) {
  const { t } = useTranslation('purposeScreen');
  const { text } = useFormat();
  const names = useNames();
  const handle = useField<string | readonly string[] | null>(field);
  const values = typeof handle.value === 'string' ? [handle.value] : (handle.value ?? []);
  const label = (name: Bilingual) => text(name);
  const found = useOptions(async ({ query, page }) => {
    const { entries, hasMore } = await search({ query, page });
    names.learn(entries);
    const options: Option[] = entries.map((entry) => ({ value: entry.id, label: label(entry.name) }));
    const known = entries.some(({ name }) =>
      [name.th, name.en].some((one) => one.toLocaleLowerCase() === query.toLocaleLowerCase()),
    );
    if (create && query && page === 1 && !known)
      options.push({ value: ADD + query, label: t('addWord', { word: query }) });
    return { options, hasMore };
  });

  const put = (next: readonly string[]) => handle.set(multiple ? next : (next[0] ?? null));
  const toggle = (id: string) => {
    if (values.includes(id)) put(multiple ? values.filter((one) => one !== id) : values);
    else put(multiple ? [...values, id] : [id]);
  };
  const add = async (word: string) => {
    if (!create) return;
    try {
      const entry = await create(word);
      names.learn([entry]);
      toggle(entry.id);
      announce(t('wordAdded', { word }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <FieldAnchor name={field.name}>
      <FieldFrame {...field} handle={handle}>
        <Combobox
          multiple={multiple}
          control={handle.control}
          labelId={handle.ids.label}
          chosen={values.map((value) => ({ value, label: label(names.get(value)?.name ?? { th: '…', en: '…' }) }))}
          options={found.options}
          query={found.query}
          onQuery={found.setQuery}
          onOpen={found.open}
          onToggle={(option) =>
            option.value.startsWith(ADD) ? void add(option.value.slice(ADD.length)) : toggle(option.value)
          }
          onClear={() => put([])}
          onBlur={handle.blur}
          status={found.status}
          onRetry={found.retry}
          onMore={found.more}
          placeholder={placeholder ?? (create ? t('searchOrAdd') : undefined)}
        />
      </FieldFrame>
    </FieldAnchor>
  );
}
