import { randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayAfter } from '../../shared/bangkok.ts';
import { formatDate, formatDateTime, today } from '../../client/format.ts';
import type { Locale } from '../../shared/locale.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enAdmin from '../../shared/locales/en/consentAdmin.ts';
import enExport from '../../shared/locales/en/export.ts';
import enTitles from '../../shared/locales/en/pages/consentReceipt.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enConsent from '../../shared/locales/en/userConsent.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thAdmin from '../../shared/locales/th/consentAdmin.ts';
import thExport from '../../shared/locales/th/export.ts';
import thTitles from '../../shared/locales/th/pages/consentReceipt.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thConsent from '../../shared/locales/th/userConsent.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildConsentForm, type BuiltForm, recordChoices } from '../helpers/consents.ts';
import { faultsOf, frameFaults, LOOKS, looksIn, looksRight, settled, wear } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thConsent, ui: thUi, admin: thAdmin, common: thCommon, exports: thExport },
  en: { texts: enConsent, ui: enUi, admin: enAdmin, common: enCommon, exports: enExport },
};
const titlesOf = { th: thTitles, en: enTitles };
const LOCALES = ['th', 'en'] as const;
/** A fetch can be slow on a busy machine. */
const DAY = 86_400_000;
/** An id of maximum length, in Thai, without a break opportunity. */
const LONG = 'ลูกค้าสมาชิก'.repeat(20).slice(0, 200);

let product: Product;
let ws: string;
let dpo: Person;
let form: BuiltForm;
let other: BuiltForm;
let titles: { th: string; en: string }[];
let started = 0;
const ago = (days: number) => new Date(started - days * DAY);

