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

/** A strong password for test users. */
export const PASSWORD = 'ร่มเงาของเอกสารทั้งหลาย';

export interface Visit {
  /** The signed-in person; signed out by default. */
  as?: Person;
  /** Language requested by the browser. */
  locale?: Locale;
  width?: number;
  dark?: boolean;
  /** In a browser that displays PDFs: the shared one does not need to. */
  pdf?: boolean;
}

/** The complete product as people use it: the real server with the built client, and a Chromium. */
export interface Product extends World {
  readonly address: string;
  readonly browser: Browser;
  /** A separate browser, with a blank page. */
  open(visit?: Visit): Promise<Page>;
  /**
   * The page of a person at an address (`address`): one for each person and language, reused until the file ends, that
   * navigates from test to test like links, without a load. Wide and light, with nothing of the previous test except
   * fetched data. For tests that use one page at a time and do not test how it loads.
   */
  reusedPage(as: Person, to: string, locale?: Locale): Promise<Page>;
  /** Signs somebody in, in the browser of a page. */
  signIn(page: Page, person: Pick<Person, 'userId'>): Promise<void>;
  /** Sets `PASSWORD` for a person, to sign in manually. */
  givePassword(person: Person): Promise<void>;
  /** Console messages of the pages opened since then. */
  readonly complaints: string[];
  /** Closes every opened page, except the reused ones. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The address of a page: its path in a language, with the workspace. Example: `address('/organization/personnel', { ws
 * })`
 */
export function address(to: string, { locale = 'th', ws }: { locale?: Locale; ws?: string } = {}): string {
  const found = withLocale(locale, to);
  return ws ? `${found}${found.includes('?') ? '&' : '?'}workspace=${ws}` : found;
}

/** A product shared by the files of a worker. */
interface SharedProduct extends Product {
  /** Closes every page. */
  endFile(): Promise<void>;
}

/** Fills a separate database before the product starts with it. */
type Seed = (databaseUrl: string, config: Config) => Promise<void>;

/** A page without forms and lists. */
const BETWEEN = '/policy';

let shared: Promise<SharedProduct> | undefined;

/**
 * The running product: without settings the one shared by all files of this worker, with one database, so that each
 * creates workspaces and leaves those of others unchanged; the compiled code of its pages is reused from file to file.
 * With settings (`{}` counts too) a separate one with an empty database, for files that read everything, change shared
 * data or use up limits per address, filled by `seed` if passed. People and workspaces are created by
 * test/factories.ts: `buildPerson(product, …)`.
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
  // A port known in advance, because links in mails contain it.
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
  // A copy: a simultaneous build must not remove files used by the pages.
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
    const { token } = await createSession(deps.authDb, config, {
      userId,
      kind: 'browser',
      now: new Date(),
      proved: true,
    });
    await page
      .context()
      .addCookies([{ name: SESSION_COOKIE, value: token, url: server.address, httpOnly: true, sameSite: 'Lax' }]);
  };

  const reusedPages = new Map<string, Page>();
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
    await pages.giveBack(new Set(reusedPages.values()));
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
    async reusedPage(as, to, locale = 'th') {
      const key = `${as.personnelId} ${locale}`;
      const known = reusedPages.get(key);
      if (!known) {
        const page = await open({ as, locale });
        reusedPages.set(key, page);
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
      reusedPages.clear();
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
