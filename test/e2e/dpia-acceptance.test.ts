import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { worstCase } from '../../shared/dpia/content.ts';
import type { Locale } from '../../shared/locale.ts';
import enApproval from '../../shared/locales/en/approvalLine.ts';
import enErrors from '../../shared/locales/en/dpia.ts';
import enTexts from '../../shared/locales/en/dpiaAssessment.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enVersioned from '../../shared/locales/en/versionedRecord.ts';
import thApproval from '../../shared/locales/th/approvalLine.ts';
import thErrors from '../../shared/locales/th/dpia.ts';
import thTexts from '../../shared/locales/th/dpiaAssessment.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thVersioned from '../../shared/locales/th/versionedRecord.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, settled } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thTexts, approval: thApproval, errors: thErrors, versioned: thVersioned, ui: thUi },
  en: { texts: enTexts, approval: enApproval, errors: enErrors, versioned: enVersioned, ui: enUi },
};
const APPLICATION = 'ระบบตรวจพันธุกรรม';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** An assessment that accepts a remaining high risk, with default approvers where there are approval lines. */
async function buildAccepting({ approvalLineEnable = true } = {}) {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น', flags: { approvalLineEnable } })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const chief = await buildPerson(product, { workspaceId: ws, role: 'Top Management', name: 'วิชัย ผู้บริหาร' });
  await product.owner
    .insertInto('approvalDefaults')
    .values({ workspaceId: ws, reportType: 'DPIA', position: 1, personnelId: chief.personnelId })
    .execute();
  const { id: dataControllerId } = await buildDataController(product, ws);
  const { application } = await callerFor(product, dpo);
  const { id: applicationId } = await application.create({
    ws,
    name: APPLICATION,
    description: 'ตรวจพันธุกรรม',
    dataControllerId,
  });
  const leak = worstCase.parse({
    id: randomUUIDv7(),
    title: { th: 'ผลตรวจรั่วไหล', en: 'Results leak' },
    sources: [{ id: randomUUIDv7(), text: 'แฮกเกอร์' }],
    threats: [{ id: randomUUIDv7(), text: 'เจาะระบบ' }],
    initial: { likelihood: 4, impact: 5 },
    residual: { likelihood: 3, impact: 5 },
    treatment: {
      method: 'ACCEPTANCE',
      detail: 'ยอมรับจนกว่าจะเปลี่ยนระบบ',
      expected: { likelihood: 3, impact: 5 },
      expectedOn: '2030-01-31',
      responsibleId: dpo.personnelId,
    },
  });
  const record = await draftDpia(product, dpo, { ws, applicationId }, { worstCases: [leak] });
  return { ws, dpo, chief, record };
}

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale, width: 1280 });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('accepting a high risk, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, approval, errors, versioned, ui } = WORDS[locale];

  it('waits for Top Management, who approves the report; then the assessment is published and names the approver', async () => {
    const { ws, dpo, chief, record } = await buildAccepting();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}?tab=report`, locale);
    const publish = async () => {
      await page.getByRole('button', { name: versioned.publish.action }).click();
      await page.getByRole('dialog').getByRole('button', { name: versioned.publish.action, exact: true }).click();
    };
    await publish();
    await page.getByText(errors.refusal.acceptanceApproval).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const exports = (await callerFor(product, dpo)).export;
    const { id } = await exports.start({ ws, kind: 'dpia-report', subjectId: record.id, format: 'html' });
    await expect.poll(async () => (await exports.get({ ws, id })).status).toBe('done');
    await page.getByRole('link', { name: texts.report.askApproval }).click();
    const dialog = page.getByRole('dialog', { name: approval.create.title });
    await dialog.getByText(approval.create.ready).waitFor();
    await dialog.getByText('วิชัย ผู้บริหาร').first().waitFor();
    await dialog.getByRole('button', { name: approval.create.submit }).click();
    await page.waitForURL(/\/approval-line\/[0-9a-f-]{36}/);

    const theirs = await open(chief, '/approval-line?view=waiting', locale);
    await theirs.getByRole('row').filter({ hasText: APPLICATION }).getByRole('link', { name: APPLICATION }).click();
    const turn = theirs.locator('section[data-your-turn]');
    await picture(theirs, `dpia-acceptance-${locale}`);
    await turn.getByRole('button', { name: approval.act.approve, exact: true }).click();
    await theirs
      .getByRole('dialog', { name: approval.act.approveTitle })
      .getByRole('button', { name: approval.act.approve, exact: true })
      .click();
    await turn.waitFor({ state: 'detached' });

    await page.goto(address(`/dpo-tools/dpia/${record.id}?tab=report`, { locale, ws }));
    await settled(page);
    await publish();
    await page.getByText(texts.status.PUBLISHED).first().waitFor();
    await page.frameLocator('iframe').getByText('วิชัย ผู้บริหาร').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `dpia-accepted-${locale}`);
  });

  it('without approval lines waits for who accepted it, whose name is not lost before it is published', async () => {
    const { ws, dpo, record } = await buildAccepting({ approvalLineEnable: false });
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    const publish = page.getByRole('button', { name: versioned.publish.action });
    const dialog = page.getByRole('dialog');
    await publish.click();
    const statement = dialog.getByRole('textbox', { name: texts.publish.acceptance });
    const confirm = dialog.getByRole('button', { name: versioned.publish.action, exact: true });
    await confirm.click();
    await dialog.getByText(texts.publish.acceptanceMissing).waitFor();
    expect(await statement.getAttribute('aria-invalid')).toBe('true');
    await statement.fill('วิชัย ผู้บริหาร ยอมรับเมื่อ 1 ธันวาคม 2569');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Leaving the page asks, closing the dialog does not.
    await page.getByRole('link', { name: APPLICATION }).first().click();
    await dialog.getByText(ui.form.loss.none).waitFor();
    await dialog.getByRole('button', { name: ui.cancel, exact: true }).click();
    await publish.click();
    expect(await statement.inputValue()).toContain('วิชัย');
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    const { dpia } = await callerFor(product, dpo);
    expect((await dpia.get({ ws, id: record.id })).publishedVersion).toBe(1);
    expect(product.complaints).toEqual([]);
  });
});
