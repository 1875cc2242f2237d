import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enTexts from '../../shared/locales/en/dpiaList.ts';
import enAssessment from '../../shared/locales/en/dpiaAssessment.ts';
import enDecision from '../../shared/locales/en/dpiaDecision.ts';
import enErrors from '../../shared/locales/en/errors.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thTexts from '../../shared/locales/th/dpiaList.ts';
import thAssessment from '../../shared/locales/th/dpiaAssessment.ts';
import thDecision from '../../shared/locales/th/dpiaDecision.ts';
import thErrors from '../../shared/locales/th/errors.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const WORDS = {
  th: { texts: thTexts, assessment: thAssessment, decision: thDecision, errors: thErrors, ui: thUi },
  en: { texts: enTexts, assessment: enAssessment, decision: enDecision, errors: enErrors, ui: enUi },
};
const CAMERAS = 'กล้องวงจรปิดโรงเรียน';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A school with cameras, and a list of members without any criterion. */
async function buildSchool() {
  const ws = (await buildWorkspace(product, { name: 'โรงเรียนร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const { id: dataControllerId } = await buildDataController(product, ws);
  const { application } = await callerFor(product, dpo);
  const build = (name: string, description: string) =>
    application.create({ ws, name, description, dataControllerId } as never);
  const cameras = await build(CAMERAS, 'ดูแลความปลอดภัยของนักเรียน');
  const members = await build('รายชื่อสมาชิก', 'ส่งข่าวสาร');
  return { ws, dpo, cameras, members };
}

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale, width: 1280 });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('the list of impact assessments, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, assessment, decision, errors, ui } = WORDS[locale];

  it("names the applications to assess, creates one from the register's suggestion, and finds it again", async () => {
    const { ws, dpo, cameras, members } = await buildSchool();
    // The record of the application names the criteria for an assessment, and links to the list.
    const page = await open(dpo, recordAddress('application', members.id), locale);
    await page.getByText(texts.related.none).waitFor();
    await page.goto(address(recordAddress('application', cameras.id), { locale, ws }));
    await page.getByText(texts.related.suggested).waitFor();
    const reason = page.getByRole('listitem').filter({ hasText: texts.reason.VULNERABLE_SUBJECTS });
    await reason.getByText(texts.readFromWords).waitFor();
    await page.getByRole('link', { name: texts.related.start }).click();
    await page.getByRole('button', { name: texts.missing.open }).click();
    await page.getByRole('button', { name: texts.missing.startOf.replace('{{name}}', CAMERAS) }).click();

    const dialog = page.getByRole('dialog', { name: texts.create.title });
    const suggestion = dialog.getByRole('group', { name: texts.suggestion.title });
    await suggestion.getByText(texts.reason.SYSTEMATIC_MONITORING).waitFor();
    await suggestion.getByText(texts.reason.VULNERABLE_SUBJECTS).waitFor();
    await suggestion.getByRole('link', { name: CAMERAS }).first().waitFor();
    await dialog.getByText(assessment.requirement.UNDECIDED).waitFor();
    await suggestion.getByRole('button', { name: texts.suggestion.adopt }).click();
    await dialog.getByText(assessment.requirement.YES).waitFor();
    // What is chosen for one application is not kept for another, nor is its suggestion offered meanwhile.
    const waiting: Route[] = [];
    await page.route('**/trpc/**dpia.prepare**', (route) => void waiting.push(route));
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: texts.column.application }).click();
      await page.getByRole('option', { name }).click();
    };
    const question = page.getByRole('dialog', { name: texts.create.other.title });
    await choose(members.name);
    await question.getByRole('button', { name: ui.cancel, exact: true }).click();
    await suggestion.getByRole('button', { name: texts.suggestion.adopted }).waitFor();
    await choose(members.name);
    await question.getByRole('button', { name: texts.create.other.confirm, exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(await suggestion.count()).toBe(0);
    await page.unroute('**/trpc/**dpia.prepare**');
    await suggestion.getByText(texts.suggestion.nothing).waitFor();
    await dialog.getByText(assessment.requirement.UNDECIDED).waitFor();
    await choose(CAMERAS);
    await suggestion.getByRole('button', { name: texts.suggestion.adopt }).click();
    await dialog.getByText(assessment.requirement.YES).waitFor();
    await dialog.getByRole('textbox', { name: texts.create.reason }).fill('ติดตั้งกล้องใหม่');
    await dialog.getByRole('button', { name: texts.create.submit }).click();
    await page.waitForURL(/\/dpo-tools\/dpia\/[0-9a-f-]{36}/);
    const id = /dpia\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    expect(await (await callerFor(product, dpo)).dpia.get({ ws, id })).toMatchObject({
      status: 'NEW',
      required: 'YES',
      application: { id: cameras.id },
      draft: {
        reason: 'ติดตั้งกล้องใหม่',
        criteria: [
          { code: 'SYSTEMATIC_MONITORING', note: CAMERAS },
          { code: 'VULNERABLE_SUBJECTS', note: CAMERAS },
        ],
      },
    });

    await page.goto(address(recordAddress('application', cameras.id), { locale, ws }));
    await page.getByRole('link', { name: texts.create.nameOf.replace('{{name}}', CAMERAS) }).waitFor();
    expect(await page.getByText(texts.related.suggested).count()).toBe(0);

    // The suggestion is stored with it.
    await page.goto(address(`/dpo-tools/dpia/${id}?tab=data`, { locale, ws }));
    await page.getByText(assessment.suggested.split('{{')[0]!).click();
    await page.getByText(texts.reason.SYSTEMATIC_MONITORING).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(address('/dpo-tools/dpia?required=YES', { locale, ws }));
    await settled(page);
    await page
      .getByRole('row', { name: new RegExp(CAMERAS) })
      .getByText(assessment.status.NEW)
      .waitFor();
    // It is assessed: nothing is missing any more.
    expect(await page.getByRole('button', { name: texts.missing.open }).count()).toBe(0);
    await page.goto(address('/dpo-tools/dpia?required=NO', { locale, ws }));
    await expect.poll(() => page.getByRole('row', { name: new RegExp(CAMERAS) }).count()).toBe(0);
  });

  it('is linked from the record of an application, for each variant with the number of its assessments', async () => {
    const { ws, dpo, members } = await buildSchool();
    const { dpia } = await callerFor(product, dpo);
    for (const [variant, count] of [
      ['CURRENT', 4],
      ['OLDER', 3],
    ] as const)
      for (let number = 1; number <= count; number += 1)
        await dpia.create({ ws, variant, applicationId: members.id, name: `${variant} ${number}`, reason: 'ตามรอบ' });
    const page = await open(dpo, recordAddress('application', members.id), locale);
    const link = (words: string, number: number) =>
      page.getByRole('link', { name: words.replace('{{number}}', `${number}`), exact: true });
    await link(texts.related.all_other, 4).waitFor();
    await link(texts.related.allOlder_other, 3).click();
    await page.waitForURL(/\/dpo-tools\/dpia-version-1\?/);
    await expect.poll(() => page.getByRole('row', { name: /OLDER \d/ }).count()).toBe(3);
  });

  it('of the older variant creates one by criteria only', async () => {
    const { ws, dpo, members } = await buildSchool();
    const page = await open(dpo, '/dpo-tools/dpia-version-1', locale);
    await page.getByRole('button', { name: texts.add }).first().click();
    const dialog = page.getByRole('dialog', { name: texts.create.title });
    await dialog.getByRole('combobox', { name: texts.column.application }).click();
    await page.getByRole('option', { name: 'รายชื่อสมาชิก' }).click();
    await dialog.getByText(texts.suggestion.nothing).waitFor();
    await dialog.getByText(assessment.requirement.NO).waitFor();
    expect(await dialog.getByText(assessment.part.dataRisk, { exact: true }).count()).toBe(0);
    await dialog.getByRole('textbox', { name: texts.create.reason }).fill('ตรวจตามรอบ');
    await dialog.getByRole('button', { name: texts.create.submit }).click();
    await page.waitForURL(/\/dpo-tools\/dpia-version-1\/[0-9a-f-]{36}/);
    const { collection } = await (await callerFor(product, dpo)).dpia.list({ ws, variant: 'OLDER' });
    expect(collection).toMatchObject([{ application: { id: members.id }, required: 'NO' }]);
  });

  it('decides that none is required, in a document of what is displayed, and reopens it', async () => {
    const { ws, dpo, members } = await buildSchool();
    const { dpia } = await callerFor(product, dpo);
    const input = { ws, variant: 'OLDER' as const, applicationId: members.id, name: 'ประเมินรายชื่อ', reason: 'ตามรอบ' };
    const { id } = await dpia.create(input);
    const page = await open(dpo, `/dpo-tools/dpia-version-1/${id}`, locale);
    // Typed, and not saved: the document contains it.
    await page.getByRole('textbox', { name: assessment.field.reason }).fill('ทบทวนตามรอบปี');
    await page.getByRole('button', { name: decision.decide }).click();
    const dialog = page.getByRole('dialog', { name: decision.decide });
    await dialog.getByText(decision.saveFirst).waitFor();
    await dialog.getByRole('button', { name: decision.decide }).click();
    await dialog.getByText(errors.required).waitFor();
    await walkForm(dialog, 'modules/dpia/decision/DecideNotRequired');
    await dialog.getByRole('textbox', { name: decision.why }).fill('ใช้อีเมลเท่านั้น');
    await dialog.getByRole('button', { name: decision.decide }).click();
    await page.getByText(assessment.status.NOTREQUIRED).first().waitFor();
    await page.getByText(decision.number.replace('{{number}}', '1')).waitFor();
    expect(await dpia.decision({ ws, id, number: 1 })).toMatchObject({
      content: { reason: 'ทบทวนตามรอบปี', why: 'ใช้อีเมลเท่านั้น' },
    });
    expect((await dpia.get({ ws, id })).draft.reason).toBe('ทบทวนตามรอบปี');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: decision.reopen }).click();
    await page.getByRole('button', { name: decision.decide, exact: true }).waitFor();
    expect(await dpia.get({ ws, id })).toMatchObject({ status: 'NEW', decisions: [{ documentNumber: 1 }] });
  });

  it('converts an older assessment into a current one, whose levels are confirmed', async () => {
    const { ws, dpo, members } = await buildSchool();
    const { dpia } = await callerFor(product, dpo);
    const input = { ws, variant: 'OLDER' as const, applicationId: members.id, name: 'ประเมินเดิม', reason: 'ตามรอบ' };
    const criteria = [{ code: 'LARGE_SCALE' as const }, { code: 'MATCHING' as const }];
    const { id, draft, rowVersion } = await dpia.create({ ...input, criteria });
    const worstCases = completeDpiaDraft().worstCases;
    await dpia.update({ ws, id, ...draft, worstCases, rowVersion });
    const page = await open(dpo, `/dpo-tools/dpia-version-1/${id}`, locale);
    await page.getByRole('button', { name: texts.carry.action }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.carry.action }).click();
    await page.waitForURL(/\/dpo-tools\/dpia\/[0-9a-f-]{36}/);
    const carriedId = /dpia\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    await page.getByRole('button', { name: assessment.move.start }).click();
    await page.getByText(assessment.status.DRAFT).first().waitFor();
    await page.goto(address(`/dpo-tools/dpia/${carriedId}?tab=impact`, { locale, ws }));
    await page.getByRole('button', { name: /^1\. / }).click();
    await page.getByRole('button', { name: assessment.worst.confirm, exact: true }).click();
    await page.getByRole('button', { name: assessment.save }).click();
    await expect.poll(async () => (await dpia.get({ ws, id: carriedId })).draft.worstCases[0]?.carried).toBe(undefined);
  });

  it('is readable and usable in every layout, with its dialogs', async () => {
    const { dpo } = await buildSchool();
    const page = await open(dpo, '/dpo-tools/dpia', locale);
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await page.getByRole('button', { name: texts.missing.open }).click();
      await page.getByRole('dialog', { name: texts.missing.title }).waitFor();
      expect(await faultsOf(page), `missing ${look.width}`).toEqual([]);
      await page.getByRole('button', { name: texts.missing.startOf.replace('{{name}}', CAMERAS) }).click();
      await page.getByRole('group', { name: texts.suggestion.title }).waitFor();
      expect(await faultsOf(page), `new ${look.width}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: texts.create.title }).waitFor({ state: 'hidden' });
    }
  });
});
