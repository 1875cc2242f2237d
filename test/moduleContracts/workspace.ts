import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/workspaces`, 'session'],
    ['POST', `${V1}/workspaces`, 'workspace.create'],
    ['GET', `${V1}/workspaces/{ws}`, 'session'],
    ['PUT', `${V1}/workspaces/{ws}`, 'workspace.manage'],
    ['DELETE', `${V1}/workspaces/{ws}`, 'workspace.manage'],
    ['POST', `${V1}/workspaces/{ws}/undo-deletion`, 'workspace.reopen'],
    ['GET', `${V1}/{ws}/workspace-deletions`, 'workspace.manage'],
  ],
  samples: {
    'workspace.list': of(() => ({ ...page })),
    'workspace.manage': listed,
    'workspace.storage': of((world) => ({ ws: world.ws, id: world.ws })),
    'workspace.usage': listed,
    'workspace.get': of(ws),
    'workspace.create': of((world) => ({ ws: world.ws, name: 'New workspace', package: 'Basic' })),
    'workspace.update': of((world) => ({
      ws: world.ws,
      name: 'Renamed',
      package: 'Unlimit',
      encryptBoxUrl: '',
      rowVersion: 1,
    })),
    'workspace.remove': of((world) => ({ ws: world.ws, confirmation: world.name })),
    'workspace.deletion.get': of(ws),
    'workspace.deletion.list': of(ws),
    'workspace.deletion.undo': of(ws, { refused: ['workspace.open'] }),
  },
  writers: [
    'closed_workspaces',
    'start_workspace_deletion',
    'count_workspace_rows',
    'keep_activity_logs',
    'remove_workspace_rows',
    'finish_workspace_deletion',
  ],
} satisfies ModuleContract;
