import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { formatDateTime, today } from '../../client/format.ts';
import { type Db, openDatabase, withScope } from '../../db/client.ts';
import { seed } from '../../server/modules/catalogue/builtIn.ts';
import { seedWorkspace } from '../../server/platform/modules/seed.ts';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { modules } from '../../server/modules/index.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { createDeps } from '../../server/platform/deps.ts';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { type RouteId, routeOf } from '../../shared/registry/routes.ts';
import { defaultFlags, type Flags } from '../../shared/registry/flags.ts';
import type { Role } from '../../shared/registry/roles.ts';
import type { Tier } from '../../shared/registry/tiers.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import type { Person } from '../factories.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { openBrowser } from '../chromium.ts';
import { navigate, type Pages, pagesOf } from './helpers/pages.ts';
import { PATIENCE_MS } from '../helpers/until.ts';
import { picture } from './helpers/picture.ts';
import { announcement } from './helpers/announcement.ts';

const PASSWORD = 'ร่มเงาของเอกสารทั้งหลาย';
let database: TestDatabase;
let owner: Db;
let app: Db;
let server: RunningServer;
let browser: Browser;
let dataDir: string;
let config: Config;
let pages: Pages;
/** Workspaces of the only organisation, by their name in this file. */
const workspaces: Record<'hospital' | 'shop', { id: string; name: string }> = {
  hospital: { id: '', name: 'โรงพยาบาลทดสอบ' },
  shop: { id: '', name: 'ร้านค้าทดสอบ' },
};

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-shell-'));
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 2);
  app = openDatabase(database.url, 'pokpong_app', 2);
  config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir });
  const organizationId = randomUUIDv7();
  await owner.insertInto('organizations').values({ id: organizationId, name: 'องค์กรทดสอบ' }).execute();
  const keyring = createKeyring(config);
  const workspace = async (name: string, tier: Tier, off: (keyof Flags)[] = []) => {
    const id = randomUUIDv7();
    await withScope(app, { workspaceId: id }, async (trx) => {
      const flags = { ...defaultFlags(tier), ...Object.fromEntries(off.map((flag) => [flag, false])) };
      await trx
        .insertInto('workspaces')
        .values({ id, organizationId, name, package: tier, flags: JSON.stringify(flags) })
        .execute();
      await keyring.createWorkspaceKey(trx, id, new Date());
      await seedWorkspace([seed], trx, { workspaceId: id, now: new Date() });
    });
    return id;
  };
  workspaces.hospital.id = await workspace(workspaces.hospital.name, 'Unlimit');
  workspaces.shop.id = await workspace(workspaces.shop.name, 'Basic', ['dashboardEnabled']);
  const passwordHash = await hashPassword(PASSWORD);
  const people: [string, Role][] = [
    ['admin', 'Admin'],
    ['dpo', 'DPO'],
    ['staff', 'Staff'],
    ['audit', 'Top Management'],
  ];
  for (const [name, role] of people) {
    const userId = randomUUIDv7();
    const email = `${name}@shell.example`;
    await owner.insertInto('users').values({ id: userId, email, name, passwordHash }).execute();
    for (const { id } of Object.values(workspaces)) {
      await owner
        .insertInto('personnel')
        .values({ workspaceId: id, id: randomUUIDv7(), userId, email, name: `${name} ทดสอบ`, role, status: 'active' })
        .execute();
    }
  }
  await owner
    .insertInto('dataControllers')
    .values({
      workspaceId: workspaces.hospital.id,
      id: randomUUIDv7(),
      nameTh: 'มูลนิธิลมหนาว',
      nameEn: 'Cool Wind Foundation',
      contactPerson: 'สมชาย',
      address: 'กรุงเทพฯ',
      phone: '021234567',
      email: 'a@b.example',
    })
    .execute();
  server = await startServer(config, { databaseUrl: database.url, clientDir: CLIENT_OUT });
  browser = await openBrowser();
  pages = pagesOf(browser, server.address);
});
afterEach(() => pages.giveBack());
afterAll(async () => {
  await pages?.close();
  await server?.close();
  await Promise.all([owner?.destroy(), app?.destroy()]);
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Publishes a request form in the hospital's workspace, which requests are entered with. */
async function publishRequestForm(): Promise<void> {
  const { deps, close } = createDeps({ config, databaseUrl: database.url, modules });
  try {
    const dpo = await owner
      .selectFrom('personnel')
      .select(['id as personnelId', 'userId', 'email', 'workspaceId', 'role'])
      .where('workspaceId', '=', workspaces.hospital.id)
      .where('role', '=', 'DPO')
      .executeTakeFirstOrThrow();
    const session = { userId: dpo.userId!, kind: 'browser', now: new Date() } as const;
    const { token } = await createSession(deps.authDb, config, session);
    await buildRequestForm({ deps, owner }, { ...dpo, token } as Person);
  } finally {
    await close();
  }
}

interface Visit {
  as?: 'admin' | 'dpo' | 'staff' | 'audit';
  locale?: string;
  width?: number;
  dark?: boolean;
  /** New to the product. */
  cold?: boolean;
  /** Without data saving. */
  ahead?: boolean;
}

/** A separate browser, signed in or not. */
async function visit({
  as,
  locale = 'th-TH',
  width = 1280,
  dark = false,
  cold = false,
  ahead = true,
}: Visit = {}): Promise<Page> {
  const page = await pages.open({ language: locale, width, height: 800, dark, motion: true, ahead, cold });
  if (as) {
    const answer = await page.context().request.post('/trpc/auth.signIn', {
      headers: { origin: server.address, 'content-type': 'application/json' },
      data: { email: `${as}@shell.example`, password: PASSWORD },
    });
    expect(answer.status()).toBe(200);
  }
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

const at = (ws: keyof typeof workspaces, address: string) => `${address}?workspace=${workspaces[ws].id}`;
const pathOf = (page: Page) => new URL(page.url()).pathname;
const workspaceOf = (page: Page) => new URL(page.url()).searchParams.get('workspace');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('sign-in', () => {
  test('a deep link is preserved, including the query', async () => {
    const page = await visit();
    await page.goto(`${at('shop', '/consent')}&tab=history`);
    await page.waitForURL(/\/login\?next=/);
    // The catalogue's 401: a toast in the language of the page.
    await page.getByText('กรุณาเข้าสู่ระบบเพื่อใช้งาน').first().waitFor();
    await page.getByLabel(/^อีเมล/).fill('DPO@shell.example');
    await page.getByLabel(/^รหัสผ่าน/).fill(PASSWORD);
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await heading(page, 'แบบความยินยอม').waitFor();
    expect(pathOf(page)).toBe('/consent');
    expect(workspaceOf(page)).toBe(workspaces.shop.id);
    expect(new URL(page.url()).searchParams.get('tab')).toBe('history');
    expect(await page.title()).toBe('แบบความยินยอม · ปกป้อง');
    expect(await page.evaluate(() => [localStorage.length, document.cookie.includes('session')])).toEqual([0, false]);
  });

  test('a wrong password is reported in the card, and nobody is redirected to another site', async () => {
    const page = await visit();
    await page.goto('/login?next=https://evil.example/consent');
    await page.getByLabel(/^อีเมล/).fill('dpo@shell.example');
    await page.getByLabel(/^รหัสผ่าน/).fill('wrong password entirely');
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาลองใหม่ หรือตั้งรหัสผ่านใหม่' }).waitFor();
    await page.getByLabel(/^รหัสผ่าน/).fill(PASSWORD);
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await page.waitForURL(/\/business-function\/application\?workspace=/);
    expect(new URL(page.url()).origin).toBe(new URL(server.address).origin);
  });

  test('each role lands on its specified page, and signs out', async () => {
    const dpo = await visit({ as: 'dpo' });
    await dpo.goto('/');
    await dpo.waitForURL(/\/business-function\/application\?workspace=/);
    const audit = await visit({ as: 'audit' });
    await audit.goto(at('hospital', '/'));
    await audit.waitForURL(/\/dashboard\?workspace=/);
    await audit.goto(at('shop', '/'));
    await audit.waitForURL(/\/consent\/dashboard\?workspace=/);
    await audit.getByText('ผู้ตรวจสอบ').first().waitFor();
    await audit.getByRole('button', { name: 'บัญชีของ audit@shell.example' }).click();
    await audit.getByRole('menuitem', { name: 'ออกจากระบบ' }).click();
    await audit.waitForURL(/\/login$/);
    await audit.goto(at('shop', '/consent/dashboard'));
    await audit.waitForURL(/\/login\?next=/);
  });

  test('a page not permitted for the role is refused in place: nothing is requested from the server, the session remains', async () => {
    const page = await visit({ as: 'staff' });
    await page.goto(at('hospital', '/business-function/purpose'));
    await heading(page, 'วัตถุประสงค์').waitFor();
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    for (const path of ['/organization/personnel', `/pii-inventory/pii-category/${randomUUIDv7()}`]) {
      await navigate(page, at('hospital', path));
      await heading(page, 'คุณไม่มีสิทธิ์เข้าถึงส่วนนี้').waitFor();
      await page.getByText('เปิดให้ ผู้ดูแลระบบ หรือ DPO').waitFor();
      const letter = new URL((await page.getByRole('link', { name: 'ขอสิทธิ์ทางอีเมล' }).getAttribute('href'))!);
      expect(letter.protocol).toBe('mailto:');
      await page.getByRole('link', { name: 'support@pokpong.example' }).waitFor();
      expect(letter.searchParams.get('body')).toContain(path);
      expect(letter.searchParams.get('body')).toContain('staff@shell.example');
    }
    expect(calls.filter((path) => path.startsWith('/trpc'))).toEqual([]);
    await page.getByRole('link', { name: 'ไปหน้าเริ่มต้นของคุณ' }).click();
    await heading(page, 'แอปพลิเคชัน').waitFor();
  });
});

describe('the first screen', () => {
  /** Also measured by test/bench/landing.bench.ts; bytes, gzipped. */
  const BUDGET = 220_000;

  test('loads no more code than its budget', async () => {
    const page = await visit({ as: 'dpo', cold: true });
    // Prefetched scripts are excluded.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.set(new URL(response.url()).pathname, response.body());
    });
    const answer = await page.goto(at('hospital', '/business-function/application'));
    await heading(page, 'แอปพลิเคชัน').waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = (await Promise.all(scripts.values())).map((script) => gzipSync(script).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.length).toBeLessThanOrEqual(8);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET);
    // None waits for another: the page names them all.
    const named = [...((await answer?.text()) ?? '').matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file]) => file!);
    expect([...scripts.keys()].toSorted()).toEqual(named.toSorted());
  });

  test('what is displayed for the first time is styled and laid out by itself, not the whole document with it', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/business-function/application'));
    await heading(page, 'แอปพลิเคชัน').waitFor();
    await page.waitForLoadState('networkidle');
    const all = await page.locator('*').count();
    await page
      .context()
      .browser()!
      .startTracing(page, { categories: ['devtools.timeline'] });
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menu').getByText('English').waitFor();
    const trace = JSON.parse(String(await page.context().browser()!.stopTracing())) as {
      traceEvents: { name: string; args: { elementCount?: number } }[];
    };
    const styled = trace.traceEvents.flatMap(({ name, args }) =>
      name === 'UpdateLayoutTree' && args.elementCount ? [args.elementCount] : [],
    );
    expect(styled.length).toBeGreaterThan(0);
    expect(Math.max(...styled)).toBeLessThan(all / 4);
  });

  const firstLists = modules.flatMap(({ name, ...rest }) =>
    Object.entries('firstLists' in rest ? rest.firstLists : {}).map(([id, { procedure }]) => ({
      id: id as RouteId,
      call: `${name}.${procedure}`,
    })),
  );

  test('one call returns what a page starts with, including its list, and none of it is requested again', async () => {
    const page = await visit({ as: 'dpo', ahead: false });
    let calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/trpc/')) calls.push(...pathname.slice('/trpc/'.length).split(','));
    });
    for (const { id, call } of firstLists) {
      // Ends what the page before may still request.
      await page.goto('about:blank');
      calls = [];
      await page.goto(at('hospital', routeOf(id).path));
      await page.locator('main:not(:has([aria-busy="true"])) h1').waitFor();
      expect(calls.slice(0, 2)).toEqual(['shell.start', call]);
      const initial = ['shell.start', 'shell.config', 'workspace.list', 'workspace.get', 'auth.profile', call];
      expect(calls.filter((one) => initial.includes(one))).toEqual(['shell.start', call]);
    }
    expect(firstLists.length).toBeGreaterThan(4);
  });

  test('a signed-in user sees the frame before the application code is loaded, and nobody else does', async () => {
    const page = await visit({ as: 'dpo', cold: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(at('hospital', '/en/business-function/application'), { waitUntil: 'commit' });
    await page.locator('#frame header', { hasText: 'Pokpong' }).waitFor();
    await picture(page, 'frame');
    release();
    await heading(page, 'Applications').waitFor();
    expect(await page.locator('#frame').count()).toBe(0);
    const stranger = await visit();
    const html = await (await stranger.request.get(at('hospital', '/business-function/application'))).text();
    expect(html).toContain('<div id="root"></div>');
  });

  test('pages opened from the bars are prefetched', async () => {
    const page = await visit({ as: 'dpo', cold: true });
    let initial = 0;
    let ended = 0;
    page.on('request', () => (initial += 1));
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', () => (ended += 1));
    await page.clock.install();
    await page.goto(at('hospital', '/business-function/application'));
    await heading(page, 'แอปพลิเคชัน').waitFor();
    await page.waitForLoadState('networkidle');
    // The pages of the group's menu are prefetched after another two seconds: only then nothing is loading.
    await page.clock.fastForward(10_000);
    let known = -1;
    const quiet = () => {
      const before = known;
      known = initial;
      return initial === before && ended === initial;
    };
    await expect.poll(quiet, { interval: 500 }).toBe(true);
    const fetched: string[] = [];
    page.on('request', (request) => void (request.resourceType() === 'script' && fetched.push(request.url())));
    await page.getByRole('button', { name: /^เปลี่ยนพื้นที่ทำงาน/ }).click();
    await page.getByRole('searchbox', { name: 'ค้นหาพื้นที่ทำงาน' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'ไปที่หน้า ค้นหา หรือใช้คำสั่ง' }).waitFor();
    expect(fetched).toEqual([]);
  });

  test('with data saving on, nothing is prefetched', async () => {
    const scripts = async (ahead: boolean) => {
      const page = await visit({ as: 'dpo', cold: true, ahead });
      const fetched = new Set<string>();
      page.on('request', (request) => void (request.resourceType() === 'script' && fetched.add(request.url())));
      await page.clock.install();
      await page.goto(at('hospital', '/business-function/application'));
      await heading(page, 'แอปพลิเคชัน').waitFor();
      await page.waitForLoadState('networkidle');
      await page.clock.fastForward(10_000);
      await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
      return fetched;
    };
    const [all, saving] = [await scripts(true), await scripts(false)];
    expect([...saving].filter((one) => !all.has(one))).toEqual([]);
    expect(saving.size).toBeLessThan(all.size);
  });
});

