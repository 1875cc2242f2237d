import { rolesWith } from '../../../shared/registry/permissions.ts';
import { assigneesOf } from '../../platform/tasks/assigned.ts';

/** Those who can be assigned a right of a request, or a task of one. */
export const requestAssignees = assigneesOf(rolesWith('request.write'), 'request.assignee');
