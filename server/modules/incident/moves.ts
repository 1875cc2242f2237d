import type { Incident } from '../../../shared/incident/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type MoveRule, transition } from '../../platform/workflow/workflow.ts';
import { clockOf, headlineOf, locked, incidentView } from './record.ts';
import { type IncidentMoves, incidentWorkflow } from './workflow.ts';

type Inputs = IncidentMoves['inputs'];
interface Target {
  id: string;
  /** Left out: the current version of the incident. */
  rowVersion?: number | undefined;
}

/**
 * Moves an incident. @returns the incident after the move
 * @throws 404, 409 `staleEdit` with the newer incident, 409 `illegalMove`, 403 where the caller cannot make the move,
 * and the errors of the move (workflow.ts)
 */
export const move = <Action extends Exclude<keyof Inputs, 'edit'>>(
  ctx: WorkspaceContext,
  action: Action,
  input: Target & Inputs[Action],
): Promise<Incident> =>
  ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input);
    const after = await transition(trx, actorOf(ctx), incidentWorkflow, before, action, input);
    const { effects, followUp }: MoveRule<IncidentMoves, never> = incidentWorkflow.moves[action];
    if (!effects && !followUp) return incidentView(after);
    // It may have moved the deadline.
    const clock = await clockOf(trx, ctx.workspace.id, { ...after, ...headlineOf(after) }, after.settings);
    return incidentView({ ...after, clock });
  });
