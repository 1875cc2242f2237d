import { randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { countryName } from '../../shared/country.ts';
import type { Locale } from '../../shared/locale.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enDashboard from '../../shared/locales/en/dashboard.ts';
import enExport from '../../shared/locales/en/export.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thDashboard from '../../shared/locales/th/dashboard.ts';
import thExport from '../../shared/locales/th/export.ts';
import thMenu from '../../shared/locales/th/menu.ts';
import thPurpose from '../../shared/locales/th/purposeScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { completePurpose } from '../helpers/record.ts';
import { buildRegister } from '../helpers/register.ts';
import { looksIn, looksRight, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { navigate } from './helpers/pages.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thDashboard, ui: thUi, exports: thExport, common: thCommon },
  en: { texts: enDashboard, ui: enUi, exports: enExport, common: enCommon },
};
/** A fetch can be slow on a busy machine. */
const LOCALES = ['th', 'en'] as const;

let product: Product;
let ws: string;
let dpo: Person;
let admin: Person;

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  const dataControllerId = (
    await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น', nameEn: 'Romyen Hospital' })
  ).id;
  await buildRegister(product, () => callerFor(product, dpo), {
    ws,
    dataControllerId,
    applications: 4,
    purposesEach: 3,
  });
  // Incomplete records: an application without anything, one as processor, a purpose without basis or department.
  await (
    await callerFor(product, dpo)
  ).application.create({ ws, name: 'ระบบที่เพิ่งเริ่มบันทึก', description: 'ยังไม่ครบ', dataControllerId });
  await (
    await callerFor(product, dpo)
  ).application.create({
    ws,
    name: 'รับจ้างทำเงินเดือน',
    description: 'ยังไม่ครบ',
    dataControllerId,
    processingRole: 'processor',
  });
  const draft = await completePurpose(product, ws);
  await (
    await callerFor(product, dpo)
  ).purpose.create({
    ws,
    ...draft,
    title: { th: 'ยังไม่ได้เลือกฐาน', en: 'No basis yet' },
    lawfulBases: [],
    responsibleDepartmentId: null,
    thirdPartyDisclosure: true,
    thirdParties: [
      { name: 'Cloud Storage Inc.', country: 'US', contract: '', contractExpiresOn: null, safeguard: null },
    ],
  });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const api = async (as: Person = dpo) => (await callerFor(product, as)).dashboard;

async function open({
  as = dpo,
  locale = 'th',
  workspace = ws,
  to = '/dashboard',
}: { as?: Person; locale?: Locale; workspace?: string; to?: string } = {}): Promise<Page> {
  const page = await product.reusedPage(as, address(to, { locale, ws: workspace }), locale);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  return page;
}
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
/** The total displayed below a list. */
async function total(page: Page, locale: Locale): Promise<number> {
  const foot = new RegExp(
    `^${fill(WORDS[locale].ui.table.range, { from: '[\\d,]+', to: '[\\d,]+', total: '([\\d,]+)' })}$`,
  );
  const found = page.getByText(foot);
  await found.waitFor();
  return Number(foot.exec((await found.textContent())!)?.[1]?.replaceAll(',', ''));
}

describe.each(LOCALES)('the dashboard, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, ui, exports, common } = WORDS[locale];

  it('displays what the procedures count, and every bar links to its list', async () => {
    const page = await open({ locale });
    const figures = await (await api()).figures({ ws });
    const tiles = [
      [texts.figure.applications, figures.applications, texts.figure.published, figures.publishedApplications],
      [texts.figure.purposes, figures.purposes, texts.figure.published, figures.publishedPurposes],
      [texts.figure.attributeUses, figures.attributeUses, texts.figure.sensitive, figures.sensitiveUses],
      [texts.figure.thirdParties, figures.thirdParties, texts.figure.abroad, figures.thirdPartiesAbroad],
    ] as const;
    for (const [label, number, note, part] of tiles) {
      await figure(page, label).getByText(String(number), { exact: true }).waitFor();
      await figure(page, label)
        .getByText(fill(note, { number: part }), { exact: true })
        .waitFor();
    }
    const calls = await api();
    const bars = [
      [texts.lawfulBasis.title, (await calls.lawfulBasis({ ws })).collection],
      [texts.thirdParty.title, (await calls.thirdPartyDisclosure({ ws })).collection],
      [texts.responsible.title, (await calls.responsible({ ws })).collection],
      [texts.crossBorder.title, (await calls.crossBorder({ ws })).collection],
    ] as const;
    const lists: [string, number][] = [];
    for (const [title, rows] of bars) {
      const links = card(page, title).locator('li a');
      const some = rows.filter(({ purposes }) => purposes > 0);
      await expect.poll(() => links.count()).toBe(some.length);
      for (const [place, { purposes }] of some.entries()) {
        expect((await links.nth(place).innerText()).split('\n')).toContain(String(purposes));
        lists.push([(await links.nth(place).getAttribute('href'))!, purposes]);
      }
    }
    const { applications, complete, least } = await calls.completeness({ ws });
    const completeness = card(page, texts.completeness.title);
    expect(await completeness.locator('li a').count()).toBe(least.length);
    lists.push([
      (await completeness.getByRole('link', { name: texts.completeness.all }).getAttribute('href'))!,
      applications - complete,
    ]);
    expect(lists.length).toBeGreaterThan(10);

    await card(page, texts.responsible.title).locator('li a').first().click();
    await page.waitForURL(/\/business-function\/purpose\?.*department=/);
    await page.goBack();
    await completeness.locator('li a').first().click();
    await page.getByRole('heading', { level: 1, name: least[0]!.name }).waitFor();
    for (const [href, number] of lists) {
      await navigate(page, href);
      await expect.poll(() => total(page, locale), { message: href }).toBe(number);
    }
    expect(product.complaints).toEqual([]);
  });

  it('every chart is also a table, operable by keyboard', async () => {
    const page = await open({ locale });
    for (const title of [
      texts.completeness.title,
      texts.lawfulBasis.title,
      texts.thirdParty.title,
      texts.responsible.title,
      texts.crossBorder.title,
    ]) {
      const change = card(page, title).getByRole('button', { name: `${ui.asTable}: ${title}` });
      await change.focus();
      await page.keyboard.press('Enter');
      const table = card(page, title).getByRole('table', { name: title });
      await table.waitFor();
      expect(await table.getByRole('row').count()).toBeGreaterThan(1);
      // The button stays under the pointer and becomes the way back.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        `${ui.asChart}: ${title}`,
      );
    }
    await looksRight(page, locale, 'dashboard-tables', { looks: looksIn(locale) });
    await page.keyboard.press('Enter');
    await card(page, texts.crossBorder.title).getByRole('table').waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('the document of a chart can be downloaded', async () => {
    const page = await open({ locale });
    await card(page, texts.lawfulBasis.title).getByRole('button', { name: common.export, exact: true }).click();
    await page
      .getByRole('group', { name: exports.chooseFormat })
      .getByRole('button', { name: new RegExp(exports.format.csv) })
      .click();
    await page.getByText(exports.ready, { exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: exports.download, exact: true }).first().click(),
    ]);
    const text = await readFile((await download.path())!, 'utf8');
    const [head, ...rows] = Papa.parse(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data as string[][];
    expect(head?.slice(0, 3)).toEqual([texts.column.lawfulBasis, texts.column.purpose, texts.column.category]);
    expect(rows.length).toBeGreaterThanOrEqual((await (await api()).lawfulBasis({ ws })).total);
    expect(product.complaints).toEqual([]);
  });

  test('fits 375 px, and has no serious accessibility fault, light or dark; the page of reports too', async () => {
    for (const to of ['/dashboard', '/reports']) {
      const page = await open({ locale, to });
      await looksRight(page, locale, to.slice(1), { looks: looksIn(locale) });
    }
    expect(product.complaints).toEqual([]);
  });
});

