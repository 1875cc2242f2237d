import { randomUUIDv7 } from 'node:crypto';
import { uuidBytes } from '../../platform/database/uuidBytes.ts';
import type { NewUserConsent, Recorded } from './record.ts';

// Arrays are sent to Postgres in binary form: text would be quoted and escaped here and parsed there, at twice the cost
// of everything else that is done with a row. Form: number of dimensions, whether there are nulls, type of the
// elements, length, lower bound; then each element after its length, -1 for null (array_recv in arrayfuncs.c).
const UUID = 2950;
const BYTEA = 17;
const INT4 = 23;
const INT8 = 20;
const TEXT = 25;
const BOOL = 16;
const TIMESTAMPTZ = 1184;
const HEAD = 20;
/** Postgres counts from 2000-01-01. */
const EPOCH_MS = 946_684_800_000;

function header(type: number, count: number, bytes: number, nulls = false): Buffer {
  const buffer = Buffer.allocUnsafe(HEAD + count * 4 + bytes);
  buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(nulls ? 1 : 0, 4);
  buffer.writeInt32BE(type, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return count === 0 ? buffer.subarray(0, 12) : buffer;
}

function fixed<Value>(
  type: number,
  size: number,
  values: readonly Value[],
  write: (buffer: Buffer, value: Value, offset: number) => void,
): Buffer {
  const buffer = header(type, values.length, values.length * size);
  let offset = HEAD;
  for (const value of values) {
    buffer.writeInt32BE(size, offset);
    write(buffer, value, offset + 4);
    offset += 4 + size;
  }
  return buffer;
}

/** A `bytea[]` in binary form. */
export function byteas(values: readonly (Buffer | undefined)[]): Buffer {
  let bytes = 0;
  let nulls = false;
  for (const value of values) {
    if (value) bytes += value.length;
    else nulls = true;
  }
  const buffer = header(BYTEA, values.length, bytes, nulls);
  let offset = HEAD;
  for (const value of values) {
    buffer.writeInt32BE(value ? value.length : -1, offset);
    offset += 4;
    if (value) offset += value.copy(buffer, offset);
  }
  return buffer;
}

const uuids = (values: readonly string[]) =>
  fixed(UUID, 16, values, (buffer, value, offset) => buffer.write(value.replaceAll('-', ''), offset, 'hex'));
/** A `uuid[]` with nulls. */
function maybeUuids(values: readonly (string | undefined)[]): Buffer {
  const encoded = byteas(values.map((value) => (value === undefined ? undefined : uuidBytes(value))));
  if (values.length > 0) encoded.writeInt32BE(UUID, 8);
  return encoded;
}
const integers = (values: readonly number[]) =>
  fixed(INT4, 4, values, (buffer, value, offset) => buffer.writeInt32BE(value, offset));
const bigints = (values: readonly number[]) =>
  fixed(INT8, 8, values, (buffer, value, offset) => buffer.writeBigInt64BE(BigInt(value), offset));
const booleans = (values: readonly boolean[]) =>
  fixed(BOOL, 1, values, (buffer, value, offset) => buffer.writeInt8(value ? 1 : 0, offset));
function texts(values: readonly string[]): Buffer {
  const encoded = byteas(values.map((value) => Buffer.from(value)));
  if (values.length > 0) encoded.writeInt32BE(TEXT, 8);
  return encoded;
}
/** Missing ones are sent as the epoch, which is not read. */
const times = (values: readonly (Date | undefined)[]) =>
  fixed(TIMESTAMPTZ, 8, values, (buffer, value, offset) =>
    buffer.writeBigInt64BE(value ? BigInt(value.getTime() - EPOCH_MS) * 1000n : 0n, offset),
  );

export interface Recording {
  readonly workspaceId: string;
  readonly consentId: string;
  readonly now: Date;
  readonly importId?: string | null;
  readonly withdrawal?: boolean;
  readonly rows: readonly NewUserConsent[];
}

const TEXT_OF = `select unshown, places, outcomes, earlier from record_user_consents(${Array.from({ length: 23 }, (_, index) => `$${index + 1}`).join(', ')})`;

/** The one statement that writes submissions, prepared under its name on each connection. */
export function recordStatement({
  workspaceId,
  consentId,
  now,
  importId = null,
  withdrawal = false,
  rows,
}: Recording): { name: string; text: string; values: unknown[] } {
  // Facts that many submissions share are sent once.
  const places = new Map<string, number>();
  const kinds: NewUserConsent[] = [];
  const kindOf: number[] = [];
  let keyed = false;
  let tokens = false;
  let browsers = false;
  for (const row of rows) {
    const name = `${row.version} ${row.action} ${row.granted} ${row.hasGuardian} ${row.language} ${row.knownBy} ${row.channel}\n${row.source}`;
    let place = places.get(name);
    if (place === undefined) places.set(name, (place = kinds.push(row)));
    kindOf.push(place);
    keyed ||= row.key !== undefined;
    tokens ||= row.token !== undefined;
    browsers ||= row.browser !== undefined;
  }
  const of = <Value>(list: readonly NewUserConsent[], pick: (row: NewUserConsent) => Value): Value[] => list.map(pick);
  return {
    name: 'record user consents',
    text: TEXT_OF,
    values: [
      workspaceId,
      consentId,
      now,
      randomUUIDv7(),
      importId,
      withdrawal,
      uuids(of(rows, ({ id }) => id)),
      byteas(of(rows, ({ uid }) => uid)),
      byteas(of(rows, ({ identity }) => identity)),
      integers(kindOf),
      integers(of(kinds, ({ version }) => version)),
      texts(of(kinds, ({ action }) => action)),
      bigints(of(kinds, ({ granted }) => granted)),
      booleans(of(kinds, ({ hasGuardian }) => hasGuardian)),
      texts(of(kinds, ({ language }) => language)),
      texts(of(kinds, ({ channel }) => channel)),
      texts(of(kinds, ({ source }) => source)),
      texts(of(kinds, ({ knownBy }) => knownBy)),
      keyed ? byteas(of(rows, ({ key }) => key)) : null,
      keyed ? byteas(of(rows, ({ key, body }) => (key ? body : undefined))) : null,
      tokens ? byteas(of(rows, ({ token }) => token)) : null,
      tokens ? times(of(rows, ({ tokenEnds }) => tokenEnds)) : null,
      browsers ? maybeUuids(of(rows, ({ browser }) => browser)) : null,
    ],
  };
}

/** The result of the statement, one for each of `rows`. */
export function recordedFrom(rows: readonly NewUserConsent[], answer: readonly unknown[]): Recorded[] {
  const { unshown, places, outcomes, earlier } = answer[0] as {
    unshown: boolean;
    places: number[] | null;
    outcomes: Recorded['outcome'][] | null;
    earlier: string[] | null;
  };
  const recorded: Recorded[] = rows.map(({ id }) => ({ outcome: 'written', userConsentId: id, unshown }));
  places?.forEach((place, index) => {
    recorded[place - 1] = { outcome: outcomes![index]!, userConsentId: earlier![index]!, unshown };
  });
  return recorded;
}
