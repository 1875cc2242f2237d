interface RecentOptions {
  /** How long a key counts as recent, ms. */
  readonly forMs: number;
  /** Keys remembered at most: the oldest are forgotten first, and count as new again. */
  readonly most: number;
}

/** Keys of what happened on this node a moment ago: logs that state it once need no line for each repetition. */
export class Recent {
  readonly #at = new Map<string, number>();
  readonly #options: RecentOptions;

  constructor(options: RecentOptions) {
    this.#options = options;
  }

  /** Whether it happened recently before `now`. */
  has(key: string, now: Date): boolean {
    const at = this.#at.get(key);
    return at !== undefined && now.getTime() - at < this.#options.forMs;
  }

  add(key: string, now: Date): void {
    // Entries keep the order of their moments.
    this.#at.delete(key);
    this.#at.set(key, now.getTime());
    if (this.#at.size > this.#options.most) this.#at.delete(this.#at.keys().next().value as string);
  }
}
