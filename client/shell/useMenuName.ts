import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteId } from '../../shared/registry/routes.ts';

/** The name of a page in menus: its title, unless it has a name for menus. */
export function useMenuName(): (page: RouteId) => string {
  const { t } = useTranslation('pages');
  return useCallback((page) => t([`${page}InMenu`, page]), [t]);
}
