import type { RawBuilder, Updateable } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { type Move, movesFrom, READER, type StatusMachine, targetsOf } from '../../../shared/status.ts';
import type { Actor } from '../actor.ts';
import { type AppError, appError } from '../errors.ts';
import { hold, write } from './row.ts';

/** What a workflow is about; one declaration of the types that its rules share. */
export interface WorkflowTypes {
  table: keyof DB;
  /** The record as the rules see it. */
  record: { readonly id: string };
  state: string;
  action: string;
  /** Who moves it: whoever is signed in, or also the system. */
  actor: Actor;
  /** What each move takes, for the moves that `transition` makes. */
  inputs: object;
  /** What a move reads before it writes. */
  facts: object;
  /** What `announce` takes beside the event. */
  notice: object;
}

/** A move while it is made. */
export interface Step<Types extends WorkflowTypes, Input = unknown> {
  readonly trx: Trx;
  readonly actor: Types['actor'];
  readonly before: Types['record'];
  readonly from: Types['state'];
  readonly input: Input;
}
/** The same once it is known what it does. */
export interface PreparedStep<Types extends WorkflowTypes, Input = unknown> extends Step<Types, Input> {
  readonly facts: Types['facts'];
  readonly to: Types['state'];
}
/** The same once its row is written. */
export interface WrittenStep<Types extends WorkflowTypes, Input = unknown> extends PreparedStep<Types, Input> {
  readonly after: Types['record'];
}

/** What a move does beside changing the state, in the order in which it happens. */
export interface MoveRule<Types extends WorkflowTypes, Input = unknown> {
  /** Reads and checks what the move needs. @throws what refuses it */
  prepare?(step: Step<Types, Input>): Types['facts'] | Promise<Types['facts']>;
  /** Which of the targets, where the table names several. */
  to?(step: Step<Types, Input> & { readonly facts: Types['facts'] }): Types['state'];
  /** Columns written with the new state. */
  columns?(step: PreparedStep<Types, Input>): Updateable<DB[Types['table']]>;
  /** Further columns, computed from the row as it is. */
  expressions?(step: PreparedStep<Types, Input>): {
    readonly [Column in keyof DB[Types['table']]]?: RawBuilder<unknown>;
  };
  /** Deadlines that it starts, moves, stops or ends; rows of other tables that belong to it. */
  effects?(step: WrittenStep<Types, Input>): Promise<void>;
  /** The event that announces it; left out or undefined: nobody is notified. */
  event?: EventName | ((step: WrittenStep<Types, Input>) => EventName | undefined);
  /** Who is notified of it, what changed, who gets a mail. */
  notice?(step: WrittenStep<Types, Input>): Types['notice'] | Promise<Types['notice']>;
  /** What follows from it and is announced after it. */
  followUp?(step: WrittenStep<Types, Input>): Promise<void>;
}

/** Which moves of a record are open, and to whom. */
export interface MoveGuard<Who extends Actor, Rec, State extends string, Action extends string> {
  readonly machine: StatusMachine<State, Action>;
  stateOf(record: Rec): State;
  /** Whether the move is this actor's to make, beside the permission. */
  isOwn?(actor: Who, record: Rec, action: Action): boolean;
  /** What is thrown where it is not. */
  notOwn?(): Error;
  /** What is thrown where the state has no such move; left out: `illegalMove`. */
  notOpen?(record: Rec, action: Action): Error;
}

/** How records of one table move between the states of a machine. */
export interface Workflow<Types extends WorkflowTypes> extends MoveGuard<
  Types['actor'],
  Types['record'],
  Types['state'],
  Types['action']
> {
  readonly table: Types['table'];
  /** The column of the record's id; left out: `id`. */
  readonly key?: string;
  /** How the state is stored; left out: in the column `status`, by its name. */
  readonly column?: { readonly name: string; valueOf(state: Types['state']): unknown };
  /** The table has no row version. */
  readonly unversioned?: true;
  /** Columns that must still have these values, beside the state: a record that one of several runs works on. */
  unchanged?(record: Types['record']): Record<string, unknown>;
  /** Columns of every write beside the row version; left out: `updatedBy` and `updatedAt`. */
  stamp?(actor: Types['actor']): Updateable<DB[Types['table']]>;
  /** The record as the move has left it, and what is kept of every move. Left out: as it was before. */
  written?(
    step: PreparedStep<Types> & { readonly action: Types['action'] },
    columns: Updateable<DB[Types['table']]>,
  ): Types['record'] | Promise<Types['record']>;
  /** Writes the event, with the mails that belong to it. */
  announce?(step: WrittenStep<Types>, event: EventName, notice: Types['notice']): Promise<void>;
  /** By move; the moves without an entry only ask whether they are open (`assertMove`). */
  readonly moves: { readonly [Action in keyof Types['inputs']]: MoveRule<Types, Types['inputs'][Action]> };
}

/**
 * The move as the table has it.
 * @throws 409 `illegalMove` where the state has no such move, 403 for what is not the actor's to do. An actor without a
 * standing is the product itself: nobody's permission is asked
 */
export function assertMove<Who extends Actor, Rec, State extends string, Action extends string>(
  actor: Who,
  guard: MoveGuard<Who, Rec, State, Action>,
  record: Rec,
  action: Action,
): Move<State> {
  const { isOwn, notOwn } = guard;
  const move = openMove(guard, record, action);
  if (!move) throw notOpen(guard, record, action);
  if (!isPermitted(actor, move)) throw appError('forbidden.role');
  if (move.permission !== null && isOwn && !isOwn(actor, record, action)) throw notOwn?.() ?? appError('FORBIDDEN');
  return move;
}

