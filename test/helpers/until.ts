import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../size.ts';

/**
 * How long a test waits for what must come, in milliseconds: long, since a busy machine gets to it late, and longer
 * where there is more to do.
 */
export const PATIENCE_MS: number = sized(60_000, 300_000);

/** Polls until `found` returns something, and returns it. @throws naming `what` if it does not within `PATIENCE_MS` */
export async function until<Found>(
  found: () => Found | Promise<Found>,
  what = 'what was waited for',
): Promise<Exclude<Found, false | null | undefined>> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await found();
    if (value) return value as Exclude<Found, false | null | undefined>;
    if (performance.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
    await sleep(10);
  }
}
