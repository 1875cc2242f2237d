import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { bilingual, byId, id, inWorkspace, LONG_TEXT_LIMIT, optionalText, requiredText, rowVersion } from '../text.ts';

/** Own categories a workspace may have beside the built-in ones, so that a selector of all of them fits one page. */
export const PII_CATEGORY_LIMIT = 70;
/** Own sub-categories and own attributes of a workspace, over all categories. */
export const PII_SUB_CATEGORY_LIMIT = 300;
export const PII_ATTRIBUTE_LIMIT = 1000;
/** Longest name of a category, a sub-category or an attribute. */
const PII_NAME_LIMIT = 200;
/** Records named where something is in use. */
export const PII_USE_LIMIT = 100;

const name = z.object({ th: requiredText(PII_NAME_LIMIT), en: optionalText(PII_NAME_LIMIT) });
const text = z.object({ th: z.string(), en: z.string() });

/**
 * Built-in categories keep their name and sensitivity; their description and example may be put in the organisation's
 * own words.
 */
export const piiCategoryFields = z.object({
  name: bilingual(PII_NAME_LIMIT),
  description: bilingual(LONG_TEXT_LIMIT),
  example: optionalText(LONG_TEXT_LIMIT),
  /** Named by section 26 of the PDPA; fixed once a purpose or a data mapping uses the category. */
  sensitive: z.boolean().default(false),
});
export type PiiCategoryFields = z.output<typeof piiCategoryFields>;

export const createPiiCategory = inWorkspace.extend(piiCategoryFields.shape);
export const updatePiiCategory = byId.extend({ ...piiCategoryFields.shape, rowVersion });

export const PII_CATEGORY_LIST = {
  sortBy: ['name', 'updatedAt'],
  sortDirection: 'ASC',
  filters: { status: ['ALL', 'ACTIVE', 'INACTIVE'], sensitive: 'boolean' },
} as const satisfies ListRule;
const piiCategoryInput = listInput(PII_CATEGORY_LIST);
/** Selectors ask without a status, for those that can be chosen. */
export const listPiiCategories = piiCategoryInput.extend({
  status: piiCategoryInput.shape.status.unwrap().default('ACTIVE'),
});
/** For selectors: searched by text, in Thai order, deactivated ones too; `id`: this one alone. */
export const pickPiiCategories = listInput({
  sortBy: ['name'],
  sortDirection: 'ASC',
  filters: { status: ['ALL', 'ACTIVE'], id: 'id' },
});
export const pickedPiiCategories = listOf(z.object({ id, name: text, sensitive: z.boolean() }));

/** A category of personal data. */
export const piiCategory = z.object({
  id,
  name: text,
  description: text,
  example: z.string(),
  sensitive: z.boolean(),
  active: z.boolean(),
  /** Came with the workspace. */
  builtIn: z.boolean(),
  subCategoryCount: z.number().int(),
  attributeCount: z.number().int(),
  /** Purposes that name it; applications whose data mapping has attributes of it, and how many such uses there are. */
  purposeCount: z.number().int(),
  applicationCount: z.number().int(),
  uses: z.number().int(),
  rowVersion: z.number().int(),
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type PiiCategory = z.infer<typeof piiCategory>;
/** The list says how many own categories there are, so that a screen can say how many are left. */
export const piiCategoryList = listOf(piiCategory).extend({
  custom: z.object({ used: z.number().int(), limit: z.number().int() }),
});
export type PiiCategoryList = z.infer<typeof piiCategoryList>;

/** A part of a category: the sub-category, or nothing where attributes belong to the category itself. */
export const piiSubCategory = z.object({
  id,
  piiCategoryId: id,
  name: text,
  builtIn: z.boolean(),
  attributeCount: z.number().int(),
});
export type PiiSubCategory = z.infer<typeof piiSubCategory>;
export const piiSubCategoryList = listOf(piiSubCategory);
export const createPiiSubCategory = inWorkspace.extend({ piiCategoryId: id, name });
export const listPiiSubCategories = listInput({ sortBy: ['name', 'createdAt'], sortDirection: 'ASC' }).extend({ id });

/** One thing that is kept of a person, such as a date of birth. */
export const piiAttribute = z.object({
  id,
  piiCategoryId: id,
  piiSubCategoryId: id.nullable(),
  name: text,
  description: text,
  /** Named by section 26 of the PDPA. */
  sensitive: z.boolean(),
  builtIn: z.boolean(),
  /** Lines of data mappings that have it; while there is one, it cannot be removed. */
  uses: z.number().int(),
});
export type PiiAttribute = z.infer<typeof piiAttribute>;
export const piiAttributeList = listOf(piiAttribute);
export const createPiiAttribute = inWorkspace.extend({
  piiCategoryId: id,
  piiSubCategoryId: id.nullable().default(null),
  name,
  description: z.object({ th: optionalText(), en: optionalText() }).default({ th: '', en: '' }),
  /** As the category, unless said. */
  sensitive: z.boolean().optional(),
});
export const listPiiAttributes = listInput({
  sortBy: ['name', 'createdAt'],
  sortDirection: 'ASC',
  filters: { sensitive: 'boolean' },
}).extend({ id });

/** A category with all that is in it, in Thai order. */
export const piiCategoryDetail = piiCategory.extend({
  subCategories: z.array(piiSubCategory),
  attributes: z.array(piiAttribute),
});
export type PiiCategoryDetail = z.infer<typeof piiCategoryDetail>;

/** Where a category is used: 100 purposes and applications at most, the counts stand in the category itself. */
export const piiCategoryUses = z.object({
  purposes: z.array(z.object({ id, title: text })),
  applications: z.array(z.object({ id, name: z.string(), uses: z.number().int() })),
});
export type PiiCategoryUses = z.infer<typeof piiCategoryUses>;

/** Input of the tree for selectors; deactivated categories only when asked, to name what was chosen before. */
export const piiCategoryTreeInput = inWorkspace.extend({ withInactive: z.boolean().default(false) });
const piiTreeCategory = z.object({
  id,
  name: text,
  sensitive: z.boolean(),
  active: z.boolean(),
  subCategories: z.array(z.object({ id, name: text })),
  attributes: z.array(
    z.object({ id, name: text, description: text, subCategoryId: id.nullable(), sensitive: z.boolean() }),
  ),
});
export type PiiTreeCategory = z.infer<typeof piiTreeCategory>;
/** Every category with its sub-categories and attributes, each in Thai order; plain categories first. */
export const piiCategoryTree = z.object({ collection: z.array(piiTreeCategory) });
export type PiiCategoryTree = z.infer<typeof piiCategoryTree>;
