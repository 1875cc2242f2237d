import path from 'node:path';
import type { Page } from 'playwright-core';

/** Selects a file, and waits until the server has it. */
export async function chooseFile(page: Page, place: string): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/files-api/v1/upload'));
  await page.setInputFiles('input[type=file]', place);
  await answer;
  await page.getByRole('button', { name: path.basename(place), exact: false }).waitFor();
}
