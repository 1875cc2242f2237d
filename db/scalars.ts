import type { ColumnType } from 'kysely';
import type { EntityId } from '../shared/registry/entities.ts';

/**
 * A JSON column: read as parsed, written as text (`JSON.stringify`), so that arrays are not taken for Postgres arrays.
 */
export type Json = ColumnType<unknown, string, string>;
/** A point in time: read as ISO 8601 in UTC with milliseconds, written as such a text or a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>;
/** A kind of record: only those of this release are written; rows of an older one may have others. */
export type EntityName = ColumnType<string, EntityId, EntityId>;
