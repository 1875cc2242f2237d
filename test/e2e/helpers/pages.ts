import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../helpers/until.ts';

/** The browser settings of a visit. */
export interface Look {
  /** Language requested by the browser, as `th-TH`. */
  language: string;
  width: number;
  height?: number;
  dark: boolean;
  /** With animations; otherwise with reduced motion. */
  motion?: boolean;
  /** Prefetches what may be opened next; otherwise with data saving, because few tests open it. */
  ahead?: boolean;
  /** In a browser new to the product: every asset is fetched and compiled. */
  cold?: boolean;
}

/** Browsers of people, each with its cookies, its storage and one page. */
export interface Pages {
  /** A browser that is new as far as a page can tell, with a blank page. */
  open(look: Look): Promise<Page>;
  /** Returns every opened page to the pool, except those of `remaining`. */
  giveBack(remaining?: ReadonlySet<Page>): Promise<void>;
  /** Closes every browser. */
  close(): Promise<void>;
}

interface PooledPage {
  readonly language: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Chromium's DevTools connection to the page. */
  readonly devtools: CDPSession;
  /** It was changed irreversibly, or visited an external site. */
  spoilt: boolean;
}

const LISTENED = [
  'console',
  'pageerror',
  'request',
  'response',
  'requestfinished',
  'requestfailed',
  'dialog',
  'download',
  'popup',
  'filechooser',
  'framenavigated',
  'frameattached',
  'framedetached',
  'websocket',
  'load',
  'domcontentloaded',
  'page',
  'weberror',
] as const;
const LASTING = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'routeWebSocket',
  'routeFromHAR',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'newCDPSession',
  'install',
  'setFixedTime',
  'setSystemTime',
];
const STORAGES = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';

/** Announcements for screen readers repeat the content of a toast: `getByText` finds only the toast. */
function findVisibleTexts(page: Page): void {
  const find = page.getByText.bind(page);
  page.getByText = (text, options) => find(text, options).and(page.locator(':not([data-announcer])'));
}

/**
 * Browsers of one Chromium for the product at `origin` (which responds at `/healthz`). A returned browser is emptied
 * (cookies, storage, history, permissions, routes, listeners) and reused: it preserves the compiled code of the
 * immutable assets, which is three quarters of the cost of loading a page. One that cannot be emptied is closed.
 */
export function pagesOf(browser: Browser, origin: string, complain: (text: string) => void = () => {}): Pages {
  const out: PooledPage[] = [];
  const free: PooledPage[] = [];

  async function fresh(language: string): Promise<PooledPage> {
    const context = await browser.newContext({
      baseURL: origin,
      locale: language,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    findVisibleTexts(page);
    const pooled: PooledPage = { language, context, page, devtools: await context.newCDPSession(page), spoilt: false };
    for (const target of [page, context, context.clock] as unknown as Record<string, unknown>[]) {
      for (const name of LASTING) {
        const plain = target[name];
        if (typeof plain === 'function')
          target[name] = (...args: unknown[]) => {
            pooled.spoilt = true;
            return plain.apply(target, args) as unknown;
          };
      }
    }
    return pooled;
  }

  return {
    async open({
      language,
      width,
      height = width < 600 ? 740 : 800,
      dark,
      motion = false,
      ahead = false,
      cold = false,
    }) {
      const found = cold ? -1 : free.findIndex((one) => one.language === language);
      const pooled = found < 0 ? await fresh(language) : free.splice(found, 1)[0]!;
      out.push(pooled);
      const { page } = pooled;
      page.context().setDefaultTimeout(PATIENCE_MS);
      page.setDefaultTimeout(PATIENCE_MS);
      await pooled.devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: !ahead });
      await page.setViewportSize({ width, height });
      await page.emulateMedia({
        media: null,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: motion ? 'no-preference' : 'reduce',
        forcedColors: null,
        contrast: null,
      });
      page.on('pageerror', (error) => complain(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') complain(`${page.url()}: ${message.text()}`);
      });
      page.on('framenavigated', (frame) => {
        if (/^https?:/.test(frame.url()) && new URL(frame.url()).origin !== origin) pooled.spoilt = true;
      });
      return page;
    },
    async giveBack(remaining = new Set()) {
      await Promise.all(
        out.splice(0).map(async (pooled) => {
          if (remaining.has(pooled.page)) return void out.push(pooled);
          const clean = !pooled.spoilt && (await emptied(pooled, origin).catch(() => false));
          if (clean) free.push(pooled);
          else await pooled.context.close();
        }),
      );
    },
    async close() {
      await Promise.all([...out.splice(0), ...free.splice(0)].map(({ context }) => context.close()));
    },
  };
}

/**
 * Navigates a page within the product, like a link: a quarter of the cost of a load. Unsaved changes are not asked
 * about. Tests of loading pages have to load them.
 */
export async function navigate(page: Page, to: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    history.pushState(null, '', wanted);
    // By then the previous page is removed.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }, to);
}

/** Removes everything left by a browser's last user. @returns whether that was possible */
async function emptied({ context, page, devtools }: PooledPage, origin: string): Promise<boolean> {
  if (page.isClosed()) return false;
  for (const event of LISTENED) {
    page.removeAllListeners(event as 'load');
    context.removeAllListeners(event as 'page');
  }
  // A partially filled form asks whether to leave.
  page.on('dialog', (dialog) => void dialog.accept());
  await Promise.all([
    context.setOffline(false),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    ...context
      .pages()
      .filter((one) => one !== page)
      .map((one) => one.close()),
  ]);
  // A page of ours without a script: leaving for another site would end the process that has the compiled code.
  await page.goto(`${origin}/healthz`, { timeout: 5000 });
  page.removeAllListeners('dialog');
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGES });
  await devtools.send('Page.resetNavigationHistory');
  await Promise.all([context.clearCookies(), context.clearPermissions(), page.mouse.move(-1, -1)]);
  return true;
}
