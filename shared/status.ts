import type { Permission } from './registry/permissions.ts';

/** Stands for a permission where everyone who can read the record can make the move. */
export const READER = 'reader';

/** States of what is published in versions that never change. */
export const PUBLISH_STATUSES = ['draft', 'published'] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

export interface Move<State extends string = string> {
  /** Where it leads; a list where the server decides between several. */
  readonly to: State | readonly State[];
  /** What its caller must hold; null: the product makes it itself, nobody asks for it. */
  readonly permission: Permission | typeof READER | null;
}
export type StatusMachine<State extends string = string, Action extends string = string> = Readonly<
  Record<State, Readonly<Partial<Record<Action, Move<State>>>>>
>;

/**
 * Declares the states of a record and the moves between them. The table gives the server's guard
 * (`server/platform/workflow`), the client's buttons, the test of every illegal move and the diagram in docs/states.md.
 * Example: `defineStatus<'draft' | 'published', 'publish' | 'edit'>({ draft: { publish: { to: 'published', permission:
 * 'ropa.publish' } }, published: {} })`
 */
export function defineStatus<State extends string, Action extends string>(machine: StatusMachine<State, Action>) {
  MACHINES.add(machine);
  return machine;
}

const MACHINES = new WeakSet<object>();
/** Whether `defineStatus` made this. */
export const isStatusMachine = (value: unknown): value is StatusMachine =>
  typeof value === 'object' && value !== null && MACHINES.has(value);

/** The states that a move can lead to. */
export const targetsOf = <State extends string>({ to }: Move<State>): readonly State[] =>
  typeof to === 'string' ? [to] : to;

/** The moves that somebody can make in `state`; those that the product makes itself are left out. */
export function movesFrom<State extends string, Action extends string>(
  machine: StatusMachine<State, Action>,
  state: State,
): Action[] {
  const moves = machine[state];
  return (Object.keys(moves) as Action[]).filter((action) => moves[action]!.permission !== null);
}

/** The states in which a move is open. */
export function statesWith<State extends string, Action extends string>(
  machine: StatusMachine<State, Action>,
  action: Action,
): State[] {
  return (Object.keys(machine) as State[]).filter((state) => machine[state][action] !== undefined);
}
