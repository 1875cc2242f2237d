import { z } from 'zod';

/** Page sizes a list accepts. */
const PAGE_SIZE = { min: 1, max: 100, default: 10 } as const;

/**
 * Input every list takes, beside its own filters. `sortBy` is limited to the columns the list can sort by;
 * the first of them is the default.
 * Example: `listInput(['updatedAt', 'name']).extend({ status: z.enum(['ALL', 'DRAFT', 'PUBLISHED']).default('ALL') })`
 */
export function listInput<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return z.object({
    pageSize: z.coerce.number().int().min(PAGE_SIZE.min).max(PAGE_SIZE.max).default(PAGE_SIZE.default),
    currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
    sortBy: z.enum(columns).default(columns[0] as never),
    sortDirection: z.enum(['ASC', 'DESC']).default('DESC'),
    query: z.string().trim().max(200).default(''),
  });
}

/** A yes or no that also arrives as text, in a query string. */
export const queryBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

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
