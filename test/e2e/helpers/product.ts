import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { openDatabase } from '../../../db/client.ts';
import { CLIENT_OUT } from '../../../scripts/client.ts';
import { SESSION_COOKIE } from '../../../server/platform/auth/cookies.ts';
import { hashPassword } from '../../../server/platform/auth/passwords.ts';
import { createSession } from '../../../server/platform/auth/sessions.ts';
import { type Config, loadConfig } from '../../../server/platform/config.ts';
import { modules } from '../../../server/modules/index.ts';
import { createDeps } from '../../../server/platform/deps.ts';
import { startServer } from '../../../server/main.ts';
import type { Locale } from '../../../shared/locale.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import { launchBrowser, openBrowser } from '../../chromium.ts';
import { createTestDatabase } from '../../database.ts';
import type { Person, World } from '../../factories.ts';
import { LOOKS, wear } from './audit.ts';
import { type Pages, pagesOf, navigate } from './pages.ts';

/** A good password for people of tests. */
export const PASSWORD = 'ร่มเงาของเอกสารทั้งหลาย';

export interface Visit {
  /** Who is signed in; nobody unless given. */
  as?: Person;
  /** Language the browser asks for. */
  locale?: Locale;
  width?: number;
  dark?: boolean;
  /** In a browser that shows PDFs: the one that all share need not. */
  pdf?: boolean;
}

/** The whole product as people meet it: the real server with the built client, and a Chromium. */
export interface Product extends World {
  readonly address: string;
  readonly browser: Browser;
  /** A browser of one's own, with a blank page. */
  open(visit?: Visit): Promise<Page>;
  /**
   * The page of a person at an address (`address`): one for each person and language, kept until the file ends, that goes
   * from test to test as links go, without a load. Wide and light, with nothing in it of the test before but what was
   * fetched. For tests that look at one page at a time and do not test how it loads.
   */
  keptPage(as: Person, to: string, locale?: Locale): Promise<Page>;
  /** Signs somebody in, in the browser of a page. */
  signIn(page: Page, person: Pick<Person, 'userId'>): Promise<void>;
  /** Gives a person `PASSWORD`, to sign in by hand. */
  givePassword(person: Person): Promise<void>;
  /** What the pages opened since then complained about in their consoles. */
  readonly complaints: string[];
  /** Closes every page that was opened, but those that are kept. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Where a page is: its path in a language, with the workspace. Example: `address('/organization/personnel', { ws })`
 */
export function address(to: string, { locale = 'th', ws }: { locale?: Locale; ws?: string } = {}): string {
  const found = withLocale(locale, to);
  return ws ? `${found}${found.includes('?') ? '&' : '?'}workspace=${ws}` : found;
}

/** A product as its worker has it. */
interface SharedProduct extends Product {
  /** Closes every page. */
  endFile(): Promise<void>;
}

/** What fills a database of one's own before the product starts over it. */
type Seed = (databaseUrl: string, config: Config) => Promise<void>;

/** A page that no form and no list is on. */
const BETWEEN = '/policy';

let shared: Promise<SharedProduct> | undefined;

/**
 * The product, running: without settings the one that all files of this worker share, over one database, so that each
 * makes workspaces of its own and leaves those of others alone; what its pages have compiled is kept from file to file.
 * With settings (`{}` are some too) one of one's own over an empty database, for files that look at all there is,
 * change what all share or use up what is counted by address, filled by `seed` where that is given. People and workspaces are made by test/factories.ts:
 * `buildPerson(product, …)`.
 */
export async function startProduct(env?: Record<string, string>, seed?: Seed): Promise<Product> {
  if (env) return startOwn(env, seed);
  const product = await (shared ??= startOwn({}));
  return { ...product, close: () => product.endFile() };
}

async function startOwn(env: Record<string, string>, seed?: Seed): Promise<SharedProduct> {
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'product-'));
  const [database, browser, port] = await Promise.all([
    createTestDatabase(),
    openBrowser(),
    getPort({ host: '127.0.0.1' }),
  ]);
  // A port known beforehand, since links in mails name it.
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATABASE_POOL: '5',
    SIGNUP: 'closed',
    DATA_DIR: dataDir,
    ...env,
  });
  await seed?.(database.url, config);
  // A copy: a build that is made meanwhile must not pull files away from under the pages.
  const clientDir = path.join(dataDir, 'client');
  cpSync(CLIENT_OUT, clientDir, { recursive: true });
  const server = await startServer(config, { databaseUrl: database.url, clientDir });
  const { deps, close } = createDeps({ config: { ...config, databasePool: 2 }, databaseUrl: database.url, modules });
  const owner = openDatabase(database.url, 'owner', 2);
  const complaints: string[] = [];
  const complain = (text: string) => void complaints.push(text);
  const pages = pagesOf(browser, server.address, complain);
  let readers: Promise<{ browser: Browser; pages: Pages }> | undefined;
  let passwordHash: Promise<string> | undefined;

  const signIn = async (page: Page, { userId }: Pick<Person, 'userId'>) => {
    const { token } = await createSession(deps.authDb, config, { userId, kind: 'browser', now: new Date() });
    await page
      .context()
      .addCookies([{ name: SESSION_COOKIE, value: token, url: server.address, httpOnly: true, sameSite: 'Lax' }]);
  };

  const keptPages = new Map<string, Page>();
  const open: Product['open'] = async ({ as, locale = 'th', width = 1280, dark = false, pdf = false } = {}) => {
    if (pdf)
      readers ??= launchBrowser().then((full) => ({
        browser: full,
        pages: pagesOf(full, server.address, complain),
      }));
    const look = { language: locale === 'th' ? 'th-TH' : 'en-GB', width, dark };
    const page = await ((pdf && (await readers)?.pages) || pages).open(look);
    if (as) await signIn(page, as);
    return page;
  };
  const closePages = async () => {
    await pages.giveBack(new Set(keptPages.values()));
    await (await readers)?.browser.close();
    readers = undefined;
    complaints.length = 0;
  };

  return {
    deps,
    owner,
    browser,
    address: server.address,
    signIn,
    complaints,
    open,
    async keptPage(as, to, locale = 'th') {
      const key = `${as.personnelId} ${locale}`;
      const known = keptPages.get(key);
      if (!known) {
        const page = await open({ as, locale });
        keptPages.set(key, page);
        await page.goto(to);
        return page;
      }
      await wear(known, LOOKS[0]!);
      await navigate(known, address(BETWEEN, { locale }));
      await known.getByRole('dialog').first().waitFor({ state: 'detached' });
      await known.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await navigate(known, to);
      return known;
    },
    async givePassword({ userId }) {
      passwordHash ??= hashPassword(PASSWORD);
      await owner
        .updateTable('users')
        .set({ passwordHash: await passwordHash })
        .where('id', '=', userId)
        .execute();
    },
    closePages,
    async endFile() {
      keptPages.clear();
      await closePages();
    },
    async close() {
      await pages.close();
      await (await readers)?.browser.close();
      await server.close();
      await Promise.all([close(), owner.destroy()]);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
