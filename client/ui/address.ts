/** Query parameters that every link inside the application preserves. */
const preservedParams = ['workspace'] as const;

/**
 * Adds the preserved parameters of the current address to an inside address, unless it has them itself. Outside
 * addresses (`https:`, `mailto:`) and `#…` are returned unchanged.
 * @example keepParams('/consent?query=a', '?workspace=x') // "/consent?query=a&workspace=x"
 */
export function keepParams(href: string, currentSearch: string = location.search): string {
  if (!/^~?\//.test(href) || href.startsWith('//')) return href;
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
