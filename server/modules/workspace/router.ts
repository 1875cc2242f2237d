import {
  createWorkspace,
  listManagedWorkspaces,
  listWorkspaces,
  managedWorkspaceList,
  removeWorkspace,
  updateWorkspace,
  workspace,
  workspaceDeletion,
  workspaceDeletionList,
  workspaceList,
  workspaceRemoved,
} from '../../../shared/workspace/schema.ts';
import {
  listWorkspaceUsage,
  storageInput,
  workspaceStorage,
  workspaceUsageList,
} from '../../../shared/workspace/usage.ts';
import { authed, can, canSomewhere, member, memberEvenIfClosed, router } from '../../platform/trpc/trpc.ts';
import { inWorkspace } from '../../../shared/text.ts';
import * as deletion from './deletion.ts';
import * as service from './service.ts';
import { listUsage, storageByKind } from './usage.ts';

export const workspaceRouter = router({
  list: authed
    .meta({ rest: { method: 'GET', path: '/workspaces', summary: "List the caller's workspaces" } })
    .input(listWorkspaces)
    .output(workspaceList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  manage: can('workspace.manage')
    .input(listManagedWorkspaces)
    .output(managedWorkspaceList)
    .query(({ ctx, input }) => service.manage(ctx, input)),
  usage: canSomewhere('admin.console')
    .input(listWorkspaceUsage)
    .output(workspaceUsageList)
    .query(({ ctx, input }) => listUsage(ctx, input)),
  storage: canSomewhere('admin.console')
    .input(storageInput)
    .output(workspaceStorage)
    .query(({ ctx, input }) => storageByKind(ctx, input)),
  get: member
    .meta({
      rest: { method: 'GET', path: '/workspaces/{ws}', summary: 'Get a workspace with its tier and flags' },
    })
    .output(workspace)
    .query(({ ctx }) => service.get(ctx)),
  create: can('workspace.create')
    .meta({
      rest: {
        method: 'POST',
        path: '/workspaces',
        summary: 'Create a workspace in the organisation of workspace `ws`',
        status: 201,
      },
    })
    .input(createWorkspace)
    .output(workspace)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('workspace.manage')
    .meta({
      rest: { method: 'PUT', path: '/workspaces/{ws}', summary: 'Rename a workspace, change its tier or flags' },
    })
    .input(updateWorkspace)
    .output(workspace)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('workspace.manage')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/workspaces/{ws}',
        summary: 'Close a workspace at once and delete everything in it after seven days',
      },
    })
    .input(removeWorkspace)
    .output(workspaceRemoved)
    .mutation(({ ctx, input }) => deletion.request(ctx, input)),
  deletion: router({
    get: memberEvenIfClosed.output(workspaceDeletion).query(({ ctx }) => deletion.get(ctx)),
    /** Of the organisation. */
    list: can('workspace.manage')
      .meta({
        rest: {
          method: 'GET',
          path: '/{ws}/workspace-deletions',
          summary: 'List the workspaces of the organisation that are being deleted or were',
        },
      })
      .output(workspaceDeletionList)
      .query(({ ctx }) => deletion.list(ctx)),
    undo: can('workspace.reopen')
      .meta({
        rest: {
          method: 'POST',
          path: '/workspaces/{ws}/undo-deletion',
          summary: 'Open a workspace again that is to be deleted',
        },
      })
      .input(inWorkspace)
      .output(workspace)
      .mutation(({ ctx }) => deletion.undo(ctx)),
  }),
});
