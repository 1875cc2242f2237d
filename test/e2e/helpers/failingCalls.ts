import type { Page } from 'playwright-core';

const FAILURE = {
  error: { message: '', code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
};
const proceduresOf = ({ pathname }: URL): string[] => pathname.replace(/^\/trpc\//, '').split(',');

/**
 * Has every call of these procedures fail on a page, without a sentence of the server; others of the same batch are
 * answered.
 * @returns lets them succeed again
 */
export async function failCalls(page: Page, procedures: readonly string[]): Promise<() => Promise<void>> {
  const isFailing = (name: string) => procedures.includes(name);
  const concerns = (url: URL) => url.pathname.startsWith('/trpc/') && proceduresOf(url).some(isFailing);
  // The route stays: to remove it while it answers would leave that call without an answer.
  let isOver = false;
  await page.route(concerns, async (route) => {
    if (isOver) return route.fallback();
    const called = proceduresOf(new URL(route.request().url()));
    // What changes something is not sent at all.
    if (called.every(isFailing)) return route.fulfill({ json: called.map(() => FAILURE) });
    const response = await route.fetch();
    const answers = (await response.json()) as unknown[];
    await route.fulfill({ response, json: answers.map((one, index) => (isFailing(called[index]!) ? FAILURE : one)) });
  });
  return async () => {
    isOver = true;
  };
}
