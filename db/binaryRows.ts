/** Signature and flags, and the length of what may follow them. */
const HEAD = 19;
/** Postgres counts from 2000-01-01. */
const EPOCH_MS = 946_684_800_000;

/** One row in binary form; the next one takes its place. */
export class BinaryRow {
  readonly #rows: Buffer;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #end: number;

  constructor(rows: Buffer) {
    this.#rows = rows;
    this.#end = HEAD + rows.readInt32BE(HEAD - 4);
  }

  /** Goes to the next row. @returns false behind the last one, which then stays */
  next(): boolean {
    const rows = this.#rows;
    const count = rows.readInt16BE(this.#end);
    if (count < 0) return false;
    let place = this.#end + 2;
    for (let field = 0; field < count; field += 1) {
      const length = rows.readInt32BE(place);
      place += 4;
      this.#starts[field] = place;
      this.#lengths[field] = length;
      if (length > 0) place += length;
    }
    this.#end = place;
    return true;
  }

  isNull(field: number): boolean {
    return this.#lengths[field] === -1;
  }
  /** Of a `bytea`; shares the memory of all rows. */
  bytes(field: number): Buffer {
    const start = this.#starts[field]!;
    return this.#rows.subarray(start, start + this.#lengths[field]!);
  }
  text(field: number): string {
    const start = this.#starts[field]!;
    return this.#rows.toString('utf8', start, start + this.#lengths[field]!);
  }
  /** Of a text that has ASCII letters alone, like an id. */
  ascii(field: number): string {
    const start = this.#starts[field]!;
    return this.#rows.toString('latin1', start, start + this.#lengths[field]!);
  }
  boolean(field: number): boolean {
    return this.#rows[this.#starts[field]!] === 1;
  }
  integer(field: number): number {
    return this.#rows.readInt32BE(this.#starts[field]!);
  }
  /** Of a `bigint` up to 2^53. */
  bigint(field: number): number {
    const start = this.#starts[field]!;
    return this.#rows.readInt32BE(start) * 2 ** 32 + this.#rows.readUInt32BE(start + 4);
  }
  /** Of a `timestamptz`, milliseconds since 1970, what is less cut off; infinite for `infinity`. */
  moment(field: number): number {
    const start = this.#starts[field]!;
    const high = this.#rows.readInt32BE(start);
    if (high === 0x7fff_ffff) return Infinity;
    if (high === -0x8000_0000) return -Infinity;
    // Some centuries from 2000 microseconds are beyond what a number counts one by one.
    const micros =
      Math.abs(high) < 2 ** 20 ? this.bigint(field) : Number(this.#rows.readBigInt64BE(start) / 1000n) * 1000;
    return Math.floor(micros / 1000) + EPOCH_MS;
  }
  /** What the row has from a field on, as a text that is the same for the same values and no others. */
  restFrom(field: number): string {
    return this.#rows.toString('latin1', this.#starts[field]! - 4, this.#end);
  }
}

/** The rows of COPY's binary form (PostgreSQL manual, COPY), one after the other. */
export function* binaryRows(rows: Buffer): Generator<BinaryRow> {
  const row = new BinaryRow(rows);
  while (row.next()) yield row;
}
