import type { PiiTreeCategory } from '../../../../shared/piiCategory/schema.ts';

export interface FoundCategory {
  category: PiiTreeCategory;
  /** What is shown of it: all, or what fits the search. */
  attributes: PiiTreeCategory['attributes'];
}

/**
 * The categories to choose from, those of section 26 first within each group: the ones a purpose names, and the others.
 * A search keeps what fits by name in either language; a category that fits is kept whole. A deactivated category is
 * shown only as far as something in it is chosen.
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
 * What one press may choose of several attributes: data of section 26 within a general category is chosen by itself.
 */
export const withoutSensitive = <A extends { sensitive: boolean }>(attributes: readonly A[]): A[] =>
  attributes.filter(({ sensitive }) => !sensitive);
