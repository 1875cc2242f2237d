import path from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** The folder of screenshots for manual review, if requested: `SCREENSHOTS=/tmp/x npm test -- test/e2e/…`. */
export const PICTURE_FOLDER = process.env.SCREENSHOTS || undefined;
export const PICTURES = PICTURE_FOLDER !== undefined;

/** The scale of screenshots on a sheet of many. */
const SCALE = 0.35;

/** Stores a screenshot of the page, in full or the visible part; only on request. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (PICTURE_FOLDER) await page.screenshot({ path: path.join(PICTURE_FOLDER, `${name}.png`), fullPage });
}

/** Screenshots side by side, and the original width of each. */
export type PictureRow = { bytes: Buffer; width: number }[];

/** Stores one image of many, in rows. */
export async function contactSheet(browser: Browser, name: string, rows: readonly PictureRow[]): Promise<void> {
  const page = await browser.newPage();
  const drawn = rows.map(
    (row) =>
      `<div>${row
        .map(
          ({ bytes, width }) =>
            `<img width=${Math.round(width * SCALE)} src="data:image/png;base64,${bytes.toString('base64')}">`,
        )
        .join('')}</div>`,
  );
  await page.setContent(
    `<style>body { margin: 0; background: #777; width: max-content } div { display: flex; gap: 6px; align-items: start; padding: 3px }</style>${drawn.join('')}`,
  );
  await page.locator('body').screenshot({ path: path.join(PICTURE_FOLDER!, `${name}.png`) });
  await page.close();
}
