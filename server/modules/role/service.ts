import type { WorkspaceContext } from '../../context.ts';
import { translate } from '../../i18n.ts';
import { ROLE_VALUES, ROLES } from '../../../shared/roles.ts';

/** The four roles, highest first, with their names in the caller's language ("Top Management" is shown as Audit). */
export function list({ locale }: WorkspaceContext) {
  return ROLES.map((name) => ({
    id: ROLE_VALUES[name],
    name,
    label: translate(locale, `organization:role.${name}`),
  })).toSorted((a, b) => b.id - a.id);
}
