import { readFile } from 'node:fs/promises';
import Excel from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatMonth, today } from '../../client/format.ts';
import type { Locale } from '../../shared/locale.ts';
import enClock from '../../shared/locales/en/clock.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enExport from '../../shared/locales/en/export.ts';
import enIncident from '../../shared/locales/en/incident.ts';
import enDashboard from '../../shared/locales/en/incidentDashboard.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thClock from '../../shared/locales/th/clock.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thExport from '../../shared/locales/th/export.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thDashboard from '../../shared/locales/th/incidentDashboard.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildActivity, buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { looksIn, looksRight, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { navigate } from './helpers/pages.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication } from './helpers/records.ts';

const WORDS = {
  th: { texts: thDashboard, incident: thIncident, clock: thClock, ui: thUi, exports: thExport, common: thCommon },
  en: { texts: enDashboard, incident: enIncident, clock: enClock, ui: enUi, exports: enExport, common: enCommon },
};
const HOME = '/data-breach/dashboard';
const LIST = '/data-breach/incident-management';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Pages are updated with a delay, and a machine may be busy. */
const ago = (ms: number) => new Date(Date.now() - ms);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

let houses = 0;
/** A workspace with the people involved, and two applications. */
async function house() {
  houses += 1;
  const { id: ws } = await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น', tier: 'Unlimit' });
  const person = (name: string, role: 'DPO' | 'Staff' | 'Top Management', key: string) =>
    buildPerson(product, { workspaceId: ws, name, role, email: `${key}${houses}@dashboard.example` });
  const dpo = await person('สมปอง คุ้มครอง', 'DPO', 'dpo');
  const staff = await person('สมศรี พบเหตุ', 'Staff', 'staff');
  const chief = await person('ปรีชา ผู้บริหาร', 'Top Management', 'chief');
  const { id: dataControllerId } = await buildDataController(product, ws);
  const application = (name: string) => buildApplication(product, { workspaceId: ws, dataControllerId, name });
  const records = (await application('ทะเบียนผู้ป่วย')).id;
  const payroll = (await application('เงินเดือน')).id;
  const group = await product.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'dataSubjectGroup')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    ws,
    dpo,
    staff,
    chief,
    records,
    payroll,
    groupId: group.id,
    build: (overrides: IncidentOverrides) => buildIncident(product, ws, overrides),
  };
}
type House = Awaited<ReturnType<typeof house>>;

/** Incidents of every stage, of three months, one long overdue. */
async function fillHouse({ build, records, payroll, staff, ws }: House): Promise<void> {
  const reporterId = staff.personnelId;
  await build({ title: 'กำลังเขียน', status: 'WAITING', cause: 'HUMAN_ERROR', reporterId, applicationIds: [records] });
  await build({
    title: 'รอรับเรื่อง',
    status: 'PENDING',
    cause: 'PHISHING',
    reporterId,
    applicationIds: [records, payroll],
    createdAt: ago(10 * HOUR),
  });
  const { id } = await build({
    title: 'เกินกำหนดแล้ว',
    status: 'ACTIVE',
    riskLevel: 'HIGH_RISK',
    cause: 'MALWARE',
    reporterId,
    applicationIds: [payroll],
    createdAt: ago(80 * HOUR),
  });
  await buildActivity(product, ws, id, { phase: 'CONTAINMENT', at: ago(60 * HOUR) });
  await build({
    title: 'รอตรวจ',
    status: 'RESPONDED',
    riskLevel: 'POSSIBLE_RISK',
    cause: 'PHISHING',
    reporterId,
    applicationIds: [payroll],
    createdAt: ago(30 * HOUR),
    authorityNotifiedAt: ago(20 * HOUR),
  });
  await build({
    title: 'ไม่มีความเสี่ยง',
    status: 'RESOLVED',
    riskLevel: 'NO_RISK',
    cause: 'MISDELIVERY',
    reporterId,
    applicationIds: [records],
    createdAt: ago(35 * DAY),
  });
  await build({
    title: 'ปิดแล้ว',
    status: 'RESOLVED',
    riskLevel: 'HIGH_RISK',
    cause: 'PHISHING',
    reporterId,
    applicationIds: [records],
    createdAt: ago(66 * DAY),
  });
  await build({
    title: 'ไม่รับเรื่อง',
    status: 'REJECTED',
    cause: 'HUMAN_ERROR',
    reporterId,
    applicationIds: [records],
    createdAt: ago(67 * DAY),
  });
}

