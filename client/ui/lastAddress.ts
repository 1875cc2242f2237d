/**
 * The queries with which pages were last displayed, by their paths without language, and the workspace they were of.
 */
const queries = new Map<string, string>();
let workspace: string | null = null;

/** Notes the query of the displayed page, without its workspace. Filters of one workspace mean nothing in another. */
export function noteAddress(path: string, search: string): void {
  const query = new URLSearchParams(search);
  const of = query.get('workspace');
  query.delete('workspace');
  if (of !== null && of !== workspace) {
    queries.clear();
    workspace = of;
  }
  if (query.size > 0) queries.set(path, `?${query}`);
  else queries.delete(path);
}

/** Of a person who signed out, nothing is left for the next one. */
export function forgetAddresses(): void {
  queries.clear();
}

/** The address at which a page was last displayed in this tab: that of a list with its search and filters. */
export const lastAddress = (path: string): string => path + (queries.get(path) ?? '');
