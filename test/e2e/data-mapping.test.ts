import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import { durationText } from '../../shared/purpose/retention.ts';
import enCompleteness from '../../shared/locales/en/completeness.ts';
import enMapping from '../../shared/locales/en/dataMapping.ts';
import enPurpose from '../../shared/locales/en/purposeScreen.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thCompleteness from '../../shared/locales/th/completeness.ts';
import thMapping from '../../shared/locales/th/dataMapping.ts';
import thPurpose from '../../shared/locales/th/purposeScreen.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { completePurpose, wordsOf } from '../helpers/record.ts';
import { attributesOf, completeFlow } from '../helpers/register.ts';
import { faultsOf, frameFaults, looksRight, settled } from './helpers/audit.ts';
import { fill, fillCount } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thMapping, items: thCompleteness, words: thRecord, ui: thUi },
  en: { texts: enMapping, items: enCompleteness, words: enRecord, ui: enUi },
};

const VERSIONED = { th: thVersioned, en: enVersioned };
const PLACES = { th: thPurpose, en: enPurpose };

let product: Product;
let dpo: Person;
let admin: Person;
let ws: string;
let dataControllerId: string;

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลทดสอบ' })).id;
  dpo = await buildPerson(product, { workspaceId: ws, name: 'สมปอง คุ้มครอง', role: 'DPO' });
  admin = await buildPerson(product, { workspaceId: ws, name: 'สมหญิง ดูแลดี' });
  dataControllerId = (await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น', nameEn: 'Romyen Hospital' }))
    .id;
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A built-in general category with sensitive data in it. */
const identityData = async (): Promise<string> =>
  (
    await product.owner
      .selectFrom('piiCategories')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('nameEn', '=', 'Identity data')
      .executeTakeFirstOrThrow()
  ).id;

/** An application with one complete purpose, of two groups of data subjects. */
async function record(name: string): Promise<{ id: string; purposeId: string; title: { th: string; en: string } }> {
  const api = await callerFor(product, dpo);
  const draft = await completePurpose(product, ws);
  const groups = await product.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'dataSubjectGroup')
    .orderBy('id')
    .limit(2)
    .execute();
  const title = { th: `วัตถุประสงค์ของ ${name}`, en: `Purpose of ${name}` };
  const purpose = await api.purpose.create({
    ws,
    ...draft,
    title,
    dataSubjectGroupIds: groups.map(({ id }) => id),
    piiCategoryIds: [await identityData()],
  });
  const { id } = await (
    await callerFor(product, dpo)
  ).application.create({ ws, name, description: 'ทะเบียนที่ใช้ทดสอบ', dataControllerId, purposeIds: [purpose.id] });
  return { id, purposeId: purpose.id, title };
}

async function open(
  id: string,
  {
    as = dpo,
    locale = 'th',
    tab = 'data-mapping',
    width = 1280,
  }: { as?: Person; locale?: Locale; tab?: string | null; width?: number } = {},
): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(`/business-function/application/${id}${tab ? `?tab=${tab}` : ''}`, { locale, ws }));
  await settled(page);
  return page;
}

