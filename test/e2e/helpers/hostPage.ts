import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { ConsentOptions, ConsentState } from '../../../client/embeds/consent/types.ts';
import { formPolicy } from '../../../shared/embedSnippets.ts';

/** Events on a page of the host, in order. */
export interface HostEvent {
  type: string;
  detail: ConsentState & { code?: string; willRetry?: boolean };
}

export interface HostSite {
  /** Origin of the site; different from the product's. */
  readonly address: string;
  /** The strictest Content-Security-Policy that the embed must support. */
  readonly policy: string;
  /**
   * Opens a page that embeds the form as in the first guide, which external pages still use: script and style sheet
   * that the page waits for, `init`, and what else `after` does (a script). The current snippets: consent-snippets.
   * `options` are those of `init`; null: no init.
   */
  visit(
    page: Page,
    options: ConsentOptions | null,
    more?: {
      after?: string;
      before?: string;
      policy?: string | null;
      body?: string;
      lang?: string;
      /** The location of the embed's script and style sheet; by default the consent form's. */
      root?: string;
    },
  ): Promise<void>;
  close(): Promise<void>;
}

const BODY =
  '<header><a href="#main">Skip</a></header><main id="main"><h1>ร้านหนังสือ</h1><p>สินค้าแนะนำ</p><button type="button" id="settings">ตั้งค่าความเป็นส่วนตัว</button><div id="place"></div></main>';

/** An external site whose pages embed the consent form of the product at `product`. */
export async function startHostSite(product: string): Promise<HostSite> {
  const policy = [
    "default-src 'none'",
    // As the guide says, with the site's own script file.
    formPolicy(product).replace('script-src', "script-src 'self'"),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  let page = { html: '', script: '', policy: policy as string | null };
  const server = createServer((request, response) => {
    if (request.url === '/page.js')
      return void response
        .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
        .end(page.script);
    if (request.url !== '/') return void response.writeHead(204).end();
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...(page.policy ? { 'content-security-policy': page.policy } : {}),
      })
      .end(page.html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // By name, so that it is also another site and not only another port.
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    address,
    policy,
    async visit(
      tab,
      options,
      { after = '', before = '', policy: wanted = policy, body = BODY, lang = 'th', root = '/consent' } = {},
    ) {
      const { token, ...plain } = options ?? {};
      const init =
        options &&
        `PokpongConsent.init(Object.assign(${JSON.stringify(plain)}, ${token === undefined ? '{}' : typeof token === 'string' ? JSON.stringify({ token }) : '{ token: () => window.freshToken() }'}));`;
      page = {
        policy: wanted,
        html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>ร้านหนังสือ</title><link rel="stylesheet" href="${product}${root}/forms/script.css"><script src="${product}${root}/form/script.js"></script><script src="/page.js"></script></head><body>${body}</body></html>`,
        script: `
          window.hostEvents = []; window.violations = []; window.shift = 0;
          for (const type of ['ready', 'change', 'shown', 'error']) document.addEventListener('consent:' + type, ({ detail }) => window.hostEvents.push({ type, detail }));
          document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + ' ' + blockedURI));
          new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
          ${before}
          ${init ?? ''}
          ${after}`,
      };
      await tab.goto(`${address}/`);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const hostEvents = (page: Page): Promise<HostEvent[]> =>
  page.evaluate(() => (window as unknown as { hostEvents: HostEvent[] }).hostEvents);
/** What the page's policy had to block. */
export const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { violations: string[] }).violations);
export const status = (page: Page): Promise<ConsentState> => page.evaluate(() => window.PokpongConsent!.status());
/** Waits until the embed reports the status. */
export const untilStatus = (page: Page, wanted: Partial<ConsentState>): Promise<unknown> =>
  page.waitForFunction(
    (all) => {
      const now = window.PokpongConsent!.status();
      return Object.entries(all).every(
        ([name, value]) => JSON.stringify(now[name as keyof ConsentState]) === JSON.stringify(value),
      );
    },
    wanted as Record<string, unknown>,
  );
/** Waits until an event was received. */
export const untilEvent = (page: Page, type: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => (window as unknown as { hostEvents: HostEvent[] }).hostEvents.some((one) => one.type === wanted),
    type,
  );
