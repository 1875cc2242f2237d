import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** What a kind of record that can be commented on says of one of its records. */
export interface Commented {
  /** What it is called. */
  readonly name: string;
  /** The personnel whose record it is; left out: everyone who may read it, for nobody reads it as their own. */
  readonly recipients?: string[];
}

/** A kind of record whose fields can be commented on. */
export interface CommentKind {
  /** What it takes to read such records, and so their comments, and to comment and be mentioned. */
  readonly permission: Permission;
  /**
   * Events of the record: that it was commented on (names whom it mentions), that a thread was resolved or reopened.
   */
  readonly events: Readonly<Record<'commented' | 'resolved' | 'reopened', EventName>>;
  /**
   * Finds the record. The caller holds the permission.
   * @throws 404 for a record that is not there or not the caller's to read
   */
  find(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Commented>;
}

/** Kinds of records whose fields can be commented on, by their names. */
export type CommentKinds = Readonly<Record<string, CommentKind>>;
