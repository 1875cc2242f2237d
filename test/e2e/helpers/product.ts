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
import { loadConfig } from '../../../server/platform/config.ts';
import { modules } from '../../../server/modules/index.ts';
import { createDeps } from '../../../server/platform/deps.ts';
import { startServer } from '../../../server/main.ts';
import type { Locale } from '../../../shared/locale.ts';
import { withLocale } from '../../../shared/registry/routes.ts';
import { openBrowser } from '../../chromium.ts';
import { createTestDatabase } from '../../database.ts';
import type { Person, World } from '../../factories.ts';
import { pagesOf } from './pages.ts';

/** A good password for people of tests. */
export const PASSWORD = 'ร่มเงาของเอกสารทั้งหลาย';

export interface Visit {
  /** Who is signed in; nobody unless given. */
  as?: Person;
  /** Language the browser asks for. */
  locale?: Locale;
  width?: number;
  dark?: boolean;
}

/** The whole product as people meet it: the real server with the built client, and a Chromium. */
export interface Product extends World {
  readonly address: string;
  readonly browser: Browser;
  /** A browser of one's own, with a blank page. */
  open(visit?: Visit): Promise<Page>;
  /** Signs somebody in, in the browser of a page. */
  signIn(page: Page, person: Person): Promise<void>;
  /** Gives a person `PASSWORD`, to sign in by hand. */
  givePassword(person: Person): Promise<void>;
  /** What the pages opened since then complained about in their consoles. */
  readonly complaints: string[];
  /** Closes every page that was opened. */
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

let shared: Promise<Product> | undefined;

/**
 * The product, running: without settings the one that all files of this worker share, over one database, so that each
 * makes workspaces of its own and leaves those of others alone; what its pages have compiled is kept from file to file.
 * With settings (`{}` are some too) one of one's own over an empty database, for files that look at all there is,
 * change what all share or use up what is counted by address. People and workspaces are made by test/factories.ts:
 * `buildPerson(product, …)`.
 */
export async function startProduct(env?: Record<string, string>): Promise<Product> {
  if (env) return startOwn(env);
  const product = await (shared ??= startOwn({}));
  return { ...product, close: () => product.closePages() };
}

async function startOwn(env: Record<string, string>): Promise<Product> {
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
    DATA_DIR: dataDir,
    ...env,
  });
  // A copy: a build that is made meanwhile must not pull files away from under the pages.
  const clientDir = path.join(dataDir, 'client');
  cpSync(CLIENT_OUT, clientDir, { recursive: true });
  const server = await startServer(config, { databaseUrl: database.url, clientDir });
  const { deps, close } = createDeps({ config: { ...config, databasePool: 2 }, databaseUrl: database.url, modules });
  const owner = openDatabase(database.url, 'owner', 2);
  const complaints: string[] = [];
  const pages = pagesOf(browser, server.address, (text) => complaints.push(text));
  let passwordHash: Promise<string> | undefined;

  const signIn = async (page: Page, { userId }: Person) => {
    const { token } = await createSession(deps.authDb, config, { userId, kind: 'browser', now: new Date() });
    await page
      .context()
      .addCookies([{ name: SESSION_COOKIE, value: token, url: server.address, httpOnly: true, sameSite: 'Lax' }]);
  };

  return {
    deps,
    owner,
    browser,
    address: server.address,
    signIn,
    complaints,
    async open({ as, locale = 'th', width = 1280, dark = false } = {}) {
      const page = await pages.open({ language: locale === 'th' ? 'th-TH' : 'en-GB', width, dark });
      if (as) await signIn(page, as);
      return page;
    },
    async givePassword({ userId }) {
      passwordHash ??= hashPassword(PASSWORD);
      await owner
        .updateTable('users')
        .set({ passwordHash: await passwordHash })
        .where('id', '=', userId)
        .execute();
    },
    async closePages() {
      await pages.giveBack();
      complaints.length = 0;
    },
    async close() {
      await pages.close();
      await server.close();
      await Promise.all([close(), owner.destroy()]);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
