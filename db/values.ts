import pg from 'pg';

/**
 * A moment as Postgres writes it in UTC, as ISO 8601. A year before 100, before Christ or after 9999 is read as well:
 * one such row must not keep a whole list from being shown. What no Date holds (`infinity`) stays as it is.
 */
export function isoTime(value: string): string {
  if (/^[1-9]\d{3}-.*[^C]$/.test(value)) return new Date(value).toISOString();
  const [, year, day, time, bc] = /^(\d+)-(\d\d-\d\d) ([\d:.]+)(?:\+00)?( BC)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  // The year before 1 is 1 BC here and 0 in ISO 8601.
  const counted = bc ? 1 - Number(year) : Number(year);
  const at = new Date(`${counted < 0 ? '-' : '+'}${String(Math.abs(counted)).padStart(6, '0')}-${day}T${time}Z`);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
const PARSERS: Record<number, (value: string) => unknown> = {
  20: Number, // int8: every count of ours is far below 2^53
  1016: (value) => (pg.types.getTypeParser(1016 as never, 'text') as (text: string) => string[])(value).map(Number), // int8[]
  1700: Number, // numeric
  1082: (value) => value, // date stays YYYY-MM-DD, without a time zone to shift it
  1114: isoTime,
  1184: isoTime,
};

/** How the driver reads values. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Reads values of a type from the text that Postgres writes. */
export const parserOf = (type: number): ((text: string) => unknown) => types.getTypeParser(type as never, 'text');