async function open(
  as: Person,
  { locale = 'th', to = HOME, width = 1280 }: { locale?: Locale; to?: string; width?: number } = {},
): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}
const main = (page: Page) => page.locator('main');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, label: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
/** The number displayed by the bar of a chart. */
async function barOf(page: Page, chart: string, label: string): Promise<number> {
  const bar = card(page, chart)
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) });
  return Number((await bar.innerText()).split('\n').at(-1));
}
/** The total displayed below a list. */
async function total(page: Page, locale: Locale): Promise<number> {
  const foot = new RegExp(
    `^${fill(WORDS[locale].ui.table.range, { from: '[\\d,]+', to: '[\\d,]+', total: '([\\d,]+)' })}$`,
  );
  const found = page.getByText(foot);
  await found.waitFor();
  return Number(foot.exec((await found.textContent())!)?.[1]?.replaceAll(',', ''));
}
const expectFigure = (page: Page, label: string) => expect.poll(() => figure(page, label).innerText());
const bar = (page: Page, chart: string, label: string) => expect.poll(() => barOf(page, chart, label));

describe.each(['th', 'en'] as const)('the breach dashboard, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, incident, ui, exports, common } = WORDS[locale];

  it("is updated from an incident's report to its close for two people, without a reload", async () => {
    const { ws, dpo, staff, chief, records, groupId, build } = await house();
    await build({ title: 'เหตุเก่าที่ปิดแล้ว', status: 'RESOLVED', riskLevel: 'POSSIBLE_RISK', createdAt: ago(40 * DAY) });
    const pages = [await open(dpo, { locale }), await open(chief, { locale })] as const;
    const each = async (look: (page: Page) => Promise<unknown>) => {
      for (const page of pages) await look(page);
    };
    await each(async (page) => {
      await expectFigure(page, texts.figure.open).toMatch(/^0\b/);
      await card(page, texts.clocks.title).getByText(texts.clocks.none).waitFor();
      await page.evaluate(() => Object.assign(window, { same: true }));
    });

    const title = `ส่งผลตรวจผิดคน ${locale}`;
    const reporting = (await callerFor(product, staff)).incident;
    const { id } = await reporting.create({
      ws,
      title,
      source: 'MANUAL_REPORT',
      reporter: { firstName: 'สมศรี', lastName: 'พบเหตุ', phone: '0812345678', email: 'somsri@hospital.example' },
      applicationIds: [records],
      dataSubjectGroupIds: [groupId],
      discoveredAt: ago(5 * HOUR).toISOString(),
      occurredAt: ago(9 * HOUR).toISOString(),
      actionsTaken: 'ขอให้ลบอีเมล',
      cause: 'MISDELIVERY',
    });
    const clock = (page: Page) => card(page, texts.clocks.title).getByRole('listitem').filter({ hasText: title });
    const line = (page: Page) => card(page, texts.timeline.title).locator('ol > li').filter({ hasText: title });
    await each(async (page) => {
      await expectFigure(page, texts.figure.open).toMatch(/^1\b/);
      await clock(page).getByRole('timer').waitFor();
      await line(page).locator('[data-clock=running]').waitFor();
      await bar(page, texts.chart.status, incident.status.WAITING).toBe(1);
      await bar(page, texts.chart.risk, texts.undecided).toBe(1);
      await bar(page, texts.chart.cause, incident.cause.MISDELIVERY).toBe(1);
      await bar(page, texts.chart.application, 'ทะเบียนผู้ป่วย').toBe(1);
    });

    await reporting.submit({ ws, id });
    await each((page) => bar(page, texts.chart.status, incident.status.PENDING).toBe(1));

    const deciding = (await callerFor(product, dpo)).incident;
    await deciding.accept({
      ws,
      id,
      riskLevel: 'POSSIBLE_RISK',
      riskDescription: 'ผลตรวจถูกส่งไปยังคนอื่น',
      assigneeId: staff.personnelId,
    });
    await each(async (page) => {
      await bar(page, texts.chart.status, incident.status.ACTIVE).toBe(1);
      await bar(page, texts.chart.risk, incident.riskLevel.POSSIBLE_RISK).toBe(2);
      await bar(page, texts.chart.risk, texts.undecided).toBe(0);
    });

    await reporting.activities.add({
      ws,
      id,
      phase: 'CONTAINMENT',
      at: ago(2 * HOUR).toISOString(),
      detail: 'ผู้รับลบอีเมลแล้ว',
    });
    await each((page) => expectFigure(page, texts.figure.contain).toContain(fill(texts.span.hours, { number: 3 })));

    await (
      await callerFor(product, dpo)
    ).incidentNotification.create({
      ws,
      id,
      recipientGroup: 'DATA_PROTECTION_AUTHORITY',
      channel: 'OTHER',
      message: 'แจ้งทางระบบของสำนักงาน',
      recipients: [{ name: 'สำนักงาน', email: '', phone: '' }],
      notifiedAt: ago(HOUR).toISOString(),
    });
    await each(async (page) => {
      await clock(page).waitFor({ state: 'detached' });
      await card(page, texts.clocks.title).getByText(texts.clocks.none).waitFor();
      await line(page).locator('[data-clock=met]').waitFor();
      expect(await line(page).getByRole('img', { name: texts.milestone.authorityNotified, exact: false }).count()).toBe(
        1,
      );
      await expectFigure(page, texts.figure.notify).toContain(fill(texts.figure.of_other, { number: 2 }));
    });

    await reporting.resolve({ ws, id, resolution: 'ผู้รับยืนยันว่าลบแล้ว' });
    await each((page) => bar(page, texts.chart.status, incident.status.RESPONDED).toBe(1));
    await deciding.verify({ ws, id });
    await each(async (page) => {
      await expectFigure(page, texts.figure.open).toMatch(/^0\b/);
      await bar(page, texts.chart.status, incident.status.RESOLVED).toBe(2);
      await line(page).getByRole('img', { name: texts.milestone.resolved, exact: false }).waitFor();
      expect(await page.evaluate(() => 'same' in window)).toBe(true);
    });
    expect(product.complaints).toEqual([]);
  });

  it('links from every figure and bar to a list with that number of rows, and stores its period in the address', async () => {
    const here = await house();
    await fillHouse(here);
    const page = await open(here.dpo, { locale });
    await bar(page, texts.chart.status, incident.status.RESOLVED).toBe(2);
    const links: { href: string; number: number }[] = [];
    const keep = async (found: ReturnType<Page['locator']>, numberOf: (text: string) => number) => {
      for (const link of await found.all())
        links.push({
          href: (await link.getAttribute('href'))!,
          number: numberOf((await link.getAttribute('aria-label')) ?? (await link.innerText())),
        });
    };
    for (const chart of Object.values(texts.chart))
      await keep(card(page, chart).locator('li a'), (text) => Number(text.split('\n').at(-1)));
    expect(links.length).toBe(4 + 6 + 4 + 2);
    await keep(card(page, texts.months.title).locator('li a'), (text) =>
      Number(
        new RegExp(
          fill(texts.months.description_other, { month: '.+', incidents: '(\\d+)', resolved: '\\d+' }).replace(
            'incidents',
            'incidents?',
          ),
        ).exec(text)?.[1],
      ),
    );
    for (const label of [texts.figure.open, texts.figure.overdue]) {
      const tile = page.locator('main dl > div').filter({ has: page.getByText(label, { exact: true }) });
      links.push({
        href: (await tile.getByRole('link').getAttribute('href'))!,
        number: Number((await tile.locator('dd').innerText()).split('\n')[0]),
      });
    }
    expect(links.at(-2)!.number).toBe(4);
    expect(links.at(-1)!.number).toBe(1);
    for (const { href, number } of links) {
      await navigate(page, href);
      await settled(page);
      await expect.poll(() => total(page, locale), { message: href }).toBe(number);
    }

    // A shorter period is in the address, counts only its incidents, and its links contain it.
    await page.goto(address(`${HOME}?months=3`, { locale, ws: here.ws }));
    await page.getByRole('combobox', { name: texts.period }).selectOption('36');
    await page.waitForURL(/months=36/);
    await page.reload();
    await settled(page);
    expect(await page.getByRole('combobox', { name: texts.period }).inputValue()).toBe('36');
    // The list names its first month, however long ago that is.
    await card(page, texts.chart.risk).locator('li a').first().click();
    await page.waitForURL(/fromMonth=/);
    const fromMonth = new URL(page.url()).searchParams.get('fromMonth')!;
    const from = page.getByRole('combobox', { name: incident.filter.fromMonth });
    await expect.poll(() => from.inputValue()).toBe(fromMonth);
    await page.goto(address(`${LIST}?status=WITH_DPO`, { locale, ws: here.ws }));
    await settled(page);
    expect(await total(page, locale)).toBe(2);
    expect(await page.getByRole('combobox', { name: incident.filter.status, exact: true }).inputValue()).toBe(
      'WITH_DPO',
    );
    expect(product.complaints).toEqual([]);
  });

  test('names months in the usual form of the language, in its table and for screen readers, and fits a phone in dark mode', async () => {
    const here = await house();
    await fillHouse(here);
    const page = await open(here.dpo, { locale });
    const month = today().slice(0, 7);
    const thisMonth = formatMonth(month, locale);
    expect(thisMonth).toContain(String(Number(month.slice(0, 4)) + (locale === 'th' ? 543 : 0)));
    const months = card(page, texts.months.title);
    await months.getByRole('link', { name: new RegExp(`^${thisMonth}:`) }).waitFor();
    await looksRight(page, locale, 'breach-dashboard', { looks: looksIn(locale) });
    await months.getByRole('button', { name: `${ui.asTable}: ${texts.months.title}` }).click();
    await months.getByRole('rowheader', { name: thisMonth, exact: true }).waitFor();
    expect(
      await months
        .getByRole('rowheader')
        .filter({ hasText: /\d{4}-\d{2}/ })
        .count(),
    ).toBe(0);
    // Moments at the same position are one dot with their number.
    const many = card(page, texts.timeline.title)
      .locator('ol > li')
      .filter({ hasText: 'รอตรวจ' })
      .locator('[data-moments]')
      .first();
    const number = Number(await many.innerText());
    expect(number).toBeGreaterThan(2);
    expect((await many.getAttribute('aria-label'))!.split(' · ')).toHaveLength(number);
    expect(product.complaints).toEqual([]);
  });

  it('exports its period as a workbook with a row for each incident', async () => {
    const here = await house();
    await fillHouse(here);
    const page = await open(here.dpo, { locale });
    await page.getByRole('button', { name: common.export, exact: true }).click();
    await page
      .getByRole('group', { name: exports.chooseFormat })
      .getByRole('button', { name: new RegExp(exports.format.xlsx.replaceAll(/[().]/g, '\\$&')) })
      .click();
    await page.getByText(exports.ready, { exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: exports.download, exact: true }).first().click(),
    ]);
    const book = Excel.read(await readFile((await download.path())!));
    const cells = Excel.utils
      .sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
      .flat()
      .map(String);
    for (const title of ['กำลังเขียน', 'รอรับเรื่อง', 'เกินกำหนดแล้ว', 'รอตรวจ', 'ไม่มีความเสี่ยง', 'ปิดแล้ว', 'ไม่รับเรื่อง'])
      expect(cells, title).toContain(title);
    expect(product.complaints).toEqual([]);
  });

  it('displays the figures to Top Management without links to records it may not read', async () => {
    const here = await house();
    await fillHouse(here);
    const page = await open(here.chief, { locale });
    await expectFigure(page, texts.figure.open).toMatch(/^4\b/);
    await bar(page, texts.chart.status, incident.status.PENDING).toBe(1);
    await card(page, texts.timeline.title).getByRole('timer').first().waitFor();
    expect(await main(page).locator(`a[href*="${LIST}"]`).count()).toBe(0);
    expect(await page.getByRole('button', { name: common.export, exact: true }).count()).toBe(0);
    await picture(page, `breach-dashboard-chief-${locale}`);
    expect(product.complaints).toEqual([]);
  });

  it('explains its purpose without data, and offers to report only to users who may', async () => {
    const here = await house();
    const page = await open(here.dpo, { locale, width: 375 });
    await page.getByRole('heading', { name: texts.emptyTitle }).waitFor();
    await looksRight(page, locale, 'breach-dashboard-empty', { looks: looksIn(locale) });
    await page.getByRole('link', { name: texts.emptyAction, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: incident.newTitle }).waitFor();
    const chief = await open(here.chief, { locale });
    await chief.getByRole('heading', { name: texts.emptyTitle }).waitFor();
    expect(await chief.getByRole('link', { name: texts.emptyAction, exact: true }).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });
});

