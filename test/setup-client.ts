import { ensureClient } from '../scripts/client.ts';
import { findChromium, installShell } from './chromium.ts';

/** Browser tests drive the built client in Chromium: sees once that both are there. */
export default async function setup(): Promise<void> {
  try {
    findChromium();
    installShell();
  } catch {
    // The browser tests themselves say so, and the others still run.
  }
  await ensureClient();
}