beforeAll(async () => {
  product = await startProduct();
});
// Once, unless the day has ended since, because the figures count from the current one.
beforeEach(async () => {
  if (started !== 0 && today(started) === today()) return;
  // The latest answers are seconds old, and of the same day.
  await expect.poll(() => today(Date.now() - 4000)).toBe(today());
  started = Date.now();
  ws = (await buildWorkspace(product, { name: 'ห้างร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  form = await buildConsentForm(product, dpo, {
    name: 'แบบความยินยอมของสมาชิก',
    draft: { effectiveTo: dayAfter(today(), 400) },
  });
  other = await buildConsentForm(product, dpo, { name: 'แบบความยินยอมของแอปมือถือ' });
  titles = form.content.purposes.map(({ title }) => title);
  // Eight answers of seven data subjects; customer-1 changed from nothing to everything.
  await recordChoices(product, form, [
    { uid: LONG, name: 'ชื่อที่ยาวมากของสมาชิกรายหนึ่ง'.repeat(4), granted: [], at: ago(40) },
  ]);
  await recordChoices(product, form, [
    { uid: 'customer-5', at: new Date(ago(10).getTime() - 1000) },
    {
      uid: 'customer-6',
      granted: [0, 1],
      at: ago(10),
      language: 'en',
      guardian: { firstName: 'สมศรี', lastName: 'ใจดี', email: 'somsri@example.com', telephone: '0812345678' },
    },
  ]);
  await recordChoices(product, form, [
    { uid: 'customer-1', name: 'มานี มีนา', granted: [], at: ago(1) },
    { uid: 'customer-4', at: new Date(ago(1).getTime() - 1000) },
  ]);
  await recordChoices(product, other, [{ uid: 'customer-1', granted: [1], at: ago(0.5) }]);
  await recordChoices(product, form, [
    { uid: 'customer-2', granted: [0], source: 'App', channel: 'Mobile App', at: new Date(started - 3000) },
  ]);
  await recordChoices(product, form, [{ uid: 'customer-3', granted: [], source: '', at: new Date(started - 2000) }]);
  await recordChoices(product, form, [{ uid: 'customer-1', name: 'มานี มีนา', at: new Date(started - 1000) }]);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open({
  as = dpo,
  locale = 'th',
  workspace = ws,
  to = `/consent/dashboard?form=${form.id}`,
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
    .locator('dd')
    .first();
const history = (page: Page, locale: Locale) => page.getByRole('table', { name: WORDS[locale].texts.history.title });
/** The ids of data subjects in the rows, in order. */
const uids = (page: Page, locale: Locale) =>
  history(page, locale)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('td button')?.getAttribute('title') ?? ''));
const shows = (page: Page, locale: Locale, wanted: string[]) => expect.poll(() => uids(page, locale)).toEqual(wanted);

describe.each(LOCALES)('the consent dashboard, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, ui, common, exports } = WORDS[locale];

  it('displays exact numbers in cards, charts, their tables and the history', async () => {
    const page = await open({ locale });
    for (const [label, value] of [
      [texts.figure.subjects, 7],
      [texts.figure.today, 3],
      [texts.figure.lastSevenDays, 5],
      [texts.figure.changed, 1],
    ] as const) {
      await figure(page, label).getByText(String(value), { exact: true }).waitFor();
    }
    await page.getByText(fill(texts.figure.submissions_other, { number: 8 }), { exact: true }).waitFor();
    await page.getByText(fill(texts.figure.yesterday, { number: 2 }), { exact: true }).waitFor();
    const tables = [
      [
        texts.now.title,
        [
          [texts.action.ALL, '3', '42.9%'],
          [texts.action.ACCEPT, '2', '28.6%'],
          [texts.action.NONE, '2', '28.6%'],
        ],
      ],
      [
        texts.purposes.title,
        [
          [titles[0]![locale], '5', '71.4%'],
          [titles[1]![locale], '4', '57.1%'],
          [titles[2]![locale], '3', '42.9%'],
        ],
      ],
      [
        texts.sources.title,
        [
          ['Website', '6'],
          ['App', '1'],
          [texts.sources.unnamed, '1'],
        ],
      ],
    ] as const;
    for (const [title, rows] of tables) {
      const bars = card(page, title).locator('li');
      await expect.poll(() => bars.count()).toBe(rows.length);
      for (const [place, [name, number]] of rows.entries()) {
        const words = await bars.nth(place).innerText();
        expect(words).toContain(name);
        expect(words).toContain(number);
      }
      await card(page, title)
        .getByRole('button', { name: `${ui.asTable}: ${title}` })
        .click();
      const cells = await card(page, title)
        .getByRole('table')
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      expect(cells.sort()).toEqual([...rows].map((row) => [...row]).sort());
    }
    await page.getByText(fill(texts.asOf, { time: formatDate(new Date(), locale) }), { exact: false }).waitFor();
    await shows(page, locale, [
      'customer-1',
      'customer-3',
      'customer-2',
      'customer-1',
      'customer-4',
      'customer-6',
      'customer-5',
      LONG,
    ]);
    const first = history(page, locale).locator('tbody tr').first();
    const text = await first.innerText();
    for (const words of [
      fill(texts.changedTo, { action: texts.action.ALL }),
      'มานี มีนา',
      titles[0]![locale],
      'Website',
      formatDate(dayAfter(today(), 400), locale),
    ])
      expect(text).toContain(words);
    expect(text).not.toContain(texts.channel['JS Web Form']);
    expect(product.complaints).toEqual([]);
  });

  it('is filtered by each filter and by complete id only, sorted and paged', async () => {
    const page = await open({ locale });
    await history(page, locale).waitFor();
    const choose = (label: string, option: string) =>
      page
        .getByLabel('', { exact: false })
        .and(page.locator(`#history select[aria-label="${label}"]`))
        .selectOption({ label: option });
    const clear = async () => {
      await page.getByRole('button', { name: ui.table.clearFilters }).first().click();
      await expect.poll(() => uids(page, locale).then((all) => all.length)).toBe(8);
    };
    await choose(texts.history.action, texts.action.ALL);
    await expect
      .poll(() => uids(page, locale).then((all) => all.sort()))
      .toEqual(['customer-1', 'customer-4', 'customer-5']);
    await choose(texts.history.action, texts.action.CHANGED);
    await shows(page, locale, ['customer-1']);
    await choose(texts.history.action, texts.action.NONE);
    await shows(page, locale, ['customer-3', 'customer-1', LONG]);
    await clear();
    await choose(texts.history.purposes, titles[1]![locale]);
    await expect
      .poll(() => uids(page, locale).then((all) => all.sort()))
      .toEqual(['customer-1', 'customer-4', 'customer-5', 'customer-6']);
    await clear();
    await choose(texts.history.version, fill(texts.form.version, { number: 1 }));
    expect((await uids(page, locale)).length).toBe(8);
    await clear();
    await choose(texts.history.source, 'App');
    await shows(page, locale, ['customer-2']);
    await choose(texts.history.source, texts.sources.unnamed);
    await shows(page, locale, ['customer-3']);
    await clear();

    const find = page.getByRole('search', { name: texts.find.label });
    await find.getByRole('textbox').fill('customer');
    await find.getByRole('button', { name: texts.find.act }).click();
    await page.getByText(ui.table.noMatchTitle).waitFor();
    await find.getByRole('textbox').fill('customer-1');
    await page.keyboard.press('Enter');
    await shows(page, locale, ['customer-1', 'customer-1']);
    expect(page.url()).not.toContain('customer-1');
    await page.getByTitle(texts.find.clear).click();
    await expect.poll(() => uids(page, locale).then((all) => all.length)).toBe(8);

    await history(page, locale).getByRole('columnheader', { name: texts.history.at }).getByRole('button').click();
    await expect.poll(() => uids(page, locale).then(([first]) => first)).toBe(LONG);
    const here = new URL(page.url());
    for (const [name, value] of [
      ['pageSize', '3'],
      ['currentPage', '3'],
    ] as const)
      here.searchParams.set(name, value);
    await page.goto(here.href);
    await shows(page, locale, ['customer-3', 'customer-1']);
    const days = `${dayAfter(today(), -11)}..${dayAfter(today(), -9)}`;
    await page.goto(address(`/consent/dashboard?form=${form.id}&dates=${days}`, { locale, ws }));
    await expect.poll(() => uids(page, locale).then((all) => all.sort())).toEqual(['customer-5', 'customer-6']);
    expect(product.complaints).toEqual([]);
  });

  it('a bar links to its rows, which are exported as filtered', async () => {
    const page = await open({ locale });
    await card(page, texts.sources.title).locator('li a').nth(1).click();
    await shows(page, locale, ['customer-2']);
    await expect
      .poll(() =>
        page.locator('#history').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < innerHeight),
      )
      .toBe(true);
    await page.goto(address(`/consent/dashboard?form=${form.id}&action=NONE`, { locale, ws }));
    await shows(page, locale, ['customer-3', 'customer-1', LONG]);
    await page.locator('#history').getByRole('button', { name: common.export, exact: true }).click();
    await page
      .getByRole('group', { name: exports.chooseFormat })
      .getByRole('button', { name: new RegExp(exports.format.csv) })
      .click();
    await page.getByText(exports.ready, { exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: exports.download, exact: true }).first().click(),
    ]);
    const [, ...rows] = Papa.parse((await readFile((await download.path())!, 'utf8')).replace(/^\ufeff/, ''), {
      skipEmptyLines: true,
    }).data as string[][];
    const lines = rows.map((row) => row.join(' '));
    for (const uid of ['customer-3', 'customer-1', LONG])
      expect(lines.filter((row) => row.includes(uid)).length).toBe(1);
    expect(lines.length).toBe(3);
    expect(product.complaints).toEqual([]);
  });

  it('leads from the search for a data subject to the search for receipts', async () => {
    const page = await open({ locale });
    await page.locator('#history').getByRole('link', { name: titlesOf[locale].userConsentReceipt }).click();
    await page.waitForURL(/\/user-consent-receipt\?workspace=/);
    await page.getByRole('textbox').waitFor();
    await picture(page, `user-consent-receipt-${locale}`);
  });

  it('displays the proof of one answer, and one data subject across all forms', async () => {
    const page = await open({ locale });
    const row = history(page, locale).locator('tbody tr').filter({ hasText: 'customer-6' });
    await row.locator('th button').click();
    const proof = page.getByRole('dialog', { name: texts.proof.title });
    for (const words of [
      texts.proof.intact,
      'customer-6',
      'สมศรี ใจดี',
      form.sha256,
      form.content.title.en,
      form.content.description.en,
      titles[2]!.en,
      form.content.controller.name.en,
      formatDateTime(ago(10), locale, 'long'),
    ]) {
      await proof.getByText(words, { exact: false }).first().waitFor();
    }
    // In the language in which it was displayed, whatever the reader's.
    expect(await proof.getByText(form.content.title.th, { exact: true }).count()).toBe(0);
    const purposes = proof.locator(`[lang=en] li`);
    expect(await purposes.getByText(texts.proof.allowed, { exact: true }).count()).toBe(2);
    expect(await purposes.nth(2).innerText()).toContain(texts.proof.notAllowed);
    expect(new URL(page.url()).searchParams.get('proof')).toMatch(/^[0-9a-f-]{36}$/);
    await looksRight(page, locale, 'proof', { looks: looksIn(locale) });
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'detached' });

    await history(page, locale)
      .getByRole('button', { name: fill(texts.history.subjectOf, { uid: 'customer-1' }) })
      .first()
      .click();
    const line = page.getByRole('dialog', { name: texts.subject.title });
    const entries = line.locator('ol > li');
    await expect.poll(() => entries.count()).toBe(3);
    expect(page.url()).not.toContain('customer-1');
    await line.getByText(texts.subject.recorded).waitFor();
    const [latest, inApp, before] = [
      await entries.nth(0).innerText(),
      await entries.nth(1).innerText(),
      await entries.nth(2).innerText(),
    ];
    for (const words of [
      fill(texts.changedTo, { action: texts.action.ALL }),
      form.name,
      texts.subject.latest,
      ...titles.map((title) => title[locale]),
    ])
      expect(latest).toContain(words);
    expect(inApp).toContain(other.name);
    expect(inApp).toContain(texts.action.ACCEPT);
    expect(before).toContain(texts.action.NONE);
    expect(before).not.toContain(texts.subject.latest);
    await looksRight(page, locale, 'subject', { looks: looksIn(locale) });
    const logged = await product.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'userConsent.read')
      .execute();
    expect(logged.length).toBeGreaterThan(0);
    expect(product.complaints).toEqual([]);
  });

  it('displays the trend of any period, as chart and table, and links to the days', async () => {
    const page = await open({ locale });
    const chart = card(page, texts.trend.title.day);
    const total = async () => (await chart.innerText()).replaceAll(',', '');
    await chart.getByText(texts.trend.fullRange).waitFor();
    expect(await total()).toMatch(
      new RegExp(`${texts.action.ALL}\\s*3[^]*${texts.action.ACCEPT}\\s*2[^]*${texts.action.NONE}\\s*2`),
    );
    await page
      .getByRole('group', { name: texts.trend.period })
      .getByRole('button', { name: fill(texts.trend.days_other, { number: 7 }) })
      .click();
    await expect
      .poll(total)
      .toMatch(new RegExp(`${texts.action.ALL}\\s*2[^]*${texts.action.ACCEPT}\\s*1[^]*${texts.action.NONE}\\s*2`));
    await page
      .getByRole('group', { name: texts.trend.period })
      .getByRole('button', { name: fill(texts.trend.days_other, { number: 90 }) })
      .click();
    await expect.poll(total).toMatch(new RegExp(`${texts.action.NONE}\\s*3`));
    const slider = chart.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toContain(formatDate(today(), locale));
    await page.keyboard.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      fill(texts.trend.value, { day: formatDate(dayAfter(today(), -1), locale), all: 1, some: 0, none: 1 }),
    );
    await page.keyboard.press('Enter');
    await expect.poll(() => uids(page, locale).then((all) => all.sort())).toEqual(['customer-1', 'customer-4']);
    await chart.getByRole('button', { name: `${ui.asTable}: ${texts.trend.title.day}` }).click();
    const rows = chart.getByRole('table').locator('tbody tr');
    expect(await rows.count()).toBe(90);
    expect(await rows.last().innerText()).toMatch(/\t1\t1\t1\t1$/);
    expect(product.complaints).toEqual([]);
  });

  it('a bar links to the rows that it counts, whatever the history was limited to', async () => {
    const page = await open({ locale, to: `/consent/dashboard?form=${form.id}&action=NONE&trend.version=1` });
    const slider = card(page, texts.trend.title.day).getByRole('slider');
    const find = page.getByRole('search', { name: texts.find.label });
    await shows(page, locale, ['customer-3', 'customer-1', LONG]);
    await find.getByRole('textbox').fill('customer-3');
    await page.keyboard.press('Enter');
    await shows(page, locale, ['customer-3']);
    // Yesterday.
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => uids(page, locale).then((all) => all.sort())).toEqual(['customer-1', 'customer-4']);
    expect(new URL(page.url()).searchParams.get('version')).toBe('1');
    expect(await find.getByRole('textbox').inputValue()).toBe('');

    await find.getByRole('textbox').fill('customer-4');
    await page.keyboard.press('Enter');
    await shows(page, locale, ['customer-4']);
    await card(page, texts.sources.title).getByRole('link', { name: 'App' }).click();
    await shows(page, locale, ['customer-2']);
    expect(product.complaints).toEqual([]);
  });

  test('fits 375 px and has no serious accessibility fault, light or dark', async () => {
    const page = await open({ locale });
    await card(page, texts.trend.title.day).getByRole('slider').waitFor();
    await looksRight(page, locale, 'consent-dashboard', { looks: looksIn(locale) });
    expect(product.complaints).toEqual([]);
  });
});

