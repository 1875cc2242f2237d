import { chakra } from '@chakra-ui/react';
import { ListFilter, Search, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Input } from '../form/inputs.tsx';
import { useDialog } from '../Dialog.tsx';
import { useIsSmall, useMediaQuery } from '../useMediaQuery.ts';
import { lazyScreen } from '../lazyScreen.tsx';
import { FilterControl } from './FilterControl.tsx';
import { type FilterChip, useFilterChips } from './filterChips.ts';
import type { Filter, MoreFilters } from './types.ts';
import type { ListState } from './useListState.ts';

const FilterSheet = lazyScreen(() => import('./FilterSheet.tsx'));

const typingPauseMs = 300;

/** Filters that fit in the bar of a narrow window; more are in a sheet. */
const MOST_IN_NARROW = 3;
/** Width of search and tools beside the filters, and of a filter whose name and value are read in full, in rem. */
const ROOM = { others: 38, filter: 11 };

export interface FilterBarProps {
  // A bar works for lists of any sorting and filters.
  state: ListState;
  filters: readonly Filter[];
  searchPlaceholder?: string | undefined;
  searchable: boolean;
  /** Number of found rows, once it is known. */
  total?: number | undefined;
  /** Where some filters are hidden until requested; the sheet requests them. */
  more?: MoreFilters | undefined;
  /** The order of rows without column headers; in the sheet where there is one. */
  order?: ReactNode;
  /** Further buttons at the end of the bar. */
  tools?: ReactNode;
}

/**
 * Search and filters of a table, all in the address. The filters are between search and tools or, where they do not
 * fit, in even columns on a separate line below both; on phones, and where there are many filters in a narrow window,
 * in a sheet, with the active ones as chips. Search and tools keep their positions among the children in every layout,
 * so that resizing or rotating the window closes none of their dialogs and loses no input.
 */
export function FilterBar({
  state,
  filters,
  searchPlaceholder,
  searchable,
  total,
  more,
  order,
  tools,
}: FilterBarProps) {
  const small = useIsSmall();
  const narrow = useMediaQuery('screen and (max-width: 1023.98px)');
  const folded = filters.length > 0 && (small || (narrow && filters.length > MOST_IN_NARROW));
  const room = ROOM.others + (filters.length + Number(!!more)) * ROOM.filter;
  const tight = useMediaQuery(`screen and (max-width: ${room}rem)`);
  const below = !folded && tight && searchable && tools !== undefined && filters.length > 0;
  const fullLine = folded || below;
  const chips = useFilterChips(filters, state);
  const open = <OpenFilters state={state} filters={filters} more={more} order={order} />;
  return (
    <Bar
      role="search"
      flex={fullLine ? '1 1 100%' : { base: '1 1 100%', md: '1' }}
      minWidth={fullLine ? '0' : 'min(100%, 14rem)'}
    >
      {searchable && <SearchInput state={state} placeholder={searchPlaceholder} grows={below} />}
      {folded && (
        <FilterButton state={state} filters={filters} active={chips.length} total={total} more={more} order={order} />
      )}
      {!fullLine && open}
      {tools !== undefined && <Bar ms={fullLine ? '0' : 'auto'}>{tools}</Bar>}
      {folded && chips.length > 0 && <FilterChips chips={chips} state={state} />}
      {below && <Bar flex="1 1 100%">{open}</Bar>}
    </Bar>
  );
}

/** The filters themselves, and their buttons. */
function OpenFilters({ state, filters, more, order }: Pick<FilterBarProps, 'state' | 'filters' | 'more' | 'order'>) {
  return (
    <>
      {filters.length > 0 && (
        <chakra.div
          display="grid"
          gap="2"
          gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))"
          flexGrow="1"
          minWidth="0"
          style={{ flexBasis: `${filters.length * 9}rem`, maxWidth: `${filters.length * 18}rem` }}
        >
          {filters.map((filter) => (
            <FilterControl key={filter.key} filter={filter} state={state} />
          ))}
        </chakra.div>
      )}
      {more && (
        <Button
          size="sm"
          minHeight="9"
          fontWeight="normal"
          icon={<ListFilter aria-hidden />}
          aria-expanded={more.open}
          onClick={() => more.onToggle(!more.open)}
        >
          {more.label}
        </Button>
      )}
      {order}
      {state.narrowed && <ClearFilters state={state} />}
    </>
  );
}

const Bar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', minWidth: '0' },
});

function ClearFilters({ state }: { state: ListState }) {
  const { t } = useTranslation('ui');
  return (
    <Button look="quiet" size="sm" icon={<X aria-hidden />} onClick={state.clear}>
      {t('table.clearFilters')}
    </Button>
  );
}

/** The button of the sheet, with the number of active filters. */
function FilterButton({
  state,
  filters,
  active,
  total,
  more,
  order,
}: Pick<FilterBarProps, 'state' | 'filters' | 'total' | 'more' | 'order'> & { active: number }) {
  const { t } = useTranslation('ui');
  const sheet = useDialog();
  return (
    <>
      <Button
        size="sm"
        minHeight="9"
        fontWeight="normal"
        icon={<ListFilter aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          more?.onToggle(true);
          sheet.show();
        }}
        {...(active > 0 && { borderColor: 'accent', color: 'accent.text' })}
      >
        {active > 0 ? t('table.filtersOn', { number: active }) : t('table.filters')}
      </Button>
      <Suspense fallback={null}>
        {sheet.open && <FilterSheet {...sheet.props} state={state} filters={filters} total={total} order={order} />}
      </Suspense>
    </>
  );
}

/** The active filters: each chip removes its filter. */
function FilterChips({ chips, state }: { chips: readonly FilterChip[]; state: ListState }) {
  const { t } = useTranslation('ui');
  return (
    <chakra.ul listStyle="none" display="flex" flexWrap="wrap" gap="2" flexBasis="100%" aria-label={t('table.filters')}>
      {chips.map(({ key, words, remove }) => (
        <chakra.li key={key} minWidth="0" maxWidth="full">
          <Button
            size="sm"
            maxWidth="full"
            fontWeight="normal"
            bg="accent.soft"
            color="accent.text"
            aria-label={t('table.removeFilter', { filter: words })}
            onClick={remove}
          >
            <chakra.span overflow="hidden" textOverflow="ellipsis">
              {words}
            </chakra.span>
            <X aria-hidden />
          </Button>
        </chakra.li>
      ))}
      <li>
        <ClearFilters state={state} />
      </li>
    </chakra.ul>
  );
}

function SearchInput({
  state,
  placeholder,
  grows,
}: {
  state: ListState;
  placeholder?: string | undefined;
  /** Whether it takes the remaining width of its line. */
  grows: boolean;
}) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(state.query);
  const latest = useRef(state);
  latest.current = state;
  // The last query that this box sent: when it comes back in the address it must not overwrite later input.
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
      // If the user has navigated to another page meanwhile, which may still be loading, they must not be brought back.
      if (location.pathname !== pathname) return;
      sent.current = text;
      latest.current.setQuery(text);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <chakra.div position="relative" minWidth="0" flex={grows ? '1 1 14rem' : { base: '1 1 100%', md: '0 1 18rem' }}>
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
