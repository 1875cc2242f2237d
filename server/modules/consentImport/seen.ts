/**
 * Rows of a file that were met before, by 64 bits of their facts, with the number of the first: 12 bytes a row at most
 * 70% full, so that a million rows take 25 MiB however long their texts are. `hash` is keyed: nobody makes two facts
 * meet on purpose, and that any two of a million do by chance happens once in thirty million files.
 */
export function seenRows(rows: number) {
  let slots = 1024;
  while (slots * 0.7 < rows) slots *= 2;
  const table = new Int32Array(slots * 3);
  return {
    /** The row that said the same before; undefined for the first, which is noted. */
    first(high: number, low: number, row: number): number | undefined {
      for (let slot = (low >>> 0) % slots; ; slot = (slot + 1) % slots) {
        const place = slot * 3;
        if (table[place + 2] === 0) {
          table[place] = high;
          table[place + 1] = low;
          table[place + 2] = row;
          return undefined;
        }
        if (table[place] === (high | 0) && table[place + 1] === (low | 0)) return table[place + 2];
      }
    },
  };
}
export type SeenRows = ReturnType<typeof seenRows>;

/** Spreads the bits of a number over 32 (the finaliser of MurmurHash3). */
function spread(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
const HALF = 2 ** 32;

/** 64 bits of who chose what and when, from the keyed hash of the uid. */
export function factsHash(uid: Buffer, at: number, granted: number): [high: number, low: number] {
  const time = spread(at % HALF) ^ spread(Math.floor(at / HALF) + 0x9e37);
  const choice = spread(granted % HALF ^ 0x5bd1e995) ^ spread(Math.floor(granted / HALF) + 0x79b9);
  return [uid.readInt32LE(0) ^ spread(time ^ 0x27d4eb2f) ^ choice, uid.readInt32LE(4) ^ time ^ spread(choice + 0x165667b1)];
}
