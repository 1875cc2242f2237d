import path from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env.SCREENSHOTS;

/** Pictures are kept, for people to look at: `SCREENSHOTS=/tmp/x npm test -- test/e2e/…`. */
export const PICTURES = folder !== undefined;

/** Keeps a picture of the page, in full or as it is seen; none unless they are asked for. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}
