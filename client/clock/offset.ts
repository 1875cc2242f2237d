/** One asking of the server's clock: its answer, and when it was asked and answered by our own, all in epoch ms. */
export interface Sample {
  readonly sent: number;
  readonly received: number;
  readonly server: number;
}

/** Askings of one measurement: the quickest of them is the truest. */
const ROUNDS = 4;
/** An answer this quick cannot be bettered by much. Milliseconds. */
const QUICK_MS = 8;

/**
 * What is to be added to our clock to have the server's, taking the answer to be made half way (Cristian, 1989), and
 * how far off that may be.
 */
export const offsetOf = ({ sent, received, server }: Sample): { offsetMs: number; uncertaintyMs: number } => ({
  offsetMs: server - (sent + received) / 2,
  uncertaintyMs: (received - sent) / 2,
});

/**
 * Asks the server's clock a few times, one after the other, and takes the answer that came quickest.
 * @returns null when the server did not answer even once
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
      // Away, or gone in the middle: what came before still counts.
      break;
    }
  }
  return best && best.offsetMs;
}
