import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DECORATION } from '../../shared/consent/theme.ts';
import type { Locale } from '../../shared/locale.ts';
import enConsent from '../../shared/locales/en/consent.ts';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thConsent from '../../shared/locales/th/consent.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thIncident from '../../shared/locales/th/incident.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { buildConsentForm, buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { completePurpose } from '../helpers/record.ts';
import { lookFaults, looksIn, settled } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { navigate } from './helpers/pages.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thConsent, kit: thEmbed, record: thRecord, ui: thUi, versioned: thVersioned },
  en: { texts: enConsent, kit: enEmbed, record: enRecord, ui: enUi, versioned: enVersioned },
};
const PURPOSES = {
  th: ['ส่งข่าวสารและข้อเสนอ', 'วิเคราะห์การใช้งาน', 'ปรับเนื้อหาให้ตรงความสนใจ'],
  en: ['News and offers', 'Usage analytics', 'Personalised content'],
} as const;
/** Waits for text on a page; machines may be busy. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A new workspace with a DPO. */
async function dpoOf(role: 'DPO' | 'Staff' = 'DPO', workspaceId?: string): Promise<Person> {
  return buildPerson(product, {
    workspaceId: workspaceId ?? (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id,
    name: role === 'DPO' ? 'สมปอง คุ้มครอง' : 'สมศรี บันทึก',
    role,
  });
}

async function open(
  as: Person,
  to: string,
  { locale = 'th', width = 1280 }: { locale?: Locale; width?: number } = {},
): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

const editor = (page: Page, locale: Locale) => page.getByRole('form', { name: WORDS[locale].texts.tab.form });
const preview = (page: Page, locale: Locale) =>
  page.locator(`iframe[title="${WORDS[locale].texts.preview.frame}"]`).filter({ visible: true }).first().contentFrame();
/** Waits until the preview contains the text. */
const shows = (page: Page, locale: Locale, words: string) =>
  preview(page, locale).getByText(words, { exact: false }).first().waitFor();
async function save(page: Page, locale: Locale): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].versioned.saveDraft }).click();
  await page.getByText(WORDS[locale].ui.form.unsaved).waitFor({ state: 'detached' });
}
/** The purposes of the editor in order. */
const order = (page: Page, locale: Locale) =>
  page.getByRole('list', { name: WORDS[locale].texts.field.purposes }).getByRole('link').allTextContents();