const lines = (page: Page) => page.locator('[data-line]');
const stored = async (id: string) => (await (await callerFor(product, dpo)).dataMapping.get({ ws, id })).flows;
/** Selects one channel for all lines and the purpose's suggestions in each, and saves. */
async function completeAll(page: Page, locale: Locale): Promise<void> {
  const { texts } = WORDS[locale];
  await page.getByLabel(texts.gaps.channelForAll).selectOption({ index: 1 });
  const dialog = page.getByRole('dialog');
  for (const line of await lines(page).all()) {
    await line.getByRole('button').first().click();
    await dialog.getByRole('button', { name: /\(\d+\)$/ }).click();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
  }
  await save(page, locale);
}
/** Proposes lines, completes them and saves. */
async function mapAll(page: Page, locale: Locale): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].texts.empty.propose }).click();
  await completeAll(page, locale);
}
/** Saves, and waits until nothing is unsaved. */
async function save(page: Page, locale: Locale): Promise<void> {
  const button = page.getByRole('button', { name: WORDS[locale].texts.save });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

describe.each(['th', 'en'] as const)('the data mapping of an application, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, items, words, ui } = WORDS[locale];

  it('has recipients in several countries: the form of the purpose asks for them and for the legal ground, the line displays all of them', async () => {
    const { id, purposeId } = await record(`ผู้รับหลายประเทศ ${locale}`);
    const api = async () => callerFor(product, dpo);
    const { plain } = await attributesOf(product, ws);
    const page = await open(id, { locale });
    await page.goto(address(`/business-function/purpose/${purposeId}`, { locale, ws }));
    // Loading content moves the fields, and a press that starts on one can end beside it.
    await settled(page);
    const { field, party, safeguard } = PLACES[locale];
    const edit = page.getByRole('button', { name: locale === 'th' ? 'แก้ไข' : 'Edit', exact: true });
    const disclosed = page.getByLabel(field.thirdPartyDisclosure);
    await edit.or(disclosed).first().waitFor();
    if (await edit.count()) await edit.first().click();
    await disclosed.check();
    await page.locator('[name="thirdParties.0.name"]').fill('Cloud Inc');
    await page.locator('[name="thirdParties.0.contract"]').fill('DPA-1');
    const ground = page.getByLabel(party.safeguard);
    expect(await ground.count()).toBe(0);
    const countries = page.getByRole('listitem').getByRole('combobox', { name: party.countries }).first();
    for (const name of locale === 'th' ? ['สิงคโปร์', 'ญี่ปุ่น'] : ['Singapore', 'Japan']) {
      await countries.click();
      await countries.fill(name);
      await page.getByRole('listbox').getByRole('option', { name }).first().click();
    }
    await page.keyboard.press('Escape');
    await page.getByText(party.abroad, { exact: true }).first().waitFor();
    await ground.selectOption({ label: safeguard.standardClauses });
    await ground.scrollIntoViewIfNeeded();
    await picture(page, `recipient-countries-${locale}`);
    await page.getByRole('button', { name: VERSIONED[locale].saveDraft }).first().click();
    const stored = async () => (await (await api()).purpose.get({ ws, id: purposeId })).content.thirdParties;
    await expect
      .poll(stored)
      .toMatchObject([{ name: 'Cloud Inc', countries: ['TH', 'SG', 'JP'], safeguard: 'standardClauses' }]);

    const line = { ...(await completeFlow(product, ws, purposeId)), attributeIds: plain.slice(0, 1) };
    const thirdPartyIds = (await stored()).map((one) => one.id!);
    await (await api()).dataMapping.create({ ws, id, flows: [{ ...line, thirdPartyIds }] });
    const mapping = await open(id, { locale });
    await lines(mapping)
      .first()
      .getByText(locale === 'th' ? 'ไทย, สิงคโปร์, ญี่ปุ่น' : 'Thailand, Singapore, Japan')
      .first()
      .waitFor();
  });

  it('asks where a line is stored, and abroad on which legal ground; it is saved immediately, for every record', async () => {
    const { id, purposeId } = await record(`เก็บในต่างประเทศ ${locale}`);
    const api = async () => callerFor(product, dpo);
    const system = await (
      await api()
    ).catalogue.create({ ws, kind: 'storageSystem', name: { th: `คลาวด์ ${locale}`, en: `Cloud ${locale}` } });
    const { plain } = await attributesOf(product, ws);
    const line = await completeFlow(product, ws, purposeId);
    const flow = { ...line, storageSystemId: system.id, attributeIds: plain.slice(0, 1) };
    await (await api()).dataMapping.create({ ws, id, flows: [flow] });
    const { storagePlace, party, safeguard } = PLACES[locale];
    const unknown = locale === 'th' ? 'ยังไม่ได้บันทึกประเทศ' : 'Country not recorded';

    const page = await open(id, { locale });
    const row = lines(page).first();
    await row.getByText(unknown).first().waitFor();
    await row.getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    const place = dialog.getByRole('group', {
      name: fill(storagePlace.of, { name: `${locale === 'th' ? 'คลาวด์' : 'Cloud'} ${locale}` }),
    });
    await place.getByText(unknown).first().waitFor();
    expect(await place.getByLabel(party.safeguard).count()).toBe(0);
    await place.getByLabel(storagePlace.country).selectOption('SG');
    await place.getByText(party.abroad, { exact: true }).waitFor();
    await place.getByLabel(party.safeguard).selectOption({ label: safeguard.standardClauses });
    await expect
      .poll(
        async () => (await (await api()).catalogue.list({ ws, kind: 'storageSystem', ids: [system.id] })).collection,
      )
      .toMatchObject([{ country: 'SG', safeguard: 'standardClauses', rowVersion: 3 }]);
    await place.scrollIntoViewIfNeeded();
    await looksRight(page, locale, `storage-place-${locale}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row
      .getByText(locale === 'th' ? /สิงคโปร์/ : /Singapore/)
      .first()
      .waitFor();
  });

  it('is pre-filled from the purposes with one press, raises the completeness, and the list of problems links to the field', async () => {
    const { id } = await record(`ทะเบียนผู้ป่วย ${locale}`);
    const page = await open(id, { locale, tab: null });
    const item = (name: string) => page.locator(`[data-item=${name}]`);
    const score = page.getByText(fill(items.score, { complete: 5, total: 8 }));
    await score.waitFor();
    expect(await item('dataCollected').getAttribute('data-complete')).toBeNull();

    await item('dataCollected').getByRole('link').first().click();
    await page.waitForURL(/tab=data-mapping/);
    await page.getByRole('button', { name: texts.empty.propose }).click();
    expect(await lines(page).count()).toBe(2);
    // Channel and data are not defined by the purpose: without them the mapping is not sent.
    await page.getByRole('button', { name: texts.save }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT');
    expect(await page.getByText(texts.problem.attributeIds, { exact: true }).count()).toBe(2);
    await completeAll(page, locale);
    const flows = await stored(id);
    expect(flows).toHaveLength(2);
    // One press never selects sensitive data.
    const chosen = flows.flatMap(({ attributes }) => attributes);
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.filter(({ sensitive }) => sensitive)).toEqual([]);

    await page.getByRole('link', { name: items.tab.overview, exact: true }).last().click();
    await page.getByText(fill(items.score, { complete: 6, total: 8 })).waitFor();
    expect(await item('dataCollected').getAttribute('data-complete')).toBe('');
    await item('accessRights').getByRole('link').click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'accessMeans');
    await page.getByRole('button', { name: items.form.suggest }).click();
    expect(await page.locator('[name=accessMeans]').inputValue()).toContain(
      locale === 'th' ? 'โรงพยาบาลร่มเย็น' : 'Romyen Hospital',
    );
    await item('refusals').locator('ul').getByRole('link').click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'refusalStatus');
    await page.getByRole('radio', { name: items.form.refusalNone }).check();
    await page.keyboard.press('Control+Enter');
    await page.getByText(items.allComplete).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('lines are added, duplicated and removed by keyboard and menu; unsaved changes survive a reload', async () => {
    const { id } = await record(`ระบบสมาชิก ${locale}`);
    const page = await open(id, { locale });
    await page.getByRole('button', { name: texts.addLine, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'purposeId');
    await page.keyboard.press('Control+Enter');
    // Channel and data are still missing; the rest comes from the purpose.
    await dialog.locator('[aria-invalid=true]').nth(1).waitFor();
    expect(await dialog.locator('[aria-invalid=true]').count()).toBe(2);
    await dialog.getByRole('group', { name: texts.form.channel }).getByRole('button').first().click();
    await dialog.getByRole('button', { name: /\(\d+\)$/ }).click();
    await page.keyboard.press('Control+Shift+Enter');
    // The form is open again for the next line, with the previous channel.
    await dialog.getByText(fillCount(texts.form, 'added', 1)).waitFor();
    await dialog.getByLabel(texts.attributes.search).fill(locale === 'th' ? 'สุขภาพ' : 'health');
    await dialog
      .getByRole('checkbox', {
        name: fill(texts.attributes.all, { name: locale === 'th' ? 'ข้อมูลสุขภาพ' : 'Health data' }),
      })
      .check();
    await dialog.getByRole('radio', { name: texts.retention.own }).check();
    await dialog.locator('[name="retention.amount"]').fill('3');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await lines(page).count()).toBe(2);
    await lines(page)
      .nth(1)
      .getByText(durationText(locale, 3, 'year'))
      .waitFor();
    expect(
      await lines(page)
        .nth(1)
        .getByText(new RegExp(`^${texts.sensitive}`))
        .count(),
    ).toBeGreaterThan(0);

    // Immediately: the last change is stored too.
    page.on('dialog', (prompt) => void prompt.accept());
    await page.reload();
    await page.getByText(ui.form.draftRestored).waitFor();
    expect(await lines(page).count()).toBe(2);
    expect(await stored(id)).toHaveLength(0);

    const menu = async (line: number, name: string) => {
      await lines(page)
        .nth(line)
        .getByRole('button', { name: new RegExp(`^${fill(texts.actionsOf, { name: '' }).trim()}`) })
        .click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await menu(0, texts.duplicate);
    expect(await lines(page).count()).toBe(3);
    await menu(2, texts.remove);
    expect(await lines(page).count()).toBe(2);
    await page.getByRole('button', { name: texts.undo }).click();
    expect(await lines(page).count()).toBe(3);
    // As on a Thai layout, where the key of S writes another letter.
    await page.evaluate(() =>
      dispatchEvent(new KeyboardEvent('keydown', { key: 'ห', code: 'KeyS', ctrlKey: true, cancelable: true })),
    );
    await page.getByRole('button', { name: texts.save }).waitFor({ state: 'detached' });
    expect(await stored(id)).toHaveLength(3);
    await page.reload();
    await settled(page);
    await lines(page).nth(2).waitFor();
    expect(await page.getByText(ui.form.draftRestored).count()).toBe(0);
    expect(await page.getByRole('button', { name: texts.save }).count()).toBe(0);
  });

  it('somebody else’s lines are not overwritten: other lines are merged automatically, for a line changed by both the user selects', async () => {
    const { id } = await record(`ระบบบุคคล ${locale}`);
    const mine = await open(id, { locale });
    await mapAll(mine, locale);
    const theirs = await open(id, { as: admin, locale });
    await lines(theirs).nth(1).waitFor();
    const note = async (page: Page, text: string) => {
      await lines(page).first().getByRole('button').first().click();
      await page.getByRole('dialog').locator('[name=note]').fill(text);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };

    // Mine: a note on the first line. Theirs: the second is removed, and from mine too.
    await note(mine, 'หมายเหตุของฉัน');
    await lines(theirs)
      .nth(1)
      .getByRole('button', { name: new RegExp(`^${fill(texts.actionsOf, { name: '' }).trim()}`) })
      .click();
    await theirs.getByRole('menuitem', { name: texts.remove, exact: true }).click();
    await save(theirs, locale);
    await expect.poll(() => lines(mine).count()).toBe(1);
    await mine.getByText('หมายเหตุของฉัน').first().waitFor();

    // The same line, differently: both are displayed, and one is selected.
    await note(theirs, 'หมายเหตุของเขา');
    await save(theirs, locale);
    await mine.getByRole('button', { name: words.compare, exact: true }).waitFor();
    await mine.getByRole('button', { name: texts.save }).click();
    const dialog = mine.getByRole('dialog', { name: words.stale.title });
    await dialog.getByText('หมายเหตุของเขา').first().waitFor();
    // By name, as for every other record.
    await dialog.getByRole('radio', { name: fill(words.merge.theirs, { name: 'สมหญิง ดูแลดี' }) }).waitFor();
    await dialog.getByRole('radio', { name: words.merge.mine }).check();
    await dialog.getByRole('button', { name: words.merge.save }).click();
    await dialog.waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: texts.save }).waitFor({ state: 'detached' });
    const flows = await stored(id);
    expect(flows).toHaveLength(1);
    expect(flows[0]?.note).toBe('หมายเหตุของฉัน');
    // The other, without unsaved changes, sees it appear.
    await theirs.getByText('หมายเหตุของฉัน').first().waitFor();
  });

  it('a new line preserves its identity when it is saved and changed again, also after a reload', async () => {
    const { id } = await record(`ระบบบัญชี ${locale}`);
    const page = await open(id, { locale });
    await mapAll(page, locale);
    const before = await stored(id);
    await lines(page).first().getByRole('button').first().click();
    await page.getByRole('dialog').locator('[name=note]').fill('แก้หลังบันทึก');
    await page.keyboard.press('Control+Enter');
    await page.getByText(ui.form.unsaved).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(ui.form.draftRestored).waitFor();
    await save(page, locale);
    const after = await stored(id);
    expect(after.map((flow) => flow.id)).toEqual(before.map((flow) => flow.id));
    expect(after[0]?.note).toBe('แก้หลังบันทึก');
  });

  it('the submit shortcut outside the fields of a line’s dialog does not save the mapping', async () => {
    const { id } = await record(`ระบบคลัง ${locale}`);
    const page = await open(id, { locale });
    await mapAll(page, locale);
    const { rowVersion } = await (await callerFor(product, dpo)).dataMapping.get({ ws, id });
    await lines(page).first().getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=note]').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('dataMapping.update') && sent.push(request.url()));
    await dialog.evaluate((box: HTMLElement) => box.focus());
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(sent).toEqual([]);
    expect((await (await callerFor(product, dpo)).dataMapping.get({ ws, id })).rowVersion).toBe(rowVersion);
  });

  test('at 375 px the lines are cards and the form fits; no serious accessibility fault', async () => {
    const { id } = await record(`เว็บไซต์ ${locale}`);
    const page = await open(id, { locale, width: 375 });
    expect(await faultsOf(page)).toEqual([]);
    await mapAll(page, locale);
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await frameFaults(page, locale)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await lines(page).first().getByRole('button').first().click();
    await page.getByRole('dialog').locator('[name=note]').waitFor();
    expect(
      await page
        .getByRole('dialog')
        .evaluate((box) => box.scrollWidth <= box.clientWidth && box.getBoundingClientRect().right <= innerWidth),
    ).toBe(true);
    await page.getByRole('dialog').locator('button[aria-controls][aria-expanded=false]').first().click();
    expect(await faultsOf(page)).toEqual([]);
    expect(product.complaints).toEqual([]);
  });
});

test('a processor names its controller, and is assessed by the six items of section 40', async () => {
  const { id } = await record('รับจ้างทำเงินเดือน');
  const page = await open(id, { tab: null });
  await page.getByRole('radio', { name: thCompleteness.form.roleProcessor }).check();
  await page.locator('[name=onBehalfName]').fill('บริษัท ผู้ว่าจ้าง จำกัด');
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-item=onBehalf]').waitFor();
  expect(await page.locator('[data-item]').count()).toBe(6);
  await page.locator('[data-item=onBehalf]').getByRole('link').click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'onBehalfContact');

  await page.goto(address('/business-function/application?role=processor', { ws }));
  await page.getByRole('link', { name: 'รับจ้างทำเงินเดือน' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
});

test('a published version includes its mapping, and two versions are compared line by line', async () => {
  const { id, purposeId } = await record('ทะเบียนวัคซีน');
  const page = await open(id);
  await mapAll(page, 'th');
  const publish = async () => {
    const api = await callerFor(product, dpo);
    const { rowVersion } = await api.application.get({ ws, id });
    await (await callerFor(product, dpo)).application.publish({ ws, id, rowVersion, publishPurposes: true });
  };
  await publish();
  const { word } = await wordsOf(product, ws);
  const [first] = await stored(id);
  const api = await callerFor(product, dpo);
  const { rowVersion } = await api.application.get({ ws, id });
  await (
    await callerFor(product, dpo)
  ).dataMapping.update({
    ws,
    id,
    rowVersion,
    flows: [
      {
        id: first!.id,
        purposeId,
        dataSubjectGroupId: first!.dataSubjectGroup.id,
        channelId: word('collectionChannel'),
        attributeIds: [first!.attributes[0]!.id],
        note: 'ฉบับที่สอง',
      },
    ],
  });
  await publish();
  await page.goto(address(`/business-function/application/${id}?tab=versions&version=1`, { ws }));
  await lines(page).nth(1).waitFor();
  await page.goto(address(`/business-function/application/${id}?tab=versions&from=1&to=2`, { ws }));
  await page.locator('ins').filter({ hasText: 'ฉบับที่สอง' }).first().waitFor();
});
