import type { Locator, Page } from 'playwright-core';

/** Text for screen readers, which `getByText` ignores (findVisibleTexts of pages.ts). */
export const announcement = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-announcer]').filter({ hasText: text }).first();
