import type { Trx } from '../../../db/client.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import type { WithDeps } from '../actor.ts';

/** A move that a record is about to make. */
export interface RecordMove {
  readonly id: string;
  /** What of the record moves, where each of its parts has a state of its own. */
  readonly partId: string;
  /** All that move with it, itself included; left out: it alone. */
  readonly together?: readonly string[];
  readonly action: string;
}

/** Parts of a record that have moved, each from a state to the one that it has now. */
export interface PartsMoved {
  readonly id: string;
  readonly parts: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

/** A deadline of parts of a record that comes near, or has passed: `hours` left, 0 once it is overdue. */
export interface RecordDue {
  readonly id: string;
  readonly partIds: readonly string[];
  readonly hours: number;
}

/** Is called for records of one kind, in the transaction that changes them. */
export interface RecordListener {
  /** After a record came into being, with all that belongs to it. Left out: the module need not know. */
  created?(trx: Trx, actor: WithDeps, id: string): Promise<void>;
  /** After records began to read otherwise, whatever it was that changed. */
  changed?(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void>;
  /** After a version of records was published. */
  published?(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void>;
  /** Before a record is deleted. */
  removing?(trx: Trx, actor: WithDeps, id: string): Promise<void>;
  /**
   * Once the time is over for which records say whom they are about: removes for good whatever the module keeps of
   * these people, and gives up the files (`releaseFiles`). What says nothing of them stays.
   */
  anonymised?(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void>;
  /** Before a record makes a move, which its own rules allow. @throws what refuses it */
  moving?(trx: Trx, actor: WithDeps, move: RecordMove): Promise<void>;
  /** After parts of a record moved, and `changed`. */
  moved?(trx: Trx, actor: WithDeps, moved: PartsMoved): Promise<void>;
  /** After those responsible for a record were notified that a deadline of it comes near or has passed. */
  dueSoon?(trx: Trx, actor: WithDeps, due: RecordDue): Promise<void>;
}

/** What a module is called for, by the kind of record. */
export type RecordListeners = { readonly [Entity in EntityId]?: RecordListener };

/** Calls every module that listens to such records, after one came into being. */
export async function recordCreated(trx: Trx, actor: WithDeps, entity: EntityId, id: string): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.created?.(trx, actor, id);
}

/** Calls every module that listens to such records, after they changed. */
export async function recordsChanged(
  trx: Trx,
  actor: WithDeps,
  entity: EntityId,
  ids: readonly string[],
): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.changed?.(trx, actor, ids);
}

/** Calls every module that listens to such records, after versions of them were published. */
export async function recordsPublished(
  trx: Trx,
  actor: WithDeps,
  entity: EntityId,
  ids: readonly string[],
): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.published?.(trx, actor, ids);
}

/** Calls every module that listens to such records, before one is deleted. */
export async function recordRemoving(trx: Trx, actor: WithDeps, entity: EntityId, id: string): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.removing?.(trx, actor, id);
}

/** Calls every module that listens to such records, as they are anonymised. */
export async function recordsAnonymised(
  trx: Trx,
  actor: WithDeps,
  entity: EntityId,
  ids: readonly string[],
): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.anonymised?.(trx, actor, ids);
}

/** Asks every module that listens to such records, before one makes a move. @throws what one of them refuses it with */
export async function recordMoving(trx: Trx, actor: WithDeps, entity: EntityId, move: RecordMove): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.moving?.(trx, actor, move);
}

/** Calls every module that listens to such records, after parts of one moved. */
export async function partsMoved(trx: Trx, actor: WithDeps, entity: EntityId, moved: PartsMoved): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.moved?.(trx, actor, moved);
}

/** Calls every module that listens to such records, once a deadline of one comes near or has passed. */
export async function recordDueSoon(trx: Trx, actor: WithDeps, entity: EntityId, due: RecordDue): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.dueSoon?.(trx, actor, due);
}
