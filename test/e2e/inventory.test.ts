import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SHARING_FLAGS } from '../../shared/dataSharing/schema.ts';
import { INVENTORY_PIVOTS, type InventoryPivot } from '../../shared/inventory/schema.ts';
import type { Locale } from '../../shared/locale.ts';
import enLog from '../../shared/locales/en/activityLog.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enSharing from '../../shared/locales/en/dataSharing.ts';
import enExport from '../../shared/locales/en/export.ts';
import enInventory from '../../shared/locales/en/inventory.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thLog from '../../shared/locales/th/activityLog.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thSharing from '../../shared/locales/th/dataSharing.ts';
import thExport from '../../shared/locales/th/export.ts';
import thInventory from '../../shared/locales/th/inventory.ts';
import thMenu from '../../shared/locales/th/menu.ts';
import thConsole from '../../shared/locales/th/pages/consentAdmin.ts';
import thTitles from '../../shared/locales/th/pages/dataSharing.ts';
import thShell from '../../shared/locales/th/shell.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { completePurpose } from '../helpers/record.ts';
import { buildRegister } from '../helpers/register.ts';
import { faultsOf, looksIn, looksRight, settled, wear } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { inventory: thInventory, sharing: thSharing, ui: thUi, exports: thExport, common: thCommon, log: thLog },
  en: { inventory: enInventory, sharing: enSharing, ui: enUi, exports: enExport, common: enCommon, log: enLog },
};
/** A fetch can be slow on a busy machine. */
const LOCALES = ['th', 'en'] as const;
const INVENTORY = '/pii-inventory/inventory';
const SHARING = '/pii-inventory/data-sharing';
/** The date so many days from now, in the format of contracts. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let product: Product;
let ws: string;
let dpo: Person;
let admin: Person;
let manager: Person;
let register: { id: string; name: string; purposeIds: string[] }[];

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'กานดา ศรีสุข' });
  manager = await buildPerson(product, { workspaceId: ws, name: 'วิชัย บริหาร', role: 'Top Management' });
  const dataControllerId = (
    await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น', nameEn: 'Romyen Hospital' })
  ).id;
  register = await buildRegister(product, () => callerFor(product, dpo), {
    ws,
    dataControllerId,
    applications: 3,
    purposesEach: 3,
  });
  const draft = await completePurpose(product, ws);
  const party = (name: string, country: string, more: object = {}) => ({
    name,
    country,
    contract: 'สัญญาประมวลผลข้อมูล',
    contractExpiresOn: dayIn(400),
    safeguard: null,
    ...more,
  });
  const share = async (
    title: { th: string; en: string },
    thirdParties: ReturnType<typeof party>[],
    internalApplicationIds: string[] = [],
  ) =>
    (await callerFor(product, dpo)).purpose.create({
      ws,
      ...draft,
      title,
      thirdPartyDisclosure: thirdParties.length > 0,
      thirdParties,
      internalSharing: internalApplicationIds.length > 0,
      internalApplicationIds,
    });
  await share({ th: 'สำรองข้อมูลไว้ต่างประเทศ', en: 'Back up abroad' }, [
    party('Cloud Storage Inc.', 'US'),
    party('ศูนย์ข้อมูลโตเกียว', 'JP', { safeguard: 'standardClauses' }),
  ]);
  await share({ th: 'ส่งตรวจห้องปฏิบัติการภายนอก', en: 'Outside laboratory' }, [
    party('ห้องปฏิบัติการกลาง', 'TH', { contractExpiresOn: dayIn(-30) }),
    party('ห้องปฏิบัติการสุขใจ', 'TH', { contractExpiresOn: dayIn(20) }),
    party('ห้องปฏิบัติการไร้สัญญา', 'TH', { contract: '', contractExpiresOn: null }),
  ]);
  await share({ th: 'ส่งต่อภายในองค์กร', en: 'Pass on within' }, [], [register[0]!.id, register[1]!.id]);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open(
  to: string,
  { as = dpo, locale = 'th', workspace = ws }: { as?: Person; locale?: Locale; workspace?: string } = {},
): Promise<Page> {
  const page = await product.reusedPage(as, address(to, { locale, ws: workspace }), locale);
  await page.getByRole('searchbox').or(page.getByRole('dialog')).first().waitFor();
  await settled(page);
  return page;
}

/** The total displayed below the list; 0 if the list is empty. */
async function total(page: Page, locale: Locale): Promise<number> {
  await settled(page);
  const foot = new RegExp(
    `^${fill(WORDS[locale].ui.table.range, { from: '[\\d,]+', to: '[\\d,]+', total: '([\\d,]+)' })}$`,
  );
  // Hidden while the page's code is still loading.
  const found = page.getByText(foot).filter({ visible: true });
  if ((await found.count()) === 0) return 0;
  return Number(foot.exec((await found.textContent())!)?.[1]?.replaceAll(',', ''));
}
const bars = (page: Page) => page.locator('main li > button[aria-pressed]');
const numberOf = async (bar: ReturnType<typeof bars>) =>
  Number((await bar.locator('[data-numeric]').last().innerText()).replaceAll(',', ''));