test('a new answer updates the open page; its row waits until it is requested', async () => {
  const lively = await buildConsentForm(product, dpo, { name: 'แบบที่มีคนตอบตลอด' });
  await recordChoices(product, lively, [{ uid: 'before', granted: [] }]);
  const page = await open({ to: `/consent/dashboard?form=${lively.id}` });
  await figure(page, thConsent.figure.subjects).getByText('1', { exact: true }).waitFor();
  await shows(page, 'th', ['before']);
  await recordChoices(product, lively, [{ uid: 'newcomer' }]);
  await figure(page, thConsent.figure.subjects).getByText('2', { exact: true }).waitFor();
  await card(page, thConsent.now.title)
    .getByText(fill(thConsent.now.numberAndShare, { number: 1, percent: '50%' }), { exact: true })
    .first()
    .waitFor();
  await page.getByText(fill(thUi.table.pending, { number: 1 })).waitFor();
  expect(await uids(page, 'th')).toEqual(['before']);
  await page.getByRole('button', { name: thUi.table.showPending, exact: true }).click();
  await shows(page, 'th', ['newcomer', 'before']);
  await recordChoices(product, lively, [{ uid: 'newcomer', granted: [0] }]);
  await figure(page, thConsent.figure.changed).getByText('1', { exact: true }).waitFor();
  await history(page, 'th')
    .getByRole('button', { name: fill(thConsent.history.subjectOf, { uid: 'newcomer' }) })
    .click();
  const entry = page.getByRole('dialog', { name: thConsent.subject.title }).locator('ol > li').first();
  await entry.getByText(fill(thConsent.changedTo, { action: thConsent.action.ACCEPT })).waitFor();
  expect((await entry.locator('ul li').allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))).toEqual(
    lively.content.purposes.slice(1).map(({ title }) => `${thConsent.subject.withdrawn} ${title.th}`),
  );
  expect(product.complaints).toEqual([]);
});

