import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import enCommon from '../../shared/locales/en/import.ts';
import en from '../../shared/locales/en/consentImport.ts';
import thCommon from '../../shared/locales/th/import.ts';
import th from '../../shared/locales/th/consentImport.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { languagesFrom } from '../languages.ts';
import { submissionsOf } from '../helpers/consentFiles.ts';
import { buildConsentForm, type BuiltForm, recordChoices } from '../helpers/consents.ts';
import { tableOf, workbook } from '../helpers/recordFiles.ts';
import { chooseFile } from './helpers/chooseFile.ts';
import { fillCount } from './helpers/fill.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const TEXTS = { th: { own: th, common: thCommon }, en: { own: en, common: enCommon } };
let product: Product;
let dpo: Person;
let staff: Person;
let ws: string;
let form: BuiltForm;
const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-consents-e2e-'));
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ws = (await buildWorkspace(product)).id;
  [dpo, staff] = [
    await buildPerson(product, { workspaceId: ws, role: 'DPO' }),
    await buildPerson(product, { workspaceId: ws, role: 'Staff' }),
  ];
  form = await buildConsentForm(product, dpo, { name: 'แบบความยินยอมของสมาชิก' });
});
afterEach(() => product.closePages());

async function file(name: string, rows: string[][]): Promise<string> {
  const place = path.join(folder, name);
  writeFileSync(place, name.endsWith('.csv') ? rows.map((row) => row.join(',')).join('\r\n') : await workbook(rows));
  return place;
}
const fits = async (page: Page) => {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(room!);
};

