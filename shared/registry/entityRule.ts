import type { ActivityModule } from './events.ts';
import type { Permission } from './permissions.ts';
import type { RouteId } from './routes.ts';

/** What the product knows of a kind of record beyond its own module. */
export interface EntityRule {
  /** Part of the activity log that its events stand in. */
  readonly module: ActivityModule;
  /** Who hears of its events: everyone in the workspace who holds this permission, unless the event says another. */
  readonly audience: Permission;
  /** Whose id the record goes by, where it has none of its own: the workspace's, or that of a person in it. */
  readonly idOf?: 'workspace' | 'person';
  /** The page of one record. */
  readonly page?: RouteId;
  /** What the page calls the record in its address; `id` unless given. */
  readonly param?: string;
  /** The page that lists the records, or shows them together. */
  readonly list?: RouteId;
  /** Whose page shows the record to those who may not open its own; it goes by the same id. */
  readonly within?: string;
  /** The unlogged event that stands for each of its events with those who read its figures and not the record. */
  readonly figures?: 'inventory.changed' | 'dpiaDashboard.changed' | 'userConsent.counted';
  /** Nothing on the programme overview is of it. */
  readonly offOverview?: true;
  /**
   * Queries that can show the record: a procedure, or a router for all of its; the longest name counts. `true`: always.
   * A name: the input that holds the id of the record; asked about another record, the query does not show this one.
   */
  readonly queries: Readonly<Record<string, true | string>>;
}
