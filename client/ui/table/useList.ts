import { UUID } from '../../../shared/uuid.ts';
import { FILTER_LIMITS, FILTER_PATTERNS, type FilterRule, type ListRule } from '../../../shared/listRule.ts';
import type { Filter, FilterOption } from './types.ts';
import { type FilterKind, type ListState, useListState } from './useListState.ts';

type Filters<Rule extends ListRule> =
  Rule['filters'] extends Readonly<Record<string, FilterRule>> ? Rule['filters'] : Record<never, never>;
type Key<Rule extends ListRule> = keyof Filters<Rule> & string;
type ValueOf<Kind> = Kind extends 'boolean' | 'flag'
  ? boolean
  : Kind extends 'number'
    ? number
    : Kind extends readonly (infer One)[]
      ? One
      : string;
/** Possible values of a filter; `ALL` is none. */
type ChoiceOf<Kind> = Kind extends 'boolean'
  ? 'true' | 'false'
  : Kind extends 'flag'
    ? 'true'
    : Exclude<ValueOf<Kind>, 'ALL'> & string;
/** Filters whose value is never undefined: `ALL` and no are values too. */
type Unset<Kind> = Kind extends 'flag' | readonly ['ALL', ...string[]] ? never : undefined;
type Narrowing<Rule extends ListRule> = {
  [K in Key<Rule>]: ValueOf<Filters<Rule>[K]> | Unset<Filters<Rule>[K]>;
};

export interface ListOptions<Rule extends ListRule, More extends Record<string, FilterKind>> {
  /** Prefix of every parameter, where a page has two lists. */
  prefix?: string;
  /** Rows a page, 10 by default. */
  pageSize?: number;
  /** Name of a filter in the address, where it differs from the input. */
  params?: { readonly [K in Key<Rule>]?: string };
  /** Filters that the page itself converts into input: their values are in `state.filters`. */
  more?: More;
}

export interface ListControl<Rule extends ListRule, More extends Record<string, FilterKind> = Record<never, never>> {
  state: ListState<Rule['sortBy'][number], Record<string, 'one'> & More>;
  /**
   * The complete input of the list's procedure, except the workspace; a filter with an invalid value counts as unset.
   */
  input: ListState<Rule['sortBy'][number]>['input'] & Narrowing<Rule>;
  /** The filters of the list, without paging and order: for its export, and for counts beside it. */
  criteria: { query: string } & Narrowing<Rule>;
  /**
   * A filter of the bar.
   * @param choices names each value, or lists the options
   */
  filter: <K extends Key<Rule>>(
    key: K,
    label: string,
    choices: readonly FilterOption[] | ((value: ChoiceOf<Filters<Rule>[K]>) => string),
  ) => Filter;
}

const YES_NO = ['true', 'false'] as const;

/** Of a list of values the first means none where it is `ALL`. */
const hasAll = (rule: readonly string[]): boolean => rule[0] === 'ALL';

function valueOf(rule: FilterRule, text?: string): string | boolean | number | undefined {
  if (typeof rule !== 'string') return rule.find((one) => one === text) ?? (hasAll(rule) ? 'ALL' : undefined);
  if (rule === 'flag') return text === 'true';
  if (rule === 'boolean') return YES_NO.some((one) => one === text) ? text === 'true' : undefined;
  if (rule === 'line') return text?.slice(0, FILTER_LIMITS.line).trim();
  if (rule === 'number') {
    const number = Number(text);
    return Number.isInteger(number) && number >= 1 && number <= FILTER_LIMITS.number ? number : undefined;
  }
  const pattern = rule === 'id' ? UUID : FILTER_PATTERNS[rule];
  return text && pattern.test(text) ? text : undefined;
}

/**
 * The state of a declared list, stored in the address, with the input of its procedure and its filters.
 * @example
 * const list = useList(CONSENT_LIST);
 * const query = trpc.consent.list.useQuery({ ws, ...list.input }, LIST_QUERY);
 */
export function useList<
  const Rule extends ListRule,
  const More extends Record<string, FilterKind> = Record<never, never>,
>(rule: Rule, { prefix, pageSize, params = {}, more }: ListOptions<Rule, More> = {}): ListControl<Rule, More> {
  const filters = Object.entries<FilterRule>(rule.filters ?? {});
  const paramOf = (key: string) => (params as Record<string, string>)[key] ?? key;
  const state = useListState({
    sortBy: rule.sortBy,
    ...(rule.sortDirection && { sortDirection: rule.sortDirection }),
    ...(prefix && { prefix }),
    ...(pageSize && { pageSize }),
    filters: { ...Object.fromEntries(filters.map(([key]) => [paramOf(key), 'one' as const])), ...more },
  });
  const filterValues = state.filters as Record<string, string | undefined>;
  const narrowing = Object.fromEntries(
    filters.map(([key, one]) => {
      const param = paramOf(key);
      const value = valueOf(one, filterValues[param]);
      // What narrows the list as no value does is none for its bar either: this state is read by nobody else.
      if (value === valueOf(one)) filterValues[param] = undefined;
      return [key, value];
    }),
  );
  return {
    state: state as unknown as ListControl<Rule, More>['state'],
    input: { ...state.input, ...narrowing } as ListControl<Rule, More>['input'],
    criteria: { query: state.query, ...narrowing } as ListControl<Rule, More>['criteria'],
    filter(key, label, choices) {
      const kind: FilterRule = rule.filters![key]!;
      const values: readonly string[] =
        typeof kind !== 'string' ? kind.slice(hasAll(kind) ? 1 : 0) : kind === 'flag' ? ['true'] : YES_NO;
      const options =
        typeof choices === 'function' ? values.map((value) => ({ value, label: choices(value as never) })) : choices;
      return { kind: 'one', key: paramOf(key), label, options };
    },
  };
}
