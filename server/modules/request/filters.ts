/** Inputs of a list that are not filters. */
const BESIDE: readonly string[] = ['ws', 'pageSize', 'currentPage', 'sortBy', 'sortDirection'];
/** Values of a filter that is not set. */
const NOTHING = new Set<unknown>([undefined, '', 'ALL', false]);

/** Whether all filters that are set are among these. */
export const asksOnly = (input: object, ...names: readonly string[]): boolean =>
  Object.entries(input).every(([name, value]) => BESIDE.includes(name) || NOTHING.has(value) || names.includes(name));
