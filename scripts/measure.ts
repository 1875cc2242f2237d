/** One line of the benchmark: a figure of the product beside the limit it could at best reach on this machine. */
export interface Figure {
  /** What was measured. */
  name: string;
  value: number;
  /** Unit of `value` and `limit`, for example `ms` or `1/s`. */
  unit: string;
  /** What it is compared with, for example `bare Fastify route`; left out where there is nothing to compare with. */
  limitName?: string;
  limit?: number;
  /** `value / limit` */
  ratio?: number;
  /** The bar, in words, for example `under 3 s`. */
  goal?: string;
  met?: boolean;
}

/** The middle one of several measurements, which one slow run does not move. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The value that `part` of all values do not exceed: 0.99 for the 99th percentile (nearest rank). */
export const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? NaN;

export interface Turns {
  /** Rounds that count, after `warmUp` that do not. */
  rounds: number;
  warmUp: number;
  /**
   * The limit is measured in every so many rounds, every one by default: it may be slow without the product's means.
   */
  limitEvery?: number;
  /** Done before each round, not counted. */
  before?: (() => Promise<unknown>) | undefined;
}

/**
 * Milliseconds that the product and its limit take. They take turns, so that what else the machine does falls on both.
 */
export async function inTurns(
  { rounds, warmUp, limitEvery = 1, before }: Turns,
  product: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<{ own: number[]; limit: number[] }> {
  const own: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await before?.();
    const took = await timed(product);
    if (round >= warmUp) own.push(took);
    if (round % limitEvery !== 0) continue;
    const least = await timed(bare);
    if (round >= warmUp) limit.push(least);
  }
  return { own, limit };
}
