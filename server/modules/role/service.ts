import type { List } from '../../../shared/list.ts';
import type { RoleItem } from '../../../shared/personnel/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { translate } from '../../platform/i18n.ts';
import { ROLE_VALUES, ROLES } from '../../../shared/registry/roles.ts';

/**
 * The four roles, highest first, with their names in the caller's language ("Top Management" is displayed as Audit).
 */
export function list({ locale }: WorkspaceContext): List<RoleItem> {
  const collection = ROLES.map((name) => ({
    id: ROLE_VALUES[name],
    name,
    label: translate(locale, `organization:role.${name}`),
  })).toSorted((a, b) => b.id - a.id);
  const { length } = collection;
  return { collection, meta: { currentPage: 1, pageSize: length, totalPage: 1, totalItems: length } };
}
