/**
 * One reading of the server's clock: its answer, and when the call was sent and answered by the local clock, all in
 * epoch ms.
 */
export interface Sample {
  readonly sent: number;
  readonly received: number;
  readonly server: number;
}

/** Calls of one measurement: the quickest of them is the most precise. */
const ROUNDS = 4;
/** A quicker answer would hardly be more precise. Milliseconds. */
const QUICK_MS = 8;

/**
 * The offset from the local clock to the server's, assuming that the answer was made half way (Cristian, 1989), and its
 * possible error.
 */
export const offsetOf = ({ sent, received, server }: Sample): { offsetMs: number; uncertaintyMs: number } => ({
  offsetMs: server - (sent + received) / 2,
  uncertaintyMs: (received - sent) / 2,
});

/**
 * Reads the server's clock a few times, one after the other, and uses the answer that came quickest.
 * @returns null when the server did not answer at all
 */
export async function measureOffset(ask: () => Promise<number>, clock: () => number): Promise<number | null> {
  let best: ReturnType<typeof offsetOf> | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      const sent = clock();
      const server = await ask();
      const one = offsetOf({ sent, received: clock(), server });
      if (!best || one.uncertaintyMs < best.uncertaintyMs) best = one;
      if (one.uncertaintyMs * 2 <= QUICK_MS) break;
    } catch {
      // Disconnected: earlier answers still count.
      break;
    }
  }
  return best && best.offsetMs;
}
