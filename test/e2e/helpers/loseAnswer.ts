import type { Page } from 'playwright-core';

/** Loses the next answer of a procedure: the server writes, and the browser is cut off before it hears of it. */
export const loseAnswer = (page: Page, procedure: string): Promise<unknown> =>
  page.route(
    new RegExp(`/trpc/[^?]*${procedure.replaceAll('.', '\\.')}`),
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
