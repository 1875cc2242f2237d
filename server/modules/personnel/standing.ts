import type { z } from 'zod';
import type { deactivatePersonnel, Personnel, suspendPersonnel } from '../../../shared/personnel/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { lockWorkspace } from '../workspace/limits.ts';
import * as queries from './queries.ts';
import { assertMayTouch, existing } from './rules.ts';
import { type PersonnelMoves, personnelWorkflow } from './workflow.ts';

type Moves = PersonnelMoves['inputs'];

/**
 * Suspends a person with a reason. Open tasks are handed to `reassignTo`; sessions and sockets lose the workspace
 * immediately.
 */
export const suspend = (ctx: WorkspaceContext, input: z.output<typeof suspendPersonnel>): Promise<Personnel> =>
  move(ctx, 'suspend', input);

/** Deactivates a person, permanently or for a while; no reason is stored. The same rule on tasks as for suspension. */
export const deactivate = (ctx: WorkspaceContext, input: z.output<typeof deactivatePersonnel>): Promise<Personnel> =>
  move(ctx, 'deactivate', input);

export const unsuspend = (ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> =>
  move(ctx, 'unsuspend', input);

/**
 * Reactivates a person: active, or invited again when they have no account. Counts against the tier's limit.
 * @throws 409 `personnel.accountHere` where the invitation could never be accepted
 */
export const activate = (ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> =>
  move(ctx, 'activate', input);

/** Sends a new link; earlier ones stop working. @throws 409 `personnel.accountHere` as `activate` */
export const resend = (ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> => move(ctx, 'resend', input);

/**
 * Moves a person. They are locked before they are read: an invitation goes to their address, and nobody changes it
 * between reading it and mailing the link.
 * @throws 404, 403 `personnel.adminOnly`, 409 `illegalMove`, and the errors of the move
 */
function move<Action extends keyof Moves>(
  ctx: WorkspaceContext,
  action: Action,
  input: { id: string } & Moves[Action],
): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    await lockWorkspace(trx, ctx.workspace.id);
    await queries.lock(trx, ctx.workspace.id, input.id);
    const { person, userId } = await existing(trx, ctx, input.id);
    assertMayTouch(ctx, person.role);
    await transition(trx, actorOf(ctx), personnelWorkflow, { ...person, userId }, action, input);
    return (await existing(trx, ctx, input.id)).person;
  });
}