describe('offline', () => {
  test('the application remains usable, displays where data is missing, preserves input, and continues automatically', async () => {
    const page = await visit({ as: 'dpo', cold: true, ahead: false });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    const search = page.getByRole('searchbox').first();
    await search.fill('สิ่งที่พิมพ์ไว้');
    // What is displayed is marked as of when the network was lost, not of when the page was opened.
    const lost = Date.now() + 10 * 60_000;
    await page.clock.setFixedTime(lost);
    await page.context().setOffline(true);
    const line = page.getByRole('status').filter({ hasText: 'ไม่มีการเชื่อมต่อ' });
    await line.getByText(`ข้อมูล ณ ${formatDateTime(lost, 'th')}`).waitFor();
    expect(await search.inputValue()).toBe('สิ่งที่พิมพ์ไว้');
    await page.getByRole('link', { name: 'แดชบอร์ดความยินยอม' }).first().click();
    // What was never fetched is reported as missing in its place.
    await page.getByRole('alert').filter({ hasText: 'ไม่มีการเชื่อมต่อ' }).waitFor();
    expect(pathOf(page)).toBe('/consent/dashboard');
    await page.getByRole('button', { name: 'บัญชีของ dpo@shell.example' }).waitFor();
    await page.context().setOffline(false);
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => (window as unknown as { untouched?: boolean }).untouched)).toBe(true);
  });
});