test('remains readable with millions of answers, long names and a second version', async () => {
  const large = await buildConsentForm(product, dpo, {
    name: 'แบบความยินยอมของสมาชิกทุกสาขาทั่วประเทศ'.repeat(4),
    purposes: 5,
  });
  await recordChoices(product, large, [
    { uid: LONG, name: LONG, source: `https://${'very-long-address-of-a-site.'.repeat(6)}example` },
  ]);
  await product.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      consentId: large.id,
      version: 2,
      content: JSON.stringify(large.content),
      sha256: large.sha256,
      publishedBy: dpo.personnelId,
    })
    .execute();
  await product.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', large.id).execute();
  await recordChoices(product, large, [{ uid: 'second', granted: [0], version: 2 }]);
  const many = {
    submissions: 123_456_789,
    subjects: 98_765_432,
    acceptingAll: 60_000_000,
    acceptingSome: 30_000_000,
    declining: 8_765_432,
  };
  await product.owner
    .updateTable('consentCounters')
    .set({ ...many, allowing: [90_000_000, 60_000_001, 60_000_000, 60_000_000, 60_000_000] })
    .where('consentId', '=', large.id)
    .execute();
  await product.owner
    .updateTable('consentDays')
    .set({ submissions: 12_345_678 })
    .where('consentId', '=', large.id)
    .where('version', '=', 1)
    .execute();
  const page = await open({ to: `/consent/dashboard?form=${large.id}` });
  await figure(page, thConsent.figure.subjects).getByText('98,765,432', { exact: true }).waitFor();
  await card(page, thConsent.trend.title.day).getByText('12,345,678', { exact: true }).waitFor();
  for (const look of LOOKS) {
    await wear(page, look);
    expect(await frameFaults(page, 'th')).toEqual([]);
    await picture(page, `consent-dashboard-large-${look.width}${look.dark ? '-dark' : ''}`);
  }
  await wear(page, LOOKS[0]!);
  await page
    .getByRole('region', { name: thConsent.trend.heading, exact: true })
    .getByLabel(thConsent.trend.version, { exact: true })
    .selectOption({ label: fill(thConsent.form.version, { number: 2 }) });
  await card(page, thConsent.trend.title.day).getByText('12,345,678', { exact: true }).waitFor({ state: 'detached' });
  await page
    .locator(`#history select[aria-label="${thConsent.history.version}"]`)
    .selectOption({ label: fill(thConsent.form.version, { number: 2 }) });
  await shows(page, 'th', ['second']);
  // A column that is hidden by default.
  await page.locator('#history').getByTitle(thUi.table.view).click();
  await page.getByRole('menuitemcheckbox', { name: thConsent.history.channel }).click();
  await history(page, 'th').getByText(thConsent.channel['JS Web Form'], { exact: true }).waitFor();
  expect(product.complaints).toEqual([]);
});

