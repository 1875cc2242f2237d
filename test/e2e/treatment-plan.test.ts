import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { Locale } from '../../shared/locale.ts';
import enRisk from '../../shared/locales/en/dpiaAssessment.ts';
import enPlan from '../../shared/locales/en/treatmentPlanScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thRisk from '../../shared/locales/th/dpiaAssessment.ts';
import thPlan from '../../shared/locales/th/treatmentPlanScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { pdf } from '../helpers/samples.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { focusOnPage } from './helpers/focus.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thPlan, risk: thRisk.risk, ui: thUi },
  en: { texts: enPlan, risk: enRisk.risk, ui: enUi },
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A workspace with a published assessment whose plans are assigned to Staff. */
async function buildPlans(variant?: 'OLDER') {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const staff = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมหมาย ดูแล' });
  const { id: dataControllerId } = await buildDataController(product, ws);
  const { application, treatmentPlan } = await callerFor(product, dpo);
  const name = 'ระบบตรวจพันธุกรรม';
  const { id: applicationId } = await application.create({ ws, name, description: 'ตรวจ', dataControllerId });
  const dpia = await buildPublishedDpia(product, {
    ws,
    applicationId,
    plans: [
      { title: 'ฐานข้อมูลรั่วไหล', responsibleId: staff.personnelId, expectedOn: '2030-12-01' },
      { title: 'ส่งผลตรวจผิดคน', responsibleId: null, expectedOn: '2030-12-20' },
    ],
    ...(variant && { variant }),
  });
  const { collection } = await treatmentPlan.listOf({ ws, id: dpia.id });
  return { ws, dpo, staff, plans: collection };
}