test('publishing a purpose updates the figure of an open page', async () => {
  const page = await open();
  const { publishedPurposes } = await (await api()).figures({ ws });
  const { collection } = await (await api()).lawfulBasis({ ws });
  const { published } = collection.find(({ lawfulBasis }) => lawfulBasis === 'contract')!;
  const sentence = (number: number) =>
    figure(page, thDashboard.figure.purposes).getByText(fill(thDashboard.figure.published, { number }), {
      exact: true,
    });
  await sentence(publishedPurposes).waitFor();
  const drafts = await (await callerFor(product, admin)).purpose.list({ ws, status: 'DRAFT', lawfulBasis: 'contract' });
  const { id } = drafts.collection[0]!;
  const { rowVersion } = await (await callerFor(product, admin)).purpose.get({ ws, id });
  await (await callerFor(product, admin)).purpose.publish({ ws, id, rowVersion });
  await sentence(publishedPurposes + 1).waitFor();
  await card(page, thDashboard.lawfulBasis.title)
    .getByText(fill(thDashboard.publishedOf, { number: published + 1 }), { exact: true })
    .first()
    .waitFor();
  expect(product.complaints).toEqual([]);
});

test('a country assessed as adequate is no longer reported as lacking a legal ground', async () => {
  // A failed try may have left an assessment.
  const { dataSharing } = await callerFor(product, admin);
  await dataSharing.assess({ ws, country: 'US', adequate: null, note: '' });
  const page = await open();
  const lacking = card(page, thDashboard.crossBorder.title).getByText(
    fill(thDashboard.crossBorder.ungrounded, { number: 1 }),
    { exact: true },
  );
  await lacking.waitFor();
  await dataSharing.assess({ ws, country: 'US', adequate: true, note: 'กรอบความคุ้มครองข้อมูลระหว่างสองประเทศ' });
  await lacking.waitFor({ state: 'detached' });
  expect(product.complaints).toEqual([]);
});

