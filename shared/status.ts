import type { Permission } from './registry/permissions.ts';

interface Move<State extends string> {
  readonly to: State;
  readonly permission: Permission;
}
export type StatusMachine<State extends string, Action extends string = string> = Readonly<
  Record<State, Readonly<Partial<Record<Action, Move<State>>>>>
>;

/**
 * Declares the states of a document and the moves between them. The table gives the server's guard,
 * the client's buttons and the test of every illegal move.
 * Example: `defineStatus<'draft' | 'published', 'publish' | 'edit'>({ draft: { publish: { to: 'published', permission:
 * 'ropa.publish' } }, published: {} })`
 */
export function defineStatus<State extends string, Action extends string>(machine: StatusMachine<State, Action>) {
  return machine;
}

/** The moves open in `state`. */
export function movesFrom<State extends string, Action extends string>(
  machine: StatusMachine<State, Action>,
  state: State,
): Action[] {
  return Object.keys(machine[state]) as Action[];
}
