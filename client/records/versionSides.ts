/** The side that is the saved draft. */
export const DRAFT = 'draft';

/** What can be compared of a record: its saved draft, where there is one, and its versions, the newest first. */
export const sideOptions = (isDraft: boolean, published: number): string[] => [
  ...(isDraft ? [DRAFT] : []),
  ...Array.from({ length: published }, (_, place) => String(published - place)),
];

/**
 * The two sides in the address (`from`, `to`), as far as there are such; by default the first option, and the one that
 * was there before it.
 */
export function sidesOf(params: URLSearchParams, options: readonly string[]): { from: string; to: string } {
  const chosen = (side: string) => options.find((option) => option === params.get(side));
  const to = chosen('to') ?? options[0] ?? DRAFT;
  return { to, from: chosen('from') ?? options[options.indexOf(to) + 1] ?? to };
}
