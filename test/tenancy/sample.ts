import type { IncidentStatus } from '../../shared/incident/status.ts';
import type { World } from './world.ts';

/** Input of a procedure that works in this world, or at least reaches its work. */
export interface Sample {
  input: (world: World) => Record<string, unknown>;
  /** Locale-free codes of refusals that a whole sample may meet in its own workspace, with the reason here. */
  refused?: string[];
  /** Named by a secret that is its own permission (a link in a mail): who holds it may act, wherever they belong. */
  bearer?: true;
}

export const of = (input: Sample['input'], more: Omit<Sample, 'input'> = {}): Sample => ({ input, ...more });
export const ws: Sample['input'] = (world) => ({ ws: world.ws });
export const page = { pageSize: 100, currentPage: 1 };
export const listed = of((world) => ({ ws: world.ws, ...page }));
export const incidentMove = (status: IncidentStatus, more: (world: World) => Record<string, unknown> = () => ({})) =>
  of((world) => ({ ws: world.ws, id: world.incidentIds[status], ...more(world) }));
