/** One line of the benchmark: a figure of the product beside the limit it could at best reach on this machine. */
export interface Figure {
  /** What was measured. */
  name: string;
  value: number;
  /** Unit of `value` and `limit`, for example `ms` or `1/s`. */
  unit: string;
  /** What the limit is, for example `bare Fastify route`. */
  limitName: string;
  limit: number;
  /** `value / limit` */
  ratio: number;
  /** The bar, in words, for example `under 3 s`. */
  goal?: string;
  met?: boolean;
}

/** The middle one of several measurements, which one slow run does not move. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] ?? NaN : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