test('receipts and the link for own choices are available in the rows', async () => {
  const page = await open();
  const menu = async (item: string) => {
    await history(page, 'th').locator('tbody tr').first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await menu(thConsent.history.link);
  const link = page.getByRole('dialog', { name: thConsent.link.title });
  await expect
    .poll(() => link.getByRole('textbox', { name: thConsent.link.address }).inputValue())
    .toContain('/consent-choices');
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'detached' });
  await menu(thConsent.history.receipt);
  await page.getByText(thConsent.receipt.issued, { exact: true }).first().waitFor();
  await menu(thConsent.history.proof);
  const proof = page.getByRole('dialog', { name: thConsent.proof.title });
  await proof.getByRole('link', { name: thConsent.proof.openEn }).first().waitFor();
  const [receipt] = (
    await (await callerFor(product, dpo)).userConsent.get({ ws, id: new URL(page.url()).searchParams.get('proof')! })
  ).receipts;
  expect(await proof.getByRole('link', { name: thConsent.proof.openTh }).first().getAttribute('href')).toBe(
    `${product.address}/consent-receipt/${receipt!.id}?workspace=${ws}`,
  );
  const [english] = await Promise.all([
    page.waitForEvent('popup'),
    proof.getByRole('link', { name: thConsent.proof.openEn }).first().click(),
  ]);
  await english.getByText(form.content.controller.name.en).first().waitFor();
  expect(product.complaints).toEqual([]);
});

