import type { RouteId } from '../registry/routes.ts';

/**
 * Types of all texts that a screen may show, by namespace. Each file of `th/` adds its own, so that a new namespace is
 * known by being there.
 */
export interface Texts {
  /** Titles of pages; `<id>InMenu` is what the menu calls a page where that is shorter. */
  pages: Record<RouteId | `${RouteId}InMenu`, string>;
}
