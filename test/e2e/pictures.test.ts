import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { seedDemo } from '../../server/demo.ts';
import { USERS, WORKSPACES } from '../../server/platform/demo/people.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { routeOf, ROUTES } from '../../shared/registry/routes.ts';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { elementsTooWide, settled, thaiFaults, wear } from './helpers/audit.ts';
import { firstOf, RECORD_PAGES } from './helpers/demoRecords.ts';
import { navigate } from './helpers/pages.ts';
import { contactSheet, PICTURE_FOLDER, type PictureRow } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { phraseFaults } from './helpers/tableFaults.ts';

const WIDTHS = [375, 820, 1024, 1280, 1920];
const WS = WORKSPACES[0].id;
/** Height of screenshots in px, because lists are longer than needed. */
const LONGEST = 1600;

/** Lists, dashboards and settings: all pages without a record id. */
const PAGES: [string, string][] = (ROUTES as readonly RouteRule[])
  .filter(
    ({ id, path: pattern, opensGroup }) =>
      routeOf(id as never).layout === 'default' && !opensGroup && !/:\w+(?!\?|\w)/.test(pattern),
  )
  .map(({ id, path: pattern }) => [id, pattern.replace(/\/:\w+\?/, '')]);
/** The longest empty forms, and views opened by a parameter. */
const PARAMETRISED: [string, string][] = [
  ['purposeForm', '/business-function/purpose/new'],
  ['applicationForm', '/business-function/application/new'],
  ['incidentForm', '/data-breach/incident-management/new'],
  ['dataFlowTable', '/pii-inventory/data-flow-diagram?view=table'],
  ['answers', '/admins/dashboard?tab=answers'],
];
/** Languages and colours; a sheet contains two rows of screenshots. */
const LOOKS: [Locale, boolean][] = [
  ['th', false],
  ['en', true],
  ['en', false],
  ['th', true],
];
/** Which screenshots, as a pattern of their names (`requests-th-light`); all by default. */
const wanted = new RegExp(process.env.PICTURED ?? '');

describe.skipIf(PICTURE_FOLDER === undefined)('screenshots for manual review', () => {
  let product: Product;
  const pages = new Map<Locale, Page>();

  beforeAll(async () => {
    product = await startProduct({}, seedDemo);
    for (const locale of LOCALES) {
      const page = await product.open({ locale });
      await product.signIn(page, { userId: USERS[0]!.id });
      await page.goto(address('/policy', { locale, ws: WS }));
      pages.set(locale, page);
    }
  });
  afterAll(() => product?.close());

  /** Takes screenshots of the current page and notes what tests would find. */
  async function shoot(page: Page, name: string, locale: Locale, dark: boolean): Promise<PictureRow> {
    const row: PictureRow = [];
    for (const width of WIDTHS) {
      await wear(page, { dark, width });
      await settled(page);
      const named = `${name}-${locale}-${dark ? 'dark' : 'light'}-${width}`;
      row.push(await keep(page, named, width));
      const faults = [...(await elementsTooWide(page)), ...(await phraseFaults(page))];
      if (locale === 'en') faults.push(...(await thaiFaults(page)));
      for (const fault of faults) appendFileSync(path.join(PICTURE_FOLDER!, 'faults.txt'), `${named}: ${fault}\n`);
    }
    return row;
  }

  async function keep(page: Page, named: string, width: number): Promise<PictureRow[number]> {
    const height = Math.min(LONGEST, await page.evaluate(() => document.documentElement.scrollHeight));
    // As high as the screenshot: elements fixed to the end of the window would cover its middle.
    await page.setViewportSize({ width, height });
    const bytes = await page.screenshot({ path: path.join(PICTURE_FOLDER!, `${named}.png`) });
    return { bytes, width };
  }

  async function shootMedia(page: Page, name: string): Promise<PictureRow> {
    await wear(page, { dark: false, width: 1280 });
    await page.emulateMedia({ forcedColors: 'active' });
    const forced = await keep(page, `${name}-forced`, 1280);
    // As wide as a sheet of paper.
    await page.emulateMedia({ forcedColors: null, media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    const printed = await keep(page, `${name}-print`, 794);
    await page.emulateMedia({ media: null });
    return [forced, printed];
  }

  const all = [
    ...[...PAGES, ...PARAMETRISED].map(([name, to]) => ({ name, to: () => Promise.resolve(to) })),
    ...RECORD_PAGES.map(([name, table, pattern]) => ({ name, to: () => firstOf(product.owner, WS, table, pattern) })),
  ].flatMap(({ name, to }) => {
    const looks = LOOKS.filter(([locale, dark]) => wanted.test(`${name}-${locale}-${dark ? 'dark' : 'light'}`));
    return looks.length === 0 ? [] : [{ name, to, looks }];
  });

  test.each(all)('$name', async ({ name, to, looks }) => {
    const rows: PictureRow[] = [];
    const where = await to();
    for (const [locale, dark] of looks) {
      const page = pages.get(locale)!;
      await navigate(page, address(where, { locale, ws: WS }));
      await settled(page);
      rows.push(await shoot(page, name, locale, dark));
    }
    await contactSheet(product.browser, `sheet-media-${name}`, [await shootMedia(pages.get(looks[0]![0])!, name)]);
    for (let at = 0; at < rows.length; at += 2)
      await contactSheet(product.browser, `sheet-${at / 2}-${name}`, rows.slice(at, at + 2));
  });
});
