import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { draftOf as applicationDraftOf } from '../../shared/application/fields.ts';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import type { Locale } from '../../shared/locale.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enDpia from '../../shared/locales/en/dpia.ts';
import enTexts from '../../shared/locales/en/dpiaAssessment.ts';
import enRecord from '../../shared/locales/en/recordScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thDpia from '../../shared/locales/th/dpia.ts';
import thTexts from '../../shared/locales/th/dpiaAssessment.ts';
import thRecord from '../../shared/locales/th/recordScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { focusOnPage } from './helpers/focus.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: {
    texts: thTexts,
    refusals: thDpia.refusal,
    common: thCommon,
    records: thRecord,
    ui: thUi,
    versioned: thVersioned,
  },
  en: {
    texts: enTexts,
    refusals: enDpia.refusal,
    common: enCommon,
    records: enRecord,
    ui: enUi,
    versioned: enVersioned,
  },
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const id = (place: number) => `0d91a000-0009-4000-8000-${String(place).padStart(12, '0')}`;
const leak = (place: number, th: string, changes: object = {}) =>
  worstCase.parse({
    id: id(place),
    title: { th, en: `Worst case ${place}` },
    sources: [{ id: id(100), text: 'พนักงานพลาด' }],
    threats: [{ id: id(101), text: 'ส่งผิดกลุ่ม LINE' }],
    initial: { likelihood: 4, impact: 5 },
    residual: { likelihood: 2, impact: 2 },
    ...changes,
  });