test('if the months do not fit, the newest are visible', async () => {
  const here = await house();
  await fillHouse(here);
  const page = await open(here.dpo, { width: 375 });
  const months = card(page, thDashboard.months.title).locator('ul').locator('..');
  const hidden = () => months.evaluate((box) => box.scrollWidth - box.clientWidth - box.scrollLeft);
  await expect.poll(() => months.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  await expect.poll(hidden).toBeLessThan(2);
});

test('the timeline uses the hours of the workspace, and is updated when they change', async () => {
  const { ws, dpo, build } = await house();
  await build({ title: 'เหตุหนึ่ง', status: 'ACTIVE', createdAt: ago(20 * HOUR) });
  const page = await open(dpo);
  const axis = card(page, thDashboard.timeline.title).locator('[data-axis]');
  const hours = (number: number) => fill(thDashboard.span.hours, { number });
  await expect.poll(() => axis.innerText()).toContain(hours(72));
  const { settings } = (await callerFor(product, dpo)).incident;
  await settings.update({ ws, ...(await settings.get({ ws })), authorityHours: 36 });
  await expect.poll(() => axis.innerText()).toContain(hours(36));
  expect(await axis.innerText()).not.toContain(hours(72));
  expect(product.complaints).toEqual([]);
});

test('a clock uses the earlier interpretation in the open clocks and the timeline, the other is displayed beside it by name', async () => {
  const { dpo, build } = await house();
  await build({ title: 'ทราบเหตุนานแล้ว', status: 'ACTIVE', createdAt: ago(2 * HOUR), discoveredAt: ago(100 * HOUR) });
  await build({ title: 'เพิ่งทราบเหตุ', status: 'ACTIVE', createdAt: ago(2 * HOUR), discoveredAt: ago(3 * HOUR) });
  const page = await open(dpo);
  for (const title of [thDashboard.clocks.title, thDashboard.timeline.title]) {
    const of = (name: string) => card(page, title).locator('li').filter({ hasText: name }).last();
    await of('ทราบเหตุนานแล้ว').locator('[data-clock=overdue]').waitFor();
    await of('เพิ่งทราบเหตุ').locator('[data-clock=running]').waitFor();
    await expect.poll(() => of('ทราบเหตุนานแล้ว').locator('[data-other]').innerText()).toContain(thClock.both.creation);
  }
});
