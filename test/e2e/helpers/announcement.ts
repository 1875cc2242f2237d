import type { Locator, Page } from 'playwright-core';

/** What screen readers are to say, which `getByText` passes over (findVisibleTexts of pages.ts). */
export const announcement = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-announcer]').filter({ hasText: text }).first();
