import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enChannels from '../../shared/locales/en/noticeChannels.ts';
import enPage from '../../shared/locales/en/noticePage.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enTexts from '../../shared/locales/en/privacyNoticeScreen.ts';
import enRecords from '../../shared/locales/en/versionedRecord.ts';
import thChannels from '../../shared/locales/th/noticeChannels.ts';
import thPage from '../../shared/locales/th/noticePage.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thTexts from '../../shared/locales/th/privacyNoticeScreen.ts';
import thRecords from '../../shared/locales/th/versionedRecord.ts';
import { setMailLimits } from '../../server/platform/operator/limits.ts';
import { noticePage } from '../../shared/privacyNotice/address.ts';
import { draftOf as draftOfApplication } from '../../shared/application/fields.ts';
import { draftOf } from '../../shared/purpose/fields.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor } from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { publishNotice } from '../helpers/notices.ts';
import { completeFlow } from '../helpers/register.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: thTexts, en: enTexts };
const WORDS_OF_PAGE = { th: thPage, en: enPage };
const WORDS_OF_RECORDS = { th: thRecords, en: enRecords };
const WORDS_OF_UI = { th: thUi, en: enUi };
const WORDS_OF_CHANNELS = { th: thChannels, en: enChannels };
const STEPS = [
  '',
  '?step=applications',
  '?step=rights',
  '?step=measures',
  '?step=approval',
  '?step=preview',
  '?step=generate',
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function build() {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  const { id: dataControllerId } = await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  return { ws, dpo, dataControllerId };
}

/** The text of the last step follows the input of the first, without saving. */
async function assertFollows(page: Page, texts: (typeof WORDS)['th' | 'en']) {
  const open = (step: 'organization' | 'preview') => page.getByRole('link', { name: texts.step[step] }).first().click();
  const acronym = page.locator('[name="organization.acronym"]');
  await open('organization');
  const before = await acronym.inputValue();
  await acronym.fill('QXZ กขค');
  await open('preview');
  await page.getByText('QXZ').first().waitFor();
  // Names in the script of the other language are marked as such in both texts.
  for (const [language, other, name] of [
    ['th', 'en', 'QXZ'],
    ['en', 'th', 'กขค'],
  ] as const) {
    await page.getByRole('button', { name: texts.preview[language], exact: true }).click();
    await page.locator(`p[lang=${language}] > span[lang=${other}]`, { hasText: name }).first().waitFor();
  }
  await page.getByText(texts.preview.asTyped).waitFor();
  // A sentence being edited has the focus, and returns it.
  const edit = page.getByRole('button', { name: texts.preview.edit, exact: true }).first();
  await edit.click();
  const wording = page.getByRole('textbox', { name: texts.preview.text });
  await expect.poll(() => wording.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: texts.preview.cancel, exact: true }).click();
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
  await open('organization');
  await acronym.fill(before);
  await open('preview');
  await page.getByText(texts.preview.asTyped).waitFor({ state: 'detached' });
}

