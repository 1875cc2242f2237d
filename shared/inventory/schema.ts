import { z } from 'zod';
import { LAWFUL_BASES } from '../purpose/lawfulBasis.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { RETENTION_BAND_KEYS, type RetentionBand } from '../purpose/retention.ts';
import { RETENTION_CONTENT } from '../purpose/retentionInput.ts';
import { id, inWorkspace, searchText } from '../text.ts';

/** What the inventory can be added up by. */
export const INVENTORY_PIVOTS = ['category', 'application', 'purpose', 'lawfulBasis', 'retention'] as const;
export type InventoryPivot = (typeof INVENTORY_PIVOTS)[number];

/** Of a use whose purpose names no lawful basis. */
export const NO_BASIS = 'none';
export const BASIS_FILTER = [...LAWFUL_BASES, NO_BASIS] as const;

/**
 * Sorted by what the column names; within it always sensitive data first. The default, `sensitive`, goes on by the
 * category's Thai name.
 */
export const INVENTORY_LIST = {
  sortBy: ['sensitive', 'category', 'application', 'purpose'],
  filters: {
    piiCategoryId: 'id',
    applicationId: 'id',
    purposeId: 'id',
    lawfulBasis: BASIS_FILTER,
    retentionBand: RETENTION_BAND_KEYS as [RetentionBand, ...RetentionBand[]],
    /** Only data of section 26. */
    sensitive: 'flag',
  },
} as const satisfies ListRule;
const inventoryInput = listInput(INVENTORY_LIST);
export const listInventory = inWorkspace.extend(inventoryInput.shape);
/** What narrows the inventory, its pivots and its export alike; the text is part of any name in it. */
export const inventoryFilters = inventoryInput.omit({
  pageSize: true,
  currentPage: true,
  sortBy: true,
  sortDirection: true,
});
export type InventoryFilters = z.output<typeof inventoryFilters>;

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });

/** One use of one attribute: by which application, for which purpose, from whom, and what becomes of it. */
const inventoryItem = z.object({
  flowId: id,
  attribute: named,
  category: named,
  subCategory: named.nullable(),
  sensitive: z.boolean(),
  application: z.object({ id, name: z.string() }),
  purpose: z.object({ id, title: text }),
  lawfulBases: z.array(z.enum(LAWFUL_BASES)),
  dataSubjectGroup: named,
  channel: named,
  /** With its country; null where none is recorded. */
  storageSystem: named.extend({ country: z.string().nullable() }).nullable(),
  /** Of the line, or else of its purpose; `null` where neither says. */
  retention: z
    .object({
      ...RETENTION_CONTENT,
      ofPurpose: z.boolean(),
    })
    .nullable(),
  /**
   * How many the line names: applications of the organisation, third parties, and those of the latter that are not in
   * Thailand. Where the purpose's sharing, or its disclosure, is switched off, none. Storage is no recipient.
   */
  recipients: z.object({ internal: z.number().int(), thirdParty: z.number().int(), abroad: z.number().int() }),
});
export type InventoryItem = z.infer<typeof inventoryItem>;
export const inventoryList = listOf(inventoryItem);

export const pivotInventory = inWorkspace.extend(inventoryFilters.shape).extend({
  by: z.enum(INVENTORY_PIVOTS).default('category'),
  /** Part of the name of the rows asked for. */
  find: searchText,
  limit: z.coerce.number().int().min(1).max(200).default(12),
});
const inventoryPivotRow = z.object({
  /** An id, a lawful basis or `none`, or a band of retention: the value of the filter of the same name. */
  key: z.string(),
  /** `null` where the key is a word of the product, not a record. */
  name: text.nullable(),
  uses: z.number().int(),
  sensitiveUses: z.number().int(),
});
export type InventoryPivotRow = z.infer<typeof inventoryPivotRow>;
export const inventoryPivot = z.object({
  /** Most uses first; lawful bases and retention in their own order. */
  collection: z.array(inventoryPivotRow),
  /** How many rows there are, shown or not. */
  totalRows: z.number().int(),
  /**
   * Of everything the filters leave. A use counts once under each lawful basis of its purpose, so rows may add up to
   * more.
   */
  uses: z.number().int(),
  sensitiveUses: z.number().int(),
});
export type InventoryPivotAnswer = z.infer<typeof inventoryPivot>;
