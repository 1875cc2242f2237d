import { chakra } from '@chakra-ui/react';
import { ListFilter, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Menu } from '../Menu.tsx';
import RangeInput from '../date/RangeInput.tsx';
import { Input, NativeSelect } from '../form/inputs.tsx';
import type { Filter } from './types.ts';
import type { DayRange, ListState } from './useListState.ts';

// Few lists have one.
const SearchFilter = lazy(() => import('./SearchFilter.tsx'));

const typingPauseMs = 300;

export interface FilterBarProps {
  // A bar serves lists of any sorting and filters.
  state: ListState;
  filters: readonly Filter[];
  searchPlaceholder?: string | undefined;
  searchable: boolean;
}

/** Search and filters of a table, each kept in the address. */
export function FilterBar({ state, filters, searchPlaceholder, searchable }: FilterBarProps) {
  const { t } = useTranslation('ui');
  return (
    <chakra.div
      role="search"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      flex={{ base: '1 1 100%', md: '1' }}
      minWidth="min(100%, 14rem)"
    >
      {searchable && <SearchInput state={state} placeholder={searchPlaceholder} />}
      {filters.map((filter) => (
        <FilterControl key={filter.key} filter={filter} state={state} />
      ))}
      {state.narrowed && (
        <Button look="quiet" size="sm" icon={<X aria-hidden />} onClick={state.clear}>
          {t('table.clearFilters')}
        </Button>
      )}
    </chakra.div>
  );
}

function SearchInput({ state, placeholder }: { state: ListState; placeholder?: string | undefined }) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(state.query);
  const latest = useRef(state);
  latest.current = state;
  // What this box last sent: the address coming back with it must not overwrite what is typed since.
  const sent = useRef(state.query);
  useEffect(() => {
    if (state.query === sent.current) return;
    sent.current = state.query;
    setText(state.query);
  }, [state.query]);
  useEffect(() => {
    if (text === sent.current) return;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // Whoever has gone on to another page meanwhile, which may still be on its way, is not to be fetched back.
      if (location.pathname !== pathname) return;
      sent.current = text;
      latest.current.setQuery(text);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <chakra.div position="relative" flex={{ base: '1 1 100%', md: '0 1 18rem' }}>
      <chakra.span
        position="absolute"
        insetInlineStart="2.5"
        top="50%"
        color="muted"
        pointerEvents="none"
        css={{ transform: 'translateY(-50%)' }}
      >
        <Search size={16} aria-hidden style={{ display: 'block' }} />
      </chakra.span>
      <Input
        type="search"
        dense
        ps="8"
        aria-label={placeholder ?? t('table.search')}
        placeholder={placeholder ?? t('table.searchPlaceholder')}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
    </chakra.div>
  );
}

type FilterOf<Kind extends Filter['kind']> = Extract<Filter, { kind: Kind }>;

function FilterControl({ filter, state }: { filter: Filter; state: ListState }) {
  const { t } = useTranslation('ui');
  const value = state.filters[filter.key] as string | string[] | DayRange | undefined;
  const set = (next: Parameters<ListState['setFilter']>[1]) => state.setFilter(filter.key, next);
  if (filter.kind === 'range') {
    const range = value as DayRange | undefined;
    return (
      <RangeInput
        dense
        label={filter.label}
        value={range && { from: range.from, to: range.to }}
        onChange={set}
        {...(filter.maxDays && { maxDays: filter.maxDays })}
      />
    );
  }
  if (filter.kind === 'search') {
    const waiting = (
      <NativeSelect dense width="auto" disabled aria-label={filter.label}>
        <option>{`${filter.label}: ${t('table.all')}`}</option>
      </NativeSelect>
    );
    return (
      <Suspense fallback={waiting}>
        <SearchFilter filter={filter} value={value as string | undefined} onChange={set} />
      </Suspense>
    );
  }
  if (filter.kind === 'one') return <SelectFilter filter={filter} value={value as string | undefined} onChange={set} />;
  return <MenuFilter filter={filter} chosen={(value as string[] | undefined) ?? []} onChange={set} />;
}

interface SelectFilterProps {
  filter: FilterOf<'one'>;
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One of a few. */
function SelectFilter({ filter, value, onChange }: SelectFilterProps) {
  const { t } = useTranslation('ui');
  return (
    <NativeSelect
      dense
      width="auto"
      flex={{ base: '1 1 9rem', md: '0 1 auto' }}
      minWidth="0"
      maxWidth={{ md: '16rem' }}
      aria-label={filter.label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      {...(value && { borderColor: 'accent!', color: 'accent.text' })}
    >
      <option value="">{`${filter.label}: ${t('table.all')}`}</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

interface MenuFilterProps {
  filter: FilterOf<'many'>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Any of a few. */
function MenuFilter({ filter, chosen, onChange }: MenuFilterProps) {
  const { t } = useTranslation('ui');
  return (
    <Menu
      align="start"
      label={filter.label}
      items={filter.options.map((option) => ({
        key: option.value,
        label: option.label,
        checked: chosen.includes(option.value),
        onSelect: () =>
          onChange(
            chosen.includes(option.value) ? chosen.filter((one) => one !== option.value) : [...chosen, option.value],
          ),
      }))}
      trigger={(props) => (
        <Button
          {...props}
          size="sm"
          minHeight="9"
          fontWeight="normal"
          icon={<ListFilter aria-hidden />}
          {...(chosen.length > 0 && { borderColor: 'accent', color: 'accent.text' })}
        >
          {filter.label}
          {chosen.length > 0 && ` · ${t('table.chosen', { number: chosen.length })}`}
        </Button>
      )}
    />
  );
}
