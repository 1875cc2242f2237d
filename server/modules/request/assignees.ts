import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { assigneesOf } from '../../platform/tasks/assigned.ts';

/** Those who can be assigned a right of a request, or a task of one. */
export const requestAssignees = assigneesOf(rolesWith('request.write'), 'request.assignee');

/** A former assignee, if they can still be one; otherwise null. */
export const formerAssignee = async (
  trx: Trx,
  workspaceId: string,
  { assigneeId }: { readonly assigneeId: string | null },
): Promise<string | null> => assigneeId && ((await requestAssignees.find(trx, workspaceId, assigneeId))?.id ?? null);