describe.each(['th', 'en'] as const)('a consent form, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, kit, record, ui, versioned } = WORDS[locale];
  const [first, second, third] = PURPOSES[locale];

  it('is created from the empty list, edited beside a preview of the real embed, refused with reasons, published, and changed into the next version', async () => {
    const dpo = await dpoOf();
    const { applicationName } = await buildConsentPurposes(product, dpo, { name: 'แอปสมาชิก Members' });
    const page = await open(dpo, '/consent', { locale });
    await page.getByText(texts.empty.title).waitFor();
    await picture(page, `list-empty-${locale}`, false);

    // Created in a dialog: the form is named after its application until somebody changes it.
    await page.getByRole('button', { name: texts.add }).first().click();
    await page.getByRole('combobox', { name: kit.application }).click();
    await page.getByRole('option', { name: applicationName }).click();
    const name = page.locator('[name=name]');
    await expect.poll(() => name.inputValue()).toBe(applicationName);
    await name.fill(`แบบสมาชิก ${locale}`);
    await picture(page, `create-${locale}`, false);
    await page.getByRole('button', { name: kit.form.submit }).click();
    await page.waitForURL(/\/consent\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { level: 1, name: `แบบสมาชิก ${locale}` }).waitFor();

    // The preview is the embed itself, and is updated with the input in both languages.
    await page.locator('[name="title.th"]').fill('โปรดเลือกความยินยอมของท่าน');
    await page.locator('[name="title.en"]').fill('Please choose what you consent to');
    await shows(page, locale, locale === 'th' ? 'โปรดเลือกความยินยอมของท่าน' : 'Please choose what you consent to');
    await page
      .getByRole('group', { name: kit.preview.language })
      .getByRole('button', { name: locale === 'th' ? 'EN' : 'ไทย' })
      .click();
    await shows(page, locale, locale === 'th' ? 'Please choose what you consent to' : 'โปรดเลือกความยินยอมของท่าน');
    // Typing continues while the preview is rendered again.
    await page.locator('[name="theme.acceptLabel.th"]').fill('ตกลงทั้งหมด');
    await page.locator('[name="theme.acceptLabel.en"]').press('End');
    await page.keyboard.type(' please', { delay: 40 });
    await shows(page, locale, locale === 'th' ? 'Accept all please' : 'ตกลงทั้งหมด');

    // Purposes: by buttons, by dragging, removed, added again, with a Google signal.
    expect(await order(page, locale)).toEqual([first, second, third]);
    await page.getByRole('button', { name: fill(ui.form.moveUp, { name: third }) }).click();
    await expect.poll(() => order(page, locale)).toEqual([first, third, second]);
    const items = page.getByRole('list', { name: texts.field.purposes }).locator(':scope > li');
    await items.nth(2).locator('[data-handle]').dragTo(items.nth(0));
    await expect.poll(() => order(page, locale)).toEqual([second, first, third]);
    await page.getByRole('button', { name: fill(ui.form.removeItem, { name: first }) }).click();
    await expect.poll(() => order(page, locale)).toEqual([second, third]);
    await page.getByRole('button', { name: texts.purpose.choose }).click();
    const dialog = page.getByRole('dialog', { name: texts.purpose.choose });
    await dialog.getByRole('searchbox').fill(first.slice(0, 6));
    await dialog.getByRole('checkbox', { name: first }).check();
    await picture(page, `purposes-${locale}`, false);
    await dialog.getByRole('button', { name: fill(texts.purpose.use, { number: 3 }) }).click();
    await expect.poll(() => order(page, locale)).toEqual([second, third, first]);
    await items.nth(0).locator('summary').click();
    await items.nth(0).getByRole('checkbox', { name: 'analytics_storage' }).check();

    // Appearance: differing buttons are reported, unreadable text is reported and fixed.
    await page.locator('input[name=layout][value=popup]').check();
    await page
      .getByRole('group', { name: kit.preview.device })
      .getByRole('button', { name: kit.preview.desktop })
      .click();
    await page.getByRole('button', { name: kit.preview.larger }).click();
    const enlarged = page.getByRole('dialog', { name: kit.preview.title });
    await enlarged.frameLocator('iframe').getByRole('heading').first().waitFor();
    await picture(page, `desktop-${locale}`, false);
    await enlarged.getByRole('button', { name: ui.close }).last().click();
    await enlarged.waitFor({ state: 'detached' });
    await page
      .getByRole('group', { name: kit.preview.device })
      .getByRole('button', { name: kit.preview.phone })
      .click();
    await page.locator('input[name="theme.preset"][value=gsb]').check();
    await expect.poll(() => page.locator('[name="theme.background"]').inputValue()).toBe(DECORATION.gsb.background);
    await page.locator('[name="theme.declineBackground"]').fill('#ffe4ef');
    await page.getByText(texts.contrast.unequal).waitFor();
    expect(await page.locator('input[name="theme.preset"][value=custom]').isChecked()).toBe(true);
    const poor = page.getByText(texts.contrast.decline, { exact: false }).filter({ hasText: '4.5 : 1' });
    await poor.waitFor();
    await picture(page, `contrast-${locale}`, false);
    await page.getByRole('button', { name: kit.contrast.fix }).click();
    await poor.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: texts.contrast.alike }).click();
    await page.getByText(texts.contrast.unequal).waitFor({ state: 'detached' });

    // Refused with reasons, each linking to its field.
    await page.locator('[name="title.en"]').fill('');
    const missing = fill(texts.inEnglish, { field: texts.field.title });
    await page.getByRole('button', { name: versioned.publish.action }).click();
    const refused = page.getByRole('dialog', { name: versioned.publish.missingTitle });
    await refused.getByRole('button', { name: missing }).click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name))
      .toBe('title.en');
    await page.locator('[name="title.en"]').fill('Please choose what you consent to');
    await page.getByText(versioned.missing.ready).waitFor();

    await page.getByRole('button', { name: versioned.publish.action }).click();
    await page.getByRole('dialog').getByRole('button', { name: versioned.publish.action }).click();
    await page
      .getByText(fill(versioned.publish.done, { number: 1 }))
      .first()
      .waitFor();
    await page
      .getByText(fill(versioned.live, { number: 1 }))
      .first()
      .waitFor();
    await page.getByRole('link', { name: texts.next.toChannels }).waitFor();
    await picture(page, `published-${locale}`, false);
    const current = (await product.owner
      .selectFrom('consentVersions')
      .select(['content', 'sha256'])
      .where('workspaceId', '=', dpo.workspaceId)
      .executeTakeFirstOrThrow()) as {
      content: { layout: string; purposes: { title: Record<Locale, string>; signals: string[] }[] };
      sha256: string;
    };
    expect(current.content.layout).toBe('popup');
    expect(current.content.purposes.map((one) => one.title[locale])).toEqual([second, third, first]);
    expect(current.content.purposes[0]?.signals).toEqual(['analytics_storage']);

    // A change is a draft of the next version, compared word by word.
    await page.locator('[name="description.th"]').fill('ข้อความใหม่ของฉบับที่สอง');
    await save(page, locale);
    await page
      .getByText(fill(record.draftOf, { number: 2 }))
      .first()
      .waitFor();
    await page.getByRole('link', { name: versioned.version.compareDraft }).click();
    await page.locator('dd ins').filter({ hasText: 'สอง' }).first().waitFor();
    await page.getByText(current.sha256).waitFor();
    await picture(page, `difference-${locale}`);
    await page.getByRole('link', { name: fill(versioned.version.name, { number: 1 }) }).click();
    await shows(page, locale, locale === 'th' ? 'โปรดเลือกความยินยอมของท่าน' : 'Please choose what you consent to');
    await picture(page, `version-${locale}`, false);

    // Deactivated and reactivated.
    await page.getByRole('button', { name: ui.more }).click();
    await page.getByRole('menuitem', { name: texts.activation.deactivate }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.activation.deactivate }).click();
    await page.getByText(texts.activation.banner).waitFor();
    await page.getByRole('button', { name: texts.activation.reactivate }).click();
    await page.getByText(texts.activation.banner).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('two people edit at once: the second sees both texts and loses none', async () => {
    const dpo = await dpoOf();
    const other = await buildPerson(product, { workspaceId: dpo.workspaceId, role: 'DPO' });
    const { id } = await buildConsentForm(product, dpo);
    const mine = await open(dpo, `/consent/${id}`, { locale });
    await mine.locator('[name="title.th"]').fill('ข้อความใหม่ทั้งหมด');
    const api = await callerFor(product, other);
    const before = await api.consent.get({ ws: dpo.workspaceId, id });
    // What the other saves is displayed immediately, over the live connection, and again on saving.
    await api.consent.update({
      ws: dpo.workspaceId,
      id,
      rowVersion: before.rowVersion,
      name: before.name,
      ...before.draft,
      title: { th: 'แก้โดยเพื่อนร่วมงาน', en: 'Theirs' },
    });
    await mine.getByText(record.stale.title).waitFor();
    await mine.getByRole('button', { name: versioned.saveDraft }).click();
    const dialog = mine.getByRole('dialog', { name: record.stale.title });
    await dialog.getByText('เพื่อนร่วมงาน').first().waitFor();
    await dialog.getByText('ข้อความใหม่ทั้งหมด').first().waitFor();
    await picture(mine, `stale-${locale}`, false);
    await dialog.getByRole('radio', { name: record.merge.mine }).check();
    await dialog.getByRole('button', { name: record.merge.save }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await api.consent.get({ ws: dpo.workspaceId, id })).draft.title.th)
      .toBe('ข้อความใหม่ทั้งหมด');
    // Their English title was changed by nobody else: it remains.
    expect((await api.consent.get({ ws: dpo.workspaceId, id })).draft.title.en).toBe('Theirs');
    expect(await mine.locator('[name="title.th"]').inputValue()).toBe('ข้อความใหม่ทั้งหมด');
  });

  it('the list displays what is needed first and the status of each form, is filtered, and deactivates and reactivates a form', async () => {
    const empty = await dpoOf();
    const first = await open(empty, '/consent', { locale });
    await first.getByRole('link', { name: kit.addApplication }).waitFor();
    await first.getByRole('link', { name: texts.empty.addPurpose }).waitFor();
    await picture(first, `needs-${locale}`, false);

    const dpo = await dpoOf();
    const ws = dpo.workspaceId;
    const used = await buildConsentForm(product, dpo, { name: 'แบบที่ใช้อยู่' });
    await buildConsentForm(product, dpo, {
      name: 'แบบที่สิ้นสุด',
      draft: { effectiveFrom: '2026-01-01', effectiveTo: '2026-01-31' },
    });
    const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1, name: 'แอปใหม่' });
    await (await callerFor(product, dpo)).consent.create({ ws, name: 'แบบร่าง', applicationId });
    const page = await open(dpo, '/consent', { locale });
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    await rowOf('แบบที่ใช้อยู่')
      .getByText(fill(versioned.live, { number: 1 }))
      .waitFor();
    await rowOf('แบบที่สิ้นสุด')
      .getByText(fill(texts.state.endedOn, { date: '' }).trim())
      .waitFor();
    await rowOf('แบบร่าง').getByText(record.status.draft, { exact: true }).waitFor();
    await picture(page, `list-${locale}`, false);
    await page.getByRole('searchbox').fill('แอปใหม่');
    await rowOf('แบบที่ใช้อยู่').waitFor({ state: 'detached' });
    await rowOf('แบบร่าง').waitFor();
    await page.getByRole('searchbox').fill('');

    const act = async (action: string) => {
      await rowOf(used.name)
        .getByRole('button', { name: fill(ui.actionsFor, { name: used.name }) })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act(texts.activation.deactivate);
    await page.getByRole('dialog').getByRole('button', { name: texts.activation.deactivate }).click();
    await rowOf(used.name).getByText(kit.deactivated, { exact: true }).waitFor();
    await act(texts.activation.reactivate);
    await rowOf(used.name).getByText(kit.deactivated, { exact: true }).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('displays who is asked again before it is published with changed texts, and stores why an editorial change asks nobody', async () => {
    const dpo = await dpoOf();
    const form = await buildConsentForm(product, dpo);
    await recordChoices(product, form, [{ uid: 'a' }, { uid: 'b' }, { uid: 'c', granted: [] }]);
    const call = await callerFor(product, dpo);
    const ws = dpo.workspaceId;
    const purpose = await call.purpose.get({ ws, id: form.purposeIds[0]! });
    const title = { th: 'ส่งข่าวสารทางอีเมล', en: 'News by e-mail' };
    const changed = await call.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: purpose.rowVersion,
      ...(await completePurpose(product, ws)),
      lawfulBases: ['consent'],
      title,
    });
    await call.purpose.publish({ ws, id: purpose.id, rowVersion: changed.rowVersion });
    const page = await open(dpo, `/consent/${form.id}`, { locale });
    await page.getByRole('button', { name: versioned.publish.action }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(fill(texts.publish.asksAgain, { number: 3, total: 3 })).waitFor();
    // It is open by uid alone.
    await dialog.getByText(texts.publish.open).waitFor();
    // It does not say what happens to the data.
    const noNotice = dialog.getByText(fill(texts.publish.noNotice, { section: texts.section.rights }));
    await noNotice.waitFor();
    await dialog.getByText(title[locale], { exact: true }).waitFor();
    await picture(page, `publish-asks-${locale}`, false);
    await dialog.getByRole('checkbox', { name: fill(texts.publish.editorial, { name: title[locale] }) }).check();
    await dialog.getByText(texts.publish.asksNobody).waitFor();
    // A reason is required.
    await dialog.getByRole('button', { name: versioned.publish.action }).click();
    await dialog.getByRole('alert').getByText(texts.publish.reasonMissing).waitFor();
    await dialog.getByRole('textbox', { name: texts.publish.reason }).fill('บอกช่องทางให้ชัด');
    expect(await lookFaults(page, locale, 'publish', { looks: looksIn(locale) })).toEqual([]);
    await dialog.getByRole('button', { name: versioned.publish.action }).click();
    await page
      .getByText(fill(versioned.publish.done, { number: 2 }))
      .first()
      .waitFor();
    await navigate(page, address(`/consent/${form.id}?tab=versions&version=2`, { locale, ws }));
    await page.getByText('บอกช่องทางให้ชัด').waitFor();
    await page.getByText(fill(texts.version.editorial, { name: title[locale] })).waitFor();
    await picture(page, `version-editorial-${locale}`, false);
    expect(product.complaints).toEqual([]);
  });

  it('a purpose that left the form is not published as an editorial change of it', async () => {
    const dpo = await dpoOf();
    const ws = dpo.workspaceId;
    const form = await buildConsentForm(product, dpo);
    const call = await callerFor(product, dpo);
    const purpose = await call.purpose.get({ ws, id: form.purposeIds[0]! });
    const title = { th: 'ส่งข่าวสารทางอีเมล', en: 'News by e-mail' };
    const changed = await call.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: purpose.rowVersion,
      ...(await completePurpose(product, ws)),
      lawfulBases: ['consent'],
      title,
    });
    await call.purpose.publish({ ws, id: purpose.id, rowVersion: changed.rowVersion });
    const page = await open(dpo, `/consent/${form.id}`, { locale });
    const publish = page.getByRole('button', { name: versioned.publish.action });
    const dialog = page.getByRole('dialog');
    await publish.click();
    await dialog.getByRole('checkbox', { name: fill(texts.publish.editorial, { name: title[locale] }) }).check();
    await dialog.getByRole('textbox', { name: texts.publish.reason }).fill('บอกช่องทางให้ชัด');
    await dialog.getByRole('button', { name: ui.cancel }).click();
    await dialog.waitFor({ state: 'detached' });

    const [name] = await order(page, locale);
    await page.getByRole('button', { name: fill(ui.form.removeItem, { name: name! }) }).click();
    await expect.poll(async () => (await order(page, locale)).length).toBe(form.purposeIds.length - 1);
    await publish.click();
    await dialog.getByText(texts.publish.removed).waitFor();
    await dialog.getByRole('textbox', { name: texts.publish.reason }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: versioned.publish.action }).click();
    await page
      .getByText(fill(versioned.publish.done, { number: 2 }))
      .first()
      .waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('logos are displayed beside the text, and inconsistencies are reported before publishing', async () => {
    const dpo = await dpoOf();
    const { id } = await buildConsentForm(product, dpo);
    const page = await open(dpo, `/consent/${id}`, { locale });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    const logo = page.getByRole('img', { name: fill(kit.logo.alt, { number: 1 }) });
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    await expect
      .poll(() =>
        preview(page, locale)
          .locator('img')
          .first()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(1);
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await editor(page, locale).getByRole('alert').waitFor();

    const note = page.getByRole('complementary').getByRole('button', { name: texts.field.privacyPolicyUrl });
    await page.getByRole('switch', { name: texts.field.showPrivacyPolicy }).click();
    await note.waitFor();
    await page.locator('[name=privacyPolicyUrl]').fill('https://www.example.co.th/privacy');
    await note.waitFor({ state: 'detached' });
    await save(page, locale);
    await page.reload();
    await logo.waitFor();
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);

    // Publishing waits for one that is still on its way.
    const waiting: Route[] = [];
    await page.route('**/files-api/v1/upload**', (route) => void waiting.push(route));
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await expect.poll(async () => waiting.length).toBe(1);
    await page.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await dialog.locator('button[aria-busy=true]').waitFor();
    await waiting[0]!.continue();
    await dialog.waitFor({ state: 'detached' });
    const { content } = await (await callerFor(product, dpo)).consent.version({ ws: dpo.workspaceId, id, v: 2 });
    expect(content.theme.logoIds).toHaveLength(2);
  });

  it('input is stored in the browser, and leaving asks for confirmation', async () => {
    const dpo = await dpoOf();
    const { id, name } = await buildConsentForm(product, dpo);
    const page = await open(dpo, `/consent/${id}`, { locale });
    await page.locator('[name="title.th"]').fill('ยังไม่ได้บันทึก');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('.consent.'))))
      .toBe(true);
    await page.getByRole('navigation', { name: ui.breadcrumb }).getByRole('link', { name: texts.title }).click();
    await page.getByRole('dialog', { name: ui.form.leaveTitle }).getByRole('button', { name: ui.form.leave }).click();
    await page.getByRole('link', { name }).click();
    await page.getByText(ui.form.draftRestored).waitFor();
    expect(await page.locator('[name="title.th"]').inputValue()).toBe('ยังไม่ได้บันทึก');
  });

  it('nothing is unsaved once publishing has saved the input, even where publishing itself fails', async () => {
    const dpo = await dpoOf();
    const { id } = await buildConsentForm(product, dpo);
    const page = await open(dpo, `/consent/${id}`, { locale });
    await failCalls(page, ['consent.publish']);
    await page.locator('[name="title.th"]').fill('บันทึกก่อนเผยแพร่');
    await page.getByRole('button', { name: versioned.publish.action }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: versioned.publish.action }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByText(ui.form.unsaved, { exact: true }).count()).toBe(0);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pokpong_draft_'))),
    ).toEqual([]);
    const { consent } = await callerFor(product, dpo);
    expect((await consent.get({ ws: dpo.workspaceId, id })).draft.title.th).toBe('บันทึกก่อนเผยแพร่');
    // Leaving asks nothing.
    await page.getByRole('navigation', { name: ui.breadcrumb }).getByRole('link', { name: texts.title }).click();
    await page.waitForURL(/\/consent\?/);
  });

  test('is readable wide and narrow, light and dark, and Staff may edit but neither publish nor read counts', async () => {
    const dpo = await dpoOf();
    const staff = await dpoOf('Staff', dpo.workspaceId);
    const { id } = await buildConsentForm(product, dpo);
    const page = await open(staff, `/consent/${id}`, { locale });
    await shows(page, locale, locale === 'th' ? 'ขอความยินยอม' : 'Your consent');
    expect(await page.getByRole('button', { name: ui.more }).count()).toBe(0);
    await page.locator('[name="title.th"]').fill('แก้โดยเจ้าหน้าที่');
    expect(await page.getByRole('button', { name: versioned.publish.action }).count()).toBe(0);
    await save(page, locale);
    await page
      .getByText(fill(record.draftOf, { number: 2 }))
      .first()
      .waitFor();
    await page.getByText(texts.publishAsk).waitFor();
    const faults: string[] = [];
    const pages = {
      form: `/consent/${id}`,
      channels: `/consent/${id}?tab=channels`,
      versions: `/consent/${id}?tab=versions`,
      list: '/consent',
    };
    for (const [name, to] of Object.entries(pages)) {
      await navigate(page, address(to, { locale, ws: dpo.workspaceId }));
      await settled(page);
      faults.push(...(await lookFaults(page, locale, name, { looks: looksIn(locale) })));
    }
    expect(faults).toEqual([]);
    expect(await editor(page, locale).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: texts.column.submissions }).count()).toBe(0);
  });
});

