import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { bilingual, byId, id, inWorkspace, LONG_TEXT_LIMIT, optionalText, rowVersion } from '../text.ts';

/** Own categories a workspace may have beside the built-in ones (spec 2 section 9). */
export const PURPOSE_CATEGORY_LIMIT = 40;

export const purposeCategoryFields = z.object({
  name: bilingual(),
  description: bilingual(LONG_TEXT_LIMIT),
  detail: optionalText(LONG_TEXT_LIMIT),
});
export type PurposeCategoryFields = z.output<typeof purposeCategoryFields>;

export const createPurposeCategory = inWorkspace.extend(purposeCategoryFields.shape);
export const updatePurposeCategory = byId.extend({ ...purposeCategoryFields.shape, rowVersion });
export const PURPOSE_CATEGORY_LIST = { sortBy: ['updatedAt', 'createdAt', 'name'] } as const satisfies ListRule;
export const listPurposeCategories = listInput(PURPOSE_CATEGORY_LIST);

const text = z.object({ th: z.string(), en: z.string() });
export const purposeCategory = z.object({
  id,
  name: text,
  description: text,
  detail: z.string(),
  /** Came with the workspace; cannot be changed or deleted. */
  builtIn: z.boolean(),
  /** Purposes in it; while there is one, it cannot be deleted. */
  purposeCount: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type PurposeCategory = z.infer<typeof purposeCategory>;

/** The list says how many own categories there are, so that a screen can say how many are left. */
export const purposeCategoryList = listOf(purposeCategory).extend({
  custom: z.object({ used: z.number().int(), limit: z.number().int() }),
});
export type PurposeCategoryList = z.infer<typeof purposeCategoryList>;
