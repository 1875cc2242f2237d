import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { routeOf, ROUTES } from '../../shared/registry/routes.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { actionBarFaults, clockFaults, forcedColourFaults, printFaults, touchFaults } from './helpers/media.ts';
import {
  faultsOf,
  frameFaults,
  headingFaults,
  thaiFaults,
  type Look,
  lookFaults,
  LOOKS,
  looksIn,
  settled,
} from './helpers/audit.ts';
import { navigate } from './helpers/pages.ts';
import { address, PASSWORD, type Product, startProduct } from './helpers/product.ts';
import { buildEveryRecord } from './helpers/everyRecord.ts';
import { resize, tableFaults } from './helpers/tableFaults.ts';

let product: Product;
let admin: Person;
let ids: Record<string, string>;

beforeAll(async () => {
  product = await startProduct();
  const workspace = await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' });
  admin = await buildPerson(product, { workspaceId: workspace.id, name: 'สมหญิง ดูแลดี', email: 'admin@axe.example' });
  await product.givePassword(admin);
  ids = await buildEveryRecord(product, admin);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const signedOut = ROUTES.filter(({ id }) => routeOf(id).layout !== 'default' && id !== 'logout');
const signedIn = ROUTES.filter(({ id }) => routeOf(id).layout === 'default');

/**
 * The layouts in which a page is examined: all four. A group's address opens one of its pages, so these alternate: each
 * is examined in both languages, in one layout each.
 */
function looksOf(rule: RouteRule, index: number, locale: Locale): readonly Look[] {
  const every = !rule.opensGroup || rule.id === 'consents';
  if (!every) return [LOOKS[(index + (locale === 'en' ? 3 : 0)) % LOOKS.length]!];
  return locale === 'th' ? LOOKS : looksIn(locale);
}

/** Axe in one language; titles, headings and widths in both. */
const axeIn = languagesFrom('th');

/** Pages of records with lists that test/e2e/record.test.ts does not open, and widths at which columns are hidden. */
const WITH_LIST = ['schedule', 'webhook'];
const LIST_WIDTHS = [820, 1024, 1920];
/** Width of a tablet held upright, at which pages of records must hold their action bars in view too. */
const TABLET = 820;

/** The page of a route with an existing id of its module. */
const pathOf = ({ id, path: pattern }: RouteRule) =>
  pattern.replace('/:id?', '').replace(':id', ids[id] ?? randomUUIDv7()) +
  (id === 'reportIncident' ? `#token=${ids['reportIncident']}` : '');

/**
 * Opens the pages one by one, by their addresses in Thai, and then in English through the language menu, without a
 * load; returns all faults.
 */
async function examine(page: Page, rules: readonly RouteRule[], ws?: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, rule] of rules.entries()) {
    const complained = product.complaints.length;
    const judged = new Set<string>();
    const path = pathOf(rule);
    for (const locale of LOCALES) {
      const to = address(path, { locale, ws });
      // The root queries the session again: opened separately, because the browser would report the 401.
      if (locale === 'th' || rule.id === 'home') await page.goto(to);
      else {
        await navigate(page, to);
        await page.waitForFunction(() => document.documentElement.lang === 'en');
      }
      await settled(page);
      faults.push(...(await headingFaults(page)).map((fault) => `${rule.id} ${locale}: ${fault}`));
      if (locale === 'en') faults.push(...(await thaiFaults(page)).map((fault) => `${rule.id}: ${fault}`));
      const looks = looksOf(rule, index, locale);
      // Touch, forced colours and print in one layout each: the text of the other language is no wider in them.
      const each = async ({ width, dark }: Look) => {
        if (locale !== 'th') return;
        const found = await (width === 375
          ? dark
            ? forcedColourFaults(page)
            : [...(await touchFaults(page)), ...(await actionBarFaults(page))]
          : dark
            ? printFaults(page)
            : [...(await clockFaults(page)), ...(await actionBarFaults(page))]);
        faults.push(...found.map((fault) => `${rule.id}: ${fault}`));
      };
      faults.push(...(await lookFaults(page, locale, rule.id, { looks, judged, axeIn, each, fullPage: false })));
      if (locale === 'th' && ws && ids[rule.id]) {
        await resize(page, TABLET);
        const found = [...(await frameFaults(page, locale)), ...(await actionBarFaults(page))];
        faults.push(...found.map((fault) => `${rule.id} ${TABLET}: ${fault}`));
      }
      if (!WITH_LIST.includes(rule.id)) continue;
      await page.locator('[data-list] table').first().waitFor();
      for (const width of LIST_WIDTHS) {
        await resize(page, width);
        faults.push(...(await tableFaults(page)).map((fault) => `${rule.id} ${locale} ${width}: ${fault}`));
      }
    }
    // The receipt does not exist: the page explains it, and the browser logs the 404.
    const expected = (complaint: string) => rule.id === 'consentReceipt' && complaint.includes('404');
    const complaints = product.complaints.slice(complained).filter((complaint) => !expected(complaint));
    faults.push(...complaints.map((complaint) => `${rule.id}: ${complaint}`));
  }
  return faults;
}

