const MINUTE = 60_000;
/** Addresses that are remembered; beyond, those whose minute began first are forgotten. */
const KEPT = 100_000;

/** Counts calls by name, so many a minute, in the memory of this node: two nodes let through twice as many. */
export class Rate {
  readonly #max: number;
  readonly #counts = new Map<string, { left: number; until: number }>();

  /** @param max calls a minute; 0: no limit */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one call. @returns seconds to wait, or 0 when it may go on */
  spend(name: string): number {
    if (this.#max === 0) return 0;
    const now = performance.now();
    const known = this.#counts.get(name);
    if (known && known.until > now) {
      if (known.left > 0) {
        known.left -= 1;
        return 0;
      }
      return Math.ceil((known.until - now) / 1000);
    }
    this.#counts.delete(name);
    this.#counts.set(name, { left: this.#max - 1, until: now + MINUTE });
    if (this.#counts.size > KEPT) this.#counts.delete(this.#counts.keys().next().value as string);
    return 0;
  }
}