/** A team and a started assessment: complete except for what `missing` removes. */
async function buildAssessment(missing: object = {}) {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const colleague = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมหมาย ดูแล' });
  const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1 });
  const caller = await callerFor(product, dpo);
  const call = caller.dpia;
  const criteria = [
    { code: 'SENSITIVE_DATA' as const, note: '' },
    { code: 'NEW_TECHNOLOGY' as const, note: '' },
  ];
  const created = await call.create({ ws, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม', applicationId, criteria });
  const started = await call.start({ ws, id: created.id, rowVersion: created.rowVersion });
  const { framework } = started;
  const { purposes } = await caller.application.detail({ ws, id: applicationId });
  const draft = dpiaDraft.parse({
    ...started.draft,
    reviewOn: '2027-05-01',
    lawfulBasis: true,
    dataRisk: framework.dataRisk.flatMap(({ questions }) =>
      questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' })),
    ),
    purposes: purposes.map(({ id: purposeId }) => ({ purposeId, necessary: true, proportionate: true })),
    items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' })),
    worstCases: [leak(1, 'ข้อมูลรั่วไหล'), leak(2, 'ส่งผิดกลุ่ม')],
  });
  const record = await call.update({
    ws,
    id: created.id,
    rowVersion: started.rowVersion,
    ...draft,
    ...missing,
  });
  return { ws, dpo, colleague, record };
}

async function open(as: Person, to: string, locale: Locale, width = 1280): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('impact assessments, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, common, records, refusals, ui, versioned } = WORDS[locale];

  it('are created, filled in tab by tab, planned where the risk remains high, published, and started again', async () => {
    const { ws, dpo, record } = await buildAssessment({ lawfulBasis: null, worstCases: [] });
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    const tab = (name: string) => page.getByRole('navigation', { name: ui.sections }).getByRole('link', { name });

    // A problem links to its tab and field.
    await page.getByRole('button', { name: texts.field.lawfulBasis }).click();
    await page.waitForURL(/tab=data/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe('lawfulBasis');
    await page
      .getByRole('radiogroup', { name: texts.field.lawfulBasis })
      .getByRole('radio', { name: common.yes, exact: true })
      .check();

    await tab(texts.tab.impact).click();
    await page.getByRole('textbox', { name: texts.worst.newTitle }).fill('ผลตรวจรั่วไหล');
    await page.getByRole('button', { name: texts.worst.add, exact: true }).first().click();
    await page.getByRole('combobox', { name: texts.worst.sources }).fill('แฮกเกอร์');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: texts.worst.threats }).fill('เจาะระบบ');
    await page.keyboard.press('Enter');
    const choose = (tier: string, what: string, level: string) =>
      page.getByRole('combobox', { name: `${tier}: ${what}` }).selectOption(level);
    await choose(texts.tier.initial, texts.map.likelihood, '4');
    await choose(texts.tier.initial, texts.map.impact, '5');
    await choose(texts.tier.residual, texts.map.likelihood, '3');
    await choose(texts.tier.residual, texts.map.impact, '5');
    // The map displays it, and is navigated by the arrow keys.
    const cell = page.getByRole('gridcell', { name: /ผลตรวจรั่วไหล/ });
    expect(await cell.getAttribute('data-cell')).toBe('3.5');
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2.4');

    await tab(texts.tab.plan).click();
    await page.getByText(texts.plan.needed, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: texts.plan.method }).selectOption('REDUCTION');
    await page.getByRole('textbox', { name: texts.plan.detail }).fill('เข้ารหัสผลตรวจ');
    await page.getByRole('combobox', { name: texts.plan.responsibleId }).selectOption({ label: 'สมหมาย ดูแล' });
    await choose(texts.tier.expected, texts.map.likelihood, '1');
    await choose(texts.tier.expected, texts.map.impact, '4');
    await page
      .locator('[name="worstCases.0.treatment.expectedOn"]')
      .fill(locale === 'th' ? '31/01/2573' : '31/01/2030');
    await page.keyboard.press('Tab');
    await page.getByText(versioned.missing.ready).waitFor();

    await page.getByRole('button', { name: versioned.publish.action }).click();
    await page.getByRole('dialog').getByRole('button', { name: versioned.publish.action, exact: true }).click();
    await page.getByText(texts.status.PUBLISHED).first().waitFor();
    await focusOnPage(page);
    const call = (await callerFor(product, dpo)).dpia;
    const { content } = await call.version({ ws, id: record.id, v: 1 });
    expect(content.draft.worstCases[0]).toMatchObject({
      residual: { likelihood: 3, impact: 5 },
      treatment: { method: 'REDUCTION', expectedOn: '2030-01-31' },
    });
    // Its plan is open: the next version waits for it.
    await page.getByRole('button', { name: texts.move.newVersion }).click();
    await page.getByText(refusals.planUnresolved).first().waitFor();
    await product.owner.updateTable('dpias').set({ treatmentStatus: 'RESOLVED' }).where('id', '=', record.id).execute();
    await page.getByRole('button', { name: texts.move.newVersion }).click();
    await page.getByRole('button', { name: texts.save }).waitFor();
    expect(await call.get({ ws, id: record.id })).toMatchObject({ status: 'DRAFT', publishedVersion: 1 });
  });

  it('are edited by two at once: each worst case is merged separately, and for the same field the user selects', async () => {
    const { ws, dpo, colleague, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}?tab=impact`, locale);
    await page.getByRole('button', { name: /^1\. / }).click();
    const title = page.locator('[name="worstCases.0.title.th"]');
    await title.fill('ผลตรวจรั่วไหล');
    const theirs = (await callerFor(product, colleague)).dpia;
    const [first, second] = record.draft.worstCases;
    const saved = await theirs.update({
      ws,
      id: record.id,
      rowVersion: record.rowVersion,
      ...record.draft,
      // In another order, with another risk of the same one, and one more.
      worstCases: [
        { ...second!, title: { th: 'ส่งผิดคน', en: '' } },
        { ...first!, residual: { likelihood: 5, impact: 1 } },
        leak(3, 'เรียกค่าไถ่'),
      ],
    });
    await page
      .getByText(/เรียกค่าไถ่|Worst case 3/)
      .first()
      .waitFor();
    expect(await title.inputValue()).toBe('ผลตรวจรั่วไหล');
    await page.getByRole('button', { name: texts.save }).click();
    await expect.poll(async () => (await theirs.get({ ws, id: record.id })).rowVersion).toBe(saved.rowVersion + 1);
    const { worstCases } = (await theirs.get({ ws, id: record.id })).draft;
    expect(Object.fromEntries(worstCases.map((one) => [one.title.th, one.residual]))).toEqual({
      ผลตรวจรั่วไหล: { likelihood: 5, impact: 1 },
      ส่งผิดคน: second!.residual,
      เรียกค่าไถ่: second!.residual,
    });

    await title.fill('ของฉัน');
    await theirs.update({
      ws,
      id: record.id,
      rowVersion: saved.rowVersion + 1,
      ...record.draft,
      worstCases: worstCases.map((one) =>
        one.id === first!.id ? { ...one, title: { th: 'ของเขา', en: one.title.en } } : one,
      ),
    });
    const conflict = page.getByRole('dialog').getByRole('group', { name: new RegExp(texts.worst.title) });
    await page.getByRole('button', { name: records.compare }).click();
    await conflict.getByRole('radio', { name: records.merge.mine }).check();
    await page.getByRole('dialog').getByRole('button', { name: records.merge.save }).click();
    await expect
      .poll(async () => (await theirs.get({ ws, id: record.id })).draft.worstCases.map((one) => one.title.th))
      .toContain('ของฉัน');
  });

  it('are displayed as their report, which is marked as draft and then as the published version', async () => {
    const { ws, dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    const answerAgain = await failCalls(page, ['dpia.reportPage']);
    await page.getByRole('navigation', { name: ui.sections }).getByRole('link', { name: texts.tab.report }).click();
    await page.getByRole('alert').getByRole('button', { name: ui.retry }).waitFor();
    await answerAgain();
    await page.getByRole('alert').getByRole('button', { name: ui.retry }).click();
    const report = page.frameLocator(`iframe[title="${texts.report.preview}"]`);
    await page.getByText(texts.report.leadDraft).waitFor();
    await report.getByRole('heading', { name: 'แผนที่ความเสี่ยง' }).waitFor();
    await report.getByText('1. ข้อมูลรั่วไหล').first().waitFor();
    expect(
      await report.getByRole('img', { name: /แผนที่ความเสี่ยง/ }).evaluate((img) => (img as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(300);
    await (await callerFor(product, dpo)).dpia.publish({ ws, id: record.id, rowVersion: record.rowVersion });
    await page.getByText(texts.report.leadVersion.replace('{{number}}', '1')).waitFor();
  });

  it('display that the register of the published version has changed, and how', async () => {
    const { ws, dpo, colleague, record } = await buildAssessment();
    const call = (await callerFor(product, dpo)).dpia;
    await call.publish({ ws, id: record.id, rowVersion: record.rowVersion });
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    await page.getByRole('button', { name: texts.move.newVersion }).waitFor();
    // A colleague changes the record of processing while the page is open.
    const { application } = await callerFor(product, colleague);
    const stored = await application.get({ ws, id: record.application.id });
    await application.update({
      ws,
      ...applicationDraftOf(stored),
      id: stored.id,
      rowVersion: stored.rowVersion,
      dataSubjectCount: 98_765,
    });
    await page
      .locator('summary')
      .filter({ hasText: /สิ่งที่ต่างจากฉบับที่ 1|\d differences? from version 1/ })
      .click();
    const change = page.getByRole('listitem').filter({ hasText: texts.outdated.facet.dataSubjectCount });
    expect(await change.locator('ins').textContent()).toBe('98765');
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `dpia-outdated-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
    }
    // Beside the differences stands what the version contains.
    await page.reload();
    await settled(page);
    await page.getByText(texts.register.subjects, { exact: true }).first().waitFor();
    expect(await page.getByText('98,765').count()).toBe(0);
  });

  it('lead to an invalid field on another tab, in a worst case that is collapsed, when they are saved', async () => {
    const { dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}?tab=impact`, locale);
    const fold = page.getByRole('button', { name: /^1\. / });
    const title = page.locator('[name="worstCases.0.title.th"]');
    await fold.click();
    await title.fill('');
    await fold.click();
    await title.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: ui.sections }).getByRole('link', { name: texts.tab.title }).click();
    await page.getByRole('button', { name: texts.save }).click();
    await page.waitForURL(/tab=impact/);
    await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await title.getAttribute('aria-invalid')).toBe('true');
  });

  it('are readable and usable in every layout, each tab', async () => {
    const { dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    for (const query of ['', '?tab=data', '?tab=impact', '?tab=plan', '?tab=report', '?tab=versions']) {
      await page.goto(address(`/dpo-tools/dpia/${record.id}${query}`, { locale, ws: dpo.workspaceId }));
      await settled(page);
      if (query === '?tab=impact') await page.getByRole('button', { name: /^1\. / }).click();
      for (const look of looksIn(locale)) {
        await wear(page, look);
        await picture(
          page,
          `dpia-${locale}-${query.slice(5) || 'title'}-${look.width}-${look.dark ? 'dark' : 'light'}`,
        );
        expect(await faultsOf(page), `${query} ${look.width} ${look.dark}`).toEqual([]);
        expect(await elementsTooWide(page), query).toEqual([]);
      }
    }
  });

  it('keep a worst case until its removal is confirmed', async () => {
    const { dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}?tab=impact`, locale);
    const name = record.draft.worstCases[0]!.title[locale] || record.draft.worstCases[0]!.title.th;
    const bin = page.getByRole('button', { name: ui.form.removeItem.replace('{{name}}', name), exact: true });
    const question = page.getByRole('dialog', { name: texts.worst.removeTitle.replace('{{name}}', name) });
    await bin.click();
    await question.getByText(texts.worst.removeBody).waitFor();
    await question.getByRole('button', { name: ui.cancel, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await bin.click();
    await question.getByRole('button', { name: texts.worst.remove, exact: true }).click();
    await bin.waitFor({ state: 'detached' });
  });
});

test('an assessment opens if the record of processing is switched off, without links to its closed pages', async () => {
  const { ws, dpo, record } = await buildAssessment();
  await sql`update workspaces set flags = flags || '{"ropaInventoryEnabled": false}' where id = ${ws}`.execute(
    product.owner,
  );
  const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, 'th');
  await page.getByRole('heading', { level: 1, name: record.name }).waitFor();
  await page.getByText(record.application.name, { exact: true }).first().waitFor();
  expect(await page.locator('#content').getByRole('link', { name: record.application.name }).count()).toBe(0);
  expect(product.complaints).toEqual([]);
});
