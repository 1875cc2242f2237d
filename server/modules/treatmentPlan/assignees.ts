import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import { activeIds } from '../../platform/auth/personnel.ts';
import { assigneesOf } from '../../platform/tasks/assigned.ts';
import { ASSIGNEE_ROLES } from '../dpia/assignees.ts';

/** Those who can be assigned a plan. */
export const planAssignees = assigneesOf(ASSIGNEE_ROLES, 'treatmentPlan.assignee');

/** Active people who manage plans, and one more active person (`also`). */
export const managersOf = (trx: Trx, workspaceId: string, also: string | null = null): Promise<string[]> =>
  activeIds(trx, workspaceId, rolesWith('treatmentPlan.manage'), also);

/** Whether this person is the only one who manages plans: then they can approve their own. */
export const soleManager = async (trx: Trx, { workspaceId, personnelId }: PersonnelActor): Promise<boolean> =>
  (await managersOf(trx, workspaceId)).every((id) => id === personnelId);