test('forms of consent and of incidents can be edited if the record of processing is switched off', async () => {
  const dpo = await dpoOf();
  const { applicationName } = await buildConsentPurposes(product, dpo);
  await sql`update workspaces set flags = flags || '{"ropaInventoryEnabled": false}' where id = ${dpo.workspaceId}`.execute(
    product.owner,
  );
  const page = await open(dpo, '/consent');
  await page.getByRole('button', { name: thConsent.add }).first().click();
  await page.getByRole('combobox', { name: thEmbed.application }).click();
  await page.getByRole('option', { name: applicationName }).click();
  await page.getByRole('button', { name: thEmbed.form.submit }).click();
  await page.getByRole('heading', { level: 1, name: applicationName }).waitFor();
  // A refused call would end the session.
  await page.goto(address('/data-breach/incident-management?new=1', { ws: dpo.workspaceId }));
  await page.getByRole('combobox', { name: thIncident.field.applicationIds }).click();
  await page.getByRole('option', { name: applicationName }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: thIncident.field.piiCategoryIds }).click();
  await page.locator('[role=option]:visible').first().click();
  expect(product.complaints).toEqual([]);
});

test('with more than a hundred versions each can be opened, read and compared', async () => {
  const dpo = await dpoOf();
  const form = await buildConsentForm(product, dpo);
  await sql`insert into consent_versions (workspace_id, id, consent_id, version, content, sha256, published_at)
    select workspace_id, gen_random_uuid(), consent_id, number, content, sha256, published_at + number * interval '1 minute'
      from consent_versions, generate_series(2, 130) number where consent_id = ${form.id}`.execute(product.owner);
  await sql`update consents set published_version = 130 where id = ${form.id}`.execute(product.owner);
  const page = await open(dpo, `/consent/${form.id}?tab=versions`);
  const version = (number: number) =>
    page.getByRole('link', { name: fill(thVersioned.version.name, { number }), exact: true });
  await version(130).waitFor();
  await picture(page, 'versions-many', false);
  expect(await version(1).count()).toBe(0);
  expect(await page.getByLabel(thVersioned.version.from).locator('option').count()).toBe(130);
  await page.getByLabel(thVersioned.version.from).selectOption('1');
  await page.waitForURL(/from=1&to=130/);
  await page.goto(address(`/consent/${form.id}?tab=versions&versions.currentPage=7`, { ws: form.workspaceId }));
  await version(1).click();
  await page.getByRole('heading', { level: 2, name: fill(thVersioned.version.name, { number: 1 }) }).waitFor();
  await page.getByText(form.sha256).waitFor();
  expect(product.complaints).toEqual([]);
});
