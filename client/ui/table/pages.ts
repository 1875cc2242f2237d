/** Numbers of the pages of a list after its first one; empty while the first is loading. */
export const pagesAfterFirst = (meta: { readonly totalPage: number } | undefined): number[] =>
  Array.from({ length: Math.max(0, (meta?.totalPage ?? 1) - 1) }, (_, place) => place + 2);
