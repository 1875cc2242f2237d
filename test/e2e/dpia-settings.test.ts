import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enTexts from '../../shared/locales/en/dpiaSettings.ts';
import enAssessment from '../../shared/locales/en/dpiaAssessment.ts';
import enDpia from '../../shared/locales/en/dpia.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thTexts from '../../shared/locales/th/dpiaSettings.ts';
import thAssessment from '../../shared/locales/th/dpiaAssessment.ts';
import thDpia from '../../shared/locales/th/dpia.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thTexts, assessment: thAssessment, dpia: thDpia, common: thCommon, ui: thUi },
  en: { texts: enTexts, assessment: enAssessment, dpia: enDpia, common: enCommon, ui: enUi },
};
const SETTINGS = '/dpo-tools/dpia/settings';
const OLDER = '/dpo-tools/dpia-version-1/setting';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function buildDpo() {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  return { ws, dpo, api: await callerFor(product, dpo) };
}

async function open(as: Person, to: string, locale: Locale, width = 1280): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]));

describe.each(['th', 'en'] as const)('settings of impact assessments, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, assessment, dpia, common, ui } = WORDS[locale];

  it('update the map as bands change, preserve words of every width, and do not change a started assessment', async () => {
    const { ws, dpo, api } = await buildDpo();
    const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1 });
    const started = await api.dpia.create({ ws, applicationId, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม' });
    const page = await open(dpo, `${SETTINGS}?tab=impact`, locale);
    await page.getByText(texts.kept).waitFor();
    const cell = page.locator('[data-cell="5.1"]');
    expect(await cell.innerText()).toContain(assessment.risk.MEDIUM);
    const low = page.getByRole('textbox', {
      name: filled(texts.scale.band, { level: assessment.risk.LOW }),
    });
    await low.fill('5');
    await expect.poll(() => cell.innerText()).toContain(assessment.risk.LOW);
    // Bands that are not ascending are refused at their fields.
    await low.fill('12');
    await page.getByRole('button', { name: ui.save, exact: true }).click();
    await page.getByText(dpia.bands).first().waitFor();
    await low.fill('5');
    await page.locator('[name="scales.2.impact.0.title.th"]').fill('เล็กน้อยยิ่ง');
    // The other axis uses the same form.
    await page.getByRole('navigation', { name: ui.sections }).getByRole('link', { name: texts.tab.likelihood }).click();
    await page.locator('[name="scales.2.likelihood.4.title.th"]').fill('แน่นอน');
    await page.getByRole('button', { name: ui.save, exact: true }).click();
    await page.getByText(texts.saved, { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: texts.scale.width }).selectOption('3');
    expect(await page.locator('[name^="scales."][name$=".title.th"]').count()).toBe(3);
    await page.getByRole('button', { name: ui.save, exact: true }).click();
    await expect.poll(async () => (await api.dpiaSettings.scales({ ws })).width).toBe(3);
    const { scales } = await api.dpiaSettings.scales({ ws });
    const five = scales.find(({ width }) => width === 5)!;
    expect([five.bands, five.impact[0]!.title.th, five.likelihood[4]!.title.th]).toEqual([
      [5, 9, 15],
      'เล็กน้อยยิ่ง',
      'แน่นอน',
    ]);
    const { framework } = await api.dpia.get({ ws, id: started.id });
    expect(framework).toEqual(started.framework);
  });

  it('lead to a field to be corrected on the other axis, of another width', async () => {
    const { ws, dpo, api } = await buildDpo();
    const page = await open(dpo, `${SETTINGS}?tab=impact`, locale);
    const emptied = page.locator('[name="scales.2.impact.0.title.th"]');
    const width = page.getByRole('combobox', { name: texts.scale.width });
    const save = () => page.getByRole('button', { name: ui.save, exact: true }).click();
    await emptied.fill('');
    await width.selectOption('3');
    await page.getByRole('navigation', { name: ui.sections }).getByRole('link', { name: texts.tab.likelihood }).click();
    await page.locator('[name="scales.0.likelihood.0.title.th"]').waitFor();
    await save();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name))
      .toBe('scales.2.impact.0.title.th');
    expect(await width.inputValue()).toBe('5');
    await page
      .getByText(filled(texts.scale.otherWidth, { width: 5 }))
      .first()
      .waitFor();
    await emptied.fill('เล็กน้อยยิ่ง');
    await width.selectOption('3');
    await save();
    await expect.poll(async () => (await api.dpiaSettings.scales({ ws })).width).toBe(3);
    const { scales } = await api.dpiaSettings.scales({ ws });
    expect(scales.find((scale) => scale.width === 5)!.impact[0]!.title.th).toBe('เล็กน้อยยิ่ง');
  });

  it('add, change, deactivate and delete the parts of assessments', async () => {
    const { ws, dpo, api } = await buildDpo();
    const page = await open(dpo, SETTINGS, locale);
    const dialog = page.getByRole('dialog');
    const save = () => dialog.getByRole('button', { name: ui.save, exact: true }).click();
    const name = async (row: { title: { th: string; en: string } }) => row.title[locale];

    const [lowest] = (await api.dpiaSettings.dataRisk({ ws })).collection;
    await page.getByRole('button', { name: filled(texts.editOf, { name: await name(lowest!) }), exact: true }).click();
    await dialog.getByRole('button', { name: filled(texts.addTo, { field: texts.field.questions }) }).click();
    await dialog.locator('[name="questions.1.text.th"]').fill('เก็บเพียงอีเมลหรือไม่');
    await dialog
      .getByRole('button', { name: filled(ui.form.removeItem, { name: lowest!.questions[0]!.text[locale] }) })
      .click();
    expect(await dialog.locator('[name="questions.0.text.th"]').inputValue()).toBe('เก็บเพียงอีเมลหรือไม่');
    await save();
    await dialog.waitFor({ state: 'detached' });
    const [changed] = (await api.dpiaSettings.dataRisk({ ws })).collection;
    expect(changed!.questions.map(({ text }) => text)).toEqual([{ th: 'เก็บเพียงอีเมลหรือไม่', en: '' }]);

    await page.goto(address(`${SETTINGS}?tab=items`, { locale, ws }));
    await page.getByRole('button', { name: texts.item.add }).click();
    await dialog.locator('[name="title.th"]').fill('ทบทวนผู้ให้บริการ');
    await dialog.locator('[name="title.en"]').fill('Provider review');
    await save();
    // The protection objective is required.
    await dialog.getByText(dpia.noObjective).waitFor();
    await dialog.getByRole('combobox', { name: texts.field.objectives }).click();
    await page.getByRole('option', { name: assessment.objective.RIGHTS }).click();
    await save();
    await dialog.waitFor({ state: 'detached' });
    const rows = page.getByRole('list', { name: texts.tab.items }).locator('> li');
    const ownName = { th: 'ทบทวนผู้ให้บริการ', en: 'Provider review' }[locale];
    const own = rows.filter({ hasText: ownName });
    await own.waitFor();
    expect(await rows.filter({ hasText: texts.isBuiltIn }).count()).toBe(10);
    await own.getByRole('button', { name: filled(texts.editOf, { name: ownName }) }).click();
    await dialog.getByRole('switch', { name: texts.field.active }).click();
    await save();
    await own.getByText(texts.inactive).waitFor();
    // They are found by text and by state.
    await page.getByRole('searchbox', { name: texts.search }).fill(ownName.toUpperCase());
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('combobox', { name: texts.state }).selectOption({ label: texts.stateIs.ACTIVE });
    await page.getByText(filled(texts.found_other, { number: '0' })).waitFor();
    await page.getByRole('combobox', { name: texts.state }).selectOption({ label: texts.stateIs.INACTIVE });
    await own.waitFor();
    await own.getByRole('button', { name: filled(texts.removeOf, { name: ownName }) }).click();
    await dialog.getByRole('button', { name: common.remove }).click();
    await own.waitFor({ state: 'detached' });

    await page.goto(address(`${OLDER}`, { locale, ws }));
    await page.getByRole('button', { name: texts.worst.add }).click();
    await dialog.locator('[name="title.th"]').fill('ถูกดักฟัง');
    await dialog.getByRole('button', { name: filled(texts.addTo, { field: texts.field.threats }) }).click();
    await dialog.locator('[name="threats.0.th"]').fill('เครือข่ายไม่เข้ารหัส');
    await save();
    await page.getByText('ถูกดักฟัง').waitFor();
    const listed = async (variant: 'CURRENT' | 'OLDER') =>
      (await api.dpiaSettings.worstCases.list({ ws, variant })).collection.map(({ title }) => title.th);
    expect(await listed('OLDER')).toContain('ถูกดักฟัง');
    expect(await listed('CURRENT')).not.toContain('ถูกดักฟัง');
  });

  it('and the catalogue of threats and measures are offered in an assessment', async () => {
    const { ws, dpo, api } = await buildDpo();
    const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1 });
    const [retired, offered] = (await api.dpiaSettings.worstCases.list({ ws })).collection;
    await api.dpiaSettings.worstCases.update({ ws, ...retired!, active: false });
    const criteria = [{ code: 'SENSITIVE_DATA' as const }, { code: 'NEW_TECHNOLOGY' as const }];
    const { id, rowVersion } = await api.dpia.create({ ws, applicationId, name: 'ตรวจ', reason: 'ใหม่', criteria });
    await api.dpia.start({ ws, id, rowVersion });
    const page = await open(dpo, `/dpo-tools/dpia/${id}?tab=impact`, locale);
    const dialog = page.getByRole('dialog');
    const add = (text: string) =>
      dialog.getByRole('button', { name: filled(assessment.worst.addOf, { name: text }), exact: true });

    await page.getByRole('button', { name: assessment.worst.fromCatalogue }).click();
    await add(offered!.title[locale]).waitFor();
    expect(await add(retired!.title[locale]).count()).toBe(0);
    await add(offered!.title[locale]).click();
    await page.keyboard.press('Escape');
    await page.locator('[name="worstCases.0.title.th"]').fill('ผลตรวจถูกแก้');
    await page.getByRole('button', { name: assessment.catalogue.open }).click();
    const hacker = { th: 'แฮกเกอร์', en: 'Hacker' }[locale];
    await add(hacker).click();
    await add(hacker).waitFor({ state: 'detached' });
    // The focus goes on to another row of the list.
    await dialog.locator('section').first().locator('button:focus').waitFor();
    await dialog.getByText(assessment.catalogue.origin.PDPC_SECURITY).first().waitFor();
    for (const look of looksIn(locale).slice(0, 2)) {
      await wear(page, look);
      await picture(page, `dpia-catalogue-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`, false);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    await page.keyboard.press('Escape');
    // Another one preserves the input of the first.
    await page.getByRole('textbox', { name: assessment.worst.newTitle }).fill('เรียกค่าไถ่');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: assessment.save }).click();
    await expect.poll(async () => (await api.dpia.get({ ws, id })).draft.worstCases.length).toBe(2);
    const [first] = (await api.dpia.get({ ws, id })).draft.worstCases;
    expect(first!.title.th).toBe('ผลตรวจถูกแก้');
    expect(first!.sources.map(({ text }) => text)).toEqual([...offered!.sources.map((one) => one[locale]), hacker]);
  });

  it('that changed are adopted by a draft with one press', async () => {
    const { ws, dpo, api } = await buildDpo();
    const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1 });
    const criteria = [{ code: 'SENSITIVE_DATA' as const }, { code: 'LARGE_SCALE' as const }];
    const input = { ws, applicationId, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม', criteria };
    const { id } = await api.dpia.create(input);
    await api.dpia.start({ ws, id });
    const { scales, rowVersion } = await api.dpiaSettings.scales({ ws });
    await api.dpiaSettings.updateScales({ ws, width: 3, scales, rowVersion });
    const page = await open(dpo, `/dpo-tools/dpia/${id}`, locale);
    const words = assessment.settings;
    const changed = page.getByText(filled(words.changed, { parts: words.part.scale }));
    await changed.waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      expect(await faultsOf(page), JSON.stringify(look)).toEqual([]);
    }
    await page.getByRole('button', { name: words.adopt }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.adopt }).click();
    await changed.waitFor({ state: 'hidden' });
    expect((await api.dpia.get({ ws, id })).framework.scale.width).toBe(3);
    // Its form continues with the adopted settings.
    await page.getByRole('textbox', { name: assessment.field.reason }).fill('เหตุผลใหม่');
    await page.getByRole('button', { name: assessment.save }).click();
    await expect.poll(async () => (await api.dpia.get({ ws, id })).draft.reason).toBe('เหตุผลใหม่');
  });

  it('are readable and usable in every layout, each tab', async () => {
    const { ws, dpo } = await buildDpo();
    const page = await open(dpo, SETTINGS, locale);
    for (const to of [
      SETTINGS,
      ...['items', 'worst', 'likelihood', 'impact'].map((tab) => `${SETTINGS}?tab=${tab}`),
      OLDER,
    ]) {
      await page.goto(address(to, { locale, ws }));
      await settled(page);
      for (const look of looksIn(locale)) {
        await wear(page, look);
        await picture(
          page,
          `dpia-settings-${locale}-${to.split(/[/=]/).at(-1)}-${look.width}-${look.dark ? 'dark' : 'light'}`,
        );
        expect(await faultsOf(page), `${to} ${look.width} ${look.dark}`).toEqual([]);
        expect(await elementsTooWide(page), to).toEqual([]);
      }
    }
  });
});