/** How far the table has to be scrolled horizontally, in px. */
const sideways = (page: Page) =>
  page.getByRole('table').evaluate((table) => table.parentElement!.scrollWidth - table.parentElement!.clientWidth);
const PARAM: Record<InventoryPivot, string> = {
  category: 'category',
  application: 'application',
  purpose: 'purpose',
  lawfulBasis: 'lawfulBasis',
  retention: 'retention',
};

/** Exports the displayed data as CSV in the page's language, and returns the downloaded rows without their heading. */
async function exported(page: Page, locale: Locale, heading: string): Promise<string[][]> {
  const texts = WORDS[locale];
  await page.getByRole('button', { name: texts.common.export, exact: true }).first().click();
  await page
    .getByRole('group', { name: texts.exports.chooseFormat })
    .getByRole('button', { name: new RegExp(texts.exports.format.csv) })
    .click();
  await page.getByText(texts.exports.started, { exact: true }).first().waitFor();
  await page.getByText(texts.exports.ready, { exact: true }).first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.exports.download, exact: true }).first().click(),
  ]);
  const text = await readFile((await download.path())!, 'utf8');
  const [head, ...rows] = Papa.parse(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data as string[][];
  expect(head?.[0]).toBe(heading);
  return rows;
}

describe.each(LOCALES)('the inventory, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { inventory: texts, ui } = WORDS[locale];

  it('lists sensitive data first; every bar of every dimension filters the list to its number', async () => {
    const page = await open(INVENTORY, { locale });
    const all = await total(page, locale);
    expect(all).toBe(54);
    const rows = page.getByRole('table', { name: texts.title }).getByRole('row');
    for (let place = 1; place <= 9; place += 1)
      await rows.nth(place).getByText(texts.sensitive, { exact: true }).waitFor();
    expect(await rows.nth(10).getByText(texts.sensitive, { exact: true }).count()).toBe(0);
    for (const by of INVENTORY_PIVOTS) {
      await page
        .getByRole('group', { name: texts.pivot.by })
        .getByRole('button', { name: texts.pivot[by], exact: true })
        .click();
      await page.waitForURL(new RegExp(`[?&]by=${by}`));
      const { collection } = await (await callerFor(product, dpo)).inventory.pivot({ ws, by });
      await expect.poll(() => bars(page).count()).toBe(collection.length);
      for (const [place, { uses }] of collection.slice(0, 3).entries()) {
        const bar = bars(page).nth(place);
        await expect.poll(() => numberOf(bar)).toBe(uses);
        await bar.click();
        await page.waitForURL(new RegExp(`[?&]${PARAM[by]}=`));
        await expect.poll(() => total(page, locale)).toBe(uses);
        expect(await bar.getAttribute('aria-pressed')).toBe('true');
        await bar.click();
        await expect.poll(() => total(page, locale)).toBe(all);
      }
    }
    expect(product.complaints).toEqual([]);
  });

  it('stores filters, search and page in the address, through reload and Back', async () => {
    const page = await open(`${INVENTORY}?by=application`, { locale });
    const { name } = register[1]!;
    // Bars of one dimension are not offered for another, whose filter they would set.
    await bars(page).filter({ hasText: name }).waitFor();
    const waiting: Route[] = [];
    await page.route('**/trpc/**inventory.pivot**', (route) => void waiting.push(route));
    const dimension = (by: 'purpose' | 'application') =>
      page.getByRole('group', { name: texts.pivot.by }).getByRole('button', { name: texts.pivot[by], exact: true });
    await dimension('purpose').click();
    await expect.poll(() => waiting.length).toBe(1);
    expect(await bars(page).count()).toBe(0);
    await page.unroute('**/trpc/**inventory.pivot**');
    await bars(page).first().waitFor();
    await dimension('application').click();
    await bars(page).filter({ hasText: name }).click();
    await expect.poll(() => total(page, locale)).toBe(18);
    const chip = page.getByRole('button', { name: fill(texts.filteredBy, { by: texts.pivot.application, name }) });
    await chip.waitFor();
    await page.getByLabel(texts.column.sensitive, { exact: true }).selectOption('true');
    await expect.poll(() => total(page, locale)).toBe(3);
    await page.reload();
    await expect.poll(() => total(page, locale)).toBe(3);
    await chip.waitFor();
    expect(await bars(page).filter({ hasText: name }).getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await expect.poll(() => total(page, locale)).toBe(18);
    await page.getByRole('link', { name: ui.table.next }).click();
    await page.waitForURL(/currentPage=2/);
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 8);
    // Searching starts on the first page again.
    await page.getByRole('searchbox', { name: texts.search }).fill(locale === 'th' ? 'วัตถุประสงค์ที่ 5' : 'purpose 5');
    await expect.poll(() => total(page, locale)).toBe(6);
    expect(page.url()).not.toContain('currentPage');
    await chip.click();
    await expect.poll(() => total(page, locale)).toBe(6);
    await page.getByRole('searchbox', { name: texts.search }).fill('zzz');
    await page.getByText(ui.table.noMatchTitle).waitFor();
    await page.getByText(texts.pivot.none).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('links to the mapping of the application and to the purpose', async () => {
    const page = await open(INVENTORY, { locale });
    const row = page.getByRole('row').nth(1);
    await row.getByRole('link').first().click();
    await page.waitForURL(/\/business-function\/application\/[^?]+\?tab=data-mapping/);
    await page.locator('[data-line]').first().waitFor();
    await page.goBack();
    await settled(page);
    const purpose = await row.getByRole('link').nth(1).innerText();
    await row.getByRole('link').nth(1).click();
    await page.waitForURL(/\/business-function\/purpose\//);
    await page.getByRole('heading', { level: 1, name: purpose }).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('is exported as filtered', async () => {
    const page = await open(`${INVENTORY}?application=${register[0]!.id}&sensitive=true`, { locale });
    const visible = await total(page, locale);
    expect(visible).toBe(3);
    const rows = await exported(page, locale, texts.column.attribute);
    expect(rows).toHaveLength(visible);
    expect(rows.every((row) => row[4] === register[0]!.name)).toBe(true);
    expect(product.complaints).toEqual([]);
  });

  test('fits 375 px, and has no serious accessibility fault, light or dark', async () => {
    for (const to of [INVENTORY, `${INVENTORY}?by=lawfulBasis&lawfulBasis=consent`]) {
      const page = await open(to, { locale });
      await looksRight(page, locale, to === INVENTORY ? 'inventory' : 'inventory-filtered', {
        looks: looksIn(locale),
        each: async ({ width }) => {
          if (width === 1280) expect(await sideways(page)).toBe(0);
        },
      });
    }
  });
});

test('the inventory states storage abroad apart from recipients', async () => {
  const workspace = (await buildWorkspace(product)).id;
  const person = await buildPerson(product, { workspaceId: workspace, role: 'DPO' });
  const dataControllerId = (await buildDataController(product, workspace)).id;
  const size = { applications: 1, purposesEach: 3 };
  await buildRegister(product, () => callerFor(product, person), { ws: workspace, dataControllerId, ...size });
  const ofStorage = product.owner.updateTable('catalogueItems').where('workspaceId', '=', workspace);
  await ofStorage.set({ country: 'SG' }).where('kind', '=', 'storageSystem').execute();
  const { collection } = await (await callerFor(product, person)).inventory.list({ ws: workspace, pageSize: 100 });
  expect(new Set(collection.map(({ recipients }) => recipients.abroad))).toEqual(new Set([0]));
  const page = await product.open({ as: person, width: 1680 });
  await page.goto(address(`${INVENTORY}?pageSize=100`, { ws: workspace }));
  const table = page.getByRole('table', { name: thInventory.title });
  const stored = table.getByText(thInventory.column.storedAbroad, { exact: true });
  await expect.poll(() => stored.count()).toBe(collection.length);
  expect(await table.getByText(thInventory.recipient.none, { exact: true }).count()).toBe(
    collection.filter(({ recipients }) => recipients.internal + recipients.thirdParty === 0).length,
  );
  expect(await table.getByText(fill(thInventory.recipient.abroad, { number: 1 }), { exact: true }).count()).toBe(0);
  expect(product.complaints).toEqual([]);
});

test('Top Management sees only names and no links to pages it may not open', async () => {
  for (const to of [INVENTORY, SHARING]) {
    const page = await open(to, { as: manager });
    expect(await page.getByRole('row').count()).toBeGreaterThan(5);
    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links.filter((href) => href.includes('business-function'))).toEqual([]);
    expect(
      await page
        .getByRole('row')
        .getByRole('button', { name: new RegExp(`^${fill(thUi.actionsFor, { name: '' })}`) })
        .count(),
    ).toBe(0);
    if (to === SHARING)
      expect(
        await page
          .getByRole('button', { name: new RegExp(`${thSharing.countries.assess}|${thSharing.countries.add}`) })
          .count(),
      ).toBe(0);
    expect(product.complaints).toEqual([]);
  }
});

test('the Basic tier has no data sharing: its entry opens the sales dialog, its address is refused with an explanation', async () => {
  const workspace = (await buildWorkspace(product, { name: 'ร้านเล็ก', tier: 'Basic' })).id;
  const page = await open(INVENTORY, {
    as: await buildPerson(product, { workspaceId: workspace, role: 'DPO' }),
    workspace,
  });
  const strip = page.getByRole('navigation', { name: fill(thShell.nav.sub, { group: thMenu.group.piiInventory }) });
  expect(await strip.getByRole('link', { name: thTitles.dataSharing }).count()).toBe(0);
  await strip.getByRole('button', { name: new RegExp(thTitles.dataSharing) }).click();
  const sale = page.getByRole('dialog');
  await sale.getByText(fill(thShell.sale.title, { name: thTitles.dataSharing })).waitFor();
  await page.keyboard.press('Escape');
  await sale.waitFor({ state: 'detached' });
  await page.goto(address(SHARING, { ws: workspace }));
  await page.getByRole('heading', { name: fill(thShell.error.gatedTitle, { name: thTitles.dataSharing }) }).waitFor();
  await page.getByText(fill(thShell.sale.body, { tier: 'Basic', workspace: 'ร้านเล็ก' })).waitFor();
  await page.getByRole('button', { name: thShell.error.gatedContact }).click();
  await sale.getByText(fill(thShell.sale.title, { name: thTitles.dataSharing })).waitFor();
  expect(product.complaints).toEqual([]);
});

test('a page that is turned off suggests an upgrade where its module is for sale, and support otherwise', async () => {
  const workspace = (await buildWorkspace(product, { name: 'ร้านเล็ก', tier: 'Basic' })).id;
  const as = await buildPerson(product, { workspaceId: workspace, role: 'Admin' });
  const page = await product.open({ as, locale: 'th' });
  await page.goto(address('/admins', { ws: workspace }));
  const name = thConsole.admins;
  await page.getByText(fill(thShell.support.gated, { name })).waitFor();
  await page.getByRole('button', { name: thShell.error.gatedContact }).click();
  await page.getByRole('dialog').getByText(fill(thShell.support.gated, { name })).waitFor();
  // It has no menu entry of its own.
  await page.goto(address('/dpo-tools/treatment-plan/0198c0de-0000-7000-8000-000000000000', { ws: workspace }));
  await page.getByText(fill(thShell.sale.body, { tier: 'Basic', workspace: 'ร้านเล็ก' })).waitFor();
  expect(product.complaints).toEqual([]);
});

test('an empty workspace displays what to do, on both screens', async () => {
  const workspace = (await buildWorkspace(product, { name: 'คลินิกใหม่' })).id;
  const fresh = await buildPerson(product, { workspaceId: workspace, role: 'DPO' });
  const looker = await buildPerson(product, { workspaceId: workspace, role: 'Top Management' });
  for (const [to, texts] of [
    [INVENTORY, thInventory],
    [SHARING, thSharing],
  ] as const) {
    const page = await open(to, { as: fresh, workspace });
    await page.getByText(texts.emptyBody).waitFor();
    await picture(page, `empty-${to.split('/').at(-1)}`);
    await page.getByRole('main').getByRole('link', { name: texts.emptyAction }).click();
    await page.waitForURL(/\/business-function\//);
    const other = await open(to, { as: looker, workspace });
    await other.getByText('emptyReader' in texts ? texts.emptyReader : texts.emptyBody).waitFor();
    expect(await other.getByRole('main').getByRole('link', { name: texts.emptyAction }).count()).toBe(0);
  }
  expect(product.complaints).toEqual([]);
});

describe.each(LOCALES)('data sharing, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { sharing: texts } = WORDS[locale];

  it('displays what needs attention; each number displays its rows, and the filter is stored in the address', async () => {
    const page = await open(SHARING, { locale });
    const { flags, abroad, thirdParty, internal } = await (await callerFor(product, dpo)).dataSharing.summary({ ws });
    expect(SHARING_FLAGS.filter((flag) => flags[flag] > 0)).toEqual([
      'needsSafeguard',
      'contractExpired',
      'contractExpiring',
      'noContract',
    ]);
    const all = await total(page, locale);
    expect(all).toBe(thirdParty + internal);
    for (const flag of SHARING_FLAGS.filter((one) => flags[one] > 0)) {
      const button = page.getByRole('button', { name: `${texts.flag[flag]} ${flags[flag]}`, exact: true });
      await button.click();
      await page.waitForURL(new RegExp(`flag=${flag}`));
      await expect.poll(() => total(page, locale)).toBe(flags[flag]);
      for (const row of (await page.getByRole('row').all()).slice(1))
        expect(await row.getByText(texts.flag[flag]).count()).toBe(1);
      await button.click();
      await expect.poll(() => total(page, locale)).toBe(all);
    }
    for (const [kind, number] of [
      ['abroad', abroad],
      ['internal', internal],
      ['thirdParty', thirdParty],
    ] as const) {
      await page
        .getByRole('region', { name: texts.summary.title })
        .getByRole('button', { name: new RegExp(`^${texts.summary[kind]}`) })
        .click();
      await expect.poll(() => total(page, locale)).toBe(number);
    }
    await page.reload();
    await expect.poll(() => total(page, locale)).toBe(thirdParty);
    await page.goBack();
    await expect.poll(() => total(page, locale)).toBe(internal);
    await page.getByLabel(texts.column.kind, { exact: true }).selectOption('');
    await page
      .getByRole('button', { name: new RegExp(`^${texts.countries.show} `) })
      .first()
      .click();
    await page.waitForURL(/country=[A-Z]{2}/);
    await page.getByRole('searchbox', { name: texts.search }).fill('zzz');
    await page.getByText(WORDS[locale].ui.table.noMatchTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('is exported as filtered', async () => {
    const page = await open(`${SHARING}?kind=thirdParty&flag=any`, { locale });
    const visible = await total(page, locale);
    expect(visible).toBeGreaterThan(2);
    expect(await exported(page, locale, texts.column.recipient)).toHaveLength(visible);
    expect(product.complaints).toEqual([]);
  });

  test('fits 375 px, and has no serious accessibility fault, light or dark', async () => {
    const page = await open(SHARING, { locale });
    await looksRight(page, locale, 'sharing', {
      looks: looksIn(locale),
      each: async ({ width }) => {
        if (width === 1280) expect(await sideways(page)).toBe(0);
      },
    });
    await wear(page, { dark: true, width: 375 });
    await page.getByRole('button', { name: texts.countries.add }).click();
    await page.getByRole('dialog').getByText(texts.assess.lead).waitFor();
    expect(
      await page
        .getByRole('dialog')
        .evaluate((box) => box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().right <= innerWidth),
    ).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `assess-${locale}-375-dark`);
  });

  it("a country is assessed with a reason, and the other user's open screen is updated immediately", async () => {
    const country = locale === 'th' ? 'US' : 'JP';
    const name = new Intl.DisplayNames([locale], { type: 'region' }).of(country)!;
    // A failed try may have left an assessment.
    await (await callerFor(product, dpo)).dataSharing.assess({ ws, country, adequate: null, note: '' });
    const mine = await open(SHARING, { locale });
    const theirs = await open(SHARING, { as: admin, locale });
    const conflicts: string[] = [];
    for (const page of [mine, theirs])
      page.on('response', (answer) => {
        if (answer.status() === 409) conflicts.push(new URL(answer.url()).pathname);
      });
    const tags = (page: Page) =>
      page
        .getByRole('row')
        .filter({ hasText: locale === 'th' ? 'Cloud Storage' : 'ศูนย์ข้อมูลโตเกียว' })
        .getByText(texts.flag.notAdequate);
    expect(await tags(theirs).count()).toBe(0);
    await mine
      .getByRole('button', { name: new RegExp(`^(${texts.countries.assess}|${texts.countries.reassess}) ${name}$`) })
      .click();
    const dialog = mine.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(`^${texts.assess.notAdequate.label}`) }).check();
    await mine.keyboard.press('Control+Enter');
    // No decision without its reason.
    await dialog.locator('[name=note][aria-invalid=true]').waitFor();
    await dialog.locator('[name=note]').fill('ยังไม่มีกฎหมายกลางที่คุ้มครองข้อมูลส่วนบุคคลทั่วไป');
    await mine.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await tags(theirs).waitFor();
    await theirs.getByText('ยังไม่มีกฎหมายกลาง').first().waitFor();
    await mine
      .getByRole('button', { name: new RegExp(`^(${texts.countries.assess}|${texts.countries.reassess}) ${name}$`) })
      .click();
    await dialog.getByRole('radio', { name: new RegExp(`^${texts.assess.adequate.label}`) }).check();
    await mine.keyboard.press('Control+Enter');
    await tags(theirs).waitFor({ state: 'detached' });
    // And revoked: there is no decision.
    await dialog.waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: new RegExp(`^${texts.countries.reassess} ${name}$`) }).click();
    await dialog.getByRole('radio', { name: new RegExp(`^${texts.assess.notAssessed.label}`) }).check();
    await mine.keyboard.press('Control+Enter');
    await theirs.getByRole('button', { name: new RegExp(`^${texts.countries.assess} ${name}$`) }).waitFor();

    // One that is decided already is continued where it is chosen among all countries; what somebody else decides
    // meanwhile is displayed before it is replaced.
    const call = await callerFor(product, admin);
    await call.dataSharing.assess({ ws, country, adequate: true, note: 'ประเมินไว้แล้ว' });
    await dialog.waitFor({ state: 'detached' });
    await mine.getByText('ประเมินไว้แล้ว').first().waitFor();
    await mine.getByRole('button', { name: texts.countries.add }).click();
    await dialog.locator('[name=country]').selectOption(country);
    await expect.poll(() => dialog.locator('[name=note]').inputValue()).toBe('ประเมินไว้แล้ว');
    await dialog.getByText(texts.assess.current).waitFor();
    await call.dataSharing.assess({ ws, country, adequate: false, note: 'ประเมินใหม่' });
    await dialog.locator('[name=note]').fill('ของฉัน');
    await mine.keyboard.press('Control+Enter');
    await dialog.getByText('ประเมินใหม่').waitFor();
    // It may have been displayed before the answer: the form is busy until then.
    await expect.poll(() => conflicts.length).toBe(1);
    await dialog.locator('[type=submit]:not([aria-busy=true])').waitFor();
    expect(await dialog.locator('[name=note]').inputValue()).toBe('ของฉัน');
    await mine.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await theirs.getByText('ของฉัน').first().waitFor();

    await mine.goto(address('/activity-logs', { locale, ws }));
    await settled(mine);
    expect(
      await mine
        .getByText(fill(WORDS[locale].log.event.dataSharing_assessed, { name: '' }).split(/ (?=recorded)/)[0]!)
        .count(),
    ).toBeGreaterThanOrEqual(3);
    await picture(mine, `assess-log-${locale}`);
    // The one conflict is that of the decision which somebody else had replaced; the browser reports it without its
    // call.
    expect(conflicts).toEqual(['/trpc/dataSharing.assess']);
    expect(product.complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});