test('a link pressed right after typing in the search is followed, also where its page takes long to load', async () => {
  const page = await visit({ as: 'dpo', cold: true });
  await page.goto(at('hospital', '/consent'));
  await heading(page, 'แบบความยินยอม').waitFor();
  await page.route(/\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.insertText('คำค้น');
  // In the same task: the search is written to the address later than the press on the link.
  await page
    .getByRole('link', { name: 'แดชบอร์ดความยินยอม' })
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL(/\/consent\/dashboard/);
  await heading(page, 'แดชบอร์ดความยินยอม').waitFor();
});

test('every call asks for JSON, those before the program is there too', async () => {
  const page = await visit({ as: 'dpo', cold: true });
  const accepted = new Map<string, string | undefined>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) accepted.set(pathname, request.headers().accept);
  });
  await page.goto(at('hospital', '/organization/personnel'));
  await heading(page, 'บุคลากร').waitFor();
  await page.waitForLoadState('networkidle');
  expect([...accepted.keys()].some((path) => path.includes('shell.start'))).toBe(true);
  expect([...accepted].filter(([, accept]) => accept !== 'application/json')).toEqual([]);
});

describe('languages', () => {
  test('an English browser gets English at the root only, and the selection is stored for a year', async () => {
    const page = await visit({ locale: 'en-GB' });
    await page.goto('/');
    await page.waitForURL(/\/en$/);
    await heading(page, 'Personal data protection for the whole organisation, in one place').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    const [stored] = (await page.context().cookies()).filter(({ name }) => name === 'pokpong_locale');
    expect(stored?.value).toBe('en');
    expect((stored?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
    const thai = await visit({ locale: 'en-GB' });
    await thai.goto('/terms');
    await heading(thai, 'ข้อกำหนดการใช้งาน').waitFor();
    expect(pathOf(thai)).toBe('/terms');
    // Following a link is no selection.
    expect((await thai.context().cookies()).map(({ name }) => name)).not.toContain('pokpong_locale');
  });

  test('until the program is there, the page states the language of its address, at the root the chosen one', async () => {
    const page = await visit({ cold: true });
    await page.context().addCookies([{ name: 'pokpong_locale', value: 'en', url: server.address }]);
    await page.route(/\/assets\//, (route) => route.abort());
    const language = async (path: string) => {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      return page.evaluate(() => document.documentElement.lang);
    };
    expect(await language('/terms')).toBe('th');
    expect(await language('/en/terms')).toBe('en');
    expect(await language('/')).toBe('en');
  });

  test('a language whose texts cannot be fetched is reported, and fetched by another try', async () => {
    const page = await visit({ cold: true, ahead: false });
    await page.goto('/terms');
    await heading(page, 'ข้อกำหนดการใช้งาน').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await heading(page, 'เกิดข้อผิดพลาด').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click();
    await heading(page, 'Terms of use').waitFor();
  });

  test('a first page whose texts cannot be fetched is not blank', async () => {
    const page = await visit({ cold: true });
    await page.route(/\/assets\/initial-.*\.js$/, (route) => route.abort());
    await page.goto('/terms');
    await page.getByRole('link', { name: 'กลับหน้าแรก · Go home' }).waitFor();
  });

  test('the language stays where the user stays with unsaved input', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/business-function/purpose/new'));
    await page.locator('[name="title.th"]').fill('รักษา');
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    const question = page.getByRole('dialog', { name: 'ออกจากหน้านี้โดยไม่บันทึกหรือไม่' });
    await question.getByRole('button', { name: 'ยกเลิก' }).click();
    await question.waitFor({ state: 'detached' });
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'pokpong_locale')?.value).not.toBe('en');
  });

  test('changing the language preserves page and workspace; Back changes it back', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.getByRole('button', { name: 'ภาษา: ไทย' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await heading(page, 'Consent forms').waitFor();
    expect(pathOf(page)).toBe('/en/consent');
    expect(workspaceOf(page)).toBe(workspaces.hospital.id);
    expect(await page.title()).toBe('Consent forms · Pokpong');
    // In Bangkok the new year begins seven hours before this machine's.
    const year = Number(today().slice(0, 4));
    await page.getByText(`© ${year} Pokpong`).waitFor();
    await page.getByText('Version 2.3.20-2').waitFor();
    await page.goBack();
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.getByText(`© ${year + 543} ปกป้อง`).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('th');
  });
});

describe('workspaces', () => {
  test('switching preserves the page if it is permitted there, and otherwise opens the landing page', async () => {
    const page = await visit({ as: 'admin' });
    await page.goto(at('hospital', `/consent/${randomUUIDv7()}`));
    await page.getByRole('button', { name: /^เปลี่ยนพื้นที่ทำงาน/ }).click();
    // The page itself, of an unknown form, offers the workspaces too.
    const switcher = page.getByRole('dialog', { name: 'พื้นที่ทำงาน' });
    await switcher.getByLabel('ค้นหาพื้นที่ทำงาน').fill('ไม่มีชื่อนี้แน่นอน');
    await switcher.getByText('ไม่พบพื้นที่ทำงาน').waitFor();
    await switcher.getByLabel('ค้นหาพื้นที่ทำงาน').fill('ร้านค้า');
    await switcher.getByRole('button', { name: /ร้านค้าทดสอบ/ }).click();
    await page.waitForURL(
      (url) => url.pathname === '/consent' && url.searchParams.get('workspace') === workspaces.shop.id,
      { waitUntil: 'commit' },
    );
    // A page that was touched is not reloaded, which would cancel the next address.
    await page.keyboard.press('Shift');
    await page.getByRole('button', { name: /ปัจจุบันคือ ร้านค้าทดสอบ/ }).waitFor();
    // The list writes its own address when it is rendered; leaving before that would be cancelled.
    await heading(page, 'แบบความยินยอม').waitFor();

    // The incident page requires a flag that the shop does not have.
    await page.goto(at('hospital', '/data-breach/incident-management'));
    await heading(page, 'เหตุละเมิดข้อมูลส่วนบุคคล').waitFor();
    await page.getByRole('button', { name: /^เปลี่ยนพื้นที่ทำงาน/ }).click();
    await page.getByRole('button', { name: /ร้านค้าทดสอบ/ }).click();
    await page.waitForURL(
      (url) =>
        url.pathname === '/business-function/application' && url.searchParams.get('workspace') === workspaces.shop.id,
    );
  });

  test('an unknown one is reported and the others are offered', async () => {
    const page = await visit({ as: 'dpo' });
    const unknown = '01980000-0000-7000-8000-000000000001';
    await page.goto(`/consent?workspace=${unknown}`);
    await heading(page, 'ไม่พบพื้นที่ทำงาน').waitFor();
    await page.getByText(`ไม่พบ uuid ${unknown} ที่ระบุในเส้นทางนี้ ในระบบหรือในพื้นที่ทำงาน`).waitFor();
    await page.getByRole('button', { name: /โรงพยาบาลทดสอบ/ }).click();
    await page.waitForURL(() => workspaceOf(page) === workspaces.hospital.id, { waitUntil: 'commit' });
    // A page that was touched is not reloaded, which would cancel the next address.
    await page.keyboard.press('Shift');
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.goto('/en/consent?workspace=not-a-uuid');
    await heading(page, 'Workspace not found').waitFor();
    await page.getByRole('link', { name: 'Go home' }).click();
    await page.waitForURL(/\/en\/business-function\/application\?workspace=/);
  });

  test('an unknown address is a 404', async () => {
    const page = await visit();
    await page.goto('/en/no/such/page');
    await heading(page, 'This page could not be found').waitFor();
    await page.getByRole('link', { name: 'Go home' }).click();
    await page.waitForURL(/\/en\/?$/);
  });
});

describe('menus', () => {
  test('a page without an entry of its own is displayed in its group, on small screens too', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/user-consent-receipt'));
    await heading(page, 'ค้นหาใบรับความยินยอม').waitFor();
    const main = page.getByRole('navigation', { name: 'เมนูหลัก' });
    expect(await main.locator('[aria-current]').innerText()).toBe('ความยินยอม');
    const strip = page.getByRole('navigation', { name: 'เมนูย่อยของ ความยินยอม' });
    expect(await strip.getByRole('link').allInnerTexts()).toEqual(['แดชบอร์ดความยินยอม', 'แบบความยินยอม']);
    expect(await strip.locator('[aria-current]').innerText()).toBe('แดชบอร์ดความยินยอม');
    await navigate(page, at('hospital', '/dpo-tools/dpia-version-1'));
    const tools = page.getByRole('navigation', { name: 'เมนูย่อยของ เครื่องมือ DPO' });
    await tools.waitFor();
    expect(await tools.locator('[aria-current]').innerText()).toBe('DPIA');

    const narrow = await visit({ as: 'staff', width: 375 });
    await narrow.goto(at('hospital', '/treatment'));
    await narrow.getByRole('button', { name: 'เปิดเมนู' }).click();
    const drawer = narrow.getByRole('dialog', { name: 'เมนู' });
    await drawer.getByRole('button', { name: 'เครื่องมือ DPO', expanded: true }).waitFor();
    await picture(narrow, 'drawer-treatment-th');
  });

  test('the strip displays the group of the page; pages missing in the package open the sales dialog', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('shop', '/consent'));
    const main = page.getByRole('navigation', { name: 'เมนูหลัก' });
    await main.getByRole('link', { name: 'ความยินยอม' }).waitFor();
    expect(await main.locator('[aria-current]').innerText()).toBe('ความยินยอม');
    const strip = page.getByRole('navigation', { name: 'เมนูย่อยของ ความยินยอม' });
    expect(await strip.getByRole('link').allInnerTexts()).toEqual(['แดชบอร์ดความยินยอม', 'แบบความยินยอม']);
    await main.getByRole('button', { name: /คำขอใช้สิทธิ/ }).click();
    const sale = page.getByRole('dialog');
    await sale.getByText('อัปเกรดเพื่อใช้งาน คำขอใช้สิทธิ').waitFor();
    await sale.getByRole('link', { name: 'support@pokpong.example' }).waitFor();
    // Where anybody may sign up, the operator alone sets plans.
    expect(await sale.getByText('ผู้ดูแลระบบเปิดส่วนนี้').count()).toBe(0);
    await page.keyboard.press('Escape');
    await sale.waitFor({ state: 'detached' });
    // The dashboards are off in the shop and not for sale: support is suggested.
    await main.getByRole('button', { name: /ภาพรวม/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/ปิดไว้ในพื้นที่ทำงานนี้/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.goto(at('shop', '/dsrm/request'));
    await heading(page, 'พื้นที่ทำงานนี้ยังไม่ได้เปิดใช้ คำขอใช้สิทธิของเจ้าของข้อมูล').waitFor();
  });

  test('on a small screen everything is in the hamburger menu', async () => {
    const page = await visit({ as: 'dpo', width: 375 });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'เปิดเมนู' }).click();
    const drawer = page.getByRole('dialog', { name: 'เมนู' });
    await drawer.getByRole('button', { name: /ปัจจุบันคือ โรงพยาบาลทดสอบ/ }).waitFor();
    await drawer.getByText('dpo@shell.example · DPO').waitFor();
    await drawer.getByRole('button', { name: 'เครื่องมือ DPO' }).click();
    await drawer.getByRole('link', { name: 'ตั้งค่า DPIA' }).click();
    await heading(page, 'ตั้งค่า DPIA').waitFor();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'เปิดเมนู' }).click();
    await page.getByRole('dialog', { name: 'เมนู' }).getByRole('button', { name: 'English' }).click();
    await heading(page, 'DPIA settings').waitFor();
    expect(pathOf(page)).toBe('/en/dpo-tools/dpia/settings');
  });

  test('the command palette opens pages, searches, and switches the workspace by keyboard only', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('dialog').getByRole('combobox');
    await box.waitFor();
    // Typed and entered in one go: the previous results must not be selected.
    await page.keyboard.type('บุคลากร');
    await page.keyboard.press('Enter');
    await heading(page, 'บุคลากร').waitFor();
    await page.keyboard.press('Control+k');
    await box.waitFor();
    await page.keyboard.type('ลมหนาว');
    await page.getByRole('option', { name: /^มูลนิธิลมหนาว/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => url.pathname === '/organization/data-controller' && url.searchParams.get('query') === 'ลมหนาว',
    );
    await page.keyboard.press('Control+k');
    await box.waitFor();
    await page.keyboard.type('ร้านค้า');
    await page.getByRole('option', { name: /ร้านค้าทดสอบ/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('workspace') === workspaces.shop.id);
    await page.getByRole('button', { name: /ปัจจุบันคือ ร้านค้าทดสอบ/ }).waitFor();
    await page.locator('main h1').waitFor();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'แป้นพิมพ์ลัด' });
    await shortcuts.waitFor();
    // Behind a dialog nothing is opened.
    const before = page.url();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    expect(page.url()).toBe(before);
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'detached' });
    // A Thai layout writes other letters with the same keys.
    const press = (key: string, code: string, ctrlKey = false) =>
      page.evaluate(
        (pressed) => void document.body.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
        { key, code, ctrlKey },
      );
    await press('า', 'KeyK', true);
    await box.waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await press('เ', 'KeyG');
    await press('้', 'KeyH');
    await page.waitForURL((url) => url.pathname === '/business-function/application');
  });

  test('the first Tab stop skips to the content', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('ข้ามไปยังเนื้อหา');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('dark mode is selected, stored, and applied before the first paint', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/consent'));
    await page.getByRole('button', { name: 'บัญชีของ dpo@shell.example' }).click();
    await page.getByRole('menuitemradio', { name: 'โหมดสี: มืด' }).click();
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.body !== null);
    expect(await page.evaluate(() => document.documentElement.className)).toContain('dark');
    const system = await visit({ dark: true });
    await system.goto('/login');
    expect(await system.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
  });
});

