/** Parameters of an address that are no part of a view: the text searched for, the page, the workspace. */
const LEFT_OUT = ['query', 'currentPage', 'workspace'] as const;

/** What narrows and sorts a list, of the query of its address: the same text whatever the order in the address. */
export function narrowingOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const one of LEFT_OUT) params.delete(one);
  return new URLSearchParams([...params].toSorted()).toString();
}
