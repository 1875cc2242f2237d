import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enConsole from '../../shared/locales/en/consentAdmin.ts';
import enAnalytics from '../../shared/locales/en/analytics.ts';
import enTitles from '../../shared/locales/en/pages/analytics.ts';
import enPurposes from '../../shared/locales/en/pages/purpose.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thConsole from '../../shared/locales/th/consentAdmin.ts';
import thAnalytics from '../../shared/locales/th/analytics.ts';
import thTitles from '../../shared/locales/th/pages/analytics.ts';
import thPurposes from '../../shared/locales/th/pages/purpose.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { ROUTES, routeOf } from '../../shared/registry/routes.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, frameFaults, settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: {
    ...thAnalytics,
    ...thTitles,
    ...thPurposes,
    asTable: thUi.asTable,
    consoleCard: thConsole.card.pageViews.title,
  },
  en: {
    ...enAnalytics,
    ...enTitles,
    ...enPurposes,
    asTable: enUi.asTable,
    consoleCard: enConsole.card.pageViews.title,
  },
};
const LOOKS = [
  { dark: false, width: 1280 },
  { dark: true, width: 1280 },
  { dark: false, width: 375 },
  { dark: true, width: 375 },
];
/** The date so many days ago, in Bangkok. */
const dayBefore = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

let product: Product;
let ws: string;
let admin: Person;
let dpo: Person;

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  const pages = ROUTES.filter(({ id }) => routeOf(id).layout === 'default').slice(2, 14);
  const rows = pages.flatMap(({ path }, page) =>
    Array.from({ length: 60 }, (_, days) => ({
      workspaceId: ws,
      route: path,
      day: dayBefore(days),
      views: 3 + ((days * 7 + page * 11) % 23),
    })),
  );
  await product.owner.insertInto('workspacePageViews').values(rows).execute();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open({ as = admin, locale = 'th' }: { as?: Person; locale?: Locale } = {}): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(pageAddress('pageViews'), { locale, ws: as.workspaceId }));
  await page.getByRole('heading', { level: 1, name: WORDS[locale].pageViews }).waitFor();
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('page views, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('display the period as a chart and as a table, by page, with search and sorting', async () => {
    const page = await open({ locale });
    const chart = page.getByRole('region', { name: texts.chart.title });
    expect(await chart.getByRole('img').getAttribute('aria-label')).toBeTruthy();
    await chart.getByRole('button', { name: `${texts.asTable}: ${texts.chart.title}` }).click();
    expect(await chart.getByRole('row').count()).toBe(31);
    await page.getByLabel(texts.period, { exact: true }).selectOption('7');
    await expect.poll(() => chart.getByRole('row').count()).toBe(8);
    await page.getByRole('searchbox').fill(texts.purposes);
    await page.getByRole('main').getByRole('link', { name: texts.purposes, exact: true }).click();
    await page.getByRole('heading', { name: `${texts.chart.title} · ${texts.purposes}` }).waitFor();
    // Of one page nothing states of how many pages it is.
    await page.getByText(texts.figure.views, { exact: true }).first().waitFor();
    expect(await page.getByText(texts.figure.pages, { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: texts.allPages }).click();
    await page.getByRole('heading', { name: texts.chart.title, exact: true }).waitFor();
    await page.getByText(texts.figure.pages, { exact: true }).waitFor();
    expect(product.complaints).toEqual([]);
  });

  test('fit every width, light and dark', async () => {
    const page = await open({ locale });
    for (const look of LOOKS) {
      await wear(page, look);
      await settled(page);
      expect(await frameFaults(page, locale)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      await picture(page, `analytics-${locale}-${look.width}${look.dark ? '-dark' : ''}`);
    }
    expect(product.complaints).toEqual([]);
  });

  it('of all workspaces are opened from the console, and narrowed to one of them', async () => {
    const { organizationId } = await product.owner
      .selectFrom('workspaces')
      .select('organizationId')
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    const name = `สาขา ${locale} ${randomUUIDv7()}`;
    const branch = (await buildWorkspace(product, { organizationId, name })).id;
    const boss = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    await buildPerson(product, { workspaceId: branch, role: 'Admin', userId: boss.userId, email: boss.email });
    await product.owner
      .insertInto('workspacePageViews')
      .values({ workspaceId: branch, route: routeOf('apex').path, day: dayBefore(0), views: 777_001 })
      .execute();
    const page = await product.open({ as: boss, locale });
    await page.goto(address(pageAddress('admins'), { locale, ws }));
    await page.getByRole('main').getByRole('link', { name: texts.consoleCard }).click();
    await page.getByText(texts.leadOfAll, { exact: true }).waitFor();
    const shares = page.getByRole('region', { name: texts.byWorkspace.title });
    await shares.getByRole('link', { name: 'โรงพยาบาลร่มเย็น' }).waitFor();
    await settled(page);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `analytics-${locale}-all`);
    await shares.getByRole('link', { name }).click();
    await page.getByText(texts.leadOf.replace('{{name}}', name), { exact: true }).waitFor();
    const table = page.getByRole('table', { name: texts.pageViews });
    await table.getByRole('cell', { name: '777,001', exact: true }).waitFor();
    const choice = page.getByLabel(texts.workspace, { exact: true });
    await choice.selectOption({ label: 'โรงพยาบาลร่มเย็น' });
    await page.getByText(texts.lead, { exact: true }).waitFor();
    await table.getByRole('cell', { name: '777,001', exact: true }).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('are explained if there are none', async () => {
    const newcomer = await buildPerson(product, { name: 'มาใหม่' });
    const page = await open({ as: newcomer, locale });
    await page.getByText(texts.emptyTitle, { exact: true }).waitFor();
    await page.getByText(texts.emptyBody, { exact: true }).waitFor();
    await page.getByText(texts.chart.nothing, { exact: true }).waitFor();
    await picture(page, `analytics-${locale}-empty`);
    expect(product.complaints).toEqual([]);
  });
});

