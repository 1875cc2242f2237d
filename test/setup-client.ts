import { ensureClient } from '../scripts/client.ts';
import { findChromium, installShell } from './chromium.ts';

/** Browser tests use the built client in Chromium: checks once that both exist. */
export default async function setup(): Promise<void> {
  try {
    findChromium();
    installShell();
  } catch {
    // The browser tests report it themselves, and the others still run.
  }
  await ensureClient();
}
