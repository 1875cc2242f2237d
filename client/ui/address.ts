/**
 * Whether an address is a page of the application, which its router opens. Files and answers of the API are the
 * server's.
 */
export const isPage = (href: string): boolean => /^~?\/(?!\/|api\/|files-api\/)/.test(href);

/** Query parameters that every link inside the application preserves. */
const preservedParams = ['workspace'] as const;

/**
 * Adds the preserved parameters of the current address to that of a page, unless it has them itself.
 * @example keepParams('/consent?query=a', '?workspace=x') // "/consent?query=a&workspace=x"
 */
export function keepParams(href: string, currentSearch: string = location.search): string {
  const [beforeHash = '', hash] = href.split('#', 2);
  const [path = '', search = ''] = beforeHash.split('?', 2);
  const params = new URLSearchParams(search);
  const current = new URLSearchParams(currentSearch);
  for (const name of preservedParams) {
    const value = current.get(name);
    if (value !== null && !params.has(name)) params.set(name, value);
  }
  const query = params.toString();
  return `${path}${query && `?${query}`}${hash === undefined ? '' : `#${hash}`}`;
}
