import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/workspace.ts';

export default {
  workspaces: 'Workspaces',
  workspacesInMenu: 'Manage workspaces',
  deletedWorkspaces: 'Deleted workspaces',
  workspaceUsage: 'Usage and limits',
} satisfies Shape<typeof th>;
