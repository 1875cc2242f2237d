let offsetMs = 0;

/** The server's time as far as known, epoch ms: display and checks do not depend on the computer's clock. */
export const serverNow = (): number => Date.now() + offsetMs;

/** How far the server's clock is ahead of the computer's, as measured by client/clock/serverTime.ts. */
export function setOffset(ms: number): void {
  offsetMs = ms;
}
