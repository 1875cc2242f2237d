import { type ROUTES, type RouteId, routeOf } from './routes.ts';

type PathOf<Id extends RouteId> = Extract<(typeof ROUTES)[number], { id: Id }>['path'];
/** Name of the segment that a path requires, and of one that may be left out. */
type Needed<Path> = Path extends `${string}/:${string}?`
  ? never
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

/** Values of an address by their names; what is null or undefined is left out. */
export type AddressValues = Readonly<Record<string, string | number | null | undefined>>;

/**
 * The address of a page, without language. A value that the path names becomes its segment, the others become its
 * query.
 * @example pageAddress('application', { id, tab: 'versions' }) // /business-function/application/0198…?tab=versions
 */
export function pageAddress<Id extends RouteId>(
  page: Id,
  ...[values]: [Needed<PathOf<Id>>] extends [never]
    ? [values?: AddressValues]
    : [values: AddressValues & { readonly [Name in Needed<PathOf<Id>>]: string }]
): string {
  return fillPath(routeOf(page).path, values ?? {});
}

/** The path of a route with its segment filled in, and all other values as its query. */
export function fillPath(path: string, values: AddressValues): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue;
    const text = String(value);
    const segment = [`/:${name}`, `/:${name}?`].find((end) => path.endsWith(end));
    if (segment) filled = `${path.slice(0, -segment.length)}/${encodeURIComponent(text)}`;
    else query.set(name, text);
  }
  filled = filled.replace(/\/:\w+\??$/, '');
  return query.size > 0 ? `${filled}?${query}` : filled;
}
