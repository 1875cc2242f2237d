import { z } from 'zod';
import { destinationCode, id, LIMITED, searchText } from './text.ts';
import { DEFAULT_PAGE_SIZE, FILTER_LIMITS, FILTER_PATTERNS, type FilterRule } from './listRule.ts';

/** Page sizes a list accepts. */
const PAGE_SIZE = { min: 1, max: 100, default: DEFAULT_PAGE_SIZE } as const;

/** A yes or no that also arrives as text, in a query string. */
export const queryBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

type Enum<Values extends readonly string[]> = z.ZodEnum<{ [Value in Values[number]]: Value }>;
type FilterSchema<Rule> = Rule extends 'boolean'
  ? z.ZodOptional<typeof queryBoolean>
  : Rule extends 'flag'
    ? z.ZodDefault<typeof queryBoolean>
    : Rule extends 'id'
      ? z.ZodOptional<typeof id>
      : Rule extends 'number'
        ? z.ZodOptional<z.ZodCoercedNumber>
        : Rule extends string
          ? z.ZodOptional<z.ZodString>
          : Rule extends readonly ['ALL', ...string[]]
            ? z.ZodDefault<Enum<Rule>>
            : Rule extends readonly string[]
              ? z.ZodOptional<Enum<Rule>>
              : never;
type FilterSchemas<Filters> = { [Name in keyof Filters]: FilterSchema<Filters[Name]> };

function filterSchema(rule: FilterRule): z.ZodType {
  if (rule === 'boolean') return queryBoolean.optional();
  if (rule === 'flag') return queryBoolean.default(false);
  if (rule === 'id') return id.optional();
  if (rule === 'number') return z.coerce.number().int().min(1).max(FILTER_LIMITS.number).optional();
  if (rule === 'line') return z.string().max(FILTER_LIMITS.line, LIMITED).optional();
  if (rule === 'country') return destinationCode.optional();
  if (rule === 'month')
    return z.string().max(7, LIMITED).regex(FILTER_PATTERNS.month, { error: 'errors:date' }).optional();
  return rule[0] === 'ALL' ? z.enum(rule).default('ALL') : z.enum(rule).optional();
}

/** What narrows a list, as its rule declares it: for its export, which takes neither order nor pages. */
export const listFilters = <const Filters extends Readonly<Record<string, FilterRule>> = Record<never, never>>(rule: {
  readonly filters?: Filters;
}) =>
  z.object(
    Object.fromEntries(
      Object.entries<FilterRule>(rule.filters ?? {}).map(([name, filter]) => [name, filterSchema(filter)]),
    ) as FilterSchemas<Filters>,
  );

/**
 * Input of a list, as its rule declares it: paging, search, the columns it can be sorted by, and its filters.
 * Example: `listInput({ sortBy: ['updatedAt', 'name'], filters: { status: ['ALL', 'DRAFT', 'PUBLISHED'] } })`
 */
export function listInput<
  const Columns extends readonly [string, ...string[]],
  const Filters extends Readonly<Record<string, FilterRule>> = Record<never, never>,
>(rule: { readonly sortBy: Columns; readonly sortDirection?: 'ASC' | 'DESC'; readonly filters?: Filters }) {
  return z.object({
    pageSize: z.coerce.number().int().min(PAGE_SIZE.min).max(PAGE_SIZE.max).default(PAGE_SIZE.default),
    currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
    sortBy: z.enum(rule.sortBy).default(rule.sortBy[0] as never),
    sortDirection: z.enum(['ASC', 'DESC']).default(rule.sortDirection ?? 'DESC'),
    query: searchText,
    ...listFilters(rule).shape,
  });
}

/** Paging facts of a list answer. */
const listMeta = z.object({
  currentPage: z.number().int(),
  pageSize: z.number().int(),
  totalPage: z.number().int(),
  totalItems: z.number().int(),
});
export type ListMeta = z.infer<typeof listMeta>;

/** A list answer: `{ collection, meta }`. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ collection: z.array(item), meta: listMeta });
export interface List<Item> {
  collection: Item[];
  meta: ListMeta;
}
