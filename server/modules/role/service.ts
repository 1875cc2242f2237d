import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { translate } from '../../platform/i18n.ts';
import { ROLE_VALUES, ROLES } from '../../../shared/registry/roles.ts';

/** The four roles, highest first, with their names in the caller's language ("Top Management" is shown as Audit). */
export function list({ locale }: WorkspaceContext) {
  return ROLES.map((name) => ({
    id: ROLE_VALUES[name],
    name,
    label: translate(locale, `organization:role.${name}`),
  })).toSorted((a, b) => b.id - a.id);
}
