/** Kinds of text that a filter takes, beside the id of a record. */
export const FILTER_PATTERNS = {
  /** Two letters of ISO 3166. */
  country: /^[A-Z]{2}$/,
  /** YYYY-MM; there is no year 0. */
  month: /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/,
} as const;

/**
 * What a filter of a list takes: one of some values (where the first is `ALL`, that one unless given), yes or no, or
 * only yes (`flag`), the id of a record, a whole number from 1, a line of text, or a text of some kind.
 */
export type FilterRule =
  | readonly [string, ...string[]]
  | 'boolean'
  | 'flag'
  | 'id'
  | 'number'
  | 'line'
  | keyof typeof FILTER_PATTERNS;

/** The largest number and the longest line that a filter takes. */
export const FILTER_LIMITS = { number: 1_000_000, line: 200 } as const;

/**
 * How a list can be sorted and narrowed: the schema of its input (`listInput`) and the state of its screen (`useList`)
 * both come from it. Apart from the schema, so that the first screen does without zod.
 */
export interface ListRule {
  /** The first is the default. */
  readonly sortBy: readonly [string, ...string[]];
  /** DESC unless given. */
  readonly sortDirection?: 'ASC' | 'DESC';
  /** By the name of the input. */
  readonly filters?: Readonly<Record<string, FilterRule>>;
}

/** Rows a page of a list unless it is asked for others. */
export const DEFAULT_PAGE_SIZE = 10;

/**
 * What a screen asks for when its address says nothing of the list: its first page, in its own order, all of it.
 * Filters without a value are left out.
 */
export function unnarrowedInput({ sortBy, sortDirection = 'DESC', filters = {} }: ListRule) {
  const values = Object.entries(filters).flatMap(([key, rule]) => {
    if (rule === 'flag') return [[key, false]];
    return typeof rule !== 'string' && rule[0] === 'ALL' ? [[key, 'ALL']] : [];
  });
  return {
    query: '',
    currentPage: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    sortBy: sortBy[0],
    sortDirection,
    ...(Object.fromEntries(values) as Record<string, string | boolean>),
  };
}

/** Values of the filter that tells drafts from what is published. */
export const PUBLISH_FILTER = ['ALL', 'PUBLISHED', 'DRAFT'] as const;
export type PublishFilter = (typeof PUBLISH_FILTER)[number];
