// SHA-256 (FIPS 180-4) for the proof of work of a form. crypto.subtle is missing on pages without https, and a promise
// for each hash would cost more than the hash.

const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;
const primes: number[] = [];
for (let value = 2; primes.length < 64; value += 1) if (primes.every((prime) => value % prime)) primes.push(value);
const K = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));
const words = new Int32Array(64);

/**
 * One block of 64 bytes, from `at`: the next state is written to `out`. Allocates nothing: it runs many thousand times.
 */
function compress(out: Int32Array, state: Int32Array, block: DataView, at: number): void {
  for (let place = 0; place < 16; place += 1) words[place] = block.getInt32(at + place * 4);
  for (let place = 16; place < 64; place += 1) {
    const early = words[place - 15]!;
    const late = words[place - 2]!;
    words[place] =
      words[place - 16]! +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      words[place - 7]! +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let place = 0; place < 64; place += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[place]! + words[place]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => {
    out[place] = value + state[place]!;
  });
}

/** The first word of the hash of `prefix` followed by a number: the common part is hashed once. */
function hasher(prefix: string): (value: number) => number {
  const { length } = prefix;
  const before = length & ~63;
  const bytes = new Uint8Array(before + 128);
  const view = new DataView(bytes.buffer);
  const write = (text: string, from: number) => {
    for (let place = from; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  };
  write(prefix, 0);
  const common = START.slice();
  for (let at = 0; at < before; at += 64) compress(common, common, view, at);
  const state = common.slice();
  return (value) => {
    const text = prefix + value;
    const end = text.length;
    bytes.fill(0, length);
    write(text, length);
    bytes[end] = 0x80;
    const last = end + 9 > before + 64 ? before + 64 : before;
    view.setUint32(last + 60, end * 8);
    compress(state, common, view, before);
    if (last > before) compress(state, state, view, last);
    return state[0]!;
  };
}

/** How long the page is blocked at a time, in milliseconds. */
const SLICE_MS = 12;

/**
 * Finds a number for which SHA-256(prefix + number) starts with a number of zero bits, in small slices, so that the
 * page stays responsive. `prefix`: ASCII letters. Rejects when `signal` is aborted.
 */
export function findAnswer(prefix: string, bits: number, signal?: AbortSignal): Promise<number> {
  const hash = hasher(prefix);
  return new Promise((resolve, reject) => {
    let answer = 0;
    const go = () => {
      if (signal?.aborted) return reject(new Error('aborted'));
      const until = performance.now() + SLICE_MS;
      do {
        for (const end = answer + 64; answer < end; answer += 1)
          if (Math.clz32(hash(answer)) >= bits) return resolve(answer);
      } while (performance.now() < until);
      setTimeout(go);
    };
    go();
  });
}
