import type { Locale } from '../../../shared/locale.ts';
import { type RouteId, ROUTES } from '../../../shared/registry/routes.ts';
import { translate } from '../../platform/i18n.ts';

const idByPath = new Map<string, RouteId>(ROUTES.map(({ id, path }) => [path, id]));

/** The page of a pattern of addresses, with its title; the pattern itself for one that the product no longer has. */
export function pageOf(locale: Locale, path: string): { id: RouteId | null; title: string } {
  const id = idByPath.get(path) ?? null;
  return { id, title: id === null ? path : translate(locale, `pages:${id}`) };
}