const openMove = <Rec, State extends string, Action extends string>(
  { machine, stateOf }: Pick<MoveGuard<never, Rec, State, Action>, 'machine' | 'stateOf'>,
  record: Rec,
  action: Action,
): Move<State> | undefined => machine[stateOf(record)][action];

/**
 * The record's state has no such move: 409 `illegalMove` with the state, and the record as it is now where it is shown.
 */
export const illegalMove = (status: string, current?: object): AppError =>
  appError('illegalMove', { details: { status, ...(current && { current }) } });

/** Whether the record's state has the move, whoever asks. */
export const isOpen = <Rec, State extends string, Action extends string>(
  guard: Pick<MoveGuard<never, Rec, State, Action>, 'machine' | 'stateOf'>,
  record: Rec,
  action: Action,
): boolean => openMove(guard, record, action) !== undefined;

const notOpen = <Rec, State extends string, Action extends string>(
  guard: Pick<MoveGuard<never, Rec, State, Action>, 'stateOf' | 'notOpen'>,
  record: Rec,
  action: Action,
  current?: object,
): Error => guard.notOpen?.(record, action) ?? illegalMove(guard.stateOf(record), current);

/**
 * Checks that a move is open before anything else. @throws 409 `illegalMove` with the record as `current` reads it,
 * where the state has no such move
 */
export async function assertOpen<Rec, State extends string, Action extends string>(
  guard: Pick<MoveGuard<never, Rec, State, Action>, 'machine' | 'stateOf' | 'notOpen'>,
  record: Rec,
  action: Action,
  current: () => Promise<object>,
): Promise<void> {
  if (!isOpen(guard, record, action)) throw notOpen(guard, record, action, await current());
}

const isPermitted = ({ standing }: Actor, { permission }: Move): boolean =>
  permission === null || permission === READER || standing === undefined || may(standing, permission);

/** The moves that the actor can make now. */
export const allowedMoves = <Who extends Actor, Rec, State extends string, Action extends string>(
  actor: Who,
  { machine, stateOf, isOwn }: MoveGuard<Who, Rec, State, Action>,
  record: Rec,
): Action[] =>
  movesFrom(machine, stateOf(record)).filter(
    (action) => isPermitted(actor, machine[stateOf(record)][action]!) && (isOwn?.(actor, record, action) ?? true),
  );

/**
 * Makes a move: asks the state table and the rules, writes the new state over the old one in one guarded statement,
 * then does and announces what the move declares. Everything happens in the caller's transaction.
 * @returns the record as the move has left it
 * @throws 409 `illegalMove` where the state has no such move or somebody was quicker, 403 for what is not the actor's
 * to do, and what the move's rules refuse
 */
export async function transition<Types extends WorkflowTypes, Action extends keyof Types['inputs'] & Types['action']>(
  trx: Trx,
  actor: Types['actor'],
  workflow: Workflow<Types>,
  before: Types['record'],
  action: Action,
  input: Types['inputs'][Action],
): Promise<Types['record']> {
  const move = assertMove(actor, workflow, before, action);
  const after = await make(trx, actor, workflow, move, { before, action, input });
  if (!after) throw notOpen(workflow, before, action);
  return after;
}

/**
 * The same for work that stops silently once the record has moved on.
 * @returns undefined where the state has no such move, or somebody was quicker
 */
export async function transitionIfOpen<
  Types extends WorkflowTypes,
  Action extends keyof Types['inputs'] & Types['action'],
>(
  trx: Trx,
  actor: Types['actor'],
  workflow: Workflow<Types>,
  before: Types['record'],
  action: Action,
  input: Types['inputs'][Action],
): Promise<Types['record'] | undefined> {
  if (!isOpen(workflow, before, action)) return undefined;
  const move = assertMove(actor, workflow, before, action);
  return make(trx, actor, workflow, move, { before, action, input });
}

/** Makes a move that is open. @returns undefined where the row is no longer as `before` has it */
async function make<Types extends WorkflowTypes, Action extends keyof Types['inputs'] & Types['action']>(
  trx: Trx,
  actor: Types['actor'],
  workflow: Workflow<Types>,
  move: Move<Types['state']>,
  { before, action, input }: { before: Types['record']; action: Action; input: Types['inputs'][Action] },
): Promise<Types['record'] | undefined> {
  const rule: MoveRule<Types, Types['inputs'][Action]> = workflow.moves[action];
  const from = workflow.stateOf(before);
  const step = { trx, actor, before, from, input };
  const facts = (await rule.prepare?.(step)) ?? ({} as Types['facts']);
  const [first] = targetsOf(move);
  const to = rule.to?.({ ...step, facts }) ?? first!;
  if (!targetsOf(move).includes(to)) throw new Error(`${action} of ${workflow.table} does not lead to ${to}`);
  const prepared = { ...step, facts, to };
  const columns = rule.columns?.(prepared) ?? ({} as Updateable<DB[Types['table']]>);
  const isStored =
    from === to && !rule.columns && !rule.expressions
      ? await hold(trx, actor, workflow, before)
      : await write(trx, actor, workflow, { before, to }, { ...columns, ...rule.expressions?.(prepared) });
  if (!isStored) return undefined;
  const after = (await workflow.written?.({ ...prepared, action }, columns)) ?? before;
  const written = { ...prepared, after };
  await rule.effects?.(written);
  const event = typeof rule.event === 'function' ? rule.event(written) : rule.event;
  if (event) await workflow.announce?.(written, event, (await rule.notice?.(written)) ?? {});
  await rule.followUp?.(written);
  return after;
}
