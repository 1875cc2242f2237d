import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits until the focus is on something of the page, as it must be after an action: not lost, nor in a closed dialog.
 */
export async function focusOnPage(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        const content = document.getElementById('content');
        return activeElement !== content && content?.contains(activeElement);
      }),
    )
    .toBe(true);
}
