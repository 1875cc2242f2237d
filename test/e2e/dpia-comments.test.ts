import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enComment from '../../shared/locales/en/comment.ts';
import enTexts from '../../shared/locales/en/dpiaAssessment.ts';
import thComment from '../../shared/locales/th/comment.ts';
import thTexts from '../../shared/locales/th/dpiaAssessment.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, settled } from './helpers/audit.ts';
import { loseAnswer } from './helpers/loseAnswer.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const WORDS = {
  th: { texts: thTexts, comments: thComment },
  en: { texts: enTexts, comments: enComment },
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A team, and an assessment with a consultation. */
async function buildAssessment() {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const colleague = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมหมาย ดูแล' });
  const { applicationId } = await buildConsentPurposes(product, dpo, { purposes: 1 });
  const { dpia } = await callerFor(product, dpo);
  const created = await dpia.create({ ws, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม', applicationId });
  const record = await dpia.update({
    ws,
    id: created.id,
    rowVersion: created.rowVersion,
    ...created.draft,
    consultation: {
      internal: [
        {
          id: '0d91a000-0009-4000-8000-000000000001',
          who: { th: 'ฝ่ายไอที', en: '' },
          on: null,
          opinion: { th: 'เห็นชอบ', en: '' },
          fileIds: [],
        },
      ],
      external: [],
    },
  });
  return { ws, dpo, colleague, record };
}

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale, width: 1280 });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('an impact assessment, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, comments } = WORDS[locale];
  const of = (field: string) => comments.of.replace('{{field}}', field);

  it('receives comments field by field: a colleague is mentioned, sees it live, replies, and it is resolved', async () => {
    const { ws, dpo, colleague, record } = await buildAssessment();
    const place = `/dpo-tools/dpia/${record.id}`;
    const [page, theirs] = [await open(dpo, place, locale), await open(colleague, place, locale)];
    await page.getByRole('button', { name: of(texts.field.reason), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await walkForm(dialog, 'records/comments/CommentsDialog');
    await dialog.getByRole('textbox', { name: comments.add }).fill('เหตุผลยังไม่ชัดเจน');
    await dialog.getByRole('combobox', { name: comments.mention }).click();
    await page.getByRole('option', { name: 'สมหมาย ดูแล' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: comments.send }).click();
    await dialog.getByText(comments.mentioned.replace('{{names}}', 'สมหมาย ดูแล')).waitFor();

    // On the colleague's page it appears automatically, at the field and in the side panel.
    const atField = theirs.getByRole('button', { name: new RegExp(`${of(texts.field.reason)} \\(1`) });
    await atField.click();
    const answer = theirs.getByRole('dialog');
    await answer.getByText('เหตุผลยังไม่ชัดเจน').waitFor();
    await answer.getByRole('button', { name: comments.reply }).click();
    await answer.getByRole('textbox', { name: comments.reply }).fill('แก้แล้ว');
    await answer.getByRole('button', { name: comments.send }).first().click();
    await dialog.getByText('แก้แล้ว').waitFor();
    await dialog.getByRole('button', { name: comments.resolve }).click();
    const { comment } = await callerFor(product, dpo);
    const settledBy = async () =>
      (await comment.list({ ws, entity: 'dpia', id: record.id })).threads.map((one) => [
        one.field,
        one.resolvedBy?.name,
      ]);
    await expect.poll(settledBy).toEqual([['reason', 'สมปอง คุ้มครอง']]);
  });

  it('has a comment once whose answer was lost and which was sent again, and the same words twice if they are meant so', async () => {
    const { ws, dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    await page.getByRole('button', { name: of(texts.field.reason), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: comments.add });
    const send = dialog.getByRole('button', { name: comments.send });
    const { comment } = await callerFor(product, dpo);
    const bodies = async () =>
      (await comment.list({ ws, entity: 'dpia', id: record.id })).threads.map((one) => one.comments[0]!.body);
    await text.fill('ขอหลักฐาน');
    await loseAnswer(page, 'comment.add');
    await send.click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await bodies()).toEqual(['ขอหลักฐาน']);
    await send.click();
    await expect.poll(() => text.inputValue()).toBe('');
    expect(await bodies()).toEqual(['ขอหลักฐาน']);
    await text.fill('ขอหลักฐาน');
    await send.click();
    await expect.poll(bodies).toEqual(['ขอหลักฐาน', 'ขอหลักฐาน']);
  });

  it('can be commented on wherever something is assessed: criteria, questions, yes or no, items, levels of risk', async () => {
    const { ws, dpo, record: before } = await buildAssessment();
    const record = await draftDpia(product, dpo, { ws, applicationId: before.application.id });
    const { framework, draft } = record;
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}?tab=data`, locale);
    const comment = async (label: string, text: string) => {
      await page.getByRole('button', { name: of(label), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: comments.add }).fill(text);
      await dialog.getByRole('button', { name: comments.send }).click();
      // Sent: the field is empty again.
      await expect.poll(() => dialog.getByRole('textbox', { name: comments.add }).inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    const question = framework.dataRisk[0]!.questions[0]!;
    const item = framework.items[0]!;
    await comment(texts.criterion.SCORING.name, 'ใช้คะแนนจริงหรือ');
    await comment(question.text[locale], 'ตอบจากอะไร');
    await comment(texts.field.lawfulBasis, 'ฐานใด');
    await page.goto(address(`/dpo-tools/dpia/${record.id}?tab=impact`, { locale, ws }));
    await settled(page);
    await comment(item.title[locale], 'ขอหลักฐาน');
    const worst = draft.worstCases[0]!;
    await page
      .getByRole('button', { name: new RegExp(worst.title.th) })
      .first()
      .click();
    await comment(`${worst.title.th} · ${texts.tier.residual}`, 'ต่ำไป');
    const { comment: api } = await callerFor(product, dpo);
    const fields = async () =>
      (await api.list({ ws, entity: 'dpia', id: record.id })).threads.map(({ field }) => field).sort();
    await expect
      .poll(fields)
      .toEqual(
        [
          'criteria.SCORING',
          `dataRisk.${question.id}`,
          'lawfulBasis',
          `items.${item.id}`,
          `worstCases.${worst.id}.residual`,
        ].sort(),
      );
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `dpia-commented-${locale}`);
  });

  it('contains files of the people consulted, to attach, download and remove', async () => {
    const { ws, dpo, record } = await buildAssessment();
    const page = await open(dpo, `/dpo-tools/dpia/${record.id}`, locale);
    const files = page.locator('input[type=file]').first();
    await files.setInputFiles({ name: 'เห็นชอบ.txt', mimeType: 'text/plain', buffer: Buffer.from('เห็นชอบ') });
    await page.getByRole('link', { name: 'เห็นชอบ.txt' }).waitFor();
    await page.getByRole('button', { name: texts.save }).click();
    const stored = async () => (await (await callerFor(product, dpo)).dpia.get({ ws, id: record.id })).files;
    await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(['เห็นชอบ.txt']);
    // Still there, by name, after a reload.
    await page.reload();
    await settled(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'เห็นชอบ.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('เห็นชอบ.txt');
    await page.getByRole('button', { name: /เห็นชอบ\.txt/ }).click();
    await page.getByRole('button', { name: texts.save }).click();
    await expect.poll(async () => (await stored()).length).toBe(0);
  });
});
