import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** Who is notified of the editors of a record, and by which event. */
export interface PresenceAudience {
  readonly event: EventName;
  /** The personnel whose record it is; left out: everyone who may read it, for nobody reads it as their own. */
  readonly recipients?: string[];
}

/** A kind of record whose editors see each other. */
export interface PresenceKind {
  /** What it takes to read such records, and so to see who edits them. */
  readonly permission: Permission;
  /**
   * Finds who is notified when somebody begins to change a record or stops. The caller holds the permission.
   * @throws 404 for a record that is not there or not the caller's to read
   */
  audience(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PresenceAudience>;
}

/** Kinds of records whose editors see each other, by their names. */
export type PresenceKinds = Readonly<Record<string, PresenceKind>>;
