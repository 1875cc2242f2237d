import { MINUTE } from '../../../shared/duration.ts';

/** Names that are remembered; beyond, those whose minute began first are forgotten. */
const REMEMBERED = 100_000;
/** Calls that a node lets through before it asks, and that it asks for at once: one in so many of a minute's. */
const SHARE = 20;

interface Count {
  left: number;
  /** End of its minute, by `performance.now()`. */
  until: number;
}

/** The count of a name while its minute lasts. */
function find<One extends Count>(counts: Map<string, One>, name: string): One | undefined {
  const known = counts.get(name);
  return known && known.until > performance.now() ? known : undefined;
}

function remember<One extends Count>(counts: Map<string, One>, name: string, count: One): One {
  counts.delete(name);
  counts.set(name, count);
  if (counts.size > REMEMBERED) counts.delete(counts.keys().next().value as string);
  return count;
}

const secondsUntil = (until: number): number => Math.max(1, Math.ceil((until - performance.now()) / 1000));

/** Counts calls by name, so many a minute, in the memory of this node: for what spares this node work. */
export class MemoryRate {
  readonly #max: number;
  readonly #counts = new Map<string, Count>();

  /** @param max calls a minute; 0: no limit */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one call. @returns seconds to wait, or 0 when it may go on */
  spend(name: string): number {
    if (this.#max === 0) return 0;
    const known = find(this.#counts, name);
    if (!known) {
      remember(this.#counts, name, { left: this.#max - 1, until: performance.now() + MINUTE });
      return 0;
    }
    if (known.left === 0) return secondsUntil(known.until);
    known.left -= 1;
    return 0;
  }
}

/**
 * Takes `calls` of a minute of `name` out of the count that all nodes share. @returns how many there were, and the
 * seconds until its minute ends
 */
export type TakeCalls = (name: string, calls: number, max: number) => Promise<{ granted: number; seconds: number }>;

interface SharedCount extends Count {
  /** The shared count has been asked. */
  isShared: boolean;
  /** Under way: whoever comes meanwhile waits for the same answer. */
  taking: Promise<void> | undefined;
}

/**
 * Counts calls by name, so many a minute, for all nodes together. The first twentieth costs no query, since hardly
 * anybody calls more often; after that a node takes a twentieth at a time from the shared count. A node more lets
 * through a twentieth more at most.
 */
export class SharedRate {
  readonly #max: number;
  readonly #share: number;
  readonly #take: TakeCalls;
  readonly #counts = new Map<string, SharedCount>();

  /** @param max calls a minute; 0: no limit */
  constructor(max: number, take: TakeCalls) {
    this.#max = max;
    this.#share = Math.max(1, Math.floor(max / SHARE));
    this.#take = take;
  }

  /** Counts one call. @returns seconds to wait, or 0 when it may go on; a promise of it where all nodes are asked */
  spend(name: string): number | Promise<number> {
    if (this.#max === 0) return 0;
    const known = find(this.#counts, name);
    if (known && known.left > 0) {
      known.left -= 1;
      return 0;
    }
    if (known) return this.#ask(name, known);
    remember(this.#counts, name, {
      left: this.#share - 1,
      until: performance.now() + MINUTE,
      isShared: false,
      taking: undefined,
    });
    return 0;
  }

  async #ask(name: string, count: SharedCount): Promise<number> {
    for (;;) {
      if (count.left > 0) {
        count.left -= 1;
        return 0;
      }
      if (count.isShared && count.left < 0 && count.until > performance.now()) return secondsUntil(count.until);
      await (count.taking ??= this.#refill(name, count).finally(() => (count.taking = undefined)));
    }
  }

  async #refill(name: string, count: SharedCount): Promise<void> {
    // What was let through without asking is counted with the first asking.
    const used = count.isShared ? 0 : this.#share;
    const { granted, seconds } = await this.#take(name, this.#share + used, this.#max);
    count.isShared = true;
    count.until = performance.now() + seconds * 1000;
    // Below 0: there are no more until the minute ends.
    count.left = granted > used ? granted - used : -1;
  }
}