describe('dialogs', () => {
  test('change password sends the mail; web form management displays the guardian when requested', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/consent'));
    const account = page.getByRole('button', { name: 'บัญชีของ dpo@shell.example' });
    await account.click();
    await page.getByRole('menuitem', { name: 'เปลี่ยนรหัสผ่าน' }).click();
    // Requested as the signed-in user, not as anybody who knows an address.
    const saving = page.waitForRequest((request) => request.url().includes('/trpc/auth.changePassword'));
    await page.getByRole('button', { name: 'ส่งอีเมล' }).click();
    await saving;
    await page.getByText('ส่งอีเมลสำเร็จ').first().waitFor();
    const mails = await owner.selectFrom('mails').select('kind').execute();
    expect(mails.map(({ kind }) => kind)).toContain('passwordReset');

    await account.click();
    await page.getByRole('menuitem', { name: 'จัดการแบบฟอร์มใช้สิทธิ' }).click();
    const dialog = page.getByRole('dialog', { name: /Data Subject Right Access/ });
    await dialog.getByRole('combobox', { name: /ประเทศ/ }).waitFor();
    expect(await dialog.locator('select[name="identity.country"]').inputValue()).toBe('TH');
    expect(await dialog.locator('input[name="identity.email"]').inputValue()).toBe('dpo@shell.example');
    expect(await dialog.locator('[name^="guardian."]').count()).toBe(0);
    await dialog.getByRole('checkbox').check();
    expect(await dialog.locator('[name^="guardian."]').count()).toBe(4);
    expect(await dialog.locator('select[name="guardian.country"]').inputValue()).toBe('TH');
    await dialog.getByRole('checkbox').uncheck();
    await dialog.locator('input[name="identity.firstName"]').fill('มาลี');
    await dialog.getByRole('button', { name: 'บันทึกข้อมูลเริ่มต้น' }).click();
    await dialog.waitFor({ state: 'detached' });
    await publishRequestForm();
    await navigate(page, at('hospital', '/dsrm/request/new'));
    await page.locator('input[name="subject.firstName"]').waitFor();
    expect(await page.locator('input[name="subject.firstName"]').inputValue()).toBe('มาลี');
    expect(await page.locator('input[name="subject.email"]').inputValue()).toBe('dpo@shell.example');
  });

  test.each([
    ['staff', 'hospital'],
    ['admin', 'shop'],
  ] as const)('web form management takes no details where they are of no use: %s in %s', async (as, ws) => {
    const page = await visit({ as });
    await page.goto(at(ws, '/consent'));
    await page.getByRole('button', { name: `บัญชีของ ${as}@shell.example` }).click();
    await page.getByRole('menuitem', { name: 'จัดการแบบฟอร์มใช้สิทธิ' }).click();
    const dialog = page.getByRole('dialog', { name: /Data Subject Right Access/ });
    await dialog.getByText('คุณบันทึกคำขอใช้สิทธิในพื้นที่ทำงานนี้ไม่ได้').waitFor();
    expect(await dialog.locator('input[name="identity.firstName"]').isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'บันทึกข้อมูลเริ่มต้น' }).count()).toBe(0);
  });
});

