/**
 * Rows of a file that were already read, by 64 bits of their person and time, with their last choice and its row: 16
 * bytes for each row, at most 70% full, so that a million rows take 33 MiB however long their texts are. The hash is
 * keyed, so that nobody can construct a collision; by chance two of a million rows collide once in thirty million
 * files.
 */
export function duplicateIndex(rows: number) {
  let slots = 1024;
  while (slots * 0.7 < rows) slots *= 2;
  const table = new Int32Array(slots * 4);
  return {
    /**
     * The earlier row of the same person and moment, if it has the same choice; otherwise undefined, and this row is
     * stored. Of several choices at one moment (a file with days only) each counts.
     */
    first(high: number, low: number, row: number, choice = 0): number | undefined {
      for (let slot = (low >>> 0) % slots; ; slot = (slot + 1) % slots) {
        const place = slot * 4;
        const met = table[place + 2];
        if (met !== 0 && (table[place] !== (high | 0) || table[place + 1] !== (low | 0))) continue;
        if (met !== 0 && table[place + 3] === (choice | 0)) return met;
        table[place] = high;
        table[place + 1] = low;
        table[place + 2] = row;
        table[place + 3] = choice;
        return undefined;
      }
    },
  };
}

/** Spreads the bits of a number over 32 (the finaliser of MurmurHash3). */
function spread(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
const HALF = 2 ** 32;

/** 64 bits of person and time, from the keyed hash of the uid. */
export function momentHash(uid: Buffer, at: number): [high: number, low: number] {
  const time = spread(at % HALF) ^ spread(Math.floor(at / HALF) + 0x9e37);
  return [uid.readInt32LE(0) ^ spread(time ^ 0x27d4eb2f), uid.readInt32LE(4) ^ time];
}

/** 32 bits of a set of purposes. */
export const choiceHash = (granted: number): number =>
  spread((granted % HALF) ^ 0x5bd1e995) ^ spread(Math.floor(granted / HALF) + 0x79b9);
