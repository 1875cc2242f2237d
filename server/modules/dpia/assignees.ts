import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { activeAmong, lockActiveAmong } from '../../platform/auth/personnel.ts';

/** Roles that can be assigned a treatment plan. */
export const ASSIGNEE_ROLES = rolesWith('treatmentPlan.write');

/** Those of some people who can be assigned a plan. */
export const assignableOf = (trx: Trx, workspaceId: string, personnelIds: readonly string[]) =>
  activeAmong(trx, workspaceId, personnelIds, ASSIGNEE_ROLES);

/** The same; none of them leaves before the transaction ends. */
export const lockAssignable = (trx: Trx, workspaceId: string, personnelIds: readonly string[]) =>
  lockActiveAmong(trx, workspaceId, personnelIds, ASSIGNEE_ROLES);
