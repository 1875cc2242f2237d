import type { IncidentStatus } from '../../shared/incident/status.ts';
import type { World } from './world.ts';

/** Input for a procedure that succeeds in this world, or at least reaches its logic. */
export interface Sample {
  input: (world: World) => Record<string, unknown>;
  /** Locale-free codes of refusals that a valid sample may get in its own workspace, with the reason here. */
  refused?: string[];
  /** Authorised by a secret (a link in a mail): whoever has it may act, wherever they belong. */
  bearer?: true;
}

export const of = (input: Sample['input'], more: Omit<Sample, 'input'> = {}): Sample => ({ input, ...more });
export const ws: Sample['input'] = (world) => ({ ws: world.ws });
export const page = { pageSize: 100, currentPage: 1 };
export const listed = of((world) => ({ ws: world.ws, ...page }));
export const incidentMove = (status: IncidentStatus, more: (world: World) => Record<string, unknown> = () => ({})) =>
  of((world) => ({ ws: world.ws, id: world.incidentIds[status], ...more(world) }));