describe('live', () => {
  /** As if somebody published an application: the event with its activity row. */
  const happens = async (subject: string) => {
    const workspaceId = workspaces.hospital.id;
    const entityId = randomUUIDv7();
    await withScope(app, { workspaceId }, (trx) =>
      emit(
        trx,
        { workspaceId, personnelId: null, at: new Date() },
        { event: 'application.published', entityId, subject },
      ),
    );
    return entityId;
  };

  test('the bell lights up without a reload, displays what happened, links to it, and goes out', async () => {
    const page = await visit({ as: 'admin' });
    // A failed try may have left it lit.
    await page.context().request.post('/trpc/notification.markRead', {
      headers: { origin: server.address, 'content-type': 'application/json' },
      data: { ws: workspaces.hospital.id },
    });
    await page.goto(at('hospital', '/consent'));
    await heading(page, 'แบบความยินยอม').waitFor();
    const bell = page.getByRole('button', { name: /^การแจ้งเตือน/ });
    await bell.waitFor();
    expect(await bell.getAttribute('data-unread')).toBeNull();
    const name = `ทะเบียนผู้ป่วย ${randomUUIDv7().slice(-6)}`;
    const id = await happens(name);
    await page.getByRole('button', { name: 'การแจ้งเตือน มีรายการใหม่' }).waitFor();
    await announcement(page, new RegExp(`มีการแจ้งเตือนใหม่: .*${name}`)).waitFor({ state: 'attached' });
    await bell.click();
    const popup = page.getByRole('dialog', { name: 'การแจ้งเตือน' });
    const line = popup.getByRole('link', { name: new RegExp(name) });
    await line.waitFor();
    // The part of the activity text before the separator is left out.
    expect(await line.innerText()).not.toContain(' : ');
    const box = await popup.boundingBox();
    expect(box!.width).toBeLessThanOrEqual(300);
    expect(Math.round(box!.height)).toBeLessThanOrEqual(500);
    // What happens after the list was fetched is not read with it.
    const lists = /\/trpc\/[^?]*notification\.list/;
    await page.route(lists, (route) => route.abort());
    await happens('ทะเบียนที่มาทีหลัง');
    const read = page.waitForResponse((answer) => answer.url().includes('notification.markRead'));
    await line.click();
    await page.waitForURL((url) => url.pathname === `/business-function/application/${id}`);
    await read;
    await page.unroute(lists);
    await page.getByRole('button', { name: 'การแจ้งเตือน มีรายการใหม่' }).click();
    await popup.getByRole('link', { name: /ทะเบียนที่มาทีหลัง/ }).waitFor();
    await popup.getByRole('button', { name: 'อ่านแล้วทั้งหมด' }).click();
    await page.getByRole('button', { name: 'การแจ้งเตือน', exact: true }).waitFor();
  });

  test('Staff and Audit have a bell that displays only notifications addressed to them', async () => {
    await happens('ทะเบียนที่ไม่ได้บอกใคร');
    for (const as of ['staff', 'audit'] as const) {
      const page = await visit({ as });
      await page.goto(at('hospital', as === 'staff' ? '/consent' : '/consent/dashboard'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('button', { name: 'การแจ้งเตือน', exact: true }).click();
      const popup = page.getByRole('dialog', { name: 'การแจ้งเตือน' });
      await popup.getByText('ยังไม่มีการแจ้งเตือน').waitFor();
      expect(await popup.getByRole('link').count()).toBe(0);
    }
  });

  test('a removed role takes effect immediately: what the server then refuses ends the session', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('shop', '/organization/personnel'));
    await heading(page, 'บุคลากร').waitFor();
    // A page also permitted for the lesser role: its guard has nothing to refuse.
    const other = await visit({ as: 'dpo' });
    await other.goto(at('shop', '/consent'));
    await heading(other, 'แบบความยินยอม').waitFor();
    await other.keyboard.press('Control+k');
    const search = other.getByRole('dialog').getByRole('combobox');
    await search.waitFor();
    // A toast disappears with its page, half a second later: it is searched before.
    const refused = [page, other].map((one) => one.getByText('คุณไม่มีสิทธิ์เข้าถึงส่วนนี้').first().waitFor());
    await owner
      .updateTable('personnel')
      .set({ role: 'Staff' })
      .where('workspaceId', '=', workspaces.shop.id)
      .where('email', '=', 'dpo@shell.example')
      .execute();
    try {
      // Both at once, before either learns of its new role automatically.
      await Promise.all([search.fill('มูลนิธิ'), page.getByRole('searchbox').first().fill('ใครก็ได้')]);
      await Promise.all(refused);
      await Promise.all([page, other].map((one) => one.waitForURL(/\/login$/)));
    } finally {
      await owner
        .updateTable('personnel')
        .set({ role: 'DPO' })
        .where('workspaceId', '=', workspaces.shop.id)
        .where('email', '=', 'dpo@shell.example')
        .execute();
    }
  });

  test('an ended session is reported, and signing in again returns to the page', async () => {
    const page = await visit({ as: 'dpo' });
    await page.goto(at('hospital', '/organization/personnel'));
    await heading(page, 'บุคลากร').waitFor();
    await page.context().clearCookies();
    await page.getByRole('searchbox').first().fill('สมชาย');
    await page.waitForURL(/\/login\?next=%2Forganization%2Fpersonnel/);
    await page.getByText('กรุณาเข้าสู่ระบบเพื่อใช้งาน').first().waitFor();
  });
});