test('an empty workspace is offered the next action; read-only users are not', async () => {
  const workspace = (await buildWorkspace(product, { name: 'คลินิกใหม่' })).id;
  const looker = await buildPerson(product, { workspaceId: workspace, role: 'Top Management' });
  const read = await open({ as: looker, workspace });
  await read.getByText(thDashboard.emptyReader).waitFor();
  expect(await read.getByRole('link', { name: thDashboard.emptyAction }).count()).toBe(0);
  const page = await open({ as: await buildPerson(product, { workspaceId: workspace, role: 'DPO' }), workspace });
  await page.getByRole('link', { name: thDashboard.emptyImport }).waitFor();
  await picture(page, 'dashboard-empty');
  await page.getByRole('link', { name: thDashboard.emptyAction }).click();
  await page.waitForURL(/\/business-function\/application\/new/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(product.complaints).toEqual([]);
});

test('the list behind a bar names its filters, also a choice that is not among their options', async () => {
  const workspace = (await buildWorkspace(product)).id;
  const person = await buildPerson(product, { workspaceId: workspace, role: 'DPO' });
  const names = [...Array.from({ length: 100 }, (_, index) => `กก แผนก ${index}`), 'ฮฮ แผนกท้ายสุด'];
  const departments = names.map((nameTh) => ({
    workspaceId: workspace,
    id: randomUUIDv7(),
    kind: 'department',
    nameTh,
    nameEn: '',
  }));
  await product.owner.insertInto('catalogueItems').values(departments).execute();
  const filters = `department=${departments.at(-1)!.id}&country=ZZ&category=${randomUUIDv7()}`;
  const page = await open({ as: person, workspace, to: `/business-function/purpose?${filters}` });
  for (const [label, name] of [
    [thPurpose.filter.department, 'ฮฮ แผนกท้ายสุด'],
    [thPurpose.filter.country, countryName('ZZ', 'th')],
    [thPurpose.column.category, '…'],
  ] as const)
    await expect
      .poll(() => page.getByRole('combobox', { name: label, exact: true }).locator('option:checked').textContent())
      .toBe(`${label}: ${name}`);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByText(`${thPurpose.column.category}: …`, { exact: true }).waitFor();
  expect(product.complaints).toEqual([]);
});

test('Top Management sees all charts without links to the record; Staff has no dashboard', async () => {
  const page = await open({ as: await buildPerson(product, { workspaceId: ws, role: 'Top Management' }) });
  await card(page, thDashboard.lawfulBasis.title).locator('li').nth(2).waitFor();
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(links.filter((href) => href.includes('business-function'))).toEqual([]);

  const staff = await product.open({ as: await buildPerson(product, { workspaceId: ws, role: 'Staff' }) });
  await staff.goto(address('/business-function/application', { ws }));
  await staff.getByRole('heading', { level: 1 }).waitFor();
  expect(
    await staff.getByRole('navigation', { name: 'เมนูหลัก' }).getByText(thMenu.group.dashboard, { exact: true }).count(),
  ).toBe(0);
  await staff.goto(address('/dashboard', { ws }));
  await staff.getByRole('heading', { level: 1, name: 'คุณไม่มีสิทธิ์เข้าถึงส่วนนี้' }).waitFor();
  expect(await staff.locator('dl').count()).toBe(0);
});