/** Its first stop skips the header, and every further stop has a visible focus. */
async function assertByKeyboard(visitor: Page, locale: 'th' | 'en') {
  await visitor.keyboard.press('Tab');
  const skip = visitor.getByRole('link', { name: WORDS_OF_PAGE[locale].skip });
  await skip.waitFor();
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await visitor.keyboard.press('Enter');
  await visitor.waitForURL(/#text$/);
  await visitor.keyboard.press('Tab');
  const focus = await visitor.evaluate(() => {
    const stop = document.activeElement!;
    return { inText: stop.closest('#text') !== null, outline: getComputedStyle(stop).outlineStyle };
  });
  expect(focus).toMatchObject({ inText: true });
  expect(focus.outline).not.toBe('none');
}

describe.each(['th', 'en'] as const)('privacy notices, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('are created from the empty list, and display what is missing', async () => {
    const { ws, dpo } = await build();
    const page = await product.open({ as: dpo, locale });
    await page.goto(address('/organization/privacy', { locale, ws }));
    await page.getByText(texts.empty.title).waitFor();
    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=name]').fill('ประกาศสำหรับลูกค้า');
    await dialog.locator('[name=dataControllerId]').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: texts.create.submit, exact: true }).click();
    await page.getByRole('heading', { name: 'ประกาศสำหรับลูกค้า', level: 1 }).waitFor();
    await page.locator('[name="organization.acronym"]').fill('RYH');
    await page.getByRole('button', { name: texts.save, exact: true }).click();
    await page.getByText(texts.saved).first().waitFor();
    await page.getByText(texts.point.none, { exact: true }).first().waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('detect automatically that the register differs, start the next version, and are readable for everybody', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const published = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
    const page = await product.open({ as: dpo, locale });
    for (const step of STEPS) {
      await page.goto(address(`${recordAddress('privacyNotice', published.id)}${step}`, { locale, ws }));
      await settled(page);
      for (const look of looksIn(locale)) {
        await wear(page, look);
        await picture(page, `privacy-notice-${step.slice(6) || 'organization'}-${locale}-${look.width}`);
        expect(await faultsOf(page), `${step} ${look.width} ${look.dark}`).toEqual([]);
        expect(await elementsTooWide(page), `${step} ${look.width}`).toEqual([]);
      }
    }
    await wear(page, { width: 1280, dark: false });
    const [poster] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: WORDS_OF_CHANNELS[locale].link.posterTh, exact: true }).click(),
    ]);
    expect((await readFile(await poster.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('heading', { name: 'ประกาศสำหรับผู้ป่วย', level: 1 }).waitFor();
    await assertFollows(page, texts);
    await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับสมาชิก' });
    await page.getByRole('link', { name: texts.step.applications }).first().click();
    const groups = page.getByText(texts.application.groupsHelp);
    await page.getByLabel(texts.application.add).click();
    await page.getByRole('option', { name: 'ระบบของ ประกาศสำหรับสมาชิก' }).click();
    await groups.nth(1).waitFor();
    await page.locator('label', { hasText: texts.provision.required }).nth(1).waitFor();
    await picture(page, `privacy-notice-chosen-${locale}`);
    await page.getByRole('button', { name: texts.application.remove }).nth(1).click();
    await groups.nth(1).waitFor({ state: 'detached' });
    const { purpose } = await callerFor(product, dpo);
    const purposeId = published.applications[0]!.purposes[0]!.id;
    const before = await purpose.get({ ws, id: purposeId });
    const saved = await purpose.update({
      ws,
      id: purposeId,
      rowVersion: before.rowVersion,
      ...draftOf(before.content),
      title: { th: 'ดูแลและวิจัย', en: 'Care and research' },
    });
    await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
    await page.getByText(texts.drift.must).waitFor();
    await page.getByText('ดูแลผู้ป่วย').or(page.getByText('Care for patients')).first().waitFor();
    await picture(page, `privacy-notice-drift-${locale}`);
    await page.getByRole('button', { name: texts.drift.next, exact: true }).click();
    await page.getByText(texts.drift.started).first().waitFor();

    const visitor = await product.open({ locale });
    await visitor.goto(`${product.address}${noticePage(ws, published.id)}?lang=${locale}`);
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    expect(await visitor.locator('html').getAttribute('lang')).toBe(locale);
    // The page has no colour mode setting: it uses the preference of the browser.
    for (const { dark, width } of looksIn(locale)) {
      await visitor.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await visitor.setViewportSize({ width, height: 800 });
      await picture(visitor, `privacy-notice-public-${locale}-${width}-${dark ? 'dark' : 'light'}`);
      expect(await elementsTooWide(visitor), `public ${width}`).toEqual([]);
      expect(await faultsOf(visitor), `public ${width} ${dark}`).toEqual([]);
    }
    await assertByKeyboard(visitor, locale);
    await visitor.emulateMedia({ media: 'print' });
    expect(await visitor.locator('.contents, .skip, .screen').filter({ visible: true }).count()).toBe(0);
    expect(await visitor.locator('main section').filter({ visible: true }).count()).toBeGreaterThan(3);
    await picture(visitor, `privacy-notice-public-${locale}-print`);
    expect(product.complaints).toEqual([]);
  });

  it('reword a sentence in one language while the other follows the RoPA, and remind of each that is outdated', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const { id, applications } = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับสมาชิก' });
    const { purpose, privacyNotice } = await callerFor(product, dpo);
    const purposeId = applications[0]!.purposes[0]!.id;
    const publishYears = async (amount: number) => {
      const { rowVersion, content } = await purpose.get({ ws, id: purposeId });
      const retention = { indefinite: false, amount, unit: 'year', startEvent: null, startNote: '', note: '' } as const;
      const saved = await purpose.update({ ws, id: purposeId, rowVersion, ...draftOf(content), retention });
      await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
    };
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', id)}?step=preview`, { locale, ws }));
    const sentence = page.locator(`[id="sentence-${applications[0]!.id}.${purposeId}.retention"]`);
    const read = (one: 'th' | 'en') => page.getByRole('button', { name: texts.preview[one], exact: true }).click();
    const reword = async (one: 'th' | 'en', text: string) => {
      await read(one);
      await sentence.getByRole('button', { name: texts.preview.edit, exact: true }).click();
      await page.getByRole('textbox', { name: texts.preview.text }).fill(text);
      await page.getByRole('button', { name: texts.preview.use, exact: true }).click();
      await sentence.getByText(text, { exact: true }).waitFor();
    };
    const saved = async (edits: object[]) => {
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await expect.poll(async () => (await privacyNotice.get({ ws, id })).draft.edits).toMatchObject(edits);
    };
    const outdated = sentence.getByText(texts.preview.outdated, { exact: true });
    const outdatedIn = (one: 'th' | 'en') =>
      sentence.getByText(fill(texts.preview.outdatedIn, { language: texts.preview[one] }), { exact: true });

    await reword('th', 'เก็บไว้ไม่นาน');
    await saved([{ th: 'เก็บไว้ไม่นาน', en: '' }]);
    await publishYears(7);
    await outdated.waitFor();
    await read('en');
    await sentence.getByText('7 years').waitFor();
    await outdatedIn('th').waitFor();
    await reword('th', 'เก็บไว้เจ็ดปี');
    await read('en');
    expect(await outdatedIn('th').or(outdated).count()).toBe(0);
    await reword('en', 'Seven years is how long we need it.');
    await saved([{ th: 'เก็บไว้เจ็ดปี', en: 'Seven years is how long we need it.' }]);
    await publishYears(8);
    await outdated.waitFor();
    await reword('th', 'เก็บไว้แปดปี');
    await outdatedIn('en').waitFor();
    expect(await outdated.count()).toBe(0);
    await read('en');
    await outdated.waitFor();
    // One language follows the RoPA again, the other keeps its wording.
    const followRegister = async () => {
      await sentence.getByRole('button', { name: texts.preview.takeBack, exact: true }).click();
      await sentence.getByText(texts.preview.edited, { exact: true }).waitFor({ state: 'detached' });
    };
    await followRegister();
    await saved([{ th: 'เก็บไว้แปดปี', en: '' }]);
    await read('th');
    await sentence.getByText('เก็บไว้แปดปี', { exact: true }).waitFor();
    await followRegister();
    await saved([]);
    expect(product.complaints).toEqual([]);
  });

  it('store a wording that is still typed when they are saved, in the language in which it was typed', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const { id, applications } = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับสมาชิก' });
    const { privacyNotice } = await callerFor(product, dpo);
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', id)}?step=preview`, { locale, ws }));
    const key = `${applications[0]!.id}.${applications[0]!.purposes[0]!.id}.retention`;
    const read = (one: 'th' | 'en') => page.getByRole('button', { name: texts.preview[one], exact: true }).click();
    const wording = page.getByRole('textbox', { name: texts.preview.text });
    await read('th');
    await page.locator(`[id="sentence-${key}"]`).getByRole('button', { name: texts.preview.edit, exact: true }).click();
    await wording.fill('เก็บไว้ไม่นาน');
    // The box is of one language; what is typed in it stays while the other one is read.
    await read('en');
    await wording.waitFor({ state: 'detached' });
    await read('th');
    expect(await wording.inputValue()).toBe('เก็บไว้ไม่นาน');
    await read('en');
    await page.getByRole('button', { name: texts.save, exact: true }).click();
    await expect
      .poll(async () => (await privacyNotice.get({ ws, id })).draft.edits)
      .toMatchObject([{ key, th: 'เก็บไว้ไม่นาน', en: '' }]);
    expect(product.complaints).toEqual([]);
  });

  it('published with data of other sources and another officer, and about minors, remind of whom to notify', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const published = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับนักเรียน' });
    const { application, privacyNotice } = await callerFor(product, dpo);
    const catalogue = (nameTh: string) =>
      product.owner
        .selectFrom('catalogueItems')
        .select('id')
        .where('workspaceId', '=', ws)
        .where('nameTh', '=', nameTh)
        .executeTakeFirstOrThrow();
    const source = await catalogue('จากคู่ค้าหรือพันธมิตร');
    const minors = await catalogue('ผู้เยาว์');
    const purposeId = published.applications[0]!.purposes[0]!.id;
    const { purpose } = await callerFor(product, dpo);
    const { rowVersion, content } = await purpose.get({ ws, id: purposeId });
    const own = draftOf(content);
    const saved = await purpose.update({
      ws,
      id: purposeId,
      rowVersion,
      ...own,
      dataSubjectGroupIds: [...own.dataSubjectGroupIds, minors.id],
    });
    await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
    const applicationId = published.applications[0]!.id;
    const before = await application.get({ ws, id: applicationId });
    const edited = await application.update({
      ...draftOfApplication(before),
      ws,
      id: applicationId,
      rowVersion: before.rowVersion,
      dataSourceId: source.id,
    });
    await application.publish({ ws, id: applicationId, rowVersion: edited.rowVersion });
    const notice = await privacyNotice.get({ ws, id: published.id });
    await privacyNotice.update({
      ws,
      id: notice.id,
      rowVersion: notice.rowVersion,
      ...notice.draft,
      dpo: { ...notice.draft.dpo, email: 'new@romyen.example' },
    });
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', notice.id)}?step=applications`, { locale, ws }));
    await page.getByText(texts.acknowledge.guardian).waitFor();
    const { action } = WORDS_OF_RECORDS[locale].publish;
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.publish.officer).waitFor();
    await dialog.getByText(texts.publish.indirect).waitFor();
    await picture(page, `privacy-notice-publish-${locale}`);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(address(`${recordAddress('privacyNotice', notice.id)}?step=generate`, { locale, ws }));
    await page.getByText(texts.publish.indirect).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('name a right that the organisation added, and no longer once it is cleared', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const { id } = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
    const { dataRight, privacyNotice } = await callerFor(product, dpo);
    const name = { th: 'ติดต่อทางอีเมลเท่านั้น', en: 'Contact by email only' };
    await dataRight.create({ ws, name, description: name, days: 30 });
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', id)}?step=rights`, { locale, ws }));
    const right = page.getByRole('checkbox', { name: name[locale] });
    await right.check();
    await page.getByRole('button', { name: texts.save, exact: true }).click();
    await page.getByText(texts.saved).first().waitFor();
    const custom = async () => (await privacyNotice.get({ ws, id })).draft.rights.custom;
    expect(await custom()).toEqual([name]);
    await right.uncheck();
    await page.getByRole('button', { name: texts.save, exact: true }).click();
    await expect.poll(custom).toEqual([]);
    expect(product.complaints).toEqual([]);
  });

  it('that are withdrawn offer nothing to change, and views that cannot be loaded are not stated as none', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const { id } = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศเดิม' });
    const { privacyNotice } = await callerFor(product, dpo);
    await privacyNotice.remove({ ws, id });
    const page = await product.open({ as: dpo, locale });
    const answerAgain = await failCalls(page, ['privacyNotice.views']);
    await page.goto(address(recordAddress('privacyNotice', id), { locale, ws }));
    const steps = ['organization', 'applications', 'rights', 'measures', 'approval', 'preview'] as const;
    for (const step of steps) {
      await page.getByRole('link', { name: texts.step[step] }).first().click();
      const form = page.getByRole('form', { name: texts.form });
      await form.waitFor();
      await settled(page);
      const controls = form.locator('input:enabled, select:enabled, textarea:enabled');
      expect(await controls.count(), step).toBe(0);
      const changes = new RegExp(
        [texts.application.remove, texts.custom.add, texts.elsewhere.add, texts.preview.edit, texts.save].join('|'),
      );
      expect(await form.getByRole('button', { name: changes, disabled: false }).allTextContents(), step).toEqual([]);
    }
    await page.getByRole('link', { name: texts.step.generate }).first().click();
    const views = page.getByRole('region', { name: WORDS_OF_CHANNELS[locale].views.title });
    await views.getByRole('alert').waitFor();
    expect(await views.getByText(WORDS_OF_CHANNELS[locale].views.none).count()).toBe(0);
    await answerAgain();
    await views.getByRole('button', { name: WORDS_OF_UI[locale].retry }).click();
    await views.getByText(WORDS_OF_CHANNELS[locale].views.none).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('display before a mailing starts how many of its emails go out today, and by which limit', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const { id, applications } = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
    const form = await buildConsentForm(product, dpo, { purposes: 1 });
    await product.owner
      .updateTable('consents')
      .set({ applicationId: applications[0]!.id })
      .where('id', '=', form.id)
      .execute();
    const uids = ['somchai', 'jane', 'mana'].map((name) => `${name}@people.example`);
    await recordChoices(
      product,
      form,
      uids.map((uid) => ({ uid })),
    );
    await setMailLimits(product.deps, ws, ['mails=2']);
    const { privacyNotice } = await callerFor(product, dpo);
    const { rowVersion, draft } = await privacyNotice.get({ ws, id });
    const organization = { ...draft.organization, acronym: 'RMY' };
    const saved = await privacyNotice.update({ ws, id, rowVersion, ...draft, organization });
    await privacyNotice.publish({ ws, id, rowVersion: saved.rowVersion, tellAgain: true });
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(`${recordAddress('privacyNotice', id)}?step=generate`, { locale, ws }));
    const now = fill(texts.mailing.today.workspace_other, { number: '2' });
    await page.getByText(now, { exact: true }).waitFor();
    await setMailLimits(product.deps, ws, ['mails=3']);
    await page.reload();
    await page.getByRole('button', { name: fill(texts.mailing.start_other, { number: '3' }), exact: true }).click();
    await page.getByRole('dialog').getByText(texts.mailing.confirmBody, { exact: true }).waitFor();
    expect(await page.locator('[data-today]').count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });

  it('lead to the data mapping that names storage of which no country is recorded', async () => {
    const { ws, dpo, dataControllerId } = await build();
    const notice = await publishNotice(product, dpo, { dataControllerId, name: 'ประกาศที่มีผังข้อมูล' });
    const { id, purposes } = notice.applications[0]!;
    const { application, catalogue, dataMapping, privacyNotice, purpose } = await callerFor(product, dpo);
    const system = await catalogue.create({ ws, kind: 'storageSystem', name: { th: 'ระบบแฟ้ม', en: 'Files' } });
    const [group] = (await purpose.get({ ws, id: purposes[0]!.id })).content.dataSubjectGroups;
    const line = await completeFlow(product, ws, purposes[0]!.id);
    const { rowVersion } = await application.get({ ws, id });
    const flows = [{ ...line, dataSubjectGroupId: group!.id, storageSystemId: system.id }];
    const mapped = await dataMapping.create({ ws, id, rowVersion, flows });
    await application.publish({ ws, id, rowVersion: mapped.rowVersion });
    await privacyNotice.update({ ws, ...notice.draft, id: notice.id, rowVersion: notice.rowVersion });
    const page = await product.open({ as: dpo, locale });
    await page.goto(address(recordAddress('privacyNotice', notice.id), { locale, ws }));
    const name = fill(texts.point.label, { section: '28', name: texts.point.name['28'] });
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.waitForURL(new RegExp(`${id}.*tab=data-mapping`));
    expect(product.complaints).toEqual([]);
  });
});