test('users without a form are led to create one, and with an unanswered form to its channels; Top Management may only read', async () => {
  const workspace = (await buildWorkspace(product, { name: 'คลินิกใหม่' })).id;
  const person = await buildPerson(product, { workspaceId: workspace, role: 'DPO' });
  const page = await open({ as: person, workspace, to: '/consent/dashboard' });
  await page.getByText(thConsent.form.noneBody).waitFor();
  await page.getByRole('link', { name: thConsent.form.noneAction }).waitFor();
  await picture(page, 'consent-dashboard-none');
  const quiet = await buildConsentForm(product, person, { name: 'ยังไม่มีใครตอบ' });
  await page.reload();
  await page.getByText(thConsent.history.emptyBody).waitFor();
  // No form was named: now the address names it.
  expect(new URL(page.url()).searchParams.get('form')).toBe(quiet.id);
  expect(await page.getByRole('link', { name: thConsent.history.emptyAction }).getAttribute('href')).toContain(
    `/consent/${quiet.id}?tab=channels`,
  );
  await settled(page);
  await picture(page, 'consent-dashboard-empty');
  await page.goto(address(`/consent/dashboard?form=${randomUUIDv7()}`, { ws: workspace }));
  await page.getByText(thConsent.form.missingBody).waitFor();

  const reader = await buildPerson(product, { workspaceId: workspace, role: 'Top Management' });
  const noAnswers = await open({ as: reader, workspace, to: `/consent/dashboard?form=${quiet.id}` });
  await noAnswers.getByText(thConsent.history.emptyReader).waitFor();
  const looker = await open({ as: await buildPerson(product, { workspaceId: ws, role: 'Top Management' }) });
  await history(looker, 'th').waitFor();
  expect(await looker.getByRole('link', { name: thConsent.import, exact: true }).count()).toBe(0);
  expect(await looker.getByRole('link', { name: thConsent.form.open }).count()).toBe(0);
  const picker = looker.getByRole('combobox', { name: thConsent.form.label });
  await picker.click();
  await looker.getByRole('option', { name: new RegExp(other.name) }).click();
  await shows(looker, 'th', ['customer-1']);
  expect(new URL(looker.url()).searchParams.get('form')).toBe(other.id);
  const staff = await product.open({ as: await buildPerson(product, { workspaceId: ws, role: 'Staff' }) });
  await staff.goto(address(`/consent/dashboard?form=${form.id}`, { ws }));
  await staff.getByRole('heading', { level: 1, name: 'คุณไม่มีสิทธิ์เข้าถึงส่วนนี้' }).waitFor();
  expect(await staff.locator('dl').count()).toBe(0);
  expect(product.complaints).toEqual([]);
});

