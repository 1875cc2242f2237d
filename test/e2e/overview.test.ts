import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enTitles from '../../shared/locales/en/pages/overview.ts';
import enApplication from '../../shared/locales/en/application.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import enOverview from '../../shared/locales/en/overview.ts';
import thTitles from '../../shared/locales/th/pages/overview.ts';
import thApplication from '../../shared/locales/th/application.ts';
import thDpiaDashboard from '../../shared/locales/th/dpiaDashboard.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thOverview from '../../shared/locales/th/overview.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { looksIn, looksRight, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const TH = { ...thOverview, application: thApplication.overview, incident: thIncident.overview };
const EN = { ...enOverview, application: enApplication.overview, incident: enIncident.overview };
const thDpia = thDpiaDashboard.overview;
const WORDS = { th: { ...TH, heading: thTitles.apex }, en: { ...EN, heading: enTitles.apex } };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let product: Product;
let ws: string;
let dpo: Person;
let admin: Person;
let dataControllerId: string;

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  dataControllerId = (await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น', nameEn: 'Romyen Hospital' }))
    .id;
  await buildIncident(product, ws, { status: 'ACTIVE', createdAt: daysAgo(20), title: 'แฟ้มผู้ป่วยนอกสูญหาย' });
  await buildIncident(product, ws, { status: 'ACTIVE', createdAt: daysAgo(6), title: 'ส่งผลตรวจผิดคน' });
  await buildIncident(product, ws, { status: 'PENDING', createdAt: daysAgo(1), title: 'อีเมลหลอกลวง' });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open({ as = dpo, locale = 'th' }: { as?: Person; locale?: Locale } = {}): Promise<Page> {
  const page = await product.open({ as, locale });
  await page.goto(address(pageAddress('apex'), { locale, ws }));
  await page.getByRole('heading', { level: 1, name: WORDS[locale].heading }).waitFor();
  await settled(page);
  return page;
}
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, module: string, label: string) =>
  card(page, module)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
const addApplication = async (name: string) =>
  (await callerFor(product, admin)).application.create({ ws, name, description: 'ทดสอบ', dataControllerId });

describe.each(['th', 'en'] as const)('the entire programme, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('displays overdue items first, and each figure links to its list', async () => {
    const page = await open({ locale });
    const overdue = card(page, texts.overdue.title);
    const titles = await overdue.locator('li a').allInnerTexts();
    expect(titles).toEqual(['แฟ้มผู้ป่วยนอกสูญหาย', 'ส่งผลตรวจผิดคน']);
    expect(await overdue.locator('[data-clock="overdue"]').count()).toBe(2);
    const incident = card(page, texts.incident.title);
    await incident.locator('header').getByText(texts.state.overdue, { exact: true }).waitFor();
    await incident
      .getByText(fill(texts.change.more, { number: 1 }), { exact: true })
      .first()
      .waitFor();
    expect(await figure(page, texts.incident.title, texts.incident.open).innerText()).toBe('3');
    await incident.getByRole('link', { name: texts.overdue.count, exact: true }).click();
    await page.waitForURL(/incident-management\?.*clock=OVERDUE/);
    await page.goBack();
    await overdue.getByRole('link', { name: 'ส่งผลตรวจผิดคน' }).click();
    await page.getByRole('heading', { level: 1, name: /ส่งผลตรวจผิดคน/ }).waitFor();
    expect(product.complaints).toEqual([]);
  });

  test('fits every width, light and dark, and is printed without bars and buttons', async () => {
    const page = await open({ locale });
    await looksRight(page, locale, 'overview', { looks: looksIn(locale) });
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button', { name: texts.print }).count()).toBe(0);
    await picture(page, `overview-${locale}-print`);
    expect(product.complaints).toEqual([]);
  });
});

test('two browsers display immediately what a colleague records', async () => {
  const [one, other] = [await open(), await open({ as: admin, locale: 'en' })];
  const before = (await (await callerFor(product, dpo)).overview.cards({ ws }))
    .find(({ module }) => module === 'application')!
    .figures.find(({ key }) => key === 'applications')!.value;
  // Another one in a retry.
  await addApplication(`ระบบนัดหมาย ${before + 1}`);
  for (const [page, texts] of [
    [one, TH],
    [other, EN],
  ] as const)
    await expect
      .poll(() => figure(page, texts.application.title, texts.application.applications).innerText())
      .toBe(String(before + 1));
  expect(product.complaints).toEqual([]);
});

test('Top Management sees the figures of the record without links to it', async () => {
  const page = await open({ as: await buildPerson(product, { workspaceId: ws, role: 'Top Management' }) });
  await figure(page, TH.application.title, TH.application.applications).waitFor();
  expect(await card(page, TH.application.title).getByRole('link').count()).toBe(0);
});

test('does not say that nothing is overdue while only public reports beyond the limit are', async () => {
  const { id: own } = await buildWorkspace(product, { name: 'ร้านร่มเย็น' });
  const person = await buildPerson(product, { workspaceId: own, role: 'DPO' });
  await buildIncident(product, own, { status: 'WAITING', createdAt: daysAgo(5) });
  const page = await product.open({ as: person });
  await page.goto(address(pageAddress('apex'), { locale: 'th', ws: own }));
  await card(page, TH.overdue.title).getByRole('link', { name: TH.incident.overdueExcess, exact: true }).waitFor();
  expect(await figure(page, TH.incident.title, TH.incident.overdueExcess).innerText()).toBe('1');
  expect(await page.getByText(TH.overdue.none).count()).toBe(0);
  expect(product.complaints).toEqual([]);
});

test('does not say that nothing is overdue while only the review of an impact assessment is', async () => {
  const { id: own } = await buildWorkspace(product, { name: 'คลินิกร่มเย็น' });
  const person = await buildPerson(product, { workspaceId: own, role: 'DPO' });
  const controller = await buildDataController(product, own);
  const { application, dpia } = await callerFor(product, person);
  const { id: applicationId } = await application.create({
    ws: own,
    name: 'ระบบตรวจ',
    description: 'ตรวจ',
    dataControllerId: controller.id,
  });
  const { id } = await dpia.create({
    ws: own,
    applicationId,
    name: 'ตรวจพันธุกรรม',
    reason: 'ตามรอบ',
    variant: 'CURRENT',
  });
  const page = await product.open({ as: person });
  const goTo = async () => {
    await page.goto(address(pageAddress('apex'), { locale: 'th', ws: own }));
    await card(page, thDpia.title).waitFor();
  };
  await goTo();
  await page.getByText(TH.overdue.none).waitFor();
  await product.owner.updateTable('dpias').set({ reviewOn: '2026-01-01' }).where('id', '=', id).execute();
  await goTo();
  const overdue = card(page, TH.overdue.title);
  await overdue.getByRole('link', { name: /^ตรวจพันธุกรรม/ }).waitFor();
  await overdue.getByRole('link', { name: new RegExp(thDpia.reviews) }).waitFor();
  expect(await figure(page, thDpia.title, thDpia.reviews).innerText()).toBe('1');
  expect(await page.getByText(TH.overdue.none).count()).toBe(0);
  expect(product.complaints).toEqual([]);
});
