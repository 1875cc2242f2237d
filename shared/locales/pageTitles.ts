import type { RouteId } from '../registry/routes.ts';

/** Titles of the pages of one module; `<id>InMenu` is what menus call a page where that is not its title. */
export type PageTitles = { readonly [Id in RouteId | `${RouteId}InMenu`]?: string };