describe.each(LOCALES)('the admin console, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { admin: words, texts, ui } = WORDS[locale];

  it('links to its content, and displays forms and answers of every workspace of the Admin', async () => {
    const boss = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'กานดา ศรีสุข' });
    const { organizationId } = await product.owner
      .selectFrom('workspaces')
      .select('organizationId')
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    const second = (await buildWorkspace(product, { organizationId, name: `สาขา ${locale}` })).id;
    const there = await buildPerson(product, {
      workspaceId: second,
      role: 'Admin',
      userId: boss.userId,
      email: boss.email,
    });
    const branch = await buildConsentForm(product, there, { name: `แบบของสาขา ${locale}` });
    await recordChoices(product, branch, [{ uid: 'branch-1' }, { uid: 'branch-2', granted: [] }]);

    const page = await open({ as: boss, locale, to: '/admins' });
    for (const key of [
      'consents',
      'schedules',
      'mailServers',
      'securityLogs',
      'pageViews',
      'mails',
      'workspaces',
    ] as const)
      await page.getByRole('main').getByRole('link', { name: words.card[key].title }).first().waitFor();
    await page.getByRole('link', { name: `สาขา ${locale}` }).waitFor();
    await looksRight(page, locale, 'admins', { looks: looksIn(locale) });
    await page.getByRole('main').getByRole('link', { name: words.card.consents.title }).click();
    const forms = page.getByRole('table', { name: words.dashboard.forms });
    await forms.getByText(branch.name).waitFor();
    await forms.getByText(form.name, { exact: true }).waitFor();
    await settled(page);
    await picture(page, `admins-dashboard-${locale}`);
    const trend = page.getByRole('region', { name: texts.trend.heading, exact: true });
    await trend.getByLabel(words.dashboard.workspace, { exact: true }).selectOption({ label: `สาขา ${locale}` });
    await forms.getByText(form.name, { exact: true }).waitFor({ state: 'detached' });
    await trend.getByRole('button', { name: `${ui.asTable}: ${texts.trend.title.day}` }).click();
    const today_ = trend.getByRole('row', { name: formatDate(today(), locale) }).getByRole('cell');
    await expect.poll(() => today_.allTextContents()).toEqual(['1', '0', '1', '0']);
    await trend
      .getByLabel(words.dashboard.purpose, { exact: true })
      .selectOption({ label: branch.content.purposes[1]!.title[locale] });
    await expect.poll(() => today_.allTextContents()).toEqual(['1', '0', '0', '0']);
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `admins-history-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await frameFaults(page, locale)).toEqual([]);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await wear(page, LOOKS[0]!);
    await page.getByRole('link', { name: words.dashboard.answers, exact: true }).click();
    const allowing = page.getByRole('table', { name: words.dashboard.answers, exact: true });
    await allowing.getByText('branch-1').waitFor();
    expect(await allowing.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: words.dashboard.forms, exact: true }).click();
    await forms.getByRole('link', { name: branch.name }).click();
    const answers = page.getByRole('table', { name: words.dashboard.answers, exact: true });
    await expect.poll(() => answers.locator('tbody tr').count()).toBe(2);
    const formFilter = page.getByRole('combobox', { name: words.dashboard.form });
    await formFilter.click();
    await formFilter.fill(branch.name);
    await page.getByRole('option', { name: branch.name }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator(`select[aria-label="${texts.history.source}"]`).selectOption({ label: 'Website' });
    await expect.poll(() => new URL(page.url()).searchParams.get('source')).toBe('Website');
    await expect.poll(() => answers.locator('tbody tr').count()).toBe(2);
    const find = page.getByRole('search', { name: texts.find.label });
    await find.getByRole('textbox').fill('branch-2');
    await page.keyboard.press('Enter');
    await expect.poll(() => answers.locator('tbody tr').count()).toBe(1);
    expect(page.url()).not.toContain('branch-2');
    await picture(page, `admins-answers-${locale}`);
    await wear(page, LOOKS[2]!);
    expect(await frameFaults(page, locale)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `admins-answers-${locale}-375`);
    await wear(page, LOOKS[0]!);
    await answers.locator('tbody th button').first().click();
    const proof = page.getByRole('dialog', { name: texts.proof.title });
    await proof.getByText('branch-2').first().waitFor();
    expect(new URL(page.url()).searchParams.get('workspace')).toBe(second);
    expect(product.complaints).toEqual([]);
  });
});
