import { v7 } from 'uuid';

// Ids of what is kept in the order of its time are UUIDv7 (RFC 9562): their first 48 bits are milliseconds since 1970.

/** Those bits as they are written, up to the version's hyphen. */
export function uuidHead(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** Below every UUIDv7 of that moment and above all of those before; of moments before 1970 the lowest there is. */
export const lowestUuidAt = (ms: number): string => `${uuidHead(Math.max(0, ms))}-0000-0000-000000000000`;

/** The moment of a UUIDv7, milliseconds since 1970. */
export const timeOfUuid = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/**
 * A UUIDv7 above every one that it gave before, also within a millisecond, which those of Node are not: entries of one
 * moment are read in the order in which they were written.
 */
export const nextUuid = (): string => v7();