describe('every page in both languages, light and dark, wide and narrow: no serious finding, one heading, a title, no horizontal scrolling, no console errors', () => {
  test('signed out', async () => {
    expect(await examine(await product.open(), signedOut)).toEqual([]);
  });

  // In parts, so that the timeout of one is meaningful.
  test.each([1, 2, 3])('as an Admin, part %i of 3', async (part) => {
    const rules = signedIn.filter((_, index) => index % 3 === part - 1);
    expect(await examine(await product.open({ as: admin }), rules, admin.workspaceId)).toEqual([]);
  });
});

test('detects an intentionally added fault of each kind', async () => {
  const page = await product.open();
  await page.goto('/terms');
  await settled(page);
  await page.evaluate(() => {
    document
      .querySelector('main h1')!
      .insertAdjacentHTML(
        'afterend',
        '<p style="color: #ccc; background: #fff; padding: 2em; margin: 2em; position: relative; z-index: 9">pale words</p><h1>again</h1><h4>deep</h4><input style="width: 3000px">' +
          '<button style="min-width: 20px !important; min-height: 20px !important">small</button>' +
          '<i style="display: block; width: 50px; height: 9px; background: red"></i><nav style="display: block !important">menu</nav>',
      );
    document.title = '';
    console.error('a complaint');
  });
  expect(await frameFaults(page, 'en')).toEqual([
    'no title',
    '2 h1',
    'lang th',
    expect.stringMatching(/px wide in 1280$/),
  ]);
  expect(await headingFaults(page)).toEqual(['h1 then h4 “deep”']);
  const faults = (await faultsOf(page)).join('\n');
  for (const rule of ['label', 'color-contrast', 'document-title']) expect(faults).toContain(`${rule}:`);
  expect(product.complaints.join()).toContain('a complaint');
  expect(await touchFaults(page)).toEqual([expect.stringMatching(/^button "small": \d+ × \d+ px to touch$/)]);
  expect(await forcedColourFaults(page)).toEqual([expect.stringMatching(/^a bar without colour: <i /)]);
  expect(await printFaults(page)).toEqual(['nav is printed']);
});

test('sign-in, opening the menu and creating a data controller work by keyboard only', async () => {
  const page = await product.open();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { keyboard } = page;
  const focusIs = (role: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, role);
  /** Presses Tab until the wanted element is focused. */
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await focusIs(selector)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${selector}`);
  };
  await tabTo('input[name=email]');
  await keyboard.type(admin.email);
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await page.waitForURL(/\/business-function\/application/);
  await settled(page);

  await tabTo('nav a[href*="/organization"], nav button[aria-haspopup]');
  await tabTo('nav a[href*="/organization"]');
  await keyboard.press('Enter');
  await page.waitForURL(/\/organization\//);
  await settled(page);
  if (!page.url().includes('data-controller')) {
    await tabTo('nav a[href*="/organization/data-controller"]');
    await keyboard.press('Enter');
    await page.waitForURL(/data-controller/);
  }
  await page.getByRole('heading', { level: 1, name: 'ผู้ควบคุมข้อมูลส่วนบุคคล' }).waitFor();
  await page.getByRole('button', { name: 'เพิ่มผู้ควบคุมข้อมูล' }).waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'เพิ่มผู้ควบคุมข้อมูล') break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel(/ไทย/).waitFor();
  const fill = async (field: string, text: string) => {
    await tabTo(`[role=dialog] [name="${field}"]`);
    await keyboard.type(text);
  };
  // Another one in a retry.
  const name = `สหกรณ์แป้นพิมพ์ ${randomUUIDv7()}`;
  await fill('name.th', name);
  await fill('contactPerson', 'สมศรี แป้นพิมพ์');
  await fill('address', '9 ถนนราชดำเนิน กรุงเทพฯ');
  await fill('phone', '021112222');
  await fill('email', 'dpo@keys.example');
  await keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name, exact: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('เพิ่มผู้ควบคุมข้อมูล');
});
