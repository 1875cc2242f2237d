/** What a list is asked beside its filters. */
const BESIDE: readonly string[] = ['ws', 'pageSize', 'currentPage', 'sortBy', 'sortDirection'];
/** Values of a filter that is not set. */
const NOTHING = new Set<unknown>([undefined, '', 'ALL', false]);

/** Whether the filters that are set are all among these. */
export const asksOnly = (input: object, ...names: readonly string[]): boolean =>
  Object.entries(input).every(([name, value]) => BESIDE.includes(name) || NOTHING.has(value) || names.includes(name));