describe('the import of consents on the screen', () => {
  for (const locale of languagesFrom('en')) {
    it(`leads from a form and a file via its columns and its check to the history (${locale})`, async () => {
      const { own, common } = TEXTS[locale];
      const [news, usage, fitting] = form.content.purposes.map(({ title }) => title[locale]) as [
        string,
        string,
        string,
      ];
      await recordChoices(product, form, [{ uid: 'C-2', granted: [], at: new Date('2026-06-01T00:00:00Z') }]);
      const page = await product.open({ as: dpo, locale, width: locale === 'th' ? 1280 : 375 });
      await page.goto(address(`/consent/import?form=${form.id}`, { ws, locale }));
      await chooseFile(
        page,
        await file('ความยินยอม.xlsx', [
          ['รหัสลูกค้า', 'ชื่อ-นามสกุล', 'วันที่', news, usage, fitting],
          ['C-1', 'สมชาย ใจดี', '21/01/2568 10:00', 'yes', 'yes', 'yes'],
          ['C-2', 'สมหญิง รักดี', '22/01/2568 10:00', 'yes', 'no', 'no'],
          ['C-2', 'สมหญิง รักดี', '2025-01-22 10:00', 'yes', 'no', 'no'],
          ['C-3', 'มานี มีตา', '99/99/2568', 'yes', 'no', 'no'],
        ]),
      );
      await page.getByRole('button', { name: common.start.read }).click();
      await page.getByText(common.preview.title).waitFor();
      // As it will be recorded, before anything is checked.
      await page.getByRole('region', { name: common.preview.title }).getByText(own.choice.ACCEPT).first().waitFor();
      await page
        .getByRole('region', { name: common.preview.title })
        .getByText(own.problem.date.replace('{{text}}', '99/99/2568'))
        .waitFor();
      await fits(page);
      // With the other order of day and month these dates immediately become invalid.
      await page.getByLabel(common.columns.dateOrder).selectOption('mdy');
      await page.getByText(own.problem.date.replace('{{text}}', '21/01/2568 10:00')).waitFor();
      await page.getByLabel(common.columns.dateOrder).selectOption('dmy');
      await page.getByRole('button', { name: common.columns.check }).click();

      await page.getByText(common.checked.what).waitFor();
      await page
        .getByText(
          own.checked.summary_other
            .replace('{{rows}}', '2')
            .replace('{{subjects}}', own.checked.subjects_other.replace('{{number}}', '2'))
            .replace('{{form}}', form.name),
        )
        .waitFor();
      await page.getByText(own.checked.pair.replace('{{row}}', '4').replace('{{of}}', '3')).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: common.problems.download }).first().click(),
      ]);
      expect((await tableOf(readFileSync(await download.path()))).map(([uid]) => uid)).toEqual(['รหัสลูกค้า', 'C-3']);
      // The step is in the address: a reload stays on it.
      await page.reload();
      await page.getByRole('button', { name: fillCount(common.checked, 'commitPart', 2) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: fillCount(common.checked, 'commit', 2) })
        .click();
      await page.getByText(common.done.title, { exact: true }).first().waitFor();
      // One row of the file was rejected.
      await page.getByText(common.done.fileRemoved).waitFor();
      await fits(page);
      await page.getByRole('button', { name: common.files.remove }).click();
      await page.getByRole('dialog').getByRole('button', { name: common.files.remove }).click();
      await page.getByText(common.files.noRejects).waitFor();
      expect(await page.getByRole('button', { name: common.problems.download }).count()).toBe(0);
      expect((await submissionsOf(product, form)).map(({ uid, granted }) => [uid, granted])).toEqual([
        ['C-1', 7],
        ['C-2', 1],
        ['C-2', 0],
      ]);
      await page.getByRole('link', { name: own.done.history }).click();
      await page.waitForURL(
        (url) => url.pathname.endsWith('/consent/dashboard') && url.searchParams.get('form') === form.id,
      );
      await page.goto(address('/consent/import', { ws, locale }));
      await page.getByRole('link', { name: 'ความยินยอม.xlsx' }).first().waitFor();
      expect(product.complaints).toEqual([]);
    });
  }

  it('provides the template of a form, and explains why a file cannot be read and what to do', async () => {
    const page = await product.open({ as: staff });
    await page.goto(address('/consent/import', { ws }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: thCommon.start.xlsx }).click(),
    ]);
    const [head] = await tableOf(readFileSync(await download.path()));
    expect(head).toEqual(expect.arrayContaining(form.content.purposes.map(({ title }) => title.th)));
    await chooseFile(page, await file('empty.csv', [['รหัสลูกค้า', 'วันที่']]));
    await page.getByRole('button', { name: thCommon.start.read }).click();
    await page.getByText(thCommon.failed).waitFor();
    await page.getByText(thCommon.failure.empty).waitFor();
    await page.getByRole('link', { name: thCommon.done.again }).click();
    await page.getByText(thCommon.start.templateTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('states of an import that stopped before its end how many rows it had imported', async () => {
    const id = randomUUIDv7();
    await product.owner
      .insertInto('imports')
      .values({
        workspaceId: ws,
        id,
        kind: 'user-consents',
        consentId: form.id,
        fileName: 'half.csv',
        locale: 'th',
        status: 'failed',
        errorCode: 'interrupted',
        summary: JSON.stringify({ rows: 3, accepted: 2 }),
        rowsWritten: 2,
        requestedBy: dpo.personnelId,
      })
      .execute();
    const page = await product.open({ as: dpo });
    await page.goto(address(`/consent/import?id=${id}`, { ws }));
    await page.getByText(thCommon.partly.title).waitFor();
    await page.getByText(fillCount(thCommon.partly, 'imported', 2)).waitFor();
    expect(await page.getByText(thCommon.failed).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });

  it('asks for the column with the choice before the check, and can be cancelled', async () => {
    const page = await product.open({ as: staff, locale: 'en' });
    await page.goto(address('/consent/import', { ws, locale: 'en' }));
    await chooseFile(
      page,
      await file('list.csv', [
        ['uid', 'date', 'ok?'],
        ['a', '2025-01-01', 'yes'],
      ]),
    );
    await page.getByRole('button', { name: enCommon.start.read }).click();
    await page.getByText(en.columns.noChoice).waitFor();
    expect(await page.getByRole('button', { name: enCommon.columns.check }).isDisabled()).toBe(true);
    await page
      .getByLabel('ok?', { exact: true })
      .selectOption({ label: en.columns.purpose.replace('{{title}}', form.content.purposes[0]!.title.en) });
    await page.getByRole('region', { name: enCommon.preview.title }).getByText(en.choice.ACCEPT).waitFor();
    await page.getByRole('button', { name: enCommon.columns.check }).click();
    await page.getByText(enCommon.checked.what).waitFor();
    await page.getByRole('button', { name: enCommon.checked.cancel }).click();
    await page.getByRole('dialog').getByRole('button', { name: enCommon.checked.cancel }).click();
    await page.getByText(enCommon.status.cancelled).first().waitFor();
    expect(await submissionsOf(product, form)).toEqual([]);
    expect(product.complaints).toEqual([]);
  });

  it('tells a workspace without a published form where to start', async () => {
    const empty = await buildWorkspace(product);
    const person = await buildPerson(product, { workspaceId: empty.id, role: 'DPO' });
    const page = await product.open({ as: person });
    await page.goto(address('/consent/import', { ws: empty.id }));
    await page.getByText(th.start.noForms).waitFor();
    await page.getByText(th.past.empty).waitFor();
    expect(product.complaints).toEqual([]);
  });
});
