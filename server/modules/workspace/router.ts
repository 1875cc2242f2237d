import { z } from 'zod';
import {
  createWorkspace,
  listManagedWorkspaces,
  listWorkspaces,
  managedWorkspaceList,
  removeWorkspace,
  updateWorkspace,
  workspace,
  workspaceList,
} from '../../../shared/workspace/schema.ts';
import { authed, can, member, router } from '../../platform/trpc/trpc.ts';
import * as removal from './removal.ts';
import * as service from './service.ts';

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
      rest: { method: 'DELETE', path: '/workspaces/{ws}', summary: 'Delete a workspace and everything in it' },
    })
    .input(removeWorkspace)
    .output(z.object({ uuid: z.uuid() }))
    .mutation(({ ctx, input }) => removal.remove(ctx, input)),
});
