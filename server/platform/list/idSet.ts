import { uuidBytes, uuidOf } from '../database/uuidBytes.ts';

const ID = 16;
/** The end of an id is random in every version that we make: enough to rule most of them out. */
const TAIL = 6;

/** Ids of records, 16 bytes each: those of 100,000 take 1.6 MB. Never changes. */
export class IdSet {
  readonly #bytes: Buffer;

  /** @param bytes one id after the other, each once */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length / ID;
  }
  get byteLength(): number {
    return this.#bytes.length;
  }

  ids(): string[] {
    return Array.from({ length: this.size }, (_none, place) =>
      uuidOf(this.#bytes.subarray(place * ID, (place + 1) * ID)),
    );
  }

  /** The same with `changed` looked at again: those of them that are among `matching` are in it, the others are not. */
  updated(changed: readonly string[], matching: readonly string[]): IdSet {
    const dropped = new Set(changed.map((id) => uuidBytes(id).toString('latin1')));
    const tails = new Set(changed.map((id) => uuidBytes(id).readUIntBE(ID - TAIL, TAIL)));
    const old = this.#bytes;
    const result = Buffer.allocUnsafe(old.length + matching.length * ID);
    let end = 0;
    let from = 0;
    for (let place = 0; place < old.length; place += ID) {
      if (
        !tails.has(old.readUIntBE(place + ID - TAIL, TAIL)) ||
        !dropped.has(old.toString('latin1', place, place + ID))
      )
        continue;
      end += old.copy(result, end, from, place);
      from = place + ID;
    }
    end += old.copy(result, end, from);
    for (const id of matching) end += uuidBytes(id).copy(result, end);
    return new IdSet(result.subarray(0, end));
  }
}