async function open(as: Person, to: string, locale: Locale, width = 1280): Promise<Page> {
  const page = await product.open({ as, locale, width });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

/** Assesses the remaining risk by each criterion. */
async function judge(dialog: Locator): Promise<void> {
  for (const [field, level] of [
    ['p', 'LOW'],
    ['m', 'MEDIUM'],
    ['d', 'LOW'],
  ] as const)
    await dialog.locator(`select[name=${field}]`).selectOption(level);
}

describe.each(['th', 'en'] as const)('a treatment plan, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, risk, ui } = WORDS[locale];
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const isOver = async (page: Page) => {
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await focusOnPage(page);
  };

  it('is started, carried out with proof and submitted by its assignee, sent back once, and approved by another user', async () => {
    const { dpo, staff, plans } = await buildPlans();
    const to = `/dpo-tools/treatment-plan/${plans[0]!.id}`;
    const page = await open(staff, to, locale);
    await page.getByText(texts.waits.NEW_mine).waitFor();
    expect(await button(page, texts.act.approve).count()).toBe(0);
    await button(page, texts.act.start).click();
    await page.getByText(texts.waits.actionFirst).waitFor();
    await focusOnPage(page);
    expect(await button(page, texts.act.resolve).isDisabled()).toBe(true);

    await button(page, texts.actions.add).click();
    const dialog = page.getByRole('dialog');
    const watching = await open(dpo, to, locale);
    await dialog.locator('textarea[name=detail]').fill('ปิดสิทธิของผู้ใช้ที่ไม่ได้ใช้ระบบแล้ว');
    await watching.locator('[data-editors]', { hasText: 'สมหมาย ดูแล' }).waitFor();
    await watching.close();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'สิทธิ.pdf', mimeType: 'application/pdf', buffer: pdf('สิทธิที่ปิด') });
    await dialog.getByRole('link', { name: 'สิทธิ.pdf' }).waitFor();
    await dialog.getByRole('button', { name: ui.save, exact: true }).click();
    await isOver(page);
    await picture(page, `treatment-plan-acted-${locale}`);
    await page.getByRole('link', { name: 'สิทธิ.pdf' }).waitFor();

    await button(page, texts.act.resolve).click();
    await judge(dialog);
    // Without the result it stays open.
    await dialog.getByRole('button', { name: texts.act.resolve, exact: true }).click();
    await dialog.locator('textarea[name=detail][aria-invalid=true]').waitFor();
    await dialog.locator('textarea[name=detail]').fill('ทดสอบการเข้าถึงแล้ว');
    await dialog.getByRole('button', { name: texts.act.resolve, exact: true }).click();
    await isOver(page);

    const reviewer = await open(dpo, to, locale);
    await button(reviewer, texts.act.revert).click();
    await reviewer.getByRole('dialog').locator('textarea[name=reason]').fill('แนบผลทดสอบด้วย');
    await reviewer.getByRole('dialog').getByRole('button', { name: texts.act.revert, exact: true }).click();
    // The assignee's page is updated automatically.
    await page.getByText(texts.waits.reason.replace('{{reason}}', 'แนบผลทดสอบด้วย')).waitFor();
    await button(page, texts.act.resolve).click();
    // The remaining risk is assessed again; the previous text is pre-filled.
    expect(await dialog.locator('textarea[name=detail]').inputValue()).toBe('ทดสอบการเข้าถึงแล้ว');
    await judge(dialog);
    await dialog.getByRole('button', { name: texts.act.resolve, exact: true }).click();
    await isOver(page);

    // More risk was found than expected: it is accepted with a reason.
    await button(reviewer, texts.act.approve).click();
    await reviewer.getByRole('dialog').getByText(risk.MEDIUM).waitFor();
    await reviewer.getByRole('dialog').locator('textarea[name=reason]').fill('เพิ่มมาตรการอีกไม่คุ้มกับประโยชน์');
    await reviewer.getByRole('dialog').getByRole('button', { name: texts.act.accept, exact: true }).click();
    await isOver(reviewer);
    for (const one of [page, reviewer]) {
      await one.getByText(texts.status.RESOVLED, { exact: true }).first().waitFor();
      for (const name of [texts.actions.add, texts.act.resolve, texts.act.revert, texts.act.reassign])
        expect(await button(one, name).count(), name).toBe(0);
      await one.getByText(risk.MEDIUM, { exact: true }).first().waitFor();
    }
    expect(product.complaints).toEqual([]);
  });

  it('is found in the list, on the board and in the calendar, and assigned to somebody', async () => {
    const { dpo, staff, plans } = await buildPlans();
    const page = await open(dpo, '/dpo-tools/treatment-plan', locale);
    const row = (title: string) => page.getByRole('link', { name: title });
    await row('ฐานข้อมูลรั่วไหล').first().waitFor();
    await page.getByPlaceholder(texts.search).fill('ผิดคน');
    await row('ฐานข้อมูลรั่วไหล').waitFor({ state: 'detached' });
    await row('ส่งผลตรวจผิดคน').first().click();
    await button(page, texts.act.reassign).click();
    await page.getByRole('dialog').locator('select[name=assigneeId]').selectOption(staff.personnelId);
    await page.getByRole('dialog').getByRole('button', { name: texts.act.reassign, exact: true }).click();
    await isOver(page);

    const theirs = await open(staff, '/dpo-tools/treatment-plan?view=board', locale);
    const column = theirs.getByRole('region', { name: texts.status.NEW });
    await expect.poll(() => column.getByRole('listitem').count()).toBe(plans.length);
    await theirs.goto(
      address('/dpo-tools/treatment-plan?view=calendar&month=2030-12', { locale, ws: staff.workspaceId }),
    );
    await theirs.getByRole('cell').getByRole('link', { name: 'ส่งผลตรวจผิดคน' }).waitFor();
    await theirs.getByRole('link', { name: texts.calendar.next }).click();
    await theirs.getByText(texts.calendar.empty).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('is listed beside the published version that created it, and not beside the next one', async () => {
    const { ws, dpo, plans } = await buildPlans();
    const { dpia, application } = plans[0]!;
    const page = await open(dpo, `/dpo-tools/dpia/${dpia.id}?tab=plan`, locale);
    await page.getByRole('heading', { name: texts.ofPublished }).waitFor();
    await page.getByRole('link', { name: 'ฐานข้อมูลรั่วไหล' }).waitFor();
    await buildPublishedDpia(product, { ws, applicationId: application.id, id: dpia.id, version: 2, plans: [] });
    await page.reload();
    await settled(page);
    expect(await page.getByRole('heading', { name: texts.ofPublished }).count()).toBe(0);
  });

  it('of the older variant is available at the former address too', async () => {
    const { dpo, plans } = await buildPlans('OLDER');
    const page = await open(dpo, `/treatment/${plans[0]!.id}`, locale);
    await page.getByRole('heading', { level: 1, name: 'ฐานข้อมูลรั่วไหล' }).waitFor();
    await page.getByRole('link', { name: texts.act.openAssessment }).click();
    await page.waitForURL(/\/dpo-tools\/dpia-version-1\//);
  });

  it('is readable and usable in every layout', async () => {
    const { dpo, plans } = await buildPlans();
    const page = await open(dpo, '/dpo-tools/treatment-plan', locale);
    for (const to of ['', '?view=board', '?view=calendar&month=2030-12', `/${plans[0]!.id}`]) {
      await page.goto(address(`/dpo-tools/treatment-plan${to}`, { locale, ws: dpo.workspaceId }));
      await settled(page);
      for (const look of looksIn(locale)) {
        await wear(page, look);
        const name = to.replace(/[^a-z]/g, '').slice(0, 12);
        await picture(page, `treatment-plan-${locale}-${name}-${look.width}-${look.dark ? 'dark' : 'light'}`);
        expect(await faultsOf(page), `${to} ${look.width} ${look.dark}`).toEqual([]);
        expect(await elementsTooWide(page), to).toEqual([]);
      }
    }
  });
});
