import type { PiiTreeCategory } from '../../../../shared/piiCategory/schema.ts';

export interface FoundCategory {
  category: PiiTreeCategory;
  /** The attributes displayed: all, or those that match the search. */
  attributes: PiiTreeCategory['attributes'];
}

/**
 * The categories of the tree in two groups, those named by the purpose and the others, each with section 26 categories
 * first. The search matches names in both languages; a matching category is returned with all its attributes. Of a
 * deactivated category, only selected attributes are returned.
 */
export function findAttributes(
  tree: readonly PiiTreeCategory[],
  { query, suggested, chosen }: { query: string; suggested: ReadonlySet<string>; chosen: ReadonlySet<string> },
): { suggested: FoundCategory[]; others: FoundCategory[] } {
  const wanted = query.trim().toLocaleLowerCase();
  const fits = ({ th, en }: { th: string; en: string }) =>
    wanted === '' || `${th}\n${en}`.toLocaleLowerCase().includes(wanted);
  const found = tree.flatMap((category): FoundCategory[] => {
    const offered = category.active ? category.attributes : category.attributes.filter(({ id }) => chosen.has(id));
    if (!category.active && offered.length === 0) return [];
    const parts = new Set(category.subCategories.filter(({ name }) => fits(name)).map(({ id }) => id));
    const attributes = fits(category.name)
      ? offered
      : offered.filter(({ name, subCategoryId }) => fits(name) || (subCategoryId !== null && parts.has(subCategoryId)));
    return attributes.length > 0 || (wanted === '' && category.active) ? [{ category, attributes }] : [];
  });
  const sensitiveFirst = (list: FoundCategory[]) =>
    list.toSorted((a, b) => Number(b.category.sensitive) - Number(a.category.sensitive));
  return {
    suggested: sensitiveFirst(found.filter(({ category }) => suggested.has(category.id))),
    others: sensitiveFirst(found.filter(({ category }) => !suggested.has(category.id))),
  };
}

/**
 * The attributes that may be selected together: section 26 data within a general category must be selected
 * individually.
 */
export const withoutSensitive = <A extends { sensitive: boolean }>(attributes: readonly A[]): A[] =>
  attributes.filter(({ sensitive }) => !sensitive);
