import { useFormat } from '../useFormat.ts';
import type { Filter } from './types.ts';
import type { DayRange, ListState } from './useListState.ts';

export interface FilterChip {
  key: string;
  /** The filter and its choice: "Status: Draft". */
  words: string;
  /** Clears the choice. */
  remove: () => void;
}

/** The active filters of a list, a chip for each choice. */
export function useFilterChips(filters: readonly Filter[], state: ListState): FilterChip[] {
  const { date } = useFormat();
  return filters.flatMap((filter): FilterChip[] => {
    const { key, label } = filter;
    const value = state.filters[key] as string | string[] | DayRange | undefined;
    if (value === undefined) return [];
    const named = (words: string) => `${label}: ${words}`;
    const remove = () => state.setFilter(key, undefined);
    if (filter.kind === 'range') {
      const { from, to } = value as DayRange;
      return [{ key, words: named(from === to ? date(from) : `${date(from)} – ${date(to)}`), remove }];
    }
    if (filter.kind === 'search') return [{ key, words: named(filter.chosen?.label ?? '…'), remove }];
    const nameOf = (wanted: string) => filter.options.find((option) => option.value === wanted)?.label ?? '…';
    if (filter.kind === 'one') return [{ key, words: named(nameOf(value as string)), remove }];
    const chosen = value as string[];
    return chosen.map((one) => ({
      key: `${key}-${one}`,
      words: named(nameOf(one)),
      remove: () =>
        state.setFilter(
          key,
          chosen.filter((other) => other !== one),
        ),
    }));
  });
}
