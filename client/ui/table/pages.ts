/** Numbers of the pages of a list behind its first one; none while that is not there yet. */
export const pagesAfterFirst = (meta: { readonly totalPage: number } | undefined): number[] =>
  Array.from({ length: Math.max(0, (meta?.totalPage ?? 1) - 1) }, (_, place) => place + 2);
