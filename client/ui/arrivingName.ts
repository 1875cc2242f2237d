/** What the row was called by which a page was gone to, by the path of the page. */
let arriving: { path: string; name: string } | undefined;

/** Keeps the name of the record that is gone to: it heads the page until the record itself is there. */
export function keepArrivingName(href: string, name: string): void {
  arriving = { path: new URL(href, location.href).pathname, name };
}

/** The name of the record whose page is shown, where a row said it. */
export const arrivingName = (): string | undefined =>
  arriving && arriving.path === location.pathname ? arriving.name : undefined;
