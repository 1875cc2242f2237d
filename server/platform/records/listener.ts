import type { Trx } from '../../../db/client.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import type { WithDeps } from '../actor.ts';

/** Hears of records of one kind, in the transaction that changes them. */
export interface RecordListener {
  /** After records began to read otherwise, whatever it was that changed. */
  changed(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void>;
  /** Before a record is deleted. */
  removing(trx: Trx, actor: WithDeps, id: string): Promise<void>;
}

/** What a module hears of, by the kind of record. */
export type RecordListeners = { readonly [Entity in EntityId]?: RecordListener };

/** Calls every module that hears of such records, after they changed. */
export async function recordsChanged(
  trx: Trx,
  actor: WithDeps,
  entity: EntityId,
  ids: readonly string[],
): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.changed(trx, actor, ids);
}

/** Calls every module that hears of such records, before one is deleted. */
export async function recordRemoving(trx: Trx, actor: WithDeps, entity: EntityId, id: string): Promise<void> {
  for (const listeners of actor.deps.modules.recordListeners) await listeners[entity]?.removing(trx, actor, id);
}
