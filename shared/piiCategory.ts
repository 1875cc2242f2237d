import { z } from 'zod';
import { listInput, listOf } from './list.ts';
import { id } from './text.ts';

/** A category of personal data, as selectors need it. */
export const piiCategory = z.object({
  id,
  name: z.object({ th: z.string(), en: z.string() }),
  description: z.object({ th: z.string(), en: z.string() }),
  example: z.string(),
  /** Named by section 26 of the PDPA. */
  sensitive: z.boolean(),
  active: z.boolean(),
  builtIn: z.boolean(),
});
export type PiiCategory = z.infer<typeof piiCategory>;

export const PII_CATEGORY_STATUS = ['ACTIVE', 'INACTIVE', 'ALL'] as const;
export const listPiiCategories = listInput(['name', 'updatedAt']).extend({
  status: z.enum(PII_CATEGORY_STATUS).default('ACTIVE'),
  sortDirection: z.enum(['ASC', 'DESC']).default('ASC'),
});
export const piiCategoryList = listOf(piiCategory);
