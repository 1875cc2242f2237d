/** The name in the list row from which a page was opened, by the path of the page. */
let arriving: { path: string; name: string } | undefined;

/** Stores the name of the record that is being opened: it is the title of the page until the record is loaded. */
export function keepArrivingName(href: string, name: string): void {
  arriving = { path: new URL(href, location.href).pathname, name };
}

/** The name of the displayed record, where a list row passed it on. */
export const arrivingName = (): string | undefined =>
  arriving && arriving.path === location.pathname ? arriving.name : undefined;
