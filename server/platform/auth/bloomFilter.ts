import { createHash } from 'node:crypto';

/**
 * Bits set for each text. With 19.2 bits a text, one text in ten thousand that was never added passes for one that was.
 */
const HASHES = 13;
const BITS_PER_TEXT = 19.2;

/**
 * A set of texts that keeps none of them (Bloom, 1970): what was added is always found; of the rest, one in ten
 * thousand is too.
 */
export class BloomFilter {
  readonly bytes: Buffer;

  /** @param bytes as another filter had them */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** An empty filter with room for so many texts. */
  static for(texts: number): BloomFilter {
    return new BloomFilter(Buffer.alloc(Math.ceil((texts * BITS_PER_TEXT) / 8)));
  }

  add(text: string): void {
    for (const bit of this.#bitsOf(text)) this.bytes[bit >> 3]! |= 1 << (bit & 7);
  }

  has(text: string): boolean {
    return this.#bitsOf(text).every((bit) => this.bytes[bit >> 3]! & (1 << (bit & 7)));
  }

  #bitsOf(text: string): number[] {
    const digest = createHash('sha256').update(text).digest();
    const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
    return Array.from({ length: HASHES }, (_, at) => (first + at * step) % (this.bytes.length * 8));
  }
}
