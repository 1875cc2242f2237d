import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { EditedEntity } from '../../../shared/presence/schema.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** Who is notified of the editors of a record, and by which event. */
export interface PresenceAudience {
  readonly event: EventName;
  /** The personnel whose record it is; left out: everyone who may read it, for nobody reads it as their own. */
  readonly recipients?: string[];
}

/**
 * Finds who is notified when somebody begins to change a record or stops. The caller holds the permission of its kind.
 * @throws 404 for a record that is not there or not the caller's to read
 */
export type PresenceReader = (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<PresenceAudience>;

/** Readers of the records whose editors see each other, by their kind. */
export type PresenceReaders = { readonly [Entity in EditedEntity]?: PresenceReader };
