import type { Trx } from '../../../db/client.ts';
import type { OverviewCard } from '../../../shared/overview/schema.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** The two moments that a card compares. */
export interface Moments {
  readonly now: Date;
  /** Seven days before `now`. */
  readonly weekAgo: Date;
}

/** A module's card on the programme overview. */
export interface OverviewPart {
  /** Who sees the card. */
  readonly permission: Permission;
  /** Counts it. Addresses may be of any page: those that the caller may not open are left out afterwards. */
  card(trx: Trx, ctx: WorkspaceContext, moments: Moments): Promise<Omit<OverviewCard, 'module'>>;
}