test('of the console can be tried again where its workspaces could not be loaded', async () => {
  const page = await product.open({ as: admin });
  const mend = await failCalls(page, ['consentAdmin.consoleWorkspaces']);
  const { organizationId } = await product.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const branch = (await buildWorkspace(product, { organizationId })).id;
  await buildPerson(product, { workspaceId: branch, role: 'Admin', userId: admin.userId, email: admin.email });
  await page.goto(address(pageAddress('pageViews', { in: 'all' }), { locale: 'th', ws }));
  const retry = page.getByRole('main').getByRole('button', { name: thUi.retry });
  await retry.first().waitFor();
  await mend();
  await retry.first().click();
  await page.getByRole('region', { name: thAnalytics.byWorkspace.title }).waitFor();
  await expect.poll(() => retry.count()).toBe(0);
  // Calls are made to fail here, which browsers report.
  product.complaints.splice(0);
});

test('opening a page is counted for its workspace', async () => {
  const { id } = await buildWorkspace(product);
  const person = await buildPerson(product, { workspaceId: id });
  const page = await product.open({ as: person });
  await page.goto(address(pageAddress('purposes'), { locale: 'th', ws: id }));
  const counted = () =>
    product.owner.selectFrom('workspacePageViews').select(['route', 'views']).where('workspaceId', '=', id).execute();
  await expect.poll(counted).toEqual([{ route: routeOf('purposes').path, views: 1 }]);
});

test('are in the menu of an Admin, and not for a DPO', async () => {
  const page = await open();
  const strip = page.getByRole('navigation').getByRole('link', { name: thTitles.pageViews, exact: true });
  expect(await strip.getAttribute('aria-current')).toBe('page');
  const other = await product.open({ as: dpo });
  await other.goto(address(pageAddress('pageViews'), { locale: 'th', ws }));
  await other.getByRole('heading', { level: 1, name: 'คุณไม่มีสิทธิ์เข้าถึงส่วนนี้' }).waitFor();
});
