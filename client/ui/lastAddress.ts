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
  queries.set(path, query.size > 0 ? `?${query}` : '');
}

/** The address at which a page was last displayed in this tab: that of a list with its search and filters. */
export const lastAddress = (path: string): string => path + (queries.get(path) ?? '');
